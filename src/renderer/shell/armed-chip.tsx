import './armed-chip.css';
import { Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { useScreen } from '../stores/current-screen.ts';
import { secondsArmed } from '../stores/scan-mode.ts';
import { scanMode } from '../stores/scanning.ts';
import { useNow } from '../words/use-now.ts';

/** On the other screens: Delete is armed, and for how long still. */
export function ArmedChip() {
  const { armedUntil } = useStore(scanMode);
  const { current } = useScreen();
  if (armedUntil === null || current === 'scan') return null;
  return (
    <p className="armed-chip">
      <Trash2 aria-hidden />
      <ArmedSeconds armedUntil={armedUntil} />
    </p>
  );
}

/** "Delete is armed, 42 s": in words, counting down. */
export function ArmedSeconds({ armedUntil }: { readonly armedUntil: number }) {
  const now = useNow(500);
  return <>Delete is armed, {secondsArmed(armedUntil, now)} s</>;
}
