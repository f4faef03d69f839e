import { useEffect, useState } from 'react';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { spendingWords } from './spending-words.ts';

/** Time alone ends an hour, and a day. Milliseconds. */
const rereadMs = 60_000;

const makeMirror = () =>
  createMirror({ topics: ['commands', 'parcels', 'station'], read: () => call('spending.read', null) });

/** What orders cost today, quietly. */
export function SpendingLine({ currency }: { readonly currency: string | null }) {
  const [mirror] = useState(makeMirror);
  const { value } = useMirror(mirror);
  useEffect(() => {
    const timer = setInterval(mirror.reread, rereadMs);
    return () => clearInterval(timer);
  }, [mirror]);
  return value && <p className="new-order-spending">{spendingWords(value, currency)}</p>;
}
