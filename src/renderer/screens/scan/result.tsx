import './result.css';
import { ScanBarcode } from 'lucide-react';
import { useStore } from 'zustand';
import { scanDesk } from '../../stores/scanning.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import { AnswerCard } from './answer-card.tsx';
import { PendingScan } from './pending-scan.tsx';

/** The answer to the newest scan; the same place and form for every outcome. */
export function Result() {
  const { shown, waiting, refused } = useStore(scanDesk);
  return (
    <section className="result" aria-label="Result">
      {refused !== null && (
        <Verdict
          tone="error"
          words="Scan not taken"
          sentence={`${waiting} scans wait for the station. Scan ${refused} again when the line is shorter.`}
        />
      )}
      {shown.kind === 'nothing' && (
        <div className="result-empty">
          <EmptyState icon={ScanBarcode} title="Scan a label">
            A scan is heard on every screen, wherever the focus is. By hand: write the code and press Enter.
          </EmptyState>
        </div>
      )}
      {shown.kind === 'pending' && <PendingScan {...shown} waiting={waiting} />}
      {shown.kind === 'failure' && (
        <Verdict
          tone="error"
          words="Not taken"
          sentence={[shown.text, shown.failure.message, shown.failure.next].filter(Boolean).join(' ')}
        />
      )}
      {shown.kind === 'answer' && <AnswerCard key={shown.answer.scanId} answer={shown.answer} />}
    </section>
  );
}
