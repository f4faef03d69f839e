import './deaf-window-strip.css';
import { VolumeX } from 'lucide-react';
import { useWindowFocus } from './use-window-focus.ts';

/** Says loudly that scans go elsewhere, as long as the window does not have the keyboard. */
export function DeafWindowStrip() {
  const hasFocus = useWindowFocus();
  return (
    <div className="deaf-window" role="alert">
      {!hasFocus && (
        <button type="button" onClick={() => window.focus()}>
          <VolumeX aria-hidden />
          This window hears no scans. Click here.
        </button>
      )}
    </div>
  );
}
