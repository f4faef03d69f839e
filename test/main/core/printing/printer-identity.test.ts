import { afterEach, describe, expect, it } from 'vitest';
import type { OpenPrinter, OpenTransport } from '../../../../src/main/core/ports/printing.ts';
import {
  identityMessage,
  isDifferentPrinter,
  mergeIdentity,
} from '../../../../src/main/core/printing/printer-identity.ts';
import { success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { StoredPrinterIdentity } from '../../../../src/shared/printing/printer.ts';
import type { PrinterIdentity } from '../../../../src/shared/printing/printer-status.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { queueScenarios, tcpPrinter } from './queue-scenario.ts';

const known = { model: 'ZD421', serial: '50J1', dotsPerMillimetre: 8 };
const reportedIdentity = { ...known, firmware: 'V93.21' };

describe('printer identity', () => {
  it('is the same printer while nothing it reports differs', () => {
    expect(isDifferentPrinter(known, reportedIdentity)).toBe(false);
    expect(isDifferentPrinter(known, { ...reportedIdentity, firmware: 'V94' })).toBe(false);
    expect(isDifferentPrinter(known, { model: null, serial: null, dotsPerMillimetre: null, firmware: null })).toBe(
      false,
    );
  });

  it.each([{ model: 'ZT411', serial: null }, { serial: '50J2' }, { dotsPerMillimetre: 12 }])(
    'is another printer with %o',
    (other) => {
      expect(isDifferentPrinter(known, { ...reportedIdentity, ...other })).toBe(true);
    },
  );

  it('is the same printer with the same serial number, whichever answer names the model', () => {
    expect(isDifferentPrinter(known, { ...reportedIdentity, model: 'ZD421-203dpi' })).toBe(false);
  });

  it('is completed answer by answer, and a shorter answer removes nothing', () => {
    const first = mergeIdentity(undefined, { ...reportedIdentity, serial: null });
    expect(first).toEqual({ ...known, serial: null });
    expect(mergeIdentity(first, reportedIdentity)).toEqual(known);
    expect(mergeIdentity(known, { ...reportedIdentity, serial: null })).toBe(known);
  });

  it('is shown with its model, serial number and resolution, as on the plate of the printer', () => {
    expect(identityMessage(known)).toEqual(message('printer.identity', { model: 'ZD421', serial: '50J1', dpi: 203 }));
    expect(identityMessage({ model: null, serial: null, dotsPerMillimetre: null }).params).toEqual({
      model: null,
      serial: null,
      dpi: null,
    });
  });
});

const scenarios = queueScenarios();
afterEach(scenarios.end);

const old: StoredPrinterIdentity = { model: 'ZD421-203dpi', serial: 'OLD1', dotsPerMillimetre: 8 };

describe('printer identity: another printer at a known address', () => {
  itInLongRun('gets no label although it was silent at first', async () => {
    const otherPrinter = await scenarios.fake({ identity: { serial: 'NEW2' }, status: 'silent' });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', otherPrinter, { known: old })] });
    const job = await scenario.jobIn(await scenario.print(), 'held');
    expect(job.reasons).toEqual(['not answering']);
    otherPrinter.setStatus({});
    await scenario.jobOnce(job, ({ reasons, state }) => reasons.includes('another printer') || state !== 'held');
    expect(otherPrinter.labels()).toHaveLength(0);
  });

  it('is detected although the settings did not return the previous identity', async () => {
    const zebra = await scenarios.fake({ identity: { serial: 'OLD1' } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    await scenario.jobIn(await scenario.print(), 'printed');
    await zebra.connectionFault({ kind: 'off' });
    await scenario.printerOnce('Zebra A', ({ reasons }) => reasons.includes('unreachable'));
    zebra.setIdentity({ serial: 'NEW2' });
    await zebra.connectionFault(null);
    const job = await scenario.print();
    await scenario.jobOnce(job, ({ reasons, state }) => reasons.includes('another printer') || state === 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });

  it('is detected although the old one was never missing: a cable moved between two checks', async () => {
    const zebra = await scenarios.fake({ identity: { serial: 'OLD1' } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra, { known: old })] });
    await scenario.jobIn(await scenario.print(), 'printed');
    zebra.setIdentity({ serial: 'NEW2' });
    await scenario.printerOnce('Zebra A', ({ reasons }) => reasons.includes('another printer'));
    const job = await scenario.jobIn(await scenario.print(), 'held', 'printed');
    expect(job.reasons).toEqual(['another printer']);
    expect(zebra.labels()).toHaveLength(1);
  });
});

describe('printer identity: a printer identified for the first time', () => {
  it('is asked for its status before its identity: a silent printer is reported within two seconds', async () => {
    const mute = await scenarios.fake({ status: 'silent' });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', mute)] });
    await scenario.jobIn(await scenario.print(), 'held');
    expect(String(mute.received[0])).not.toContain('~HI');
  });

  it('is asked for its resolution once it answers, and prints no label at the wrong size without a question', async () => {
    const zebra = await scenarios.fake({ identity: { dotsPerMillimetre: 12 }, status: 'silent' });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra 300', zebra)] });
    const job = await scenario.jobIn(await scenario.print(), 'held');
    zebra.setStatus({});
    const prompted = await scenario.jobOnce(job, (now) => now.question !== null || now.state === 'printed');
    expect(prompted.question?.kind).toBe('resolution differs');
    expect(zebra.labels()).toHaveLength(0);
  });
});

describe('printer identity: a printer that did not identify itself', () => {
  it('is asked again before the next label', async () => {
    const answers = { identification: false, variables: false };
    const zebra = await scenarios.fake({ identity: { dotsPerMillimetre: 12 }, answers });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra 300', zebra)] });
    await scenario.printerOnce('Zebra 300', ({ answers: hasAnswered }) => hasAnswered);
    zebra.setAnswers({});
    await scenario.until(() => scenario.known.length > 0);
    const job = await scenario.print();
    const prompted = await scenario.jobOnce(job, (now) => now.question !== null || now.state === 'printed');
    expect(prompted.question?.kind).toBe('resolution differs');
  });
});

describe('printer identity: an address changed during identification', () => {
  it('does not record the identity of the printer at the old address', async () => {
    let resolveIdentity = (_: PrinterIdentity): void => {};
    const identified = new Promise<PrinterIdentity>((resolve) => {
      resolveIdentity = resolve;
    });
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const ready = { reasons: [], warnings: [], partialFormat: false, raw: '' };
    const slow: OpenPrinter = {
      status: async () => ({ kind: 'answered', status: { ...ready, formatsInPrinter: 0, labelsInPrinter: 0 } }),
      labelCount: async () => null,
      identity() {
        asked();
        return identified;
      },
      sendCommand: async () => success(null),
      send: () => Promise.reject(new Error('Nothing is to be sent here')),
      close: () => undefined,
    };
    const openTransport: OpenTransport = (connection) => ({
      open: async () =>
        connection.kind === 'tcp' && connection.host === 'old'
          ? success(slow)
          : { ok: false, failure: { code: 'printer-unreachable', message: storedSentence('Not there yet.') } },
    });
    const at = (host: string) => ({
      ...{ name: 'Zebra A', default: true },
      connection: { kind: 'tcp', host, port: 9100 } as const,
    });
    const scenario = await scenarios.start({ printers: [at('old')], openTransport });
    await isAsked;
    scenario.queue.setPrinters([at('new')]);
    await scenario.printerOnce('Zebra A', ({ reasons }) => reasons.includes('unreachable'));
    resolveIdentity({ model: 'ZD421', serial: 'OLD1', firmware: null, dotsPerMillimetre: 8 });
    await scenario.queue.stop(60_000);
    expect(scenario.known).toEqual([]);
  });
});
