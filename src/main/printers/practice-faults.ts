import { failed } from '../../shared/contract/failure.ts';
import type { RehearsalFault } from '../../shared/contract/rehearsal-scripts.ts';
import { message } from '../../shared/messages/message.ts';
import type { PrinterStatus } from '../../shared/printing/printer-status.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { OpenPrinter, OpenTransport, PrinterTransport } from '../core/ports/printing.ts';
import { connectionLost, unreachable } from './printer-failures.ts';

/** The faults of the practice printer, read at each use of it. */
export interface PracticeFaults {
  /** Null: it works. */
  fault(): RehearsalFault | null;
  /** The label that comes out in place of any other with the fault `other label`. */
  otherLabel(): Promise<Uint8Array | null>;
}

/** Names the printer in failures. */
const target = 'practice printer';

/** The same transports; virtual printers, and no others, have these faults. */
export function withPracticeFaults(openTransport: OpenTransport, faults: PracticeFaults): OpenTransport {
  return (connection) => {
    const transport = openTransport(connection);
    return transportCapabilities(connection).isVirtual ? faultyTransport(transport, faults) : transport;
  };
}

function faultyTransport(transport: PrinterTransport, faults: PracticeFaults): PrinterTransport {
  return {
    ...transport,
    async open(signal) {
      if (faults.fault() === 'cable out') return failed(unreachable(message('printer.no-answer', { target })));
      const opened = await transport.open(signal);
      return opened.ok ? { ...opened, value: faultyPrinter(opened.value, faults) } : opened;
    },
  };
}

/** A printer with a fault reports its status, as real ones do; without one it reports nothing, as before. */
function faultyPrinter(open: OpenPrinter, faults: PracticeFaults): OpenPrinter {
  return {
    ...open,
    async status() {
      return faults.fault() === 'paper out' ? { kind: 'answered', status: paperOut } : open.status();
    },
    async send(bytes, progress) {
      switch (faults.fault()) {
        case 'label cut off': {
          open.close();
          const bytesSent = Math.floor(bytes.length / 2);
          return { kind: 'cut off', bytesSent, failure: connectionLost(target) };
        }
        case 'other label':
          return open.send((await faults.otherLabel()) ?? bytes, progress);
        default:
          return open.send(bytes, progress);
      }
    },
  };
}

const paperOut: PrinterStatus = {
  reasons: ['paper out'],
  warnings: [],
  formatsInPrinter: 0,
  labelsInPrinter: 0,
  partialFormat: false,
  raw: '',
};
