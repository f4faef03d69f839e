import './pending-deletions.css';
import { Undo2 } from 'lucide-react';
import type { Command } from '../../../shared/orders/command.ts';
import { pendingDeletionsQuery, waitingQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { secondsLeft } from '../../presentation/deletion-verdict.ts';
import { copiesToDestroy } from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Loading } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { useParcelCopies } from './reprint-form.tsx';

/** Deletions that can still be undone. */
export function PendingDeletionsCard() {
  const { value, failure } = useQuery(pendingDeletionsQuery);
  const { value: waiting } = useQuery(waitingQuery);
  const deletions = value ?? [];
  return (
    <Card
      title={text('scan.pending-deletions')}
      aside={value ? String(deletions.length) : ''}
      tone={deletions.length > 0 ? 'delete' : 'plain'}
      className="pending-deletions"
    >
      <FailureStrip failure={failure} />
      {!value && !failure && <Loading />}
      {value && deletions.length === 0 && (
        <p className="pending-deletions-none">
          {text('scan.pending-deletions.none', { waiting: waiting?.deletions ?? 0 })}
        </p>
      )}
      <ul aria-label={text('scan.pending-deletions')}>
        {deletions.map((deletion) => (
          <PendingDeletion key={deletion.id} deletion={deletion} />
        ))}
      </ul>
    </Card>
  );
}

function PendingDeletion({ deletion }: { readonly deletion: Command }) {
  const now = useNow(100);
  const { run, isRunning, failure } = useAction();
  const codeId = `deletion-${deletion.id}`;
  const startedAt = Date.parse(deletion.createdAt);
  const copies = useParcelCopies(deletion.parcelId, deletion.codes[0]);
  return (
    <li className="pending-deletion">
      <CountdownRing endsAt={deletion.notBefore} durationMs={deletion.notBefore - startedAt} now={now} />
      <span id={codeId} className="pending-deletion-code">
        <Code>{deletion.codes.join(' ')}</Code>
        {copies !== null && copies > 0 && <span className="pending-deletion-copies">{copiesToDestroy(copies)}</span>}
      </span>
      <Button
        icon={Undo2}
        describedBy={codeId}
        isDisabled={isRunning}
        onPress={() => void run(() => call('deletion.undo', { commandId: deletion.id }))}
      >
        {text('scan.undo')}
      </Button>
      <FailureStrip failure={failure} />
    </li>
  );
}

interface CountdownRingProps {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** The whole countdown, milliseconds. */
  readonly durationMs: number;
  readonly now: number;
}

const radius = 21;
const circumference = 2 * Math.PI * radius;

/** The seconds left, in a ring that empties. */
function CountdownRing({ endsAt, durationMs, now }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, (endsAt - now) / Math.max(1, durationMs)));
  return (
    <div className="countdown-ring">
      <svg viewBox="0 0 50 50" aria-hidden="true">
        <circle cx="25" cy="25" r={radius} className="countdown-ring-track" />
        <circle
          cx="25"
          cy="25"
          r={radius}
          className="countdown-ring-left"
          strokeDasharray={`${left * circumference} ${circumference}`}
          transform="rotate(-90 25 25)"
        />
      </svg>
      <span>{secondsLeft(endsAt, now)}</span>
    </div>
  );
}
