import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Failure } from '../../shared/failure.ts';
import { errorCode } from './error-code.ts';
import { exchangeFailure, tellService } from './exchange-failures.ts';

export interface ReadBody {
  /** Unpacked; what came until the fault, never more than the limit; nothing where packed bytes could not be opened. */
  readonly bytes: Buffer;
  readonly fault: Failure | null;
}

/** No packing is ever asked for; a proxy may pack all the same. */
const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const nothing = Buffer.alloc(0);

/** Reads a body up to `mostBytes`, both as it came and unpacked. Never throws: a fault stands beside what came. */
export async function readBody(
  response: { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> },
  mostBytes: number,
  host: string,
  signal: AbortSignal,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let fault: Failure | null = null;
  try {
    for await (const chunk of response.body) {
      const room = mostBytes - size;
      chunks.push(chunk.subarray(0, room));
      size += Math.min(chunk.byteLength, room);
      if (chunk.byteLength > room) {
        fault = tooLarge(host, mostBytes);
        break;
      }
    }
  } catch (error) {
    fault = exchangeFailure(error, host, signal);
  }
  const bytes = Buffer.concat(chunks, size);
  const encoding = String(response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || size === 0) return { bytes, fault };
  if (fault !== null) return { bytes: nothing, fault };
  return unpack(bytes, encoding, mostBytes, host);
}

async function unpack(packed: Buffer, encoding: string, mostBytes: number, host: string): Promise<ReadBody> {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : null;
  const unreadable: Failure = {
    code: 'unreadable',
    message: `${host} packed its answer in a way this station cannot open.`,
    next: tellService,
  };
  if (unpacker === null) return { bytes: nothing, fault: unreadable };
  try {
    return { bytes: await unpacker(packed, { maxOutputLength: mostBytes }), fault: null };
  } catch (error) {
    const isTooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    return { bytes: nothing, fault: isTooLarge ? tooLarge(host, mostBytes) : unreadable };
  }
}

function tooLarge(host: string, mostBytes: number): Failure {
  return {
    code: 'too-large',
    message: `${host} answered with more than the ${mostBytes / (1024 * 1024)} MiB this station takes.`,
    next: tellService,
  };
}
