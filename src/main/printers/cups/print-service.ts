import { request } from 'node:http';
import { userInfo } from 'node:os';
import { CONSTANTS as statuses } from 'ipp-encoder';
import { type IppAttributes, type IppQuestion, type IppReply, ippQuestionBytes, readIppReply } from './ipp-message.ts';
import { runProgram } from './run-program.ts';

/** What the print service of this computer (CUPS) said to a question. */
export type PrintServiceAnswer =
  | { readonly kind: 'answered'; readonly groups: readonly IppAttributes[] }
  /** It knows no such job or queue. */
  | { readonly kind: 'not known' }
  | { readonly kind: 'refused'; readonly words: string }
  /** There is none, or it does not answer. */
  | { readonly kind: 'away'; readonly installed: boolean };

export interface PrintService {
  /** Never rejects; ends within six seconds, or as "away" when the signal says so. */
  ask(question: Omit<IppQuestion, 'user'>, signal?: AbortSignal): Promise<PrintServiceAnswer>;
}

/** Where it listens. */
type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

const addressWithinMs = 3_000;
const answerWithinMs = 3_000;
const mostAnswerBytes = 2 * 1024 * 1024;
const ippPort = 631;

/** The print service that `lp` would use with that environment. Its address is looked up again whenever it did not answer. */
export function printService(environment: NodeJS.ProcessEnv): PrintService {
  let known: Address | null = null;
  return {
    async ask(question, signal) {
      const address = known ?? (await addressOf(environment, signal));
      if (address === 'not installed') return { kind: 'away', installed: false };
      const bytes = ippQuestionBytes({ ...question, user: userName(environment) });
      const reply = address && (await post(address, bytes, signal));
      known = reply ? address : null;
      return reply ? answerOf(reply) : { kind: 'away', installed: true };
    },
  };
}

function answerOf(reply: IppReply): PrintServiceAnswer {
  const { statusCode } = reply;
  if (statusCode >= 0 && statusCode < 0x100) return { kind: 'answered', groups: reply.groups };
  if (statusCode === statuses.CLIENT_ERROR_NOT_FOUND || statusCode === statuses.CLIENT_ERROR_GONE) {
    return { kind: 'not known' };
  }
  const words = reply.statusMessage?.slice(0, 200) ?? `status 0x${statusCode.toString(16)}`;
  return { kind: 'refused', words };
}

/** `lpstat -H` says it as its library sees it: environment, client.conf and default (lpstat(1)). */
async function addressOf(
  environment: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Address | null | 'not installed'> {
  const end = await runProgram('lpstat', ['-H'], { environment, withinMs: addressWithinMs, ...(signal && { signal }) });
  if (end.kind === 'missing') return 'not installed';
  return end.kind === 'ended' ? readAddress(end.output) : null;
}

/** "/run/cups/cups.sock", "localhost:631" or "[::1]:631"; null for anything else. */
export function readAddress(words: string): Address | null {
  if (words.startsWith('/')) return { socketPath: words };
  const parts = /^\[?([^\s/[\]]+?)\]?(?::(\d{1,5}))?$/.exec(words);
  return parts?.[1] ? { host: parts[1], port: Number(parts[2] ?? ippPort) } : null;
}

/** As lp gives it. An account without an entry in the user list has no name. */
function userName(environment: NodeJS.ProcessEnv): string {
  try {
    return environment.CUPS_USER ?? userInfo().username;
  } catch {
    return 'anonymous';
  }
}

/** One question over a connection of its own. Null where no whole answer came. */
function post(address: Address, body: Buffer, signal?: AbortSignal): Promise<IppReply | null> {
  if (signal?.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const headers = { Host: 'localhost', 'Content-Type': 'application/ipp', 'Content-Length': body.length };
    const asking = request({ ...address, method: 'POST', path: '/', headers, agent: false }, (response) => {
      if (response.statusCode !== 200) settle(null);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > mostAnswerBytes) settle(null);
      });
      response.on('end', () => settle(readIppReply(Buffer.concat(chunks))));
      response.on('error', giveUp);
    });
    const giveUp = (): void => settle(null);
    const timer = setTimeout(giveUp, answerWithinMs);
    signal?.addEventListener('abort', giveUp);
    const settle = (reply: IppReply | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      asking.destroy();
      resolve(reply);
    };
    asking.on('error', giveUp);
    asking.end(body);
  });
}
