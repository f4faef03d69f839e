import type { FindingWay, PrinterSearch } from '../../../shared/found-printer.ts';

/** Where each way looks. */
export const wayWords: Record<FindingWay, string> = {
  'print queues': 'Print queues of this computer',
  'network names': 'Names on the network',
  'Zebra call': 'Call to Zebra printers',
  USB: 'USB devices',
  'Windows printers': 'Windows printers',
};

export interface WayProgress {
  readonly way: FindingWay;
  readonly words: string;
  readonly progress: string;
}

/** How far each way is: "Looking", "2 found", "None found", or why it could not be looked at. */
export function waysProgress({ ways, printers }: PrinterSearch): WayProgress[] {
  return ways.map(({ way, ended, trouble }) => {
    const count = printers.filter((printer) => printer.way === way).length;
    const counted = count === 0 ? 'None found' : `${count} found`;
    const progress = trouble ?? (ended ? counted : count === 0 ? 'Looking' : `Looking, ${count} found`);
    return { way, words: wayWords[way], progress };
  });
}

/** How the whole search is, in one sentence that is spoken; null before anybody looked. */
export function searchSentence({ isLooking, ways, printers }: PrinterSearch): string | null {
  if (ways.length === 0) return null;
  const count = printers.length === 1 ? '1 printer found' : `${printers.length} printers found`;
  if (isLooking) return printers.length === 0 ? 'Looking for printers.' : `Looking for printers: ${count}.`;
  if (printers.length > 0) return `${count}.`;
  return 'No printer was found. If one is there, look at its power and cable, or add it by its address.';
}
