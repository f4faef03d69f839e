import { closeSync, constants, openSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterTransport } from '../../../../src/main/core/ports/printing.ts';
import { usbTransport } from '../../../../src/main/printers/usb/usb.ts';
import { notOpened } from '../../../../src/main/printers/usb/usb-failures.ts';
import { openFor, printerTransportSuite } from '../../../suites/printer-transport.ts';
import { createPseudoDevice, type PseudoDevice } from './pseudo-device.ts';

const longTimeouts = { checkMs: 5, stalledMs: 10_000, abandonMs: 15_000 };
const hostStatus =
  '\x02030,0,0,1218,002,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,6,0,00000003,1,000\x03\r\n\x021234,0\x03\r\n';

let device: PseudoDevice;
beforeEach(() => {
  device = createPseudoDevice();
});
afterEach(() => device.pull());

/** The pseudo-device recognises a new opening only once it saw the previous one end. */
function oneAfterTheOther(own: PseudoDevice): PrinterTransport {
  const transport = usbTransport(own, longTimeouts);
  return {
    async open(signal) {
      if (!signal.aborted) await own.atRest();
      return transport.open(signal);
    },
  };
}

printerTransportSuite('USB', async () => {
  const own = createPseudoDevice();
  let pulled = false;
  return {
    twoWay: true,
    transport: {
      open: (signal) => (pulled ? usbTransport(own, longTimeouts) : oneAfterTheOther(own)).open(signal),
    },
    async arrived() {
      if (!pulled) await own.polledTwice();
      return own.received();
    },
    async breakPrinter() {
      pulled = true;
      await own.pull();
    },
    cleanUp: () => own.pull(),
  };
});

describe('USB printer', () => {
  it('reports its status over the same cable', async () => {
    device.answer('~HS\r\n', hostStatus);
    const open = await openFor(usbTransport(device, longTimeouts));
    expect(await open.status()).toMatchObject({
      kind: 'answered',
      status: { reasons: [], formatsInPrinter: 2, labelsInPrinter: 3 },
    });
    open.close();
  });

  it('is queried before its label on the same open device, and the label is not mixed with the query', async () => {
    device.answer('~HS\r\n', hostStatus);
    const open = await openFor(usbTransport(device, longTimeouts));
    await open.status();
    await device.polledTwice();
    expect(await open.send(Buffer.from('^XA^FDlabel^FS^XZ'))).toMatchObject({ kind: 'sent' });
    await device.atRest();
    expect(Buffer.concat(device.received()).toString()).toMatch(/~HS\r\n\^XA\^FDlabel\^FS\^XZ$/);
  });

  it('is reported as silent, neither ready nor disconnected, where it answers nothing', async () => {
    const open = await openFor(usbTransport(device, longTimeouts));
    expect(await open.status()).toEqual({ kind: 'silent' });
    expect(await open.labelCount()).toBeNull();
    open.close();
  });

  it('accepts a command and stays open for the label', async () => {
    device.answer('~HS\r\n', hostStatus);
    const open = await openFor(usbTransport(device, longTimeouts));
    expect(await open.sendCommand('pause')).toEqual({ ok: true, value: null });
    expect(Buffer.concat(device.received()).toString()).toContain('~PP');
    expect(await open.send(Buffer.from('^XA^XZ'))).toMatchObject({ kind: 'sent' });
  });

  it('fails where a command did not arrive because the cable was pulled', async () => {
    const open = await openFor(usbTransport(device, longTimeouts));
    await device.pull();
    expect(await open.sendCommand('resume')).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
    open.close();
  });

  it('stops a label in the middle when it is closed, with an uncertain outcome', async () => {
    device.stall(true);
    const open = await openFor(usbTransport(device, { ...longTimeouts, stalledMs: 10 }));
    const delivery = await new Promise((resolve) => {
      const progress = { owned() {}, queueStatus() {}, stalled: () => open.close() };
      resolve(open.send(Buffer.alloc(300_000), progress));
    });
    expect(delivery).toMatchObject({ kind: 'cut off' });
  });

  it('releases the device once it was closed', async () => {
    const open = await openFor(usbTransport(device, longTimeouts));
    open.close();
    await device.atRest();
    closeSync(openSync(device.path, constants.O_RDWR | constants.O_NOCTTY));
  });

  it.each([
    ['EACCES', 'printer.usb-no-access'],
    ['EBUSY', 'printer.usb-busy'],
    ['ENODEV', 'printer.usb-not-found'],
    ['ENOMEM', 'printer.usb-open-failed'],
  ])('has a failure of its own for %s: %s', (error, code) => {
    expect(notOpened('/dev/usb/lp0', error)).toMatchObject({
      code: 'printer-unreachable',
      message: { code },
    });
  });
});
