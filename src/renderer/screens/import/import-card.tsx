import './import.css';
import { FileInput } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { useStore } from 'zustand';
import type { ImportState } from '../../../shared/import-state.ts';
import { call } from '../../station.ts';
import { importDesk, importMirror } from '../../stores/import-desk.ts';
import { useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { ImportReportLine } from './import-report-line.tsx';
import { progressShare, progressWords, waitingWords } from './import-words.ts';

/** Reports shown; main keeps more. */
const reportsShown = 5;

/** Brings in orders that other systems made: picks files, tells how far it is and what became of each. */
export function ImportCard() {
  const { value, failure } = useMirror(importMirror);
  const handedOver = useStore(importDesk);
  const choosing = useAction();
  const stop = () => {
    importDesk.drop();
    void call('import.cancel', null);
  };
  return (
    <Card title="Import" className="import-card">
      <p className="import-hint">
        Answers to orders as JSON, or a CSV with custom code, tracking code and label URL. Files can also be dropped
        anywhere onto this window.
      </p>
      <div className="import-buttons">
        <Button
          size="small"
          icon={FileInput}
          isDisabled={choosing.isRunning}
          onPress={() => void choosing.run(() => call('import.choose-files', null))}
        >
          Choose files
        </Button>
        {value?.running && (
          <Button size="small" isDisabled={value.running.isStopping} onPress={stop}>
            Stop import
          </Button>
        )}
      </div>
      <Progress running={value?.running ?? null} waiting={(value?.waiting ?? 0) + Math.max(0, handedOver.left - 1)} />
      <FailureStrip failure={failure ?? choosing.failure ?? handedOver.failure} />
      {value && value.reports.length > 0 && (
        <ul aria-label="Imports" className="import-reports">
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
  const share = progressShare(running);
  const words = progressWords(running);
  return (
    <ProgressBar
      className="import-progress"
      aria-label="Import"
      {...(share === null ? { isIndeterminate: true } : { value: share * 100 })}
    >
      <p>
        {words}. {waitingWords(waiting)}
      </p>
      <div className="import-progress-track" aria-hidden>
        <div className="import-progress-fill" style={{ inlineSize: `${(share ?? 0) * 100}%` }} />
      </div>
    </ProgressBar>
  );
}
