import { afterEach, expect, it, vi } from 'vitest';
import type { Result } from '../../../src/shared/contract/failure.ts';
import { type BarcodeCommand, commandText } from '../../../src/shared/scanning/command-barcode.ts';
import type { ScanReading } from '../../../src/shared/scanning/scan.ts';
import { answerWith, flushPromises } from '../fixtures.ts';

const key = 'BCDF';

interface Call {
  readonly name: string;
  readonly input: unknown;
  answer(value: unknown): Promise<void>;
}

/** The calls of the page that wait for an answer, in their order. */
let calls: Call[];
const changed = new Set<(changed: { changes: readonly string[] }) => void>();

const station = {
  call: (name: string, input: unknown) =>
    new Promise((resolve) => {
      const answer = async (value: unknown): Promise<void> => {
        resolve({ ok: true, value } satisfies Result<unknown>);
        await flushPromises();
      };
      calls.push({ name, input, answer });
    }),
  subscribe: (listener: (changed: { changes: readonly string[] }) => void) => {
    changed.add(listener);
    return () => changed.delete(listener);
  },
  receiveKeys: () => () => undefined,
};

const noScanners = { keyboard: null, serial: [], hid: [] };

/** What the page reads of the station. */
const view = (peopleSignIn: boolean, environment = 'practice') => ({
  settings: { station: { commandKey: key }, sound: { volume: 0, speech: false }, scanner: noScanners, printers: [] },
  environment: { name: environment, kind: 'practice' },
  printers: [],
  people: { isOn: peopleSignIn, signedIn: peopleSignIn ? { name: 'Pat', role: 'packer' } : null },
});

/** The modules of a page that was just opened, and its scanner. */
async function openedPage({ peopleSignIn = false, takesScans = false } = {}) {
  vi.resetModules();
  const [cards, badges, session, scanning, screen, queries] = await Promise.all([
    import('../../../src/renderer/scanner/command-barcodes.ts'),
    import('../../../src/renderer/scanner/badges.ts'),
    import('../../../src/renderer/scanner/scan-session.ts'),
    // Much of the page with it.
    takesScans ? import('../../../src/renderer/scanner/start-scanning.ts') : null,
    import('../../../src/renderer/data/current-screen.ts'),
    import('../../../src/renderer/data/queries.ts'),
  ]);
  calls = [];
  changed.clear();
  // Not before the modules are there: React Aria takes a window for a whole browser.
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', { station, ...listens });
  // Nothing is painted.
  vi.stubGlobal('document', { visibilityState: 'hidden', activeElement: null, hasFocus: () => true, ...listens });
  queries.stationViewQuery.subscribe(() => undefined);
  await named('station.read')?.answer(view(peopleSignIn));
  const reading = (text: string): ScanReading => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' });
  return {
    ...{ session, screen },
    report: () => cards.commandReports.getState().report?.text,
    /** `isElsewhere`: another program, or a question of Packbench, is in front. */
    async card(command: BarcodeCommand, { isElsewhere = false } = {}) {
      cards.runScannedCommand(reading(commandText(key, command)), { from: 0, until: 0, isElsewhere });
      await flushPromises();
    },
    /** A serial scanner sends it, without a key. */
    async sendSerial(code: string) {
      const stop = scanning?.startScanning();
      for (const listener of [...changed]) listener({ changes: ['serial scans'] });
      await flushPromises();
      const sent = { scanner: 'Counter', ageMs: 0, text: code, endsByPause: false, problem: null };
      await named('serial-scanners.take-scans')?.answer([sent]);
      stop?.();
    },
    async type(code: string) {
      scanning?.submitTyped(code);
      await flushPromises();
    },
    /** The station opens another environment, and the page reads it. */
    async switchTo(environment: string) {
      calls = calls.filter(({ name }) => name !== 'station.read');
      queries.stationViewQuery.refetch();
      await named('station.read')?.answer(view(peopleSignIn, environment));
    },
    async scan(code: string) {
      badges.scanPerson(reading(code), () => session.scanStore.submit(reading(code), 'delete'));
      await flushPromises();
    },
  };
}

const named = (name: string): Call | undefined => calls.find((call) => call.name === name);
const names = (): string[] => calls.map(({ name }) => name).filter((name) => name !== 'station.read');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('command cards: Undo, the modes and the help work while another program is in front', async () => {
  const page = await openedPage();
  await page.card('undo', { isElsewhere: true });
  expect(names()).toEqual(['deletion.undo']);
  await page.card('delete', { isElsewhere: true });
  expect(page.session.scanMode.getState().mode).toBe('delete');
  await page.card('help', { isElsewhere: true });
  expect(page.screen.currentScreen()).toBe('help');
  expect(page.report()).toBeUndefined();
});

it.each(['yes', 'no', 'choice 1', 'print again', 'move to stand-in'] as const)(
  'command cards: “%s” answers no question while another window is in front, and the report says why',
  async (command) => {
    const page = await openedPage();
    await page.card(command, { isElsewhere: true });
    expect(page.report()).toContain('this window was not in front');
    await page.card(command);
    expect(page.report()).toContain('the screen offers no such answer');
  },
);

it('command cards: where people sign in, Undo comes after the scan before it', async () => {
  const page = await openedPage({ peopleSignIn: true });
  await page.scan('NL7K2M9P4R6T8V2X4B6D');
  await page.card('undo');
  expect(names()).toEqual(['badge.scan']);
  await named('badge.scan')?.answer({ kind: 'none' });
  expect(names()).toEqual(['badge.scan', 'scan.submit']);
  await named('scan.submit')?.answer(answerWith({ kind: 'deleting' }));
  expect(names()).toContain('deletion.undo');
});

it('command cards: a scan of a serial scanner deletes nothing where the computer slept beyond the end of Delete mode', async () => {
  const page = await openedPage({ takesScans: true });
  vi.useFakeTimers({ toFake: ['Date'] });
  page.session.scanMode.choose('delete');
  vi.setSystemTime(Date.now() + 3_600_000);
  await page.sendSerial('NL7K2M9P4R6T8V2X4B6D');
  expect(named('scan.submit')?.input).toMatchObject({ mode: 'look up' });
});

it('command cards: where people sign in, a scan and Undo keep the environment in which they were made', async () => {
  const page = await openedPage({ peopleSignIn: true, takesScans: true });
  await page.type('NL7K2M9P4R6T8V2X4B6D');
  await page.card('undo');
  await page.switchTo('sandbox');
  await named('badge.scan')?.answer({ kind: 'none' });
  expect(named('scan.submit')?.input).toMatchObject({ environment: 'practice' });
  await named('scan.submit')?.answer(answerWith({ kind: 'deleting' }));
  expect(named('deletion.undo')?.input).toMatchObject({ environment: 'practice' });
});

it('command cards: where people sign in, an answer is refused while a scan before it is not answered', async () => {
  const page = await openedPage({ peopleSignIn: true });
  await page.scan('NL7K2M9P4R6T8V2X4B6D');
  await page.card('yes');
  expect(page.report()).toContain('the last scan is not answered yet');
});
