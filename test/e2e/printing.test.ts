import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { asPrinter, copiesOf, createParcel, sendingsOf } from './fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import {
  chooseMode,
  createParcels,
  goTo,
  listen,
  makeDefaultPrinter,
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

describe('printing on two printers', () => {
  let zebra: FakePrinter;
  /** A printer without a label counter. */
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
    await waitForPrintJob(page, first.customCode, 'Held', 'Next to print on Zebra A.');
    await waitForPrintJob(page, second.customCode, 'Queued', '1 label before this one on Zebra A.');
    expect(zebra.labels()).toEqual([]);

    zebra.setStatus({});
    for (const [at, { customCode }] of parcels.entries()) {
      await waitForPrintJob(page, customCode, 'Printed', 'Confirmed by Zebra A.');
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

  itInLongRun(
    'paper out in the middle of a label: the label stays in the printer, and nothing is sent twice',
    async () => {
      const [torn, next] = (await createParcels(page, 2)) as [ParcelCodes, ParcelCodes];
      zebra.breakDownMidLabel('paperOut');
      await scanInMode(page, 'Print', torn.customCode);
      await waitForResult(page, /Sent/);
      await waitForResult(page, 'Put in a new roll and close the printer lid.');
      await waitForTopBar(page, /Paper out/);
      await scan(page, next.customCode);
      await waitForResult(page, /Held/);
      await goTo(page, 'Print queue');
      await waitForPrintJob(page, torn.customCode, 'Sent', 'Put in a new roll and close the printer lid.');
      zebra.setStatus({});
      await waitForPrintJob(page, torn.customCode, 'Printed');
      await waitForPrintJob(page, next.customCode, 'Printed');
      expect([torn, next].map((codes) => copiesOf(zebra, codes))).toEqual([1, 1]);
      expect([torn, next].map((codes) => sendingsOf(zebra, codes))).toEqual([1, 1]);
    },
  );

  it('keyboard: the focus stays on a label whose button was pressed, also where the label moves in the list', async () => {
    zebra.setStatus({ paperOut: true });
    const [first, second] = (await createParcels(page, 2)) as [ParcelCodes, ParcelCodes];
    for (const { customCode } of [first, second]) {
      await scanInMode(page, 'Print', customCode);
      await waitForResult(page, customCode);
    }
    await goTo(page, 'Print queue');
    const focused = () => page.evaluate(() => document.activeElement?.closest('[role="listitem"]')?.textContent ?? '');
    for (const { customCode } of [second, first]) {
      const row = printJob(page, customCode);
      await row.getByRole('button', { name: 'Cancel' }).press('Enter');
      await waitForPrintJob(page, customCode, 'Cancelled');
      await expect.poll(focused).toContain(customCode);
    }
  });

  it('connection cut in the middle of a label: it is Uncertain; marked as not printed, it prints again completely', async () => {
    const codes = await createParcel(page);
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

  itInLongRun(
    'stand-in: one label or all waiting labels move to the other printer, which can be paused and resumed',
    async () => {
      const parcels = await createParcels(page, 3);
      const [first, moved, last] = parcels as [ParcelCodes, ParcelCodes, ParcelCodes];
      zebra.setStatus({ paperOut: true });
      await scanInMode(page, 'Print', first.customCode);
      await waitForResult(page, /Held/);
      for (const { customCode } of [moved, last]) {
        await scan(page, customCode);
        await waitForResult(page, customCode);
      }
      // The one just scanned, from Scan, which offers what Print queue does.
      await result(page).getByRole('button', { name: 'More' }).click();
      await result(page).getByRole('button', { name: 'Pause' }).click();
      await waitForResult(page, 'Label paused');
      await result(page).getByRole('button', { name: 'Resume' }).click();
      await waitForResult(page, 'Paper out');
      await result(page).getByRole('button', { name: 'Move to Zebra B' }).click();
      await goTo(page, 'Print queue');
      const row = printJob(page, moved.customCode);
      await row.getByRole('button', { name: 'More' }).click();
      await row.getByRole('button', { name: 'Move to Zebra B' }).click();
      await waitForPrintJob(page, moved.customCode, 'Sent', 'Zebra B');
      await printerBand(page, 'Zebra A').getByRole('button', { name: 'Move 1 label to Zebra B' }).click();
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
      const held = await createParcel(page);
      await scanInMode(page, 'Print', held.customCode);
      await waitForResult(page, /Held/);
      expect(sendingsOf(zebra, held)).toBe(0);
      await goTo(page, 'Print queue');
      await band.getByRole('button', { name: 'Resume' }).click();
      await waitForPrintJob(page, held.customCode, 'Printed');
      expect(copiesOf(zebra, held)).toBe(1);
    },
  );

  itInLongRun(
    'deletion: the number of labels to destroy is shown, and scanning a void label warns with a sound',
    async () => {
      const codes = await createParcel(page);
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
    },
  );

  it('no label counter: a scan of the label confirms the print, and a code that the box carries too asks first', async () => {
    await makeDefaultPrinter(page, 'Zebra B');
    const codes = await createParcel(page);
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
