import { arch, release } from 'node:os';
import type { Result } from '../../shared/contract/failure.ts';
import type { HealthView, SupportFileEntry } from '../../shared/contract/health-view.ts';
import type { Notice } from '../../shared/contract/station-view.ts';
import { activityKindSchema } from '../../shared/messages/journal-messages.ts';
import type { UncheckedMessage } from '../../shared/messages/message-definition.ts';
import { redactedMessage, shownCode } from '../../shared/messages/redaction.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { hidden, withoutTokens } from '../../shared/values/hidden-text.ts';
import { parseUrl } from '../../shared/values/url.ts';
import type { JournalEntry } from '../core/ports/write-context.ts';
import { openExportFile } from './export-writer.ts';

/** What a support file is made from. */
export interface SupportFacts {
  readonly at: string;
  readonly version: string;
  readonly health: HealthView;
  readonly settings: Settings;
  readonly notices: readonly Notice[];
  /** Newest first. */
  readonly journal: readonly JournalEntry[];
  /** Lines that were redacted when they were written. */
  readonly log: readonly string[];
  /** Tokens, header values and passwords of this station: wherever one stands, it is hidden. */
  readonly secrets: readonly string[];
  /** The sentence of a message. */
  sentence(message: UncheckedMessage): string;
}

/** The files of a support file: without tokens, other secrets, and names, telephone numbers and addresses of people. */
export function supportFiles(facts: SupportFacts): SupportFileEntry[] {
  const { electron, chrome, node } = process.versions;
  const versions = { packbench: facts.version, electron, chromium: chrome, node };
  const about = { at: facts.at, versions, platform: process.platform, release: release(), architecture: arch() };
  const files: [name: string, text: string][] = [
    ['health.json', json({ ...facts.health, checks: facts.health.checks.map((check) => checkOf(check, facts)) })],
    ['versions.json', json(about)],
    ['settings.json', json(settingsOf(facts.settings))],
    ['notices.json', json(facts.notices.map(({ at, tone, message }) => ({ at, tone, ...redactedMessage(message) })))],
    ['journal.jsonl', lines(facts.journal.toReversed().map((entry) => JSON.stringify(journalLine(entry))))],
    ['log.jsonl', lines(facts.log)],
  ];
  return files.map(([name, text]) => ({ name, text: withoutSecrets(text, facts.secrets) }));
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

function checkOf(
  { check, number, subject, state, message, printer }: HealthView['checks'][number],
  facts: SupportFacts,
) {
  const shown = redactedMessage(message);
  return { number, check, subject, state, sentence: facts.sentence(shown), ...shown, ...(printer && { printer }) };
}

/** Who did it stays out, and what an earlier version stored as text. A code names a parcel. */
function journalLine({ at, who, what, code, outcome }: JournalEntry) {
  const kind = activityKindSchema.safeParse(what);
  return {
    at,
    who,
    what: kind.success ? kind.data : hidden,
    code: code && shownCode(code),
    outcome: redactedMessage(outcome),
  };
}

/** Only what is named here: a new setting stays out until it is known to hold nothing of a person. */
function settingsOf(settings: Settings) {
  const { station, bench, printing, spending, retention, appearance, sound, kiosk, practice } = settings;
  const { keyboard, serial } = settings.scanner;
  const { enabled, host, port } = settings.webhooks;
  return {
    station: { name: station.name, language: station.language },
    ...{ bench, printing, spending, retention, appearance, sound, kiosk, practice },
    scanner: { keyboard, serial: serial.map(({ name, baudRate, profile }) => ({ name, baudRate, profile })) },
    webhooks: { enabled, host, port },
    activeEnvironment: settings.activeEnvironment,
    environments: settings.environments.map((one) => ({
      ...{ name: one.name, kind: one.kind, currency: one.currency, utcOffset: one.utcOffset },
      ...{ service: originOf(one.baseUrl), labels: originOf(one.labelUrl), labelRedirects: one.labelRedirects },
      webhook: one.webhook ? { headerName: one.webhook.header.name } : null,
    })),
    printers: settings.printers.map(({ known, ...printer }) => ({ ...printer, model: known?.model ?? null })),
    people: { isOn: settings.people.isOn, persons: settings.people.persons.length },
    network: { hasProxy: settings.network.proxy !== undefined, hasCaFile: settings.network.caFile !== undefined },
    import: { hasFolder: settings.import.folder !== undefined },
    ...(settings.fleet && { fleet: { role: settings.fleet.role, alone: settings.fleet.alone } }),
  };
}

/** A path or a query may hold a key. */
const originOf = (address: string | undefined): string | null => parseUrl(address ?? '')?.origin ?? null;

/** Shorter secrets are found in any text. */
const shortestSecret = 6;

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const written = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return written.reduce((left, secret) => left.replaceAll(secret, hidden), withoutTokens(text));
}

/** Writes the files as a ZIP archive, complete or not at all. */
export async function writeSupportFile(path: string, files: readonly SupportFileEntry[]): Promise<Result<null>> {
  const { strToU8, zipSync } = await import('fflate');
  const opened = await openExportFile(path);
  if (!opened.ok) return opened;
  const written = await opened.value.write(
    zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]))),
  );
  const finished = written.ok ? await opened.value.finish() : written;
  if (!finished.ok) await opened.value.discard();
  return finished;
}
