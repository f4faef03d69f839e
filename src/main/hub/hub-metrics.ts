import type { WebhookListening } from '../../shared/settings/webhook-view.ts';
import type { ServerFinding } from '../site/server-check.ts';
import type { EnvironmentFigures } from './hub-environment.ts';
import type { CheckedServer } from './server-findings.ts';

/** What `/healthz` answers, as JSON. It contains no codes, no names but those of benches, and no secrets. */
export interface HubHealth {
  readonly bench: string;
  /** False: events cannot be stored, and their senders are asked to retry. */
  readonly canStore: boolean;
  readonly webhooks: WebhookListening['kind'];
  readonly environments: readonly EnvironmentFigures[];
  /** Null before the first connection. */
  readonly server: CheckedServer | null;
}

/** A sample: its labels and its value; null where the value is not known. */
type Sample = readonly [Readonly<Record<string, string>>, number | null];

const findingKinds: readonly ServerFinding['kind'][] = [
  'too-old',
  'not-synced',
  'nearly-full',
  'full',
  'not-monitored',
];

/** `copied`: another station works under this hub's name, and this one neither sends nor reads. */
const isConnected: Readonly<Record<EnvironmentFigures['state'], boolean>> = {
  ...{ connected: true, reading: true, blocked: true, offline: false, copied: false },
};

/** The figures in the text format of Prometheus, version 0.0.4. */
export function metricsText({ canStore, webhooks, environments, server }: HubHealth): string {
  const each = (value: (figures: EnvironmentFigures) => number | null): Sample[] =>
    environments.map((figures) => [{ environment: figures.environment }, value(figures)]);
  const isOne = (value: boolean): number => (value ? 1 : 0);
  const found = server?.findings.map(({ kind }) => kind);
  return [
    metric('can_store', 'gauge', '1 while events can be stored.', [[{}, isOne(canStore)]]),
    metric('webhooks_listening', 'gauge', '1 while webhooks are received.', [[{}, isOne(webhooks === 'listening')]]),
    metric(
      'connected',
      'gauge',
      '1 while the environment is connected to the site.',
      each(({ state }) => isOne(isConnected[state])),
    ),
    metric(
      'blocked',
      'gauge',
      '1 while the server is connected and stores nothing that the hub sends.',
      each(({ state }) => isOne(state === 'blocked')),
    ),
    metric(
      'behind_seconds',
      'gauge',
      'Seconds since everything in the site was last known here; 0 while it is.',
      each(({ secondsBehind }) => secondsBehind),
    ),
    metric(
      'paused_benches',
      'gauge',
      'Benches that sent too much, and are not read before someone says so.',
      each(({ pausedBenches }) => pausedBenches.length),
    ),
    metric(
      'facts_applied_total',
      'counter',
      'Facts of benches read since the start.',
      each(({ factsApplied }) => factsApplied),
    ),
    metric(
      'facts_waiting',
      'gauge',
      'Facts that wait to be sent.',
      each(({ factsWaiting }) => factsWaiting),
    ),
    metric(
      'events_received_total',
      'counter',
      'Webhook events stored since the start.',
      each(({ eventsReceived }) => eventsReceived),
    ),
    metric(
      'last_webhook_timestamp_seconds',
      'gauge',
      'When the last webhook came, seconds since 1970.',
      each(({ lastWebhookAt }) => lastWebhookAt && lastWebhookAt / 1_000),
    ),
    metric(
      'stream_bytes',
      'gauge',
      'What the environment takes of the storage of the server.',
      each(({ streamBytes }) => streamBytes),
    ),
    metric('server_storage_bytes', 'gauge', 'What the server stores, of all streams.', [
      [{}, server?.storage?.bytes ?? null],
    ]),
    metric('server_storage_limit_bytes', 'gauge', 'The limit of the storage of the server.', [
      [{}, server?.storage?.limit ?? null],
    ]),
    metric(
      'server_finding',
      'gauge',
      '1 where the check of the server found that.',
      findingKinds.map((kind) => [{ kind }, found ? isOne(found.includes(kind)) : null]),
    ),
  ].join('');
}

function metric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const full = `packbench_hub_${name}`;
  const lines = samples.flatMap(([labels, value]) => (value === null ? [] : [`${full}${labelsText(labels)} ${value}`]));
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines, ''].join('\n');
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
