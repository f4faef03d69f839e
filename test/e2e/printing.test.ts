import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../fakes/printer.ts';
import { startServiceWithLabels } from '../fakes/service-with-labels.ts';
import { graphicsOf } from '../main/labels/zpl-graphic-decoder.ts';
import { readCodes } from '../main/practice/bar-code-reader.ts';
import { type LaunchedStation, launchProvisioned, launchStation } from './launch.ts';
import {
  chooseMode,
  createParcels,
  goTo,
  makeDefaultPrinter,
  newCode,
  type ParcelCodes,
  printerBand,
  printJob,
  result,
  scan,
  scanInMode,
  waitForPrintJob,
  waitForResult,
  waitForTopBar,
} from './page-actions.ts';

const asPrinter = (name: string, { host, port }: FakePrinter, isDefault = false) => ({
  name,
  connection: { kind: 'tcp', host, port },
  default: isDefault,
});

/** How often the label with that code came out. */
const copiesOf = (printer: FakePrinter, { customCode }: ParcelCodes): number =>
  printer.labels().filter((label) => label.includes(customCode)).length;

/** Connections over which the label with that code, or a part of it, was sent. */
const sendingsOf = (printer: FakePrinter, { customCode }: ParcelCodes): number =>
  printer.received.filter((bytes) => bytes.includes(customCode)).length;

const one = async (page: Page): Promise<ParcelCodes> => {
  const [codes] = await createParcels(page, 1);
  if (!codes) throw new Error('No parcel');
  return codes;
};

