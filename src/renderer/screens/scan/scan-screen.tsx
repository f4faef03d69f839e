import './scan-screen.css';
import { ModePicker } from './mode-picker.tsx';
import { PendingDeletions } from './pending-deletions.tsx';
import { RecentScans } from './recent-scans.tsx';
import { Result } from './result.tsx';
import { ScanField } from './scan-field.tsx';

/** The screen of the bench: pick what a scan does, scan, read the answer. */
export function ScanScreen() {
  return (
    <div className="scan-screen">
      <div className="scan-screen-work">
        <ModePicker />
        <ScanField />
        <Result />
      </div>
      <div className="scan-screen-side">
        <PendingDeletions />
        <RecentScans />
      </div>
    </div>
  );
}
