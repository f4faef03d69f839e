import './pending-deletions.css';
import { Undo2 } from 'lucide-react';
import type { Command } from '../../../shared/command.ts';
import { call } from '../../station.ts';
import { useMirror } from '../../stores/mirror.ts';
import { pendingDeletionsMirror } from '../../stores/pending-deletions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { copiesToDestroy } from '../../words/print-jobs.ts';
import { useNow } from '../../words/use-now.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { CountdownRing } from './countdown-ring.tsx';
import { useCopies } from './use-copies.ts';

/** Deletions that can still be taken back. */
export function PendingDeletions() {
  const { value, failure } = useMirror(pendingDeletionsMirror);
  const deletions = value ?? [];
  return (
    <Card
      title="Pending deletions"
      aside={String(deletions.length)}
      tone={deletions.length > 0 ? 'delete' : 'plain'}
      className="pending-deletions"
    >
      <FailureStrip failure={failure} />
      {value && deletions.length === 0 && <p className="pending-deletions-none">Nothing waits to be deleted.</p>}
      <ul aria-label="Pending deletions">
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
  const begunAt = Date.parse(deletion.createdAt);
  const copies = useCopies(deletion.parcelId, deletion.codes[0]);
  return (
    <li className="pending-deletion">
      <CountdownRing endsAt={deletion.notBefore} lasts={deletion.notBefore - begunAt} now={now} />
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
        Undo
      </Button>
      <FailureStrip failure={failure} />
    </li>
  );
}
