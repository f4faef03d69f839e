import { createHash } from 'node:crypto';

/** The SHA-256 of bytes as 64 lower-case hexadecimal digits: the name under which bytes are kept. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
