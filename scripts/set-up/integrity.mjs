// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { SetUpFailure } from './step.mjs';

/**
 * Refuses a file that is not, byte for byte, the one we know.
 * @param {string} file
 * @param {string} integrity as registries write it: `sha512-` and base64
 */
export async function checkIntegrity(file, integrity) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new SetUpFailure(
      `${file} is not the file we know and was not used.\n  expected ${integrity}\n  found    ${found}`,
    );
  }
}
