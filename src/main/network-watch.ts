import { networkInterfaces } from 'node:os';
import type { Clock } from './core/ports/clock.ts';

/** Between two looks at this computer's addresses, milliseconds. A look takes well under one. */
const betweenLooksMs = 5_000;

type Interfaces = ReturnType<typeof networkInterfaces>;

export interface NetworkWatch {
  clock: Clock;
  /** The computer's own, unless a test brings others. */
  read?: () => Interfaces;
  /** An address came or went: a cable, a Wi-Fi, a tunnel. */
  onChanged(): void;
}

/** Watches this computer's network addresses until the function it returns is called. */
export function watchNetwork({ clock, read = networkInterfaces, onChanged }: NetworkWatch): () => void {
  let known = addressesIn(read());
  let cancel: () => void;
  const look = (): void => {
    const now = addressesIn(read());
    const isChanged = now !== known;
    known = now;
    cancel = clock.after(betweenLooksMs, look);
    if (isChanged) onChanged();
  };
  cancel = clock.after(betweenLooksMs, look);
  return () => cancel();
}

/** Every address that leads out of this computer, as one text. */
function addressesIn(interfaces: Interfaces): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}
