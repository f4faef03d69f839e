import { failureNextStep, failureText } from '../../text/text.ts';
import './common.css';
import { ProgressBar } from 'react-aria-components';
import type { ExportKind, ExportState } from '../../../shared/shipments/export-state.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { groupDigits } from '../../text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';

const exportQuery = createQuery({ topics: ['export', 'station'], read: () => call('export.read', null) });

/** How far an export is and how it ended, until somebody puts that away. */
export function ExportProgress({ what }: { readonly what: ExportKind }) {
  const { value } = useQuery(exportQuery);
  if (!value || value.what !== what) return null;
  return (
    <div className="export-strip" role="status" aria-label="Export">
      {value.state === 'running' ? <RunningExport state={value} /> : <EndedExport state={value} />}
    </div>
  );
}

function RunningExport({ state }: { readonly state: ExportState }) {
  const { rows, expected } = state;
  const words =
    expected === null ? `${groupDigits(rows)} rows` : `${groupDigits(rows)} of ${groupDigits(expected)} rows`;
  const percent = expected ? Math.min(100, (rows / expected) * 100) : null;
  return (
    <>
      <ProgressBar
        className="export-progress"
        aria-label="Exported"
        valueLabel={words}
        isIndeterminate={percent === null}
        value={percent ?? 0}
      >
        <span className="export-words">{`Writing ${state.file}: ${words}`}</span>
        <span className="export-track" aria-hidden>
          <span className="export-fill" style={{ width: `${percent ?? 100}%` }} />
        </span>
      </ProgressBar>
      <Button size="small" onPress={() => void call('export.cancel', null)}>
        Cancel
      </Button>
    </>
  );
}

function EndedExport({ state }: { readonly state: ExportState }) {
  const { tone, words, next } = endWords(state);
  const dismissButton = (
    <Button size="small" tone="quiet" onPress={() => void call('export.dismiss', null)}>
      Put away
    </Button>
  );
  return (
    <NoticeStrip tone={tone} next={next} actions={dismissButton}>
      {words}
    </NoticeStrip>
  );
}

function endWords({ state, rows, file, failure }: ExportState) {
  if (state === 'done')
    return { tone: 'success', words: `${groupDigits(rows)} rows are in ${file}.`, next: undefined } as const;
  if (state === 'cancelled')
    return { tone: 'information', words: 'Cancelled. No file was written.', next: undefined } as const;
  return {
    tone: 'error',
    words: failure ? failureText(failure) : 'The file was not written.',
    next: failure ? failureNextStep(failure) : undefined,
  } as const;
}
