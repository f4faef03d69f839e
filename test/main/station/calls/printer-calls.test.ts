import { describe, expect, test } from 'vitest';
import type { AddressQuestion } from '../../../../src/main/core/ports/desktop.ts';
import type { OpenPrinter } from '../../../../src/main/core/ports/printing.ts';
import { createAddressConfirmation } from '../../../../src/main/station/address-confirmation.ts';
import { printerCalls } from '../../../../src/main/station/printer-calls.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { Printer } from '../../../../src/shared/printing/printer.ts';
import type { PrinterConnection } from '../../../../src/shared/printing/printer-connection.ts';
import type { PrinterCommand } from '../../../../src/shared/printing/printer-transports.ts';
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

interface Fixture {
  calls: ReturnType<typeof printerCalls>;
  printers(): Printer[];
  settings(): Settings;
  /** The questions asked so far. */
  asked: AddressQuestion[];
  /** Commands that were sent, each with its printer. */
  sent: { connection: PrinterConnection; command: PrinterCommand }[];
  opened: PrinterConnection[];
  /** The journal: each entry with its printer. */
  noted: string[];
  closed: number;
}

interface FixtureOptions {
  printers?: Printer[];
  /** The operator's answer. */
  says?: () => boolean | Promise<boolean>;
  sendCommand?: () => Result<null>;
}

