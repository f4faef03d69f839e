import { useState } from 'react';
import { type KeptEvent, unmatchedReasonWords } from '../../../shared/shipment-event.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { Code } from '../../ui/code.tsx';
import { clockTime } from '../../words/ages.ts';
import { FailureStrip } from '../failure-strip.tsx';

/** Fields shown of an event, its codes first as the service gives them. */
const factsShown = 4;

/** Events kept although they belong to nothing here yet: they are matched when their order becomes known. */
export function UnmatchedEvents() {
  const [mirror] = useState(() =>
    createMirror({ topics: ['parcels', 'webhook deliveries'], read: () => call('events.unmatched', { code: null }) }),
  );
  const { value, failure } = useMirror(mirror);
  if (!value || value.total === 0) return <FailureStrip failure={failure} />;
  return (
    <div className="webhook-deliveries">
      <h3>{value.total === 1 ? '1 event belongs to nothing here' : `${value.total} events belong to nothing here`}</h3>
      <p className="settings-hint">They are kept, and matched by themselves when their order becomes known.</p>
      <ul aria-label="Unmatched events" className="settings-list">
        {value.events.map((event) => (
          <li key={event.id}>
            <UnmatchedEvent event={event} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function UnmatchedEvent({ event }: { readonly event: KeptEvent }) {
  const { receivedAt, event: name, unmatchedBecause, facts } = event;
  return (
    <div className="webhook-delivery">
      <time dateTime={receivedAt}>{clockTime(receivedAt)}</time>
      <span className="webhook-delivery-words">
        <Code>{name}</Code>
        {unmatchedBecause !== null && <span>{unmatchedReasonWords[unmatchedBecause]}.</span>}
        <span className="settings-hint">
          {facts
            .slice(0, factsShown)
            .map((fact) => `${fact.name}: ${fact.value ?? 'nothing'}`)
            .join(', ')}
        </span>
      </span>
    </div>
  );
}
