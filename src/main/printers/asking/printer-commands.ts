import type { PrinterCommand } from '../../../shared/printer.ts';

/** What each command sends. A label never carries one of these past the guard (ZPL and SGD Programming Guide, by their names). */
export const printerCommandBytes: Record<PrinterCommand, string> = {
  /** Drops a format that was begun and not ended. */
  'clear unfinished label': '~JX',
  /** As the printer's pause key does. */
  pause: '~PP',
  resume: '~PS',
  /** Drops every format in the printer, other computers' too. */
  'cancel all': '~JA',
  /** Measures the media; feeds a few labels. */
  calibrate: '~JC',
  /** Labels can no longer change print mode, media type or media tracking. */
  'ignore media commands': '! U1 setvar "zpl.zpl_override" "enabled"\r\n',
};
