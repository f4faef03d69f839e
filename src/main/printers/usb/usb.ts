import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { OpenPrinter, PrinterTransport } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped, unidirectional } from '../printer-failures.ts';
import { createCapabilities, type PrinterCapabilities } from '../protocol/capabilities.ts';
import { queryIdentity } from '../protocol/identity-query.ts';
import { sendCommand } from '../protocol/printer-commands.ts';
import { queryStatus } from '../protocol/status-query.ts';
import { queryLabelCount } from '../protocol/variables.ts';
import { openUsbChannel, type UsbChannel } from './usb-channel.ts';
import { commandNotAccepted } from './usb-failures.ts';
import { sendLabel, type UsbSendLimits } from './usb-send.ts';

const defaultLimits: UsbSendLimits = { checkMs: 250, stalledMs: 1_500, abandonMs: 10 * 60_000 };
const drainMs = 500;

/** A USB printer on Linux, by its usblp device: "/dev/usb/lp0". Most are bidirectional. */
export function usbTransport({ path }: { path: string }, limits: UsbSendLimits = defaultLimits): PrinterTransport {
  const capabilities = createCapabilities();
  return {
    async open(signal) {
      if (signal.aborted) return failed(openStopped(path));
      const channel = await openUsbChannel(path);
      if (!channel.ok) return channel;
      if (!signal.aborted) return success(openPrinter(channel.value, path, limits, capabilities));
      await channel.value.close();
      return failed(openStopped(path));
    },
  };
}

function openPrinter(
  channel: UsbChannel,
  path: string,
  limits: UsbSendLimits,
  capabilities: PrinterCapabilities,
): OpenPrinter {
  const ending = new AbortController();
  let used = false;
  return {
    ...queries(channel, path, capabilities),
    async send(bytes, progress) {
      if (used) return { kind: 'not started', failure: closedBeforeSending(path) };
      used = true;
      // The device can be opened only once, and queries and labels need different modes.
      await channel.close();
      if (bytes.length === 0) return { kind: 'not started', failure: emptyLabel };
      if (ending.signal.aborted) return { kind: 'not started', failure: closedBeforeSending(path) };
      return sendLabel(path, bytes, limits, progress, ending.signal);
    },
    close() {
      used = true;
      ending.abort();
      void channel.close();
    },
  };
}

type Queries = Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'sendCommand'>;

function queries(channel: UsbChannel, path: string, capabilities: PrinterCapabilities): Queries {
  if (!channel.isBidirectional) return unidirectional;
  return {
    status: () => queryStatus(channel, capabilities),
    labelCount: () => queryLabelCount(channel, capabilities),
    identity: () => queryIdentity(channel, capabilities),
    async sendCommand(command): Promise<Result<null>> {
      const result = await sendCommand(channel, capabilities, command);
      return result.ok && !(await channel.isDrained(drainMs)) ? failed(commandNotAccepted(path)) : result;
    },
  };
}
