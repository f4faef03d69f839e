import './imports.css';
import { FileInput, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ImportReport, ImportState } from '../../../shared/orders/import-state.ts';
import { importQuery, importUploadStore } from '../../data/dropped-files.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { clockTime } from '../../text/dates.ts';
import { messageNextStep, messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Tone } from '../../ui/tone.tsx';
import { StateBadge } from '../../ui/tone.tsx';

type Running = NonNullable<ImportState['running']>;

/** "Importing orders.json: 1,240 of 5,000 orders." */
export function progressText({ name, step, done, total, isStopping }: Running): string {
  if (isStopping) return text('imports.progress.stopping', { name });
  if (step === 'reading' || total === null) return text('imports.progress.reading', { name, done });
  return text(`imports.progress.${step}`, { name, done, total });
}

/** How far it is, 0 to 1, in the step that changes something; null before. */
export function progressShare({ step, done, total }: Running): number | null {
  return step === 'storing' && total !== null && total > 0 ? done / total : null;
}

export const outcomeTones: Record<ImportReport['outcome'], Tone> = {
  imported: 'success',
  'already known': 'information',
  rejected: 'warning',
  stopped: 'warning',
};

/** "2 more files wait."; null where none does. */
export const waitingText = (count: number): string | null => (count === 0 ? null : text('imports.waiting', { count }));

/** A button that opens the import; open automatically while something is imported. */
export function ImportPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const { value } = useQuery(importQuery);
  const isBusy = value !== null && (value.running !== null || value.waiting > 0);
  return (
    <div className="import-bar">
      <Button size="small" icon={isOpen ? X : FileInput} onPress={() => setIsOpen(!isOpen)}>
        {isOpen ? text('imports.close') : text('imports.open')}
      </Button>
      {(isOpen || isBusy) && <ImportCard />}
    </div>
  );
}

/** Reports shown; main keeps more. */
const reportsShown = 5;

/** Imports orders of other systems: chooses files, and shows the progress and the result of each. */
function ImportCard() {
  const { value, failure } = useQuery(importQuery);
  const uploads = useStore(importUploadStore);
  const choosing = useAction();
  const stop = () => {
    importUploadStore.discardQueued();
    void call('import.cancel', null);
  };
  return (
    <Card title={text('imports.name')} className="import-card">
      <p className="import-hint">{text('imports.hint')}</p>
      <div className="import-buttons">
        <Button
          size="small"
          icon={FileInput}
          isDisabled={choosing.isRunning}
          onPress={() => void choosing.run(() => call('import.choose-files', null))}
        >
          {text('imports.choose-files')}
        </Button>
        {value?.running && (
          <Button size="small" isDisabled={value.running.isStopping} onPress={stop}>
            {text('imports.stop')}
          </Button>
        )}
      </div>
      <Progress running={value?.running ?? null} waiting={(value?.waiting ?? 0) + Math.max(0, uploads.left - 1)} />
      <FailureStrip failure={failure ?? choosing.failure ?? uploads.failure} />
      {value && value.reports.length > 0 && (
        <ul aria-label={text('imports.reports')} className="import-reports">
          {value.reports.slice(0, reportsShown).map((report) => (
            <li key={report.id}>
              <ImportReportLine report={report} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Progress({ running, waiting }: { readonly running: ImportState['running']; readonly waiting: number }) {
  if (!running) return null;
  return (
    <ProgressBar label={text('imports.name')} share={progressShare(running)}>
      <p>
        {progressText(running)} {waitingText(waiting)}
      </p>
    </ProgressBar>
  );
}

/** The result of one file; its errors can be unfolded. */
function ImportReportLine({ report }: { readonly report: ImportReport }) {
  const { name, at, outcome, message, faults, moreFaults } = report;
  return (
    <div className="import-report">
      <p className="import-report-head">
        <StateBadge tone={outcomeTones[outcome]} word={text(`imports.outcome.${outcome}`)} />
        <span className="import-report-name">{name}</span>
        <span className="import-hint">{clockTime(at)}</span>
      </p>
      <p>
        {messageText(message)} {messageNextStep(message)}
      </p>
      {faults.length > 1 && (
        <details className="import-faults">
          <summary>{text('imports.faults', { count: faults.length + moreFaults })}</summary>
          <p>{faults.map(messageText).join('\n')}</p>
          {moreFaults > 0 && <p>{text('imports.faults.more', { count: moreFaults })}</p>}
        </details>
      )}
    </div>
  );
}
