import type { ImportReport } from '../../../shared/import-state.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { clockTime } from '../../words/ages.ts';
import { outcomeTones, outcomeWords } from './import-words.ts';

/** What became of one file, with its faults folded away. */
export function ImportReportLine({ report }: { readonly report: ImportReport }) {
  const { name, at, outcome, sentence, next, faults, moreFaults } = report;
  return (
    <div className="import-report">
      <p className="import-report-head">
        <StateBadge tone={outcomeTones[outcome]} word={outcomeWords[outcome]} />
        <span className="import-report-name">{name}</span>
        <span className="import-hint">{clockTime(at)}</span>
      </p>
      <p>
        {sentence} {next}
      </p>
      {faults.length > 1 && (
        <details className="import-faults">
          <summary>All {faults.length + moreFaults} faults</summary>
          <p>{faults.join('\n')}</p>
          {moreFaults > 0 && <p>and {moreFaults} more.</p>}
        </details>
      )}
    </div>
  );
}
