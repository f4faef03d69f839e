import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import { english } from '../../../src/renderer/text/en/catalogue.ts';
import { type AttentionKind, attentionKinds } from '../../../src/shared/contract/attention-entry.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { PrintQuestion, PrintQuestionKind } from '../../../src/shared/printing/print-job.ts';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { openInThread } from '../../main/storage/open-test-records.ts';
import { storeAttention } from '../../suites/records/attention.ts';
import { addJob, by, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { asPrinter } from '../fake-printer-actions.ts';
import { type LaunchedStation, launchStation } from '../launch.ts';
import {
  callStation,
  chooseMode,
  createOrder,
  createParcels,
  goTo,
  newCode,
  type ParcelCodes,
  printJob,
  result,
  scan,
  scanInMode,
  waitForResult,
} from '../page-actions.ts';
import { openSection } from './settings-sections.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

let zebra: FakePrinter;
let other: FakePrinter;
let folder: string;
let station: LaunchedStation;
/** Undoes what only one state needs. */
let afterPictures = async (): Promise<void> => {};
/** Of one order, in its order. */
let parcels: ParcelCodes[] = [];
/** The only one of its order. */
let single: ParcelCodes | undefined;
let longCode = '';

type QuestionOfKind = Omit<PrintQuestion, 'kind'>;

const sizes = { labelWidth: 210, labelLength: 297, paperWidth: 102, paperLength: 152 };
const smaller = message('print-question.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' });
/** As `pre-flight.ts` and `prepare-label.ts` ask them. */
const questions: Readonly<Record<PrintQuestionKind, QuestionOfKind>> = {
  'resolution differs': {
    message: message('print-question.several', {
      first: smaller,
      others: message('print-question.larger-than-paper', sizes),
    }),
    answers: ['print pdf', 'print anyway'],
  },
  'larger than the paper': {
    message: message('print-question.larger-than-paper', sizes),
    answers: ['print pdf', 'print anyway'],
  },
  'several labels': { message: message('print-question.several-labels', { count: 3 }), answers: ['print anyway'] },
  'several copies': {
    message: message('print-question.several-copies', { count: 4 }),
    answers: ['print one', 'print anyway'],
  },
  'format not ended': { message: message('print-question.incomplete-label'), answers: ['print anyway'] },
  'draws nothing': { message: message('print-question.empty-label'), answers: ['print anyway'] },
  'not production': {
    message: message('print-question.not-production', { environment: 'practice' }),
    answers: ['print anyway'],
  },
  site: {
    message: message('print-question.site-copies', { benches: 'bench-3, bench-12' }),
    answers: ['print anyway'],
  },
  'resolution not known': {
    message: message('print-question.resolution-unknown', { printer: 'Zebra A' }),
    answers: [],
  },
};
/** Its label was sent, to a printer that proves nothing. */
const sentCode = newCode();
const questionCodes = new Map(Object.keys(questions).map((kind) => [kind as PrintQuestionKind, newCode()]));

async function storeQuestions(records: Records): Promise<void> {
  for (const [kind, code] of questionCodes) {
    const { job } = await addJob(records, await storeLabelled(records, code), 0);
    await records.movePrintJob(
      job.id,
      ['queued'],
      { state: 'held', question: { kind, ...questions[kind] } },
      by('print', 5),
    );
  }
}

/** Their parcels are held by another bench, and deleted by one. */
const [waitingCode, refusedCode] = [newCode(), newCode()];

async function storeSiteLabels(records: Records): Promise<void> {
  const addHere = async (code: string) => (await addJob(records, await storeLabelled(records, code), 0)).job.id;
  const waits = message('print-question.site-waiting-for-bench', { bench: 'bench-12' });
  const question: PrintQuestion = { kind: 'site', message: waits, answers: [] };
  await records.movePrintJob(await addHere(waitingCode), ['queued'], { state: 'held', question }, by('print', 5));
  const failure = { code: 'not-allowed-now', message: message('print-job.deleted-at-site') } as const;
  await records.movePrintJob(await addHere(refusedCode), ['queued'], { state: 'failed', failure }, by('print', 5));
}

