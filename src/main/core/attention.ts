import {
  type Attention,
  type AttentionEntry,
  attentionKinds,
  maxAttentionOfKind,
} from '../../shared/contract/attention-entry.ts';
import type { Topic } from '../../shared/contract/changes.ts';
import type { Command } from '../../shared/orders/command.ts';
import { noPrinterName } from '../../shared/printing/print-job.ts';
import type { PrinterState } from '../../shared/printing/printer.ts';
import { createSerialQueue } from '../concurrency/serial-queue.ts';
import type { Announce } from './notices.ts';
import type { Clock } from './ports/clock.ts';
import type { AttentionRecords, StoredAttention } from './ports/records.ts';
import type { PausedBench } from './ports/site-records.ts';

/** What needs a person in one environment. */
export interface AttentionMonitor {
  read(): Promise<Attention>;
  /** Reads after changes that can matter, and announces `attention` where something is different. */
  topicsChanged(topics: readonly Topic[]): void;
  stop(): Promise<void>;
}

export interface AttentionParts {
  records: Pick<AttentionRecords, 'attention'>;
  printers: () => readonly PrinterState[];
  /** Other benches of the site whose facts are not read. */
  pausedBenches?: (() => readonly PausedBench[]) | undefined;
  clock: Clock;
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** A change of any other topic makes no difference. */
const watchedTopics: readonly Topic[] = ['commands', 'deletions', 'print jobs', 'parcels', 'station'];

/** Milliseconds from a change to the reading: most changes, as of labels that print, make no difference, and none waits for it. */
const readAfterMs = 250;

/** Announces what needs a person only when it is different: the window reads it on every screen. */
export function createAttentionMonitor({
  records,
  printers,
  pausedBenches = () => [],
  clock,
  announce,
  onBug,
}: AttentionParts): AttentionMonitor {
  let announced: string | null = null;
  const read = async (): Promise<Attention> =>
    attentionOf(await records.attention(maxAttentionOfKind), printers(), pausedBenches());
  const readings = createSerialQueue(async () => {
    const current = JSON.stringify(await read());
    if (current === announced) return;
    announced = current;
    announce('attention');
  }, onBug);
  let stopWaiting: (() => void) | undefined;
  return {
    read,
    topicsChanged(topics) {
      if (!topics.some((topic) => watchedTopics.includes(topic))) return;
      stopWaiting ??= clock.after(readAfterMs, () => {
        stopWaiting = undefined;
        readings.wake();
      });
    },
    async stop() {
      stopWaiting?.();
      stopWaiting = () => {};
      await readings.stop();
    },
  };
}

/**
 * What needs a person: what the records hold, and the printers that print nothing before a person acts. A held printer without labels
 * counts only where it gets the new labels.
 */
export function attentionOf(
  stored: StoredAttention,
  printers: readonly PrinterState[],
  pausedBenches: readonly PausedBench[] = [],
): Attention {
  const { commands, jobs, alarms, conflicts, unassigned, labelsByPrinter, shared } = stored;
  const labelsOf = new Map(labelsByPrinter.map(({ printer, labels }) => [printer, labels]));
  const removed = [...labelsOf.keys()].filter(
    (name) => name !== noPrinterName && printers.every((printer) => printer.name !== name),
  );
  const withoutPrinter = labelsOf.get(noPrinterName) ?? 0;
  const entries: AttentionEntry[] = [
    ...alarms.rows.map((alarm) => ({ kind: 'order alarm', alarm }) as const),
    ...conflicts.rows.map((conflict) => ({ kind: 'deletion conflict', conflict }) as const),
    ...commands.rows.map((command) => ({ kind: commandKind(command), command })),
    ...jobs.rows.map((job) => ({ kind: job.question ? 'print question' : 'uncertain label', job }) as const),
    ...shared.map((question) => ({ kind: 'shared questions', question }) as const),
    ...pausedBenches.map((paused) => ({ kind: 'paused bench', ...paused }) as const),
    ...printers
      .filter(({ name, reasons, isDefault }) => reasons.length > 0 && (isDefault || labelsOf.has(name)))
      .map((printer) => heldPrinter(printer.name, printer)),
    ...removed.map((name) => heldPrinter(name, null)),
    ...(withoutPrinter > 0 ? [{ kind: 'labels without printer', labels: withoutPrinter } as const] : []),
    ...unassigned.rows.map((order) => ({ kind: 'unassigned labels', ...order }) as const),
  ];
  const notListed = [commands, jobs, alarms, conflicts, unassigned].map(({ total, rows }) => total - rows.length);
  return {
    total: notListed.reduce((sum, count) => sum + count, entries.length),
    entries: entries.sort((one, other) => attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind)),
  };

  function heldPrinter(name: string, printer: PrinterState | null): AttentionEntry {
    return { kind: 'held printer', name, printer, labels: labelsOf.get(name) ?? 0 };
  }
}

type CommandEntryKind = Extract<AttentionEntry, { command: Command }>['kind'];

function commandKind({ kind, state }: Command): CommandEntryKind {
  if (state === 'needs confirmation') return 'command to confirm';
  if (state === 'uncertain') return kind === 'create' ? 'uncertain order' : 'uncertain deletion';
  return kind === 'create' ? 'rejected order' : 'rejected deletion';
}
