import { describe, expect, test } from 'vitest';
import type { AddressQuestion } from '../../../../src/main/core/ports/desktop.ts';
import type { OpenPrinter } from '../../../../src/main/core/ports/printing.ts';
import { printerCalls } from '../../../../src/main/station/calls/printer-calls.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import type { Printer, PrinterCommand, PrinterConnection } from '../../../../src/shared/printing/printer.ts';
import { type Settings, settingsSchema } from '../../../../src/shared/settings/settings.ts';

const known = { model: 'ZD421', serial: '50J1', dotsPerMillimetre: 8 };
const zebraA: Printer = {
  name: 'Zebra A',
  connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
  default: true,
  onHold: true,
  known,
};
const elsewhere: PrinterConnection = { kind: 'tcp', host: '203.0.113.9', port: 9100 };

interface Bench {
  calls: ReturnType<typeof printerCalls>;
  printers(): Printer[];
  settings(): Settings;
  /** The questions asked so far. */
  asked: AddressQuestion[];
  /** What reached a printer: where, and what. */
  told: { connection: PrinterConnection; command: PrinterCommand }[];
  opened: PrinterConnection[];
  closed: number;
}

interface BenchOptions {
  printers?: Printer[];
  /** What the person at the screen says. */
  says?: () => boolean | Promise<boolean>;
  tell?: () => Result<null>;
}

function bench({ printers = [zebraA], says = () => true, tell = () => success(null) }: BenchOptions = {}): Bench {
  let settings = settingsSchema.parse({ printers });
  const made: Bench = {
    printers: () => settings.printers,
    settings: () => settings,
    asked: [],
    told: [],
    opened: [],
    closed: 0,
    calls: printerCalls({
      settings: () => settings,
      save: (next) => {
        settings = next;
      },
      search: { start: () => {}, stop: async () => {}, list: () => ({ isLooking: false, methods: [], printers: [] }) },
      confirmAddress: async (words) => {
        made.asked.push(words);
        return says();
      },
      openTransport: () => (connection) => ({
        async open() {
          made.opened.push(connection);
          const printer: Partial<OpenPrinter> = {
            async sendCommand(command) {
              made.told.push({ connection, command });
              return tell();
            },
            close: () => {
              made.closed += 1;
            },
          };
          return success(printer as OpenPrinter);
        },
      }),
      sendTestLabel: async ({ connection }) => {
        made.opened.push(connection);
        return success(null);
      },
    }),
  };
  return made;
}

const written = (change: Partial<Printer>): Printer => ({
  name: 'New',
  connection: elsewhere,
  default: false,
  ...change,
});

