import { afterEach, expect, it, vi } from 'vitest';
import type { Result } from '../../../src/shared/contract/failure.ts';
import { type BarcodeCommand, commandText } from '../../../src/shared/scanning/command-barcode.ts';
import type { ScanReading } from '../../../src/shared/scanning/scan.ts';
import { answerWith, flushPromises } from '../fixtures.ts';

const key = 'BCDF';

interface Call {
  readonly name: string;
  answer(value: unknown): Promise<void>;
}

/** The calls of the page that wait for an answer, in their order. */
let calls: Call[];

const station = {
  call: (name: string) =>
    new Promise((resolve) => {
      const answer = async (value: unknown): Promise<void> => {
        resolve({ ok: true, value } satisfies Result<unknown>);
        await flushPromises();
      };
      calls.push({ name, answer });
    }),
  subscribe: () => () => undefined,
  receiveKeys: () => () => undefined,
};

/** What the page reads of the station. */
const view = (peopleSignIn: boolean) => ({
  settings: { station: { commandKey: key }, sound: { volume: 0, speech: false }, scanner: {}, printers: [] },
  environment: { name: 'practice', kind: 'practice' },
  printers: [],
  people: { isOn: peopleSignIn, signedIn: peopleSignIn ? { name: 'Pat', role: 'packer' } : null },
});

/** The modules of a page that was just opened, and its scanner. */
async function openedPage({ peopleSignIn = false } = {}) {
  vi.resetModules();
  const [cards, badges, session, screen, queries] = await Promise.all([
    import('../../../src/renderer/scanner/command-barcodes.ts'),
    import('../../../src/renderer/scanner/badges.ts'),
    import('../../../src/renderer/scanner/scan-session.ts'),
    import('../../../src/renderer/data/current-screen.ts'),
    import('../../../src/renderer/data/queries.ts'),
  ]);
  calls = [];
  // Not before the modules are there: React Aria takes a window for a whole browser.
  vi.stubGlobal('window', { station });
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
    async scan(code: string) {
      badges.scanPerson(reading(code), () => session.scanStore.submit(reading(code), 'delete'));
      await flushPromises();
    },
  };
}

const named = (name: string): Call | undefined => calls.find((call) => call.name === name);
const names = (): string[] => calls.map(({ name }) => name).filter((name) => name !== 'station.read');

afterEach(() => {
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

it('command cards: where people sign in, an answer is refused while a scan before it is not answered', async () => {
  const page = await openedPage({ peopleSignIn: true });
  await page.scan('NL7K2M9P4R6T8V2X4B6D');
  await page.card('yes');
  expect(page.report()).toContain('the last scan is not answered yet');
});
