import type { PrinterSearch } from '../../../shared/found-printer.ts';
import { call } from '../../station.ts';
import { createMirror, type Mirror } from '../../stores/mirror.ts';

/** The search for printers as it stands; which of them are set up changes with the settings. */
export const foundPrintersMirror: Mirror<PrinterSearch> = createMirror({
  topics: ['found printers', 'station'],
  read: () => call('printers.found', null),
});