describe('printing on two printers', () => {
  let zebra: FakePrinter;
  /** It keeps no count of its labels. */
  let other: FakePrinter;
  let station: LaunchedStation;
  let page: Page;

  beforeAll(async () => {
    [zebra, other] = [
      await startFakePrinter({ labelCount: 18_204 }),
      await startFakePrinter({ answers: { variables: false } }),
    ];
    station = await launchProvisioned({
      printers: [asPrinter('Zebra A', zebra, true), asPrinter('Zebra B', other)],
      bench: { deleteUndoSeconds: 3 },
    });
    page = station.page;
    await waitForTopBar(page, /Zebra A ready/);
  });

  afterEach(async () => {
    for (const printer of [zebra, other]) {
      printer.setStatus({});
      await printer.connectionFault(null);
    }
  });

  afterAll(async () => {
    await station.close();
    await zebra.close();
    await other.close();
  });

  it('paper out: Held and the recovery instruction are shown within two seconds; with paper, all labels print automatically, in order, once each', async () => {
    const parcels = await createParcels(page, 3);
    const [first, second, third] = parcels as [ParcelCodes, ParcelCodes, ParcelCodes];
    zebra.setStatus({ paperOut: true });
    const asked = zebra.received.length;
    const [reportedAt, shownAt] = await Promise.all([
      zebra.waitFor(({ received }) => received.length > asked).then(() => performance.now()),
      scanInMode(page, 'Print', first.customCode)
        .then(() => waitForResult(page, /Held/))
        .then(() => performance.now()),
    ]);
    expect(shownAt - reportedAt).toBeLessThan(2_000);
    await waitForResult(page, 'Put in a new roll and close the printer lid.');
    await waitForTopBar(page, /Paper out/);
    for (const { customCode } of [second, third]) {
      await scan(page, customCode);
      await waitForResult(page, customCode);
      await waitForResult(page, /Queued/);
    }

    await goTo(page, 'Print queue');
    const band = printerBand(page, 'Zebra A');
    await band.getByRole('heading', { name: 'Zebra A: Paper out' }).waitFor();
    await band.getByText('Put in a new roll and close the printer lid.').waitFor();
    await waitForPrintJob(page, first.customCode, 'Held', 'Next to print.');
    await waitForPrintJob(page, second.customCode, 'Queued', '1 label before this one.');
    expect(zebra.labels()).toEqual([]);

    zebra.setStatus({});
    for (const [at, { customCode }] of parcels.entries()) {
      await waitForPrintJob(page, customCode, 'Printed', 'Confirmed by the printer.');
      await printJob(page, customCode).getByRole('button', { name: 'Details' }).click();
      await waitForPrintJob(
        page,
        customCode,
        'Printed',
        `Printer’s label counter: 18,20${4 + at} before this label, 18,20${5 + at} after it.`,
      );
    }
    expect(zebra.labels().map((label) => parcels.findIndex(({ customCode }) => label.includes(customCode)))).toEqual([
      0, 1, 2,
    ]);
    await waitForTopBar(page, /Zebra A ready/);
  });

  it('paper out in the middle of a label: the label stays in the printer, and nothing is sent twice', async () => {
    const [torn, next] = (await createParcels(page, 2)) as [ParcelCodes, ParcelCodes];
    zebra.breakDownMidLabel('paperOut');
    await scanInMode(page, 'Print', torn.customCode);
    await waitForResult(page, /Sent/);
    await waitForResult(page, 'Put in a new roll and close the printer lid.');
    await waitForTopBar(page, /Paper out/);
    await scan(page, next.customCode);
    await waitForResult(page, /Held/);
    await goTo(page, 'Print queue');
    await waitForPrintJob(page, torn.customCode, 'Sent', 'This label prints when the printer is ready.');
    zebra.setStatus({});
    await waitForPrintJob(page, torn.customCode, 'Printed');
    await waitForPrintJob(page, next.customCode, 'Printed');
    expect([torn, next].map((codes) => copiesOf(zebra, codes))).toEqual([1, 1]);
    expect([torn, next].map((codes) => sendingsOf(zebra, codes))).toEqual([1, 1]);
  });

  it('connection cut in the middle of a label: it is Uncertain; marked as not printed, it prints again completely', async () => {
    const codes = await one(page);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, /Uncertain/);
    await zebra.connectionFault(null);
    await result(page).getByRole('button', { name: 'Mark as not printed' }).click();
    await waitForResult(page, /Failed/);
    await result(page).getByRole('button', { name: 'Print again' }).click();
    await waitForResult(page, /Printed/);
    expect(zebra.executedCommands).toContain('~JX');
    expect(copiesOf(zebra, codes)).toBe(1);
    // No part of the unfinished label precedes the complete one.
    expect(zebra.labels().at(-1)?.toString('latin1').split('^XA')).toHaveLength(2);
  });

  it('stand-in: one label or all waiting labels move to the other printer, which can be paused and resumed', async () => {
    const parcels = await createParcels(page, 3);
    const [first, moved, last] = parcels as [ParcelCodes, ParcelCodes, ParcelCodes];
    zebra.setStatus({ paperOut: true });
    await scanInMode(page, 'Print', first.customCode);
    await waitForResult(page, /Held/);
    for (const { customCode } of [moved, last]) {
      await scan(page, customCode);
      await waitForResult(page, customCode);
    }
    await goTo(page, 'Print queue');
    const row = printJob(page, moved.customCode);
    await row.getByRole('button', { name: 'More' }).click();
    await row.getByRole('button', { name: 'Move to Zebra B' }).click();
    await waitForPrintJob(page, moved.customCode, 'Sent', 'Zebra B');
    await printerBand(page, 'Zebra A').getByRole('button', { name: 'Move 2 labels to Zebra B' }).click();
    for (const { customCode } of [first, last]) await waitForPrintJob(page, customCode, 'Sent', 'Zebra B');
    expect(parcels.map((codes) => [copiesOf(zebra, codes), copiesOf(other, codes)])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);

    zebra.setStatus({});
    const band = printerBand(page, 'Zebra A');
    await band.getByRole('button', { name: 'Pause' }).click();
    await band.getByRole('heading', { name: 'Zebra A: Paused in Packbench' }).waitFor();
    const held = await one(page);
    await scanInMode(page, 'Print', held.customCode);
    await waitForResult(page, /Held/);
    expect(sendingsOf(zebra, held)).toBe(0);
    await goTo(page, 'Print queue');
    await band.getByRole('button', { name: 'Resume' }).click();
    await waitForPrintJob(page, held.customCode, 'Printed');
    expect(copiesOf(zebra, held)).toBe(1);
  });

  it('deletion: the number of labels to destroy is shown, and scanning a void label warns with a sound', async () => {
    const codes = await one(page);
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, /Printed/);
    // Pressed within two seconds of the scan, it counts as the same request.
    await expect
      .poll(
        async () => {
          await result(page).getByRole('button', { name: 'Print again' }).click();
          await result(page).getByRole('button', { name: 'Damaged' }).click();
          await result(page).getByRole('button', { name: 'Print again' }).waitFor();
          return copiesOf(zebra, codes);
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe(2);
    await chooseMode(page, 'Delete');
    await scan(page, codes.customCode);
    const pending = page.getByRole('list', { name: 'Pending deletions' }).getByRole('listitem');
    await pending.filter({ hasText: codes.customCode }).filter({ hasText: '2 labels to destroy' }).waitFor();
    await waitForResult(page, 'Destroy the 2 old labels.');
    await waitForResult(page, 'Parcel deleted');

    const heard = await listen(page);
    await chooseMode(page, 'Look up');
    await scan(page, codes.pickUpCode);
    await waitForResult(page, 'Parcel deleted');
    await waitForResult(page, 'Destroy the 2 old labels.');
    expect(await heard()).toEqual(['sawtooth']);
    await chooseMode(page, 'Print');
    await scan(page, codes.customCode);
    await waitForResult(page, 'Parcel deleted');
    expect(copiesOf(zebra, codes)).toBe(2);
  });

  it('no label counter: a scan of the label confirms the print, and a code that the box carries too asks first', async () => {
    await makeDefaultPrinter(page, 'Zebra B');
    const codes = await one(page);
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, /Sent/);
    // Scanned within two seconds it is the same press.
    const asked = result(page).getByText('Do you have the printed label?');
    await expect
      .poll(
        async () => {
          await scan(page, codes.customCode);
          await result(page)
            .getByText(/^Only one label is printed|^Scanned or pressed twice|^The label may already be printed/)
            .waitFor();
          return asked.count();
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    await result(page).getByRole('button', { name: 'Confirm printed' }).waitFor();
    await scan(page, codes.pickUpCode);
    await waitForResult(page, 'Confirmed by scanning the label.');
    await goTo(page, 'Print queue');
    await waitForPrintJob(page, codes.customCode, 'Printed', 'Confirmed by scanning the label.');
    expect(copiesOf(other, codes)).toBe(1);
    await makeDefaultPrinter(page, 'Zebra A');
  });
});

/** Records the wave forms of the sounds that the window plays from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const Real = window.OscillatorNode;
    window.OscillatorNode = class extends Real {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        heard.push(options?.type ?? '');
      }
    };
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

describe('printing on a different or silent printer', () => {
  const printers: FakePrinter[] = [];
  let silent: FakePrinter;
  let fine: FakePrinter;
  let changing: FakePrinter;
  let station: LaunchedStation;
  let page: Page;

  const start = async (options: FakePrinterOptions): Promise<FakePrinter> => {
    const printer = await startFakePrinter(options);
    printers.push(printer);
    return printer;
  };

  beforeAll(async () => {
    silent = await start({ status: 'silent' });
    fine = await start({ identity: { model: 'ZD421-300dpi', dotsPerMillimetre: 12 } });
    changing = await start({ identity: { serial: 'D2J231800001' } });
    station = await launchProvisioned({
      printers: [asPrinter('Clone', silent), asPrinter('Zebra 300', fine), asPrinter('Zebra C', changing, true)],
    });
    page = station.page;
    await waitForTopBar(page, /Zebra C ready/);
  });

  afterAll(async () => {
    await station.close();
    for (const printer of printers) await printer.close();
  });

  it('different printer at a known address: it gets no label until an operator accepts it', async () => {
    const codes = await one(page);
    await changing.connectionFault({ kind: 'off' });
    changing.setIdentity({ serial: 'D2J231899999' });
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, 'Check the power, the cable and the network.');
    await changing.connectionFault(null);
    await waitForTopBar(page, /Different printer/);
    await waitForResult(page, 'A different printer is at this address.');
    await goTo(page, 'Print queue');
    const band = printerBand(page, 'Zebra C');
    await band.filter({ hasText: 'D2J231800001' }).filter({ hasText: 'D2J231899999' }).waitFor();
    expect(sendingsOf(changing, codes)).toBe(0);
    await band.getByRole('button', { name: 'Use this printer' }).click();
    await waitForPrintJob(page, codes.customCode, 'Printed');
    expect(copiesOf(changing, codes)).toBe(1);
  });

  it('different resolution: a 203 dpi label needs confirmation at 300 dpi, and the service’s PDF prints with readable bar codes', async () => {
    await makeDefaultPrinter(page, 'Zebra 300');
    const codes = await one(page);
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, /Held/);
    await waitForResult(page, 'The label is made for 203 dpi, and the printer has 300 dpi. It would print too small.');
    for (const answer of ['Print anyway', 'Cancel printing'])
      await result(page).getByRole('button', { name: answer }).waitFor();
    expect(fine.labels()).toEqual([]);
    await goTo(page, 'Print queue');
    await printJob(page, codes.customCode).filter({ hasText: 'The label is made for 203 dpi' }).waitFor();
    await printJob(page, codes.customCode).getByRole('button', { name: 'Print the PDF' }).click();
    await waitForPrintJob(page, codes.customCode, 'Printed');
    expect(fine.labels()).toHaveLength(1);
    const [graphic] = graphicsOf(fine.labels()[0] ?? Buffer.alloc(0));
    expect(await readCodes(pictureOf(graphic))).toEqual(expect.arrayContaining([`Code128 ${codes.pickUpCode}`]));
  });

  it('silent printer: it is "not answering" until status checks are turned off; then its labels are Sent', async () => {
    await makeDefaultPrinter(page, 'Clone');
    const codes = await one(page);
    await scanInMode(page, 'Print', codes.customCode);
    await waitForResult(page, /Held/);
    await waitForResult(page, 'Check the paper, the ribbon and the printer lid.');
    await waitForTopBar(page, /not answering/);
    expect(silent.labels()).toEqual([]);
    await goTo(page, 'Print queue');
    await printerBand(page, 'Clone').getByRole('button', { name: 'Turn off status checks' }).click();
    await waitForPrintJob(page, codes.customCode, 'Sent');
    expect(copiesOf(silent, codes)).toBe(1);
  });
});

/** The dots that the print head prints. */
function pictureOf(graphic: ReturnType<typeof graphicsOf>[number] | undefined) {
  if (!graphic) throw new Error('No graphic');
  const { width, rowBytes, bytes } = graphic;
  const height = bytes.length / rowBytes;
  const isBlack = (at: number): boolean => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return ((bytes[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  };
  return { width, height, dots: Uint8Array.from({ length: width * height }, (_, at) => (isBlack(at) ? 0 : 255)) };
}

it('label guard: a label that would reset the printer is not sent, and Details name the command; the next one prints', async () => {
  const token = 'token-of-the-test';
  const folder = await mkdtemp(join(tmpdir(), 'packbench-service-'));
  const practice = await startPracticeService({ folder, token });
  const service = await startServiceWithLabels(practice);
  const zebra = await startFakePrinter();
  const station = await launchProvisioned({
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: service.url, labelUrl: service.url, token }],
    activeEnvironment: 'sandbox',
    printers: [asPrinter('Zebra A', zebra, true)],
  });
  const { page } = station;
  const code = newCode();
  service.replaceLabel(code, (label) => Buffer.from(label.toString('latin1').replace('^XZ', '~JR^XZ'), 'latin1'));
  const [hostile, honest] = (await createParcels(page, [code, newCode()])) as [ParcelCodes, ParcelCodes];
  await scanInMode(page, 'Print', hostile.customCode);
  await waitForResult(page, /Failed/);
  await waitForResult(page, /The label was not sent\. It contains a command that is not allowed\./);
  await scan(page, honest.customCode);
  await waitForResult(page, /Printed/);
  await goTo(page, 'Print queue');
  await printJob(page, hostile.customCode).getByRole('button', { name: 'Details' }).click();
  await waitForPrintJob(page, hostile.customCode, 'Failed', '~JR');
  expect(sendingsOf(zebra, hostile)).toBe(0);
  expect(copiesOf(zebra, honest)).toBe(1);
  await station.close();
  await zebra.close();
  await service.close();
  await practice.close();
  await rm(folder, { recursive: true, force: true });
});

it('printer settings: a printer address is added only after confirmation in a native dialog', async () => {
  const zebra = await startFakePrinter();
  const { app, page, close } = await launchStation();
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (async (_: unknown, options: { message: string; buttons: string[] }) => {
      asked.push(options.message);
      const wanted = asked.length === 1 ? 'Cancel' : 'Add printer';
      return { response: options.buttons.indexOf(wanted), checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
  });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add by address' }).click();
  const editor = page.getByRole('group', { name: 'New printer' });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Zebra D');
  await editor.getByRole('textbox', { name: 'Host' }).fill(zebra.host);
  await editor.getByRole('textbox', { name: 'Port' }).fill(String(zebra.port));
  const save = editor.getByRole('button', { name: 'Save printer' });
  await save.click();
  await editor.getByText('The printer was not added.').waitFor();
  const line = page
    .getByRole('list', { name: 'Printers', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Zebra D' });
  expect(await line.count()).toBe(0);
  expect(zebra.received).toEqual([]);
  await save.click();
  await line.getByText('ready').waitFor();
  const asked = await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked).toEqual(Array(2).fill(`Send labels to 127.0.0.1, port ${zebra.port}?`));
  await close();
  await zebra.close();
});
