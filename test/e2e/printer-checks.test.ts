import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../fakes/printer.ts';
import { startServiceWithLabels } from '../fakes/service-with-labels.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { graphicsOf } from '../main/labels/zpl-graphic-decoder.ts';
import { readCodes } from '../main/practice/bar-code-reader.ts';
import { asPrinter, copiesOf, createParcel, sendingsOf } from './fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned, launchStation } from './launch.ts';
import {
  answerQuestion,
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
    const codes = await createParcel(page);
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

  itInLongRun(
    'different resolution: a 203 dpi label needs confirmation at 300 dpi, and the service’s PDF prints with readable bar codes',
    async () => {
      await makeDefaultPrinter(page, 'Zebra 300');
      const codes = await createParcel(page);
      await scanInMode(page, 'Print', codes.customCode);
      await waitForResult(page, /Held/);
      await waitForResult(
        page,
        'The label is made for 203 dpi, and the printer has 300 dpi. It would print too small.',
      );
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
    },
  );

  itInLongRun(
    'silent printer: it is "not answering" until status checks are turned off; then its labels are Sent',
    async () => {
      await makeDefaultPrinter(page, 'Clone');
      const codes = await createParcel(page);
      await scanInMode(page, 'Print', codes.customCode);
      await waitForResult(page, /Held/);
      await waitForResult(page, 'Check the paper, the ribbon and the printer lid.');
      await waitForTopBar(page, /not answering/);
      expect(silent.labels()).toEqual([]);
      await goTo(page, 'Print queue');
      await printerBand(page, 'Clone').getByRole('button', { name: 'Turn off status checks' }).click();
      await waitForPrintJob(page, codes.customCode, 'Sent');
      expect(copiesOf(silent, codes)).toBe(1);
    },
  );
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

it('printer settings: a printer address is added only after confirmation in a window of its own', async () => {
  const zebra = await startFakePrinter();
  const { app, page, close } = await launchStation();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add by address' }).click();
  const editor = page.getByRole('group', { name: 'New printer' });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Zebra D');
  await editor.getByRole('textbox', { name: 'Printer address' }).fill(zebra.host);
  await editor.getByRole('textbox', { name: 'Port' }).fill(String(zebra.port));
  const save = editor.getByRole('button', { name: 'Save printer' });
  await save.click();
  expect(await answerQuestion(app, 'No')).toContain(`127.0.0.1, port ${zebra.port}`);
  await editor.getByText('The printer was not added.').waitFor();
  const line = page
    .getByRole('list', { name: 'Printers', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Zebra D' });
  expect(await line.count()).toBe(0);
  expect(zebra.received).toEqual([]);
  await save.click();
  await answerQuestion(app, 'Yes');
  await line.getByText('ready').waitFor();
  await close();
  await zebra.close();
});
