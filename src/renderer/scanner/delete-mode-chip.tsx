import { Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { useScreen } from '../data/current-screen.ts';
import { text } from '../text/text.ts';
import { useNow } from '../ui/hooks.ts';
import { deleteModeSecondsLeft } from './scan-mode.ts';
import { scanMode } from './scan-session.ts';

/** On the other screens: Delete mode is on, and for how long. */
export function DeleteModeChip() {
  const { armedUntil } = useStore(scanMode);
  const { current } = useScreen();
  if (armedUntil === null || current === 'scan') return null;
  return (
    <p className="armed-chip">
      <Trash2 aria-hidden />
      <DeleteModeCountdown armedUntil={armedUntil} />
    </p>
  );
}

/** "Delete mode ends in 42 s", counting down. */
export function DeleteModeCountdown({ armedUntil }: { readonly armedUntil: number }) {
  const now = useNow(500);
  return text('scan.delete-mode', { seconds: deleteModeSecondsLeft(armedUntil, now) });
}