function createFixture({
  printers = [zebraA],
  says = () => true,
  sendCommand = () => success(null),
}: FixtureOptions = {}): Fixture {
  let settings = settingsSchema.parse({ printers });
  const made: Fixture = {
    printers: () => settings.printers,
    settings: () => settings,
    asked: [],
    sent: [],
    opened: [],
    noted: [],
    closed: 0,
    calls: printerCalls({
      settings: () => settings,
      save: (next) => {
        settings = next;
      },
      search: {
        start: () => {},
        stop: async () => {},
        list: () => ({ isSearching: false, methods: [], printers: [] }),
      },
      addresses: createAddressConfirmation(
        async (question) => {
          made.asked.push(question);
          return says();
        },
        { now: () => 0 },
      ),
      openTransport: () => (connection) => ({
        async open() {
          made.opened.push(connection);
          const printer: Partial<OpenPrinter> = {
            async sendCommand(command) {
              made.sent.push({ connection, command });
              return sendCommand();
            },
            close: () => {
              made.closed += 1;
            },
          };
          return success(printer as OpenPrinter);
        },
      }),
      note: async (what, { params }) => {
        made.noted.push(`${what} ${params.printer}`);
      },
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

describe('printer settings: a new address', () => {
  test('is saved after confirmation; the question names the address', async () => {
    const { calls, printers, asked } = createFixture();
    expect(await calls['printer.save']({ printer: written({}) })).toEqual(success(null));
    expect(printers().map((printer) => printer.name)).toEqual(['Zebra A', 'New']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.changes).toEqual([{ name: 'Printer address', before: null, after: '203.0.113.9, port 9100' }]);
    expect(asked[0]?.detail).toContain('“New”');
  });

  test('is not saved when the answer is no', async () => {
    const { calls, printers } = createFixture({ says: () => false });
    const saved = await calls['printer.save']({ printer: written({}) });
    expect(saved).toMatchObject({
      ok: false,
      failure: { code: 'not-allowed-now', message: message('printer.not-added') },
    });
    expect(printers()).toEqual([zebraA]);
  });

  test('needs confirmation also if a known printer moves to it', async () => {
    const { calls, printers, asked } = createFixture({ says: () => false });
    await calls['printer.save']({ printer: { ...zebraA, connection: elsewhere } });
    expect(asked[0]?.changes).toMatchObject([{ before: '10.0.0.8, port 9100', after: '203.0.113.9, port 9100' }]);
    expect(printers()).toEqual([zebraA]);
  });

  test('of a queue cannot make the question look like another one', async () => {
    const { calls, asked } = createFixture();
    const queue = 'zebra\u202e\n\nAll is well.\u0000';
    await calls['printer.save']({ printer: written({ name: 'a\nb', connection: { kind: 'cups', queue } }) });
    expect(`${asked[0]?.changes[0]?.after}${asked[0]?.detail}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('needs confirmation one at a time', async () => {
    let answer: (yes: boolean) => void = () => {};
    const { calls, printers, asked } = createFixture({
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

  test('needs no confirmation if it is set up already, or is virtual', async () => {
    const { calls, asked } = createFixture();
    const same: PrinterConnection = { kind: 'tcp', host: '10.0.0.8', port: 9100 };
    expect((await calls['printer.save']({ printer: written({ name: 'Twin', connection: same }) })).ok).toBe(true);
    expect((await calls['printer.save']({ printer: written({ connection: { kind: 'virtual' } }) })).ok).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('printer settings: saving a printer', () => {
  test('does not let a form set the printer identity or the hold', async () => {
    const { calls, printers } = createFixture({ printers: [] });
    const forged = written({ onHold: true, known });
    await calls['printer.save']({ printer: forged });
    expect(printers()[0]).not.toHaveProperty('known');
    expect(printers()[0]).not.toHaveProperty('onHold');
  });

  test('keeps both if the address is unchanged', async () => {
    const { calls, printers } = createFixture();
    const { onHold: _, known: __, ...form } = zebraA;
    await calls['printer.save']({ printer: { ...form, shared: true } });
    expect(printers()).toEqual([{ ...zebraA, shared: true }]);
  });

  test('identifies the printer at a new address again, and keeps it on hold', async () => {
    const { calls, printers } = createFixture();
    await calls['printer.save']({ printer: { ...zebraA, connection: elsewhere } });
    expect(printers()[0]).toMatchObject({ connection: elsewhere, onHold: true });
    expect(printers()[0]).not.toHaveProperty('known');
  });

  test('removes the default mark from the previous default', async () => {
    const { calls, printers } = createFixture();
    await calls['printer.save']({ printer: written({ default: true }) });
    expect(printers().map((printer) => printer.default)).toEqual([false, true]);
  });

  test('refuses a stand-in that is the printer itself, or gone', async () => {
    const { calls, printers } = createFixture();
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

  test('removes the printer as a stand-in when it is removed', async () => {
    const { calls, printers } = createFixture({
      printers: [zebraA, written({ standIn: { printer: 'Zebra A', automatic: true } })],
    });
    expect(await calls['printer.remove']({ name: 'Zebra A' })).toEqual(success(null));
    expect(printers()).toEqual([written({})]);
  });
});

describe('printer commands', () => {
  test('are sent to the printer of that name, and the connection is closed again', async () => {
    const made = createFixture();
    expect(await made.calls['printer.command']({ name: 'Zebra A', command: 'calibrate' })).toEqual(success(null));
    expect(made.sent).toEqual([{ connection: zebraA.connection, command: 'calibrate' }]);
    expect(made.noted).toEqual(['send-printer-command Zebra A']);
    expect(made.closed).toBe(1);
  });

  test('that fail give the failure, and the connection is closed too', async () => {
    const refused = failed({ code: 'printer-unreachable', message: message('printer.labels-only') });
    const made = createFixture({ sendCommand: () => refused });
    expect(await made.calls['printer.command']({ name: 'Zebra A', command: 'pause' })).toEqual(refused);
    expect(made.closed).toBe(1);
  });

  test('are not sent if no printer has that name', async () => {
    const made = createFixture();
    const unknown = { ok: false, failure: { code: 'not-found-locally' } };
    expect(await made.calls['printer.command']({ name: 'zebra a', command: 'pause' })).toMatchObject(unknown);
    expect(await made.calls['printer.test']({ name: 'Zebra B' })).toMatchObject(unknown);
    expect(await made.calls['printer.cannot-answer']({ name: 'Zebra B' })).toMatchObject(unknown);
    expect(made.opened).toEqual([]);
  });

  test('save that a printer never answers', async () => {
    const { calls, printers } = createFixture();
    expect(await calls['printer.cannot-answer']({ name: 'Zebra A' })).toEqual(success(null));
    expect(printers()).toEqual([{ ...zebraA, neverAnswers: true }]);
  });
});
