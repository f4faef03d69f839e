import '../../ui/display.css';
import { FileCheck, FileInput, type LucideIcon, PackagePlus, Webhook } from 'lucide-react';
import { useMemo } from 'react';
import { assertNever } from '../../../shared/contract/failure.ts';
import type { AssumedOffset, EventEffect, KeptEvent, TimelineEntry } from '../../../shared/shipments/shipment-event.ts';
import { formatUtcOffset } from '../../../shared/values/date-time.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { deletionText } from '../../presentation/deletion-verdict.ts';
import { eventText } from '../../presentation/parcel-text.ts';
import { deletionStyles, printJobStyles, shipmentStateStyles } from '../../presentation/state-styles.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Details } from '../../ui/disclosure.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { printerText } from './parcel-details.tsx';

interface ParcelTimelineProps {
  readonly parcelId: number;
  readonly now: number;
}

/** Everything that happened to the parcel, newest first, with source and time. */
export function ParcelTimeline({ parcelId, now }: ParcelTimelineProps) {
  const query = useMemo(
    () =>
      createQuery({
        topics: ['parcels', 'print jobs', 'deletions', 'commands'],
        concerns: (_, changed) => changed === parcelId,
        read: () => call('parcel.timeline', { parcelId }),
      }),
    [parcelId],
  );
  const { value: entries, failure } = useQuery(query);
  return (
    <>
      <FailureStrip failure={failure} />
      <ol className="timeline" aria-label={text('parcel-page.timeline')}>
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
  const { icon: Icon, what, when, more, conflict } = timelineLine(entry, now);
  const people = peopleText(entry);
  return (
    <li>
      <Icon aria-hidden />
      <span className="timeline-head">
        <span className="timeline-what">{what}</span>
        <span className="timeline-when">{when}</span>
      </span>
      {more && <span className="timeline-more">{more}</span>}
      {conflict && <span className="timeline-more">{conflict}</span>}
      {people && <span className="timeline-more">{people}</span>}
      {entry.kind === 'event' && <EventDetails event={entry.event} />}
    </li>
  );
}

/** The name and the fields of the event as given. Links are plain text. */
function EventDetails({ event: { event, facts, assumedOffset, moreFacts } }: { readonly event: KeptEvent }) {
  const lines = [
    text('timeline.event-name', { event }),
    ...(assumedOffset === null ? [] : [assumedOffsetText(assumedOffset)]),
    ...(moreFacts === 0 ? [] : [text('timeline.more-facts', { count: moreFacts })]),
  ];
  return (
    <div className="timeline-more">
      <Details lines={lines}>
        <dl className="timeline-facts">
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </Details>
    </div>
  );
}

/** The sentence about a time that gave no offset. */
export const assumedOffsetText = ({ minutes, from }: AssumedOffset): string =>
  text('timeline.assumed-offset', { offset: formatUtcOffset(minutes), source: offsetSourceKeys[from] });

const offsetSourceKeys: Record<AssumedOffset['from'], string> = {
  'delivery slots': 'slots',
  setting: 'setting',
  UTC: 'none',
};

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value ?? text('timeline.empty-value')}</dd>
    </>
  );
}

/** Who did it; null where no one was signed in, and of what the station or the service did. */
export function peopleText(entry: TimelineEntry): string | null {
  if (!('personName' in entry) || entry.personName === null) return null;
  const { personName: name, leadName: lead } = entry;
  return lead === null ? text('timeline.by', { name }) : text('timeline.by-allowed', { name, lead });
}

/** One line of the timeline. It has no tone: that belongs to the present state, which the verdict shows. */
export interface TimelineLine {
  readonly icon: LucideIcon;
  readonly what: string;
  /** The source and the time: "webhook, 14:02". */
  readonly when: string;
  readonly more: string | null;
  /** What an event contradicts, and what to do about it. */
  readonly conflict?: string | null;
}

export function timelineLine(entry: TimelineEntry, now: number): TimelineLine {
  const source = entry.kind === 'event' ? 'webhook' : 'station';
  const when = text('timeline.when', { source, time: clockTime(entry.at, now) });
  switch (entry.kind) {
    case 'order':
      return entry.source === 'imported'
        ? { icon: FileInput, what: text('timeline.order-imported'), when, more: null }
        : { icon: PackagePlus, what: text('timeline.order-created'), when, more: null };
    case 'label':
      return { icon: FileCheck, what: text('timeline.label-downloaded'), when, more: null };
    case 'print':
      return {
        icon: printJobStyles[entry.state].icon,
        what: text('timeline.print', { state: text(`print-job.state.${entry.state}`) }),
        when,
        more: printerText(entry),
      };
    case 'deletion':
      return {
        icon: deletionStyles[entry.state].icon,
        what: entry.state === 'counting' ? text('timeline.deletion-counting') : deletionText(entry.state),
        when,
        more: null,
      };
    case 'event':
      return eventLine(entry.event, when, now);
    default:
      return assertNever(entry);
  }
}

function eventLine(event: KeptEvent, when: string, now: number): TimelineLine {
  const { state, hasOwnTime, receivedAt, effect } = event;
  const icon = state ? shipmentStateStyles[state].icon : Webhook;
  const time = clockTime(receivedAt, now);
  const more = text('timeline.event', { hasOwnTime, time, effect: effect && effectKeys[effect] });
  const conflict = conflictText(event);
  const what = state ? text(`shipment.state.${state}`) : eventText(event.event);
  return { icon, what, when, more, conflict };
}

/** The sentence about an event that a final state stays against; null of any other. */
function conflictText({ state, effect, conflictsWith }: KeptEvent): string | null {
  if (effect !== 'end stays' || state === null) return null;
  const came = text(`shipment.state.${state}`);
  if (conflictsWith === null) return text('timeline.conflict', { came });
  return text('timeline.conflict-with', { came, stays: text(`shipment.state.${conflictsWith}`) });
}

const effectKeys: Record<EventEffect, string> = {
  'became the status': 'status',
  'came late': 'late',
  'end stays': 'final',
  'final already': 'known',
  'parcel deleted': 'parcel',
  'facts only': 'facts',
};
