import { useMemo } from 'react';
import type { AttentionEntry } from '../../../shared/contract/attention-entry.ts';
import { assertNever } from '../../../shared/contract/failure.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { ResolveDeletionConflict } from '../deletion-questions.tsx';
import { OrderLabels } from '../label-assignment.tsx';
import { PrintJobRow } from '../print-queue/print-job-list.tsx';
import { moveTargets } from '../print-queue/printer-actions.ts';
import { PrinterBand } from '../print-queue/printer-band.tsx';
import { LabelsWithoutPrinter, SharedQuestionBand } from '../print-queue/shared-question-bands.tsx';
import { WaitingCommand } from '../print-queue/waiting-to-send.tsx';
import { ReadOn } from '../settings/connections/read-on.tsx';
import { Alarm } from '../uncertain-orders/order-alarms.tsx';

interface AttentionActionsProps {
  readonly entry: AttentionEntry;
  readonly now: number;
}

/** What can be done about an entry: the same evidence and buttons as on its own screen. */
export function AttentionActions({ entry, now }: AttentionActionsProps) {
  switch (entry.kind) {
    case 'order alarm':
      return (
        <ul className="order-alarms">
          <Alarm alarm={entry.alarm} now={now} />
        </ul>
      );
    case 'deletion conflict':
      return <ResolveDeletionConflict parcelId={entry.conflict.parcelId} conflict={entry.conflict} />;
    case 'uncertain order':
    case 'uncertain deletion':
    case 'command to confirm':
    case 'rejected order':
    case 'rejected deletion':
      return (
        <ul className="attention-command">
          <WaitingCommand command={entry.command} now={now} isOnlyUncertainOrder />
        </ul>
      );
    case 'uncertain label':
    case 'print question':
      return <JobActionRow entry={entry} now={now} />;
    case 'shared questions':
      return <SharedQuestionBand question={entry.question} />;
    case 'paused bench':
      return <PausedBench entry={entry} now={now} />;
    case 'held printer':
      return <PrinterActionBand entry={entry} now={now} />;
    case 'labels without printer':
      return <LabelsWithoutPrinter labels={entry.labels} />;
    case 'unassigned labels':
      return <OrderLabels orderId={entry.orderId} />;
    default:
      return assertNever(entry);
  }
}

type EntryOf<Kind extends AttentionEntry['kind']> = Extract<AttentionEntry, { kind: Kind }>;

interface JobActionRowProps {
  readonly entry: EntryOf<'uncertain label' | 'print question'>;
  readonly now: number;
}

/** Another copy is printed from Print queue or Scan, where all copies are known. */
function JobActionRow({ entry: { job }, now }: JobActionRowProps) {
  const { value: view } = useQuery(stationViewQuery);
  const queued = useMemo(() => ({ job, queuePosition: null, isNewest: false, copies: 1 }), [job]);
  if (!view) return null;
  const { printers, environment } = view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row is a listitem of Print queue, which is no li.
    <div role="list" className="attention-job">
      <PrintJobRow entry={queued} others={moveTargets(job.printer, printers, environment.kind)} now={now} />
    </div>
  );
}

interface PausedBenchProps {
  readonly entry: EntryOf<'paused bench'>;
  readonly now: number;
}

function PausedBench({ entry: { bench, since }, now }: PausedBenchProps) {
  const { value: view } = useQuery(stationViewQuery);
  return (
    <>
      <p>{text('site.paused.question', { bench, time: clockTime(since, now) })}</p>
      <p>{text('site.paused.next', { bench })}</p>
      <ReadOn bench={bench} site={view?.site} isChoice />
    </>
  );
}

interface PrinterActionBandProps {
  readonly entry: EntryOf<'held printer'>;
  readonly now: number;
}

function PrinterActionBand({ entry: { name, printer, labels }, now }: PrinterActionBandProps) {
  const { value: view } = useQuery(stationViewQuery);
  if (!view) return null;
  const { kind } = view.environment;
  const group = { name, printer, pending: [], uncertain: [], finished: [], waiting: labels };
  const others = moveTargets(name, view.printers, kind);
  return <PrinterBand group={group} others={others} environment={kind} isIdle={false} now={now} />;
}
