import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isLoopback, serviceUrlSchema, withoutApiPath } from '../../src/shared/settings/environment.ts';
import { isBrowserHeader } from '../../src/shared/settings/webhook-source.ts';

/** What one run examines. */
export interface CheckOptions {
  readonly baseUrl: string;
  readonly labelUrl: string;
  readonly token: string;
  /** The company's own certificate authority, PEM; null: only the public ones. */
  readonly caPem: string | null;
  /** Orders may be booked. */
  readonly create: boolean;
  /** Where webhook deliveries are awaited; null: nowhere. */
  readonly webhook: {
    host: string;
    port: number;
    seconds: number;
    header: { name: string; value: string } | null;
  } | null;
  readonly profile: string;
  readonly pickUp: string;
  readonly dropOff: string;
}

export const usage = `npm run check-service -- --base-url URL --label-url URL --token-env NAME [options]

Examines a sandbox of the scheduled-delivery service and writes what it does at the open points of the interface
document to a profile file, which an environment can load.

  --base-url URL          the service base address, without /scheduled-service
  --label-url URL         the label host
  --token-env NAME        the environment variable that holds the token
  --ca-file FILE          a PEM file with the company's own certificate authority
  --create                also book orders: up to 4 orders with 5 parcels together; what can be deleted is deleted
  --webhook-port PORT     wait for webhook events on this port (the dashboard must send them here); needs --create
  --webhook-host HOST     the address to listen on; 127.0.0.1 by default
  --webhook-header N:V    the authentication header of the webhook
  --webhook-seconds N     how long to wait for events; 30 by default
  --profile FILE          where the profile is written; service-profile.json by default
  --pick-up TEXT          the pick-up address
  --drop-off TEXT         the drop-off address
  --sandbox-host HOST     confirms that this host is a sandbox, where its name does not say so
  --help                  prints this text

Production addresses are rejected. Without --create only prices are previewed, which books nothing.`;

/** Names of hosts that are no production: a label that says so. */
const sandboxLabel = /(^|[.-])(sandbox|staging|stage|test|testing|dev|demo|uat|qa)\d*([.-]|$)/i;

/** The options, or why there are none. */
export type ReadOptions =
  | { readonly kind: 'options'; readonly options: CheckOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Reads the command line.
 * @param env where the token is looked up; it is never printed
 */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): ReadOptions {
  const parsed = parse(argv);
  if (typeof parsed === 'string') return problem(parsed);
  if (parsed.help) return { kind: 'help' };
  const { 'base-url': baseUrl, 'label-url': labelUrl, 'token-env': tokenEnv } = parsed;
  if (!baseUrl || !labelUrl || !tokenEnv) return problem('--base-url, --label-url and --token-env are required.');
  for (const [name, url] of [
    ['--base-url', baseUrl],
    ['--label-url', labelUrl],
  ] as const) {
    if (!serviceUrlSchema.safeParse(url).success)
      return problem(`${name} must be an https address (http on loopback).`);
    const { hostname } = new URL(url);
    if (!isSandboxHost(hostname) && parsed['sandbox-host'] !== hostname && name === '--base-url')
      return problem(
        `${hostname} may be a production service. Name it in --sandbox-host if it is a sandbox; never check production.`,
      );
  }
  const token = env[tokenEnv]?.trim();
  if (!token) return problem(`The environment variable ${tokenEnv} is empty.`);
  if (parsed['webhook-port'] !== undefined && !parsed.create) return problem('--webhook-port needs --create.');
  const caPem = parsed['ca-file'] === undefined ? null : readCertificate(parsed['ca-file']);
  if (caPem === undefined) return problem('--ca-file must name a readable PEM certificate.');
  const webhook = webhookOf(parsed);
  if (typeof webhook === 'string') return problem(webhook);
  return {
    kind: 'options',
    options: {
      baseUrl: withoutApiPath(baseUrl).replace(/\/+$/, ''),
      labelUrl: labelUrl.replace(/\/+$/, ''),
      token,
      caPem,
      create: parsed.create ?? false,
      webhook,
      profile: parsed.profile ?? 'service-profile.json',
      pickUp: parsed['pick-up'] ?? '18 Harbour Road, 70001',
      dropOff: parsed['drop-off'] ?? '12 Palm Street, 70002',
    },
  };
}

/** Undefined where it cannot be read as a certificate. */
function readCertificate(file: string): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8');
    return pem.includes('-----BEGIN CERTIFICATE-----') ? pem : undefined;
  } catch {
    return undefined;
  }
}

const isSandboxHost = (hostname: string): boolean => isLoopback(hostname) || sandboxLabel.test(hostname);

const problem = (text: string): ReadOptions => ({ kind: 'problem', problem: text });

type Values = ReturnType<typeof parseStrictly>;

function parse(argv: readonly string[]): Values | string {
  try {
    return parseStrictly(argv);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function parseStrictly(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'base-url': text,
      'label-url': text,
      'token-env': text,
      'ca-file': text,
      create: { type: 'boolean' },
      'webhook-port': text,
      'webhook-host': text,
      'webhook-header': text,
      'webhook-seconds': text,
      profile: text,
      'pick-up': text,
      'drop-off': text,
      'sandbox-host': text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  return values;
}

function webhookOf(values: Values): CheckOptions['webhook'] | string {
  const { 'webhook-port': port, 'webhook-seconds': seconds = '30', 'webhook-header': header } = values;
  if (port === undefined) return null;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) return '--webhook-port must be a port number.';
  if (!/^\d{1,4}$/.test(seconds)) return '--webhook-seconds must be a whole number.';
  const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(header ?? '') ?? [];
  if (header !== undefined && (name === undefined || value === undefined))
    return '--webhook-header must be NAME:VALUE.';
  if (name !== undefined && isBrowserHeader(name))
    return `--webhook-header names ${name}, which web pages can send. Choose another name.`;
  return {
    host: values['webhook-host'] ?? '127.0.0.1',
    port: Number(port),
    seconds: Number(seconds),
    header: name !== undefined && value !== undefined ? { name, value } : null,
  };
}
