import type { PrinterHabits } from './habits.ts';
import { askVariable } from './variables.ts';
import type { Wire } from './wire.ts';

/** A number alone, or with words after it. */
const count = /^(\d{1,10})(?:\s+[A-Za-z].*)?$/;

/** Labels the printer printed in its life, feeds and calibration left out (SGD guide); null where it does not tell. */
export async function askLabelCount(wire: Wire, habits: PrinterHabits): Promise<number | null> {
  const value = await askVariable(wire, habits, 'odometer.total_label_count');
  const digits = count.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