async function storeSentLabel(records: Records): Promise<void> {
  const { job } = await addJob(records, await storeLabelled(records, sentCode), 0);
  await records.movePrintJob(job.id, ['queued'], { state: 'sent' }, by('print', 5));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-stored-'));
  mkdirSync(join(folder, 'records'));
  const records = openInThread(join(folder, 'records', recordsFileName('practice')));
  await storeAttention(records, newCode);
  await storeQuestions(records);
  await storeSentLabel(records);
  await storeSiteLabels(records);
  await records.close();
  [zebra, other] = [await startFakePrinter({ labelCount: 18_204 }), await startFakePrinter()];
  zebra.setStatus({ paperOut: true });
  const provisioning = join(folder, 'bench.json');
  const bench = {
    setup: false,
    station: { name: 'Bench 7' },
    bench: { deleteUndoSeconds: 60, printOnCreate: false },
    printers: [asPrinter('Zebra A', zebra, true), asPrinter('Zebra B', other)],
    environments: [
      { name: 'Old sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
    ],
  };
  writeFileSync(provisioning, JSON.stringify(bench), { mode: 0o600 });
  station = await launchStation({ userDataDir: folder, switches: [`--provision=${provisioning}`] });
});

afterAll(async () => {
  for (const opened of [station, zebra, other]) await opened.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const entries = (page: Page): Locator => page.getByRole('list', { name: 'Needs attention' }).locator('> li');

/** They are in the first picture, and would hide most of a small window in the others. */
async function dismissNotices(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' });
  const left = async (): Promise<number> => {
    if ((await dismiss.count()) > 0) await dismiss.first().click();
    return dismiss.count();
  };
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
}

/** The stored ones are removed as old records. */
async function createUnassignedLabels(page: Page): Promise<void> {
  const { practice } = (await callStation(page, 'station.read', null)).settings;
  const value = {
    ...practice,
    customCodeEcho: 'no',
    labelCodes: 'without-custom-code',
    parcelEvents: 'not-sent',
  } as const;
  await callStation(page, 'settings.save', { group: 'practice', value });
  const { command } = await callStation(page, 'order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [
        {
          address: { text: '12 Palm Street', person_name: 'Aya Noor' },
          parcels: [newCode(), newCode()].map((custom_code) => ({ unit: 'g' as const, values: 900, custom_code })),
        },
      ],
    },
    evenIfDuplicate: true,
    print: false,
  });
  const created = async () => (await callStation(page, 'order.progress', { commandId: command.id })).parcels.length;
  await expect.poll(created, { timeout: 20_000 }).toBe(2);
  afterPictures = async () => void (await callStation(page, 'settings.save', { group: 'practice', value: practice }));
}

