import { assertNever } from '../../../shared/contract/failure.ts';
import type { ImportReport } from '../../../shared/orders/import-state.ts';
import type { ImportClash } from '../ports/records.ts';
import type { FileFault } from './file-orders.ts';
import { quoted } from './file-text.ts';

/** Why an order contradicts what is known here. */
export function clashWords(clash: ImportClash): string {
  switch (clash.what) {
    case 'other shipment':
      return clash.knownTrackingCode === null
        ? `${clash.code} is not among the parcels known of its shipment.`
        : `${clash.code} is known here in another shipment, ${clash.knownTrackingCode}.`;
    case 'other code':
      return `${clash.code} is known here beside ${clash.knownCode}; the file says ${clash.otherCode}.`;
    case 'other order':
      return clash.knownOrder === null
        ? `${clash.code} is known here in another order.`
        : `${clash.code} is known here in another order, ${clash.knownOrder}.`;
    case 'not answered yet':
      return `${clash.code} belongs to an order of this station that the service has not answered yet (see Waiting to send).`;
    default:
      return assertNever(clash);
  }
}

export const faultLine = ({ place, words }: FileFault): string => `${place}: ${words}`;

/** What became of an import that went through. */
export function importedWords(orders: ImportReport['orders'], parcels: number, settled: number): string {
  if (orders.new + orders.completed === 0) return 'Everything in it is already known here; nothing was changed.';
  const sentences: string[] = [];
  if (orders.new > 0) sentences.push(`${counted(orders.new, 'order')} with ${counted(parcels, 'parcel')} imported.`);
  if (orders.completed > 0) sentences.push(`Something was added to ${counted(orders.completed, 'known order')}.`);
  if (orders.known > 0) sentences.push(`${counted(orders.known, 'order')} already known.`);
  if (settled > 0) sentences.push(`${counted(settled, 'uncertain order')} of this station settled.`);
  return sentences.join(' ');
}

/** Why nothing of a file was imported. */
export function refusedWords(faults: readonly FileFault[], moreFaults: number): string {
  const [first] = faults;
  const count = faults.length + moreFaults;
  if (!first) return 'Nothing of it was imported.';
  return count === 1
    ? `Nothing of it was imported. ${faultLine(first)}`
    : `Nothing of it was imported: ${count} faults. ${faultLine(first)}`;
}

/** How far an import came that was stopped. */
export function stoppedWords(why: string, orders: ImportReport['orders'], total: number): string {
  const stored = orders.new + orders.completed + orders.known;
  return stored === 0
    ? `${why} Nothing of it was imported.`
    : `${why} ${stored} of ${counted(total, 'order')} were gone through, each of them whole.`;
}

/** The text that goes beside a rejected file. */
export function rejectionText({ name, at, sentence, next, faults, moreFaults }: ImportReport): string {
  const lines = [
    `${quoted(name)} was not imported.`,
    `${at}`,
    '',
    sentence,
    ...(next === null ? [] : [next]),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...(moreFaults > 0 ? [`and ${moreFaults} more.`] : []),
    '',
    'Put it right, and put the file back into the folder above.',
    '',
  ];
  return lines.join('\r\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