describe('a new address', () => {
  test('is kept when the person at the screen says yes, asked in words that name it first', async () => {
    const { calls, printers, asked } = bench();
    expect(await calls['printer.save']({ printer: written({}) })).toEqual(success(null));
    expect(printers().map((printer) => printer.name)).toEqual(['Zebra A', 'New']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.question).toContain('203.0.113.9, port 9100');
    expect(asked[0]?.detail).toContain('“New”');
  });

  test('is not kept when the answer is no', async () => {
    const { calls, printers } = bench({ says: () => false });
    const saved = await calls['printer.save']({ printer: written({}) });
    expect(saved).toMatchObject({ ok: false, failure: { code: 'not-allowed-now', message: 'Not added.' } });
    expect(printers()).toEqual([zebraA]);
  });

  test('is asked about too where a known printer moves to it', async () => {
    const { calls, printers, asked } = bench({ says: () => false });
    await calls['printer.save']({ printer: { ...zebraA, connection: elsewhere } });
    expect(asked).toHaveLength(1);
    expect(printers()).toEqual([zebraA]);
  });

  test('of a queue cannot make the question look like another one', async () => {
    const { calls, asked } = bench();
    const queue = 'zebra\u202e\n\nAll is well.\u0000';
    await calls['printer.save']({ printer: written({ name: 'a\nb', connection: { kind: 'cups', queue } }) });
    expect(`${asked[0]?.question}${asked[0]?.detail}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('is asked about one at a time', async () => {
    let answer: (yes: boolean) => void = () => {};
    const { calls, printers, asked } = bench({
      says: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const first = calls['printer.save']({ printer: written({}) });
    const second = await calls['printer.save']({
      printer: written({ name: 'Other', connection: { kind: 'cups', queue: 'q' } }),
    });
    expect(second).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    expect(asked).toHaveLength(1);
    answer(true);
    expect(await first).toEqual(success(null));
    expect(printers().map((printer) => printer.name)).toEqual(['Zebra A', 'New']);
  });

  test('is never asked about where it is kept already, or is the station’s own window', async () => {
    const { calls, asked } = bench();
    const same: PrinterConnection = { kind: 'tcp', host: '10.0.0.8', port: 9100 };
    expect((await calls['printer.save']({ printer: written({ name: 'Twin', connection: same }) })).ok).toBe(true);
    expect((await calls['printer.save']({ printer: written({ connection: { kind: 'virtual' } }) })).ok).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('saving a printer', () => {
  test('does not let a form set who was met there, or whether it is held', async () => {
    const { calls, printers } = bench({ printers: [] });
    const forged = written({ onHold: true, known });
    await calls['printer.save']({ printer: forged });
    expect(printers()[0]).not.toHaveProperty('known');
    expect(printers()[0]).not.toHaveProperty('onHold');
  });

  test('keeps both where the address stays', async () => {
    const { calls, printers } = bench();
    const { onHold: _, known: __, ...form } = zebraA;
    await calls['printer.save']({ printer: { ...form, shared: true } });
    expect(printers()).toEqual([{ ...zebraA, shared: true }]);
  });

  test('meets whoever is at another address anew, and keeps it on hold', async () => {
    const { calls, printers } = bench();
    await calls['printer.save']({ printer: { ...zebraA, connection: elsewhere } });
    expect(printers()[0]).toMatchObject({ connection: elsewhere, onHold: true });
    expect(printers()[0]).not.toHaveProperty('known');
  });

  test('takes the default mark from the one before', async () => {
    const { calls, printers } = bench();
    await calls['printer.save']({ printer: written({ default: true }) });
    expect(printers().map((printer) => printer.default)).toEqual([false, true]);
  });

  test('refuses a stand-in that is the printer itself, or gone', async () => {
    const { calls, printers } = bench();
    for (const printer of ['New', 'Gone']) {
      const saved = await calls['printer.save']({ printer: written({ standIn: { printer, automatic: false } }) });
      expect(saved).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
    const saved = await calls['printer.save']({
      printer: written({ standIn: { printer: 'Zebra A', automatic: true } }),
    });
    expect(saved.ok).toBe(true);
    expect(printers()).toHaveLength(2);
  });

  test('removing a printer leaves nobody with a stand-in that is gone', async () => {
    const { calls, printers } = bench({
      printers: [zebraA, written({ standIn: { printer: 'Zebra A', automatic: true } })],
    });
    expect(await calls['printer.remove']({ name: 'Zebra A' })).toEqual(success(null));
    expect(printers()).toEqual([written({})]);
  });
});

describe('telling a printer something', () => {
  test('reaches the kept printer of that name, and the line is closed again', async () => {
    const made = bench();
    expect(await made.calls['printer.command']({ name: 'Zebra A', command: 'calibrate' })).toEqual(success(null));
    expect(made.told).toEqual([{ connection: zebraA.connection, command: 'calibrate' }]);
    expect(made.closed).toBe(1);
  });

  test('that cannot be told says why, and the line is closed too', async () => {
    const refused = failed({ code: 'printer-unreachable', message: 'This way carries labels only.' });
    const made = bench({ tell: () => refused });
    expect(await made.calls['printer.command']({ name: 'Zebra A', command: 'pause' })).toEqual(refused);
    expect(made.closed).toBe(1);
  });

  test('goes nowhere where no printer of that name is kept', async () => {
    const made = bench();
    const unknown = { ok: false, failure: { code: 'not-found-here' } };
    expect(await made.calls['printer.command']({ name: 'zebra a', command: 'pause' })).toMatchObject(unknown);
    expect(await made.calls['printer.test']({ name: 'Zebra B' })).toMatchObject(unknown);
    expect(await made.calls['printer.cannot-answer']({ name: 'Zebra B' })).toMatchObject(unknown);
    expect(made.opened).toEqual([]);
  });

  test('a printer that never answers is remembered as such', async () => {
    const { calls, printers } = bench();
    expect(await calls['printer.cannot-answer']({ name: 'Zebra A' })).toEqual(success(null));
    expect(printers()).toEqual([{ ...zebraA, neverAnswers: true }]);
  });
});
