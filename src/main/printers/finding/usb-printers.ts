import type { Result } from '../../../shared/failure.ts';
import type { Way } from './way.ts';

/** A printer at a USB port, as far as finding needs to know it. */
export interface UsbPrinter {
  /** "/dev/usb/lp0". */
  readonly path: string;
  readonly maker: string | null;
  readonly model: string | null;
  readonly serial: string | null;
}

export type ListUsbPrinters = (signal: AbortSignal) => Promise<Result<readonly UsbPrinter[]>>;

/** The printers at this computer's own USB ports. */
export function usbPrinters(list: ListUsbPrinters): Way {
  return {
    name: 'USB',
    async look(seen, signal) {
      const printers = await list(signal);
      if (!printers.ok) return printers.failure.message;
      for (const { path, maker, model, serial } of printers.value) {
        seen({
          name: [maker, model].filter(Boolean).join(' '),
          details: [serial && `serial ${serial}`, path],
          connection: { kind: 'usb', path },
        });
      }
      return null;
    },
  };
}
