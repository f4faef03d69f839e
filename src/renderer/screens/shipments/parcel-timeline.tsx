import '../../ui/display.css';
import { FileCheck, FileInput, type LucideIcon, PackagePlus, Trash2, Webhook } from 'lucide-react';
import { useMemo } from 'react';
import { assertNever } from '../../../shared/contract/failure.ts';
import { printJobStateWords } from '../../../shared/printing/print-job.ts';
import type { EventEffect, KeptEvent, TimelineEntry } from '../../../shared/shipments/shipment-event.ts';
import { shipmentStateWords } from '../../../shared/shipments/shipment-state.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { deletionWords } from '../../presentation/deletion-text.ts';
import { printJobStyles } from '../../presentation/print-job-text.ts';
import { shipmentStateStyles } from '../../presentation/shipment-status.ts';
import { clockTime } from '../../text/dates.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import type { Tone } from '../../ui/tone.ts';

interface ParcelTimelineProps {
  readonly parcelId: number;
  readonly now: number;
}

/** Everything that happened to the parcel, newest first, each with who told it and when. */
export function ParcelTimeline({ parcelId, now }: ParcelTimelineProps) {
  const query = useMemo(
    () =>
      createQuery({
        topics: ['parcels', 'print jobs', 'deletions', 'commands'],
        read: () => call('parcel.timeline', { parcelId }),
      }),
    [parcelId],
  );
  const { value: entries, failure } = useQuery(query);
  return (
    <>
      <FailureStrip failure={failure} />
      <ol className="timeline" aria-label="Timeline">
        {entries?.map((entry) => (
          <Entry key={keyOf(entry)} entry={entry} now={now} />
        ))}
      </ol>
    </>
  );
}

function keyOf(entry: TimelineEntry): string {
  if (entry.kind === 'event') return `event ${entry.event.id}`;
  if (entry.kind === 'print') return `print ${entry.jobId}`;
  return entry.kind === 'deletion' ? `deletion ${entry.commandId}` : entry.kind;
}

function Entry({ entry, now }: { readonly entry: TimelineEntry; readonly now: number }) {
  const { tone, icon: Icon, what, when, more } = timelineWords(entry, now);
  return (
    <li className={`tone-${tone}`}>
      <Icon aria-hidden />
      <span className="timeline-words">
        <span className="timeline-what">{what}</span>
        <span className="timeline-when">{when}</span>
      </span>
      {more && <span className="timeline-more">{more}</span>}
      {entry.kind === 'event' && entry.event.facts.length > 0 && <Facts event={entry.event} />}
    </li>
  );
}

/** What the event said, as it said it: texts, also where they are links. */
function Facts({ event }: { readonly event: KeptEvent }) {
  const count = event.facts.length + event.moreFacts;
  return (
    <details className="timeline-more timeline-facts">
      <summary>{count === 1 ? '1 fact' : `${count} facts`}</summary>
      <dl>
        {event.facts.map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {event.moreFacts > 0 && <p>{`${event.moreFacts} more are kept and not shown.`}</p>}
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value ?? 'null'}</dd>
    </>
  );
}

/** One thing that happened, in words. */
export interface TimelineWords {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly what: string;
  /** Who told it and when: "webhook, 14:02". */
  readonly when: string;
  readonly more: string | null;
}

export function timelineWords(entry: TimelineEntry, now: number): TimelineWords {
  const when = `${entry.kind === 'event' ? 'webhook' : 'this station'}, ${clockTime(entry.at, now)}`;
  switch (entry.kind) {
    case 'order':
      return entry.source === 'imported'
        ? { tone: 'information', icon: FileInput, what: 'Order imported', when, more: null }
        : { tone: 'information', icon: PackagePlus, what: 'Order created here', when, more: null };
    case 'label':
      return { tone: 'information', icon: FileCheck, what: 'Label fetched', when, more: null };
    case 'print':
      return {
        ...printJobStyles[entry.state],
        what: `Print: ${printJobStateWords[entry.state]}`,
        when,
        more: entry.reprintReason ? `${entry.printer}. Why: ${entry.reprintReason}` : entry.printer,
      };
    case 'deletion': {
      const { tone, words } = deletionWords(entry.state, 0, 0);
      return {
        tone,
        icon: Trash2,
        what: entry.state === 'counting' ? 'Deletion counting down' : words,
        when,
        more: null,
      };
    }
    case 'event':
      return eventWords(entry.event, when, now);
    default:
      return assertNever(entry);
  }
}

function eventWords(event: KeptEvent, when: string, now: number): TimelineWords {
  const looks = event.state ? shipmentStateStyles[event.state] : ({ tone: 'quiet', icon: Webhook } as const);
  const arrival = event.hasOwnTime ? `arrived ${clockTime(event.receivedAt, now)}` : 'told no time of its own';
  const effect = event.effect ? effectWords[event.effect] : null;
  const what = event.state ? shipmentStateWords[event.state] : event.event;
  return { ...looks, what, when, more: [arrival, effect].filter(Boolean).join('; ') };
}

const effectWords: Record<EventEffect, string | null> = {
  'became the status': null,
  'came late': 'came late, a newer status was known',
  'end stays': 'the end that was known stays',
  'facts only': 'tells facts, no status',
};
