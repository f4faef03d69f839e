import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { CONSTANTS as statuses } from 'ipp-encoder';
import { startDeadline } from '../../concurrency/waiting.ts';
import {
  decodeIppResponse,
  encodeIppRequest,
  type IppAttributes,
  type IppRequest,
  type IppResponse,
} from './ipp-message.ts';

/** How a program of CUPS ended. */
export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly output: string; readonly errors: string }
  /** It is not installed, or not executable. */
  | { readonly kind: 'missing' }
  /** It did not end in time or was aborted, and was killed. */
  | { readonly kind: 'killed' };

const maxOutput = 8 * 1024;

/** The variables that the programs of CUPS read (its manual pages); no others are passed. */
const passedOn = /^(?:PATH|HOME|USER|LOGNAME|IPP_PORT|CUPS_[A-Z_]+)$/;

/** Runs a program without a shell, with English output, and keeps the first 8 KB of the output. Rejects where the system starts no process. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  options: { environment: NodeJS.ProcessEnv; withinMs: number; input?: Uint8Array; signal?: AbortSignal },
): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const env = Object.fromEntries(Object.entries(options.environment).filter(([name]) => passedOn.test(name)));
    const child = spawn(program, [...parameters], { env: { ...env, LC_ALL: 'C' }, stdio: 'pipe', windowsHide: true });
    let killed = false;
    const kill = (): void => {
      killed = true;
      child.kill('SIGKILL');
    };
    const deadline = startDeadline(options.withinMs, [options.signal]);
    if (deadline.signal.aborted) kill();
    deadline.signal.addEventListener('abort', kill);
    const settle = (end: ProgramEnd): void => {
      deadline.release();
      resolve(end);
    };
    // There are no pipes where too many files are open; the 'error' event reports that.
    const { stdin, stdout, stderr }: Partial<typeof child> = child;
    const output = firstOf(stdout);
    const errors = firstOf(stderr);
    child.once('error', () => settle({ kind: 'missing' }));
    child.once('exit', () => {
      if (killed) settle({ kind: 'killed' }); // a child process of its own may hold its output open
    });
    child.once('close', (exitCode) => {
      settle({ kind: 'ended', exitCode, output: output(), errors: errors() });
    });
    stdin?.on('error', () => {}); // it ended before it read everything: its exit code says why
    stdin?.end(options.input);
  });
}

/** Reads a stream to its end and keeps its beginning. */
function firstOf(stream: NodeJS.ReadableStream | undefined): () => string {
  let kept = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    if (kept.length < maxOutput) kept = Buffer.concat([kept, chunk]).subarray(0, maxOutput);
  });
  return () => kept.toString('utf8').trim();
}

/** The answer of CUPS, the print service of this computer. */
export type CupsResponse =
  | { readonly kind: 'answered'; readonly groups: readonly IppAttributes[] }
  /** The job or queue does not exist. */
  | { readonly kind: 'not found' }
  | { readonly kind: 'refused'; readonly report: string }
  /** CUPS is not installed, or does not answer. */
  | { readonly kind: 'unavailable'; readonly installed: boolean };

export interface CupsClient {
  /** Never rejects; ends within six seconds, or as "unavailable" on abort. */
  ask(question: Omit<IppRequest, 'user'>, signal?: AbortSignal): Promise<CupsResponse>;
}

/** The address at which CUPS listens. */
type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

const addressWithinMs = 3_000;
const answerWithinMs = 3_000;
const maxAnswerBytes = 2 * 1024 * 1024;
const ippPort = 631;

/** A client of the CUPS server that `lp` would use with these variables. The address is looked up again after a missing answer. */
export function createCupsClient(environment: NodeJS.ProcessEnv): CupsClient {
  let cachedAddress: Address | null = null;
  return {
    async ask(question, signal) {
      const address = cachedAddress ?? (await addressOf(environment, signal));
      if (address === 'not installed') return { kind: 'unavailable', installed: false };
      const bytes = encodeIppRequest({ ...question, user: userName(environment) });
      const reply = address && (await post(address, bytes, signal));
      cachedAddress = reply ? address : null;
      return reply ? answerOf(reply) : { kind: 'unavailable', installed: true };
    },
  };
}

function answerOf(reply: IppResponse): CupsResponse {
  const { statusCode } = reply;
  if (statusCode >= 0 && statusCode < 0x100) return { kind: 'answered', groups: reply.groups };
  if (statusCode === statuses.CLIENT_ERROR_NOT_FOUND || statusCode === statuses.CLIENT_ERROR_GONE) {
    return { kind: 'not found' };
  }
  const report = reply.statusMessage?.slice(0, 200) ?? `status 0x${statusCode.toString(16)}`;
  return { kind: 'refused', report };
}

/** `lpstat -H` gives the address that its library uses: environment, client.conf and default (lpstat(1)). */
async function addressOf(
  environment: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Address | null | 'not installed'> {
  const end = await runProgram('lpstat', ['-H'], { environment, withinMs: addressWithinMs, ...(signal && { signal }) });
  if (end.kind === 'missing') return 'not installed';
  return end.kind === 'ended' ? readAddress(end.output) : null;
}

/** Reads "/run/cups/cups.sock", "localhost:631" or "[::1]:631"; null for anything else. */
export function readAddress(output: string): Address | null {
  if (output.startsWith('/')) return { socketPath: output };
  const parts = /^\[?([^\s/[\]]+?)\]?(?::(\d{1,5}))?$/.exec(output);
  return parts?.[1] ? { host: parts[1], port: Number(parts[2] ?? ippPort) } : null;
}

/** The user that lp reports. An account without an entry in the user list has no name. */
function userName(environment: NodeJS.ProcessEnv): string {
  try {
    return environment.CUPS_USER ?? userInfo().username;
  } catch {
    return 'anonymous';
  }
}

/** Sends one request on a new connection. Null without a complete answer. */
async function post(address: Address, body: Buffer, signal?: AbortSignal): Promise<IppResponse | null> {
  const { request } = await import('node:http');
  if (signal?.aborted) return null;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const headers = { Host: 'localhost', 'Content-Type': 'application/ipp', 'Content-Length': body.length };
    const httpRequest = request({ ...address, method: 'POST', path: '/', headers, agent: false }, (response) => {
      if (response.statusCode !== 200) settle(null);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxAnswerBytes) settle(null);
      });
      response.on('end', () => settle(decodeIppResponse(Buffer.concat(chunks))));
      response.on('error', abandon);
    });
    const abandon = (): void => settle(null);
    const deadline = startDeadline(answerWithinMs, [signal]);
    deadline.signal.addEventListener('abort', abandon);
    const settle = (reply: IppResponse | null): void => {
      deadline.release();
      httpRequest.destroy();
      resolve(reply);
    };
    httpRequest.on('error', abandon);
    httpRequest.end(body);
  });
}
