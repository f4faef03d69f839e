import './scan-field.css';
import { ScanBarcode } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { longestScan } from '../../../shared/scan.ts';
import { scanFieldId, takeAtScanScreen } from '../../scanner/start-scanning.ts';
import { ArmedSeconds } from '../../shell/armed-chip.tsx';
import { scanMode } from '../../stores/scanning.ts';

/** For codes written by hand; scans are heard wherever the focus is. */
export function ScanField() {
  const [text, setText] = useState('');
  const armedUntil = useStore(scanMode, (state) => state.armedUntil);
  const take = (event: FormEvent): void => {
    event.preventDefault();
    const written = text.trim();
    if (written === '') return;
    setText('');
    takeAtScanScreen({ asTyped: written, asUsKeyboard: written, by: 'typed' }, scanMode.getState().mode);
  };
  return (
    <form className="scan-field" onSubmit={take}>
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
          <ArmedSeconds armedUntil={armedUntil} />
        </p>
      )}
    </form>
  );
}
