import { failed, type Result, success } from '../../../shared/failure.ts';
import type { OpenPrinter, PrinterTransport } from '../../core/ports/printing.ts';
import { askIdentity } from '../asking/ask-identity.ts';
import { askLabelCount } from '../asking/ask-label-count.ts';
import { askStatus } from '../asking/ask-status.ts';
import { newHabits, type PrinterHabits } from '../asking/habits.ts';
import { oneWay } from '../asking/one-way.ts';
import { tellPrinter } from '../asking/tell-printer.ts';
import { type SendingLimits, sendLabel } from './send-label.ts';
import { closedBeforeSending, nothingToSend, notTold, openingStopped } from './usb-failures.ts';
import { openUsbLine, type UsbLine } from './usb-line.ts';

const usualLimits: SendingLimits = { lookMs: 250, stalledMs: 1_500, giveUpMs: 10 * 60_000 };
const drainMs = 500;

/** A printer at a USB port of a Linux computer, as its driver usblp shows it: "/dev/usb/lp0". It carries answers back. */
export function usbTransport({ path }: { path: string }, limits: SendingLimits = usualLimits): PrinterTransport {
  const habits = newHabits();
  return {
    async open(signal) {
      if (signal.aborted) return failed(openingStopped(path));
      const line = await openUsbLine(path);
      if (!line.ok) return line;
      if (!signal.aborted) return success(openPrinter(line.value, path, limits, habits));
      await line.value.close();
      return failed(openingStopped(path));
    },
  };
}

function openPrinter(line: UsbLine, path: string, limits: SendingLimits, habits: PrinterHabits): OpenPrinter {
  const ending = new AbortController();
  let used = false;
  return {
    ...questions(line, path, habits),
    async send(bytes, progress) {
      if (used) return { kind: 'not started', failure: closedBeforeSending(path) };
      used = true;
      // The device opens once, and answers and labels want it opened in different ways.
      await line.close();
      if (bytes.length === 0) return { kind: 'not started', failure: nothingToSend };
      if (ending.signal.aborted) return { kind: 'not started', failure: closedBeforeSending(path) };
      return sendLabel(path, bytes, limits, progress, ending.signal);
    },
    close() {
      used = true;
      ending.abort();
      void line.close();
    },
  };
}

type Questions = Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'tell'>;

function questions(line: UsbLine, path: string, habits: PrinterHabits): Questions {
  if (!line.isTwoWay) return oneWay(`the USB connection ${path}`);
  return {
    status: () => askStatus(line, habits),
    labelCount: () => askLabelCount(line, habits),
    identity: () => askIdentity(line, habits),
    async tell(command): Promise<Result<null>> {
      const told = await tellPrinter(line, habits, command);
      return told.ok && !(await line.isDrained(drainMs)) ? failed(notTold(path)) : told;
    },
  };
}
