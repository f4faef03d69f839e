import './export-strip.css';
import { ProgressBar } from 'react-aria-components';
import type { ExportedThing, ExportState } from '../../shared/export-state.ts';
import { call } from '../station.ts';
import { createMirror, useMirror } from '../stores/mirror.ts';
import { Button } from '../ui/button.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';
import { inThrees } from '../words/digits.ts';

const exportMirror = createMirror({ topics: ['export', 'station'], read: () => call('export.read', null) });

/** How far an export is and how it ended, until somebody puts that away. */
export function ExportStrip({ what }: { readonly what: ExportedThing }) {
  const { value } = useMirror(exportMirror);
  if (!value || value.what !== what) return null;
  return (
    <div className="export-strip" role="status" aria-label="Export">
      {value.state === 'running' ? <Running state={value} /> : <Ended state={value} />}
    </div>
  );
}

function Running({ state }: { readonly state: ExportState }) {
  const { rows, expected } = state;
  const words = expected === null ? `${inThrees(rows)} rows` : `${inThrees(rows)} of ${inThrees(expected)} rows`;
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

function Ended({ state }: { readonly state: ExportState }) {
  const { tone, words, next } = endWords(state);
  const away = (
    <Button size="small" tone="quiet" onPress={() => void call('export.put-away', null)}>
      Put away
    </Button>
  );
  return (
    <NoticeStrip tone={tone} next={next} actions={away}>
      {words}
    </NoticeStrip>
  );
}

function endWords({ state, rows, file, failure }: ExportState) {
  if (state === 'done')
    return { tone: 'success', words: `${inThrees(rows)} rows are in ${file}.`, next: undefined } as const;
  if (state === 'cancelled')
    return { tone: 'information', words: 'Cancelled. No file was written.', next: undefined } as const;
  return { tone: 'error', words: failure?.message ?? 'The file was not written.', next: failure?.next } as const;
}
