import '../../ui/tone.css';
import { useMemo } from 'react';
import type { KeptEvent, TimelineEntry } from '../../../shared/shipment-event.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { timelineWords } from './timeline-words.ts';

interface ParcelTimelineProps {
  readonly parcelId: number;
  readonly now: number;
}

/** Everything that happened to the parcel, newest first, each with who told it and when. */
export function ParcelTimeline({ parcelId, now }: ParcelTimelineProps) {
  const mirror = useMemo(
    () =>
      createMirror({
        topics: ['parcels', 'print jobs', 'deletions', 'commands'],
        read: () => call('parcel.timeline', { parcelId }),
      }),
    [parcelId],
  );
  const { value: entries, failure } = useMirror(mirror);
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
