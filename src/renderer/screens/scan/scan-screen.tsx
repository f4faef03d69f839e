import './scan-screen.css';
import { Printer, ScanBarcode, Search, Trash2 } from 'lucide-react';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { longestScan, type ScanMode } from '../../../shared/scanning/scan.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { mayDo } from '../../scanner/badges.ts';
import { DeleteModeCountdown } from '../../scanner/delete-mode-chip.tsx';
import { scanMode, scanStore } from '../../scanner/scan-session.ts';
import { scanFieldId, submitTyped } from '../../scanner/start-scanning.ts';
import { text } from '../../text/text.ts';
import { RadioButtonGroup, type RadioOption } from '../../ui/radio-button-group.tsx';
import { loadOnDemand } from '../load-on-demand.tsx';
import { PendingDeletionsCard } from './pending-deletions-card.tsx';
import { RecentScansCard } from './recent-scans-card.tsx';
import { ScanResult } from './scan-result.tsx';

const OpenSetUp = loadOnDemand(async () => (await import('../set-up/set-up.tsx')).SetUp);

/** The set-up of a new bench, until it is finished or skipped. It is read once nothing else is to do: no scan waits for its program. */
function UnfinishedSetUp() {
  const { value: view } = useQuery(stationViewQuery);
  const isWanted = view?.settings.setUp.isOpen === true && mayDo(view, 'set up');
  const isScanWaiting = useStore(scanStore, ({ waiting }) => waiting > 0);
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!isWanted || isScanWaiting || isIdle) return;
    const request = requestIdleCallback(() => setIsIdle(true));
    return () => cancelIdleCallback(request);
  }, [isWanted, isScanWaiting, isIdle]);
  return isWanted && isIdle ? <OpenSetUp /> : null;
}

/** Pick what a scan does, scan, read the answer. */
export function ScanScreen() {
  // What stands beside the result is drawn after it.
  const isWhole = useDeferredValue(true, false);
  return (
    <div className="scan-screen">
      <div className="scan-input">
        <ModePicker />
        <ScanField />
      </div>
      <ScanResult />
      {isWhole && <UnfinishedSetUp />}
      <div className="scan-screen-side">
        {isWhole && (
          <>
            <PendingDeletionsCard />
            <RecentScansCard />
          </>
        )}
      </div>
    </div>
  );
}

const modes: readonly RadioOption<ScanMode>[] = [
  { value: 'look up', label: text('scan.mode.look up'), icon: Search, hint: text('scan.key.look up'), tone: 'look-up' },
  { value: 'print', label: text('scan.mode.print'), icon: Printer, hint: text('scan.key.print'), tone: 'print' },
  { value: 'delete', label: text('scan.mode.delete'), icon: Trash2, hint: text('scan.key.delete'), tone: 'delete' },
];

/** What a scan does. */
function ModePicker() {
  const mode = useStore(scanMode, (state) => state.mode);
  return <RadioButtonGroup label={text('scan.mode')} value={mode} onChange={scanMode.choose} radios={modes} />;
}

/** For typed codes; scans are received wherever the focus is. */
function ScanField() {
  const field = useRef<HTMLInputElement>(null);
  const armedUntil = useStore(scanMode, (state) => state.armedUntil);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const written = field.current?.value.trim() ?? '';
    if (!field.current || written === '') return;
    field.current.value = '';
    submitTyped(written);
  };
  return (
    <form className="scan-field" data-armed={armedUntil !== null} onSubmit={submit}>
      <ScanBarcode aria-hidden />
      <input
        ref={field}
        id={scanFieldId}
        aria-label={text('scan.field')}
        placeholder={text('scan.field')}
        maxLength={longestScan}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck="false"
      />
      {armedUntil !== null && (
        <p className="scan-field-armed">
          <DeleteModeCountdown armedUntil={armedUntil} />
        </p>
      )}
    </form>
  );
}