async function openEntry(page: Page, kind: AttentionKind): Promise<void> {
  await dismissNotices(page);
  if (kind === 'unassigned labels') await createUnassignedLabels(page);
  await goTo(page, 'Needs attention');
  const kinds = async () => (await callStation(page, 'attention.read', null)).entries.map((entry) => entry.kind);
  await expect.poll(async () => (await kinds()).includes(kind), { timeout: 20_000 }).toBe(true);
  const title = page.locator('.attention-title').getByText(english[`attention.kind.${kind}`], { exact: true });
  const entry = entries(page).filter({ has: title }).first();
  const heading = entry.locator('h2.attention-heading');
  // A stored one may be removed as an old record while it is opened.
  const isOpen = async (): Promise<boolean> => {
    if (!(await heading.isVisible())) await entry.locator('.attention-row').click();
    return heading.isVisible();
  };
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(true);
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Parcel' });
const rowOf = (page: Page, index: number): Locator =>
  page
    .getByRole('grid', { name: 'Shipments' })
    .getByRole('row')
    .filter({ hasText: parcels[index]?.customCode ?? '' });
const printRun = (page: Page): Locator => page.getByRole('status', { name: 'Printing labels' });

async function selectRows(page: Page, ...indexes: number[]): Promise<void> {
  await goTo(page, 'Shipments');
  for (const index of indexes) await rowOf(page, index).getByRole('checkbox').check();
}

async function openHelp(page: Page, name: string | null, find = ''): Promise<void> {
  if ((await page.getByRole('navigation', { name: 'Help pages' }).count()) === 0) await page.keyboard.press('F12');
  await page.getByRole('searchbox').fill(find);
  if (name !== null) await page.getByRole('link', { name }).click();
}

const longName = 'Bartholomew Featherstonehaugh-Cholmondeley van den Wijngaert III';
const longAddress =
  'Apartment 4512B, Tower 3, The Extraordinarily Long-Named Residences at Al Barsha South, Third Interchange';

async function createLongNames(page: Page): Promise<string> {
  const code = newCode();
  const parcels = [{ unit: 'g' as const, values: 29_999, custom_code: code }];
  await callStation(page, 'order.create', {
    request: {
      pick_up_address: { text: longAddress, person_name: longName },
      drop_offs: [{ address: { text: longAddress, person_name: longName, person_phone: '+971 50 000 0000' }, parcels }],
    },
    evenIfDuplicate: true,
    print: false,
  });
  const newest = async () => (await callStation(page, 'shipments.page', { offset: 0, limit: 1 })).rows[0]?.customCode;
  await expect.poll(newest, { timeout: 20_000 }).toBe(code);
  return code;
}

/** The kinds of a station without a site; test/e2e/paused-bench.long-run.test.ts has the other one. */
const ownKinds = attentionKinds.filter((kind) => kind !== 'paused bench');

const views: readonly View[] = [
  // The first, before their parcels are removed as old records.
  {
    name: 'Print queue, sent label of a deleted parcel',
    inShortRun: true,
    async show(page) {
      const board = { find: sentCode, offset: 0, limit: 1 };
      const [parcel] = (await callStation(page, 'shipments.page', board)).rows;
      const deletion = await callStation(page, 'parcel.delete', { parcelId: parcel?.id ?? 0 });
      await goTo(page, 'Print queue');
      await printJob(page, sentCode).getByText('Cannot be printed: the parcel is being deleted.').waitFor();
      afterPictures = async () => void (await callStation(page, 'deletion.undo', { commandId: deletion.id }));
    },
    inView: (page) => printJob(page, sentCode),
  },
  {
    name: 'Print queue, refused label',
    async show(page) {
      await goTo(page, 'Print queue');
      await printJob(page, refusedCode).getByText('A bench asked to delete this parcel.').waitFor();
    },
    inView: (page) => printJob(page, refusedCode),
  },
  {
    name: 'Needs attention, every kind',
    async show(page) {
      await goTo(page, 'Needs attention');
      await expect.poll(() => entries(page).count()).toBeGreaterThan(ownKinds.length);
    },
  },
  ...ownKinds.map(
    (kind): View => ({
      name: `Needs attention, ${kind}`,
      show: (page) => openEntry(page, kind),
      inView: (page) => page.locator('.attention-entry', { has: page.locator('.attention-body') }),
    }),
  ),
  {
    name: 'Print queue, questions',
    inShortRun: true,
    async show(page) {
      await goTo(page, 'Print queue');
      for (const code of questionCodes.values()) await printJob(page, code).waitFor();
    },
  },
  {
    name: 'Print queue, more questions',
    async show(page) {
      await goTo(page, 'Print queue');
      // They wait at their printer too, which says where.
      await page.getByText('labels need an answer. See Check these labels.').waitFor();
      expect(await page.getByText('No labels are waiting.').count()).toBe(0);
    },
    inView: (page) => printJob(page, questionCodes.get('several copies') ?? ''),
  },
  ...[...questionCodes].map(
    ([kind, code]): View => ({
      name: `Scan, question ${kind}`,
      async show(page) {
        await scanInMode(page, 'Look up', code);
        await waitForResult(page, code);
        await result(page).getByRole('button').first().waitFor();
      },
    }),
  ),
  {
    name: 'Print queue, label that waits',
    inShortRun: true,
    async show(page) {
      await goTo(page, 'Print queue');
      await page.getByRole('heading', { name: 'Waiting for other benches' }).waitFor();
    },
    inView: (page) => printJob(page, waitingCode),
  },
  {
    name: 'Scan, label that waits',
    async show(page) {
      await scanInMode(page, 'Look up', waitingCode);
      await waitForResult(page, 'Waiting for bench-12 to release this parcel.');
    },
  },
  {
    name: 'Shipments, rows selected',
    async show(page) {
      parcels = await createParcels(page, 5);
      await selectRows(page, 4, 3, 2);
      // A parcel without a status shows no text for it.
      const states = page.getByRole('grid', { name: 'Shipments' }).locator('.shipment-cell-state');
      const badges = await states.locator('.state-badge').count();
      expect(badges).toBeGreaterThan(0);
      expect(badges).toBeLessThan(await states.count());
    },
  },
  {
    name: 'Shipments, print run under way',
    async show(page) {
      await page.getByRole('button', { name: 'Print selected' }).click();
      await printRun(page).getByRole('button', { name: 'Stop printing' }).waitFor();
    },
  },
  {
    name: 'Print queue, print run under way',
    async show(page) {
      await goTo(page, 'Print queue');
      await printRun(page).waitFor();
    },
    inView: printRun,
  },
  {
    name: 'Shipments, print run stopped',
    async show(page) {
      await goTo(page, 'Shipments');
      await printRun(page).getByRole('button', { name: 'Stop printing' }).click();
      await printRun(page).getByText('cancelled').waitFor();
    },
  },
  {
    name: 'Shipments, print run finished',
    async show(page) {
      zebra.setStatus({});
      await expect.poll(async () => (await callStation(page, 'station.read', null)).printers[0]?.reasons).toEqual([]);
      await selectRows(page, 4, 3, 2);
      await page.getByRole('button', { name: 'Print selected' }).click();
      await printRun(page).getByText('3 confirmed as printed').waitFor();
    },
  },
  {
    name: 'Shipments, everything in the side panel',
    async show(page) {
      const { rows } = await callStation(page, 'shipments.page', { offset: 0, limit: 100 });
      const row = rows.find(({ customCode }) => customCode === parcels[4]?.customCode);
      const selection = { by: 'tracking codes' as const, trackingCodes: [row?.trackingCode ?? ''] };
      await callStation(page, 'sandbox.run', { scenario: 'reattempt', selection });
      await rowOf(page, 4)
        .getByText(parcels[4]?.customCode ?? '')
        .click();
      await panel(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem').nth(8).waitFor();
    },
  },
  {
    name: 'Shipments, timeline in the side panel',
    show: async (page) => panel(page).getByRole('list', { name: 'Timeline' }).waitFor(),
    inView: (page) => panel(page).getByRole('list', { name: 'Timeline' }),
  },
  {
    name: 'Shipments, reason for another copy',
    async show(page) {
      await panel(page).getByRole('button', { name: 'Print again' }).click();
      await panel(page).getByRole('button', { name: 'Damaged' }).waitFor();
    },
  },
  {
    name: 'Scan, parcel picked up, to be deleted',
    async show(page) {
      await page.keyboard.press('Escape');
      await scanInMode(page, 'Delete', parcels[3]?.customCode ?? '');
      await waitForResult(page, parcels[3]?.customCode ?? '');
      await result(page).getByRole('button').first().waitFor();
    },
  },
  {
    name: 'Scan, reason for another copy',
    async show(page) {
      [single] = await createParcels(page, 1);
      await scanInMode(page, 'Print', single?.customCode ?? '');
      await waitForResult(page, 'Confirmed by Zebra A');
      await result(page).getByRole('button', { name: 'Print again' }).click();
      await result(page).getByRole('button', { name: 'Damaged' }).waitFor();
    },
  },
  {
    name: 'Scan, label to destroy',
    async show(page) {
      await page.keyboard.press('Escape');
      await chooseMode(page, 'Delete');
      await scan(page, single?.customCode ?? '');
      await page.getByText('1 label to destroy').first().waitFor();
      await chooseMode(page, 'Look up');
    },
  },
  {
    name: 'Scan, parcel deleted with a printed label',
    async show(page) {
      await page.keyboard.press('Control+z');
      await callStation(page, 'settings.save', {
        group: 'bench',
        value: { ...(await callStation(page, 'station.read', null)).settings.bench, deleteUndoSeconds: 1 },
      });
      await scanInMode(page, 'Delete', single?.customCode ?? '');
      await waitForResult(page, 'Parcel deleted');
      await chooseMode(page, 'Look up');
    },
  },
  {
    name: 'Scan, long names',
    async show(page) {
      longCode = await createLongNames(page);
      await scanInMode(page, 'Look up', longCode);
      await waitForResult(page, longCode);
    },
  },
  {
    name: 'Shipments, long names',
    async show(page) {
      await goTo(page, 'Shipments');
      await page.getByRole('searchbox', { name: 'Find' }).fill(longCode);
      await page.getByRole('searchbox', { name: 'Find' }).press('Enter');
      await panel(page).getByRole('list', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'New order, created',
    async show(page) {
      await createOrder(page, { receiver: 'Lina Saleh', customCode: newCode() });
      await page.getByRole('button', { name: 'Print labels' }).waitFor();
    },
  },
  {
    name: 'New order, its labels printed',
    async show(page) {
      await page.getByRole('button', { name: 'Print labels' }).click();
      await page.getByText('Every label is printed or in Print queue.').waitFor();
    },
  },
  {
    name: 'Settings, environment to be removed',
    async show(page) {
      await openSection(page, 'Service');
      await page.getByRole('button', { name: 'Remove Old sandbox' }).click();
      await page.getByRole('group', { name: /Remove/ }).waitFor();
    },
    inView: (page) => page.getByRole('group', { name: /Remove/ }),
  },
  {
    name: 'Settings, environment editor',
    async show(page) {
      await page.getByRole('button', { name: 'Add environment' }).click();
      await page.getByRole('textbox', { name: 'Service address' }).waitFor();
    },
    inView: (page) => page.locator('fieldset.settings-editor'),
  },
  {
    name: 'Settings, printer editor',
    async show(page) {
      await openSection(page, 'Printers');
      await page.getByRole('button', { name: 'Edit Zebra A' }).click();
      await page.getByRole('group', { name: 'Printer Zebra A' }).waitFor();
    },
    inView: (page) => page.getByRole('group', { name: 'Printer Zebra A' }),
  },
  { name: 'Help, the keyboard', show: (page) => openHelp(page, null) },
  { name: 'Help, a page', inShortRun: true, show: (page) => openHelp(page, 'Paper out, ribbon out or lid open') },
  { name: 'Help, other benches', show: (page) => openHelp(page, 'A question about other benches') },
  { name: 'Help, a search', show: (page) => openHelp(page, null, 'token') },
];

it.each(viewsOfRun(views))(
  'pictures of stored states: $name, nothing is cut off or covered',
  async ({ name, show, inView }) => {
    await show(station.page);
    expect(await takePictures(station.page, `stored/${name}`, inView)).toEqual([]);
    await afterPictures();
    afterPictures = async () => {};
  },
);
