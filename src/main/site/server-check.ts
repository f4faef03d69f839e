import { get } from 'node:http';
import { z } from 'zod';

/**
 * What a hub checks of the server it uses: messages that it confirmed must survive a power cut, known holes must be closed, and there must be
 * room for more.
 */

/** The first version with the fixes that a site needs. */
export const oldestVersion = [2, 12, 7] as const;

export type ServerFinding =
  | { readonly kind: 'too-old'; readonly version: string }
  /** `sync_interval: always` is missing: a power cut loses what the server confirmed in the last minutes. */
  | { readonly kind: 'not-synced' }
  /** The limit of its storage is near: at the limit, nothing is stored any more. */
  | { readonly kind: 'nearly-full'; readonly percent: number }
  | { readonly kind: 'full' }
  /** The server's monitoring port gave no readable answer, so that nothing is known of its settings. */
  | { readonly kind: 'not-monitored' };

/** What was found about a server. */
export interface ServerCheck {
  /** What is wrong; empty where nothing is. */
  readonly findings: readonly ServerFinding[];
  /** Bytes of all that it stores, and its own limit (`max_file_store`); null where they are not known. */
  readonly storage: { readonly bytes: number; readonly limit: number } | null;
}

/** From that share of its limit on, a server is reported as nearly full, percent. */
const nearlyFull = 80;
/** Reported anew with each further step, percent. */
const fullStep = 5;

/**
 * What is found about a server.
 * @param version as the server reports it to its clients
 * @param monitoringPort the port on this computer's loopback (`http` in the server's configuration)
 */
export async function checkServer(version: string, monitoringPort: number): Promise<ServerCheck> {
  const found = await readSettings(monitoringPort);
  const limit = found?.config.max_storage ?? 0;
  const storage = found && limit > 0 ? { bytes: found.storage, limit } : null;
  const findings: readonly (ServerFinding | null)[] = [
    isNewEnough(version) ? null : { kind: 'too-old', version },
    found === null ? { kind: 'not-monitored' } : null,
    found?.config.sync_always === false ? { kind: 'not-synced' } : null,
    storage && storageFinding(storage),
  ];
  return { findings: findings.filter((each) => each !== null), storage };
}

function storageFinding({ bytes, limit }: NonNullable<ServerCheck['storage']>): ServerFinding | null {
  // The last message that it took has passed the limit.
  if (bytes >= limit) return { kind: 'full' };
  const percent = Math.floor((bytes / limit) * (100 / fullStep)) * fullStep;
  return percent >= nearlyFull ? { kind: 'nearly-full', percent } : null;
}

/** True from the oldest version on. A preview of a version comes before it. */
export function isNewEnough(version: string): boolean {
  const [, major, minor, patch, rest] = /^v?(\d+)\.(\d+)\.(\d+)(.*)$/.exec(version) ?? [];
  if (rest === undefined) return false;
  const parts = [major, minor, patch].map(Number);
  const difference = parts.map((part, index) => part - (oldestVersion[index] ?? 0)).find((each) => each !== 0);
  return difference === undefined ? !/^-(?:dev|beta|preview|rc|alpha)/i.test(rest) : difference > 0;
}

/** Only what is read here. Absent: the server writes no value that is false. */
const settingsSchema = z.object({
  config: z.object({ sync_always: z.boolean().default(false), max_storage: z.number().optional() }),
  storage: z.number().default(0),
});

/** Longest answer, bytes, and longest wait for it, milliseconds. */
const largestAnswer = 256 * 1024;
const answerMs = 3_000;

async function readSettings(port: number): Promise<z.infer<typeof settingsSchema> | null> {
  try {
    return settingsSchema.parse(JSON.parse(await readAnswer(port)));
  } catch {
    return null;
  }
}

function readAnswer(port: number): Promise<string> {
  const path = '/jsz?config=true';
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerMs);
    const request = get({ host: '127.0.0.1', port, path, signal, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      let length = 0;
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length > largestAnswer) request.destroy(new Error('Too long'));
      });
      answer.on('error', reject).on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    request.on('error', reject);
  });
}
