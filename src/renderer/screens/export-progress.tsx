import type { ExportKind, ExportState } from '../../shared/shipments/export-state.ts';
import { createQuery, useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { failureNextStep, failureText, messageDetails, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

const exportQuery = createQuery({ topics: ['export', 'station'], read: () => call('export.read', null) });

/** The progress and the outcome of an export, until it is dismissed. */
export function ExportProgress({ what }: { readonly what: ExportKind }) {
  const { value } = useQuery(exportQuery);
  if (!value || value.what !== what) return null;
  return (
    <div className="export-strip" role="status" aria-label={text('export.title')}>
      {value.state === 'running' ? <RunningExport state={value} /> : <EndedExport state={value} />}
    </div>
  );
}

function RunningExport({ state }: { readonly state: ExportState }) {
  const { rows, expected } = state;
  const progress = text('export.progress', { rows, expected: expected ?? 0, isCounted: expected !== null });
  const share = expected ? Math.min(1, rows / expected) : null;
  return (
    <>
      <ProgressBar label={text('export.exported')} valueLabel={progress} share={share}>
        {text('export.writing', { file: state.file, progress })}
      </ProgressBar>
      <Button size="small" onPress={() => void call('export.cancel', null)}>
        {text('export.cancel')}
      </Button>
    </>
  );
}

function EndedExport({ state }: { readonly state: ExportState }) {
  const { file, rows, failure } = state;
  const dismissButton = (
    <Button size="small" tone="quiet" onPress={() => void call('export.dismiss', null)}>
      {text('export.dismiss')}
    </Button>
  );
  if (state.state === 'done') {
    return (
      <NoticeStrip tone="success" actions={dismissButton}>
        {text('export.done', { rows, file })}
      </NoticeStrip>
    );
  }
  if (state.state === 'cancelled') {
    return (
      <NoticeStrip tone="information" actions={dismissButton}>
        {text('export.cancelled')}
      </NoticeStrip>
    );
  }
  return (
    <NoticeStrip
      tone="error"
      next={failure ? failureNextStep(failure) : undefined}
      details={failure ? messageDetails(failure.message) : []}
      actions={dismissButton}
    >
      {failure ? failureText(failure) : text('export.failed')}
    </NoticeStrip>
  );
}
