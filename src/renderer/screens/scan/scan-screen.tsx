import './scan-screen.css';
import { Printer, ScanBarcode, Search, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { longestScan, type ScanMode } from '../../../shared/scanning/scan.ts';
import { DeleteModeCountdown } from '../../scanner/delete-mode-chip.tsx';
import { scanMode } from '../../scanner/scan-session.ts';
import { scanFieldId, submitScan } from '../../scanner/start-scanning.ts';
import { RadioButtonGroup, type RadioOption } from '../../ui/radio-button-group.tsx';
import { PendingDeletionsCard } from './pending-deletions-card.tsx';
import { RecentScansCard } from './recent-scans-card.tsx';
import { ScanResult } from './scan-result.tsx';

/** The screen of the bench: pick what a scan does, scan, read the answer. */
export function ScanScreen() {
  return (
    <div className="scan-screen">
      <div className="scan-screen-work">
        <ModePicker />
        <ScanField />
        <ScanResult />
      </div>
      <div className="scan-screen-side">
        <PendingDeletionsCard />
        <RecentScansCard />
      </div>
    </div>
  );
}

const modes: readonly RadioOption<ScanMode>[] = [
  { value: 'look up', label: 'Look up', icon: Search, hint: 'F1', tone: 'look-up' },
  { value: 'print', label: 'Print', icon: Printer, hint: 'F2', tone: 'print' },
  { value: 'delete', label: 'Delete', icon: Trash2, hint: 'F3', tone: 'delete' },
];

/** What a scan does. */
function ModePicker() {
  const mode = useStore(scanMode, (state) => state.mode);
  return <RadioButtonGroup label="Mode" value={mode} onChange={scanMode.choose} radios={modes} />;
}

/** For codes written by hand; scans are heard wherever the focus is. */
function ScanField() {
  const [text, setText] = useState('');
  const armedUntil = useStore(scanMode, (state) => state.armedUntil);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const written = text.trim();
    if (written === '') return;
    setText('');
    submitScan({ asTyped: written, asUsKeyboard: written, by: 'typed' }, scanMode.getState().mode);
  };
  return (
    <form className="scan-field" onSubmit={submit}>
      <ScanBarcode aria-hidden />
      <input
        id={scanFieldId}
        aria-label="Scan or type a code"
        placeholder="Scan or type a code"
        value={text}
        onChange={(event) => setText(event.target.value)}
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
