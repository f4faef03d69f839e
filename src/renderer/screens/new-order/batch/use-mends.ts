import { useState } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import { call } from '../../../station.ts';
import { type CellEdit, isChanged } from './cell-edit.ts';

/** Cells that were written. */
export interface Mends {
  /** Keeps what was written. Never passed over because something else is being done: main takes one after the other. */
  readonly keep: (edit: CellEdit) => void;
  /** Why one was not kept, until the next. */
  readonly failure: Failure | null;
}

export function useMends(): Mends {
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async ({ line, place, text }: CellEdit): Promise<void> => {
    setFailure(null);
    const kept = await call('batch.change-cell', { line, place, text });
    if (!kept.ok) setFailure(kept.failure);
  };
  return {
    keep(edit) {
      if (isChanged(edit)) void send(edit);
    },
    failure,
  };
}
