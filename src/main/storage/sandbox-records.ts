import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** What a sandbox scenario would touch. */
export function sandboxRecords({ findTouched, reading }: Tables): Pick<RecordsInThread, 'shipmentsTouched'> {
  return { shipmentsTouched: (selection) => reading(() => findTouched(selection)) };
}
