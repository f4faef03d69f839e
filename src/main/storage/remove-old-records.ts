import type { Removed, RetentionLimits } from '../core/ports/records.ts';
import { recordsRemoved, removedKinds } from '../core/ports/removed-records.ts';
import { besideRecords } from './database.ts';
import { nextStep } from './queries/erased-texts.ts';
import type { RetentionStep } from './queries/old-records.ts';
import { recordsIn } from './record-methods.ts';
import { preparingOnUse } from './sqlite.ts';

/** Removes old records of a file that the station has not open, a few at a time, and notes in its journal how many. */
export const removeOldRecords = (file: string, { before, figuresBefore }: RetentionLimits): Promise<Removed> =>
  besideRecords(file, async (database) => {
    const records = recordsIn(preparingOnUse(database), () => {});
    while (records.sumOldFigures(figuresBefore)) await nextStep();
    const total: Removed = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
    let step: RetentionStep = records.removeOld(before, null);
    for (;;) {
      for (const kind of removedKinds) total[kind] += step.removed[kind];
      if (step.next === null) break;
      await nextStep();
      step = records.removeOld(before, step.next);
    }
    const entry = recordsRemoved(total, before, Date.now());
    if (entry) records.note(entry);
    return total;
  });
