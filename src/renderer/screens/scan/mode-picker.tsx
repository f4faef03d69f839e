import { Printer, Search, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import type { ScanMode } from '../../../shared/scan.ts';
import { scanMode } from '../../stores/scanning.ts';
import { type BigRadio, BigRadios } from '../../ui/big-radios.tsx';

const modes: readonly BigRadio<ScanMode>[] = [
  { value: 'look up', label: 'Look up', icon: Search, hint: 'F1', tone: 'look-up' },
  { value: 'print', label: 'Print', icon: Printer, hint: 'F2', tone: 'print' },
  { value: 'delete', label: 'Delete', icon: Trash2, hint: 'F3', tone: 'delete' },
];

/** What a scan does. */
export function ModePicker() {
  const mode = useStore(scanMode, (state) => state.mode);
  return <BigRadios label="Mode" value={mode} onChange={scanMode.choose} radios={modes} />;
}
