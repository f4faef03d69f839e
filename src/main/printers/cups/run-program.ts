import { spawn } from 'node:child_process';

/** What became of a program of the print service. */
export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly output: string; readonly errors: string }
  /** It is not on this computer, or may not be run. */
  | { readonly kind: 'missing' }
  /** It did not end in time, or was not wanted any more, and was killed. */
  | { readonly kind: 'killed' };

const mostOutput = 8 * 1024;

/** What the programs of CUPS read (its manual pages); the rest of our environment is none of their business. */
const passedOn = /^(?:PATH|HOME|USER|LOGNAME|IPP_PORT|CUPS_[A-Z_]+)$/;

/** Runs a program without a shell, its words in English, and keeps the first 8 KB of what it says. Never rejects. */
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
    const timer = setTimeout(kill, options.withinMs);
    if (options.signal?.aborted) kill();
    options.signal?.addEventListener('abort', kill);
    const settle = (end: ProgramEnd): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', kill);
      resolve(end);
    };
    const output = firstOf(child.stdout);
    const errors = firstOf(child.stderr);
    child.once('error', () => settle({ kind: 'missing' }));
    child.once('exit', () => {
      if (killed) settle({ kind: 'killed' }); // whatever it started may hold its output open
    });
    child.once('close', (exitCode) => {
      settle({ kind: 'ended', exitCode, output: output(), errors: errors() });
    });
    child.stdin.on('error', () => {}); // it ended without reading all: its exit says why
    child.stdin.end(options.input);
  });
}

/** Reads a stream to its end and keeps its beginning. */
function firstOf(stream: NodeJS.ReadableStream): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    if (kept.length < mostOutput) kept = Buffer.concat([kept, chunk]).subarray(0, mostOutput);
  });
  return () => kept.toString('utf8').trim();
}
