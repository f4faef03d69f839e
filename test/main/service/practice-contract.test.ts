import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderFromAnswer } from '../../../src/main/core/orders/answered-order.ts';
import { classifyCreateAnswer, classifyDeleteAnswer } from '../../../src/main/core/outbox/answer-rules.ts';
import type { DeliveryService, ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { createDeliveryService } from '../../../src/main/service/delivery-service.ts';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import { type OrderAnswer, readOrderAnswer } from '../../../src/shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
  practiceBehaviours,
} from '../../../src/shared/settings/practice-behaviour.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import { allRows, pairwiseRows, type Row } from '../../helpers/pairwise.ts';
import { isLongRun } from '../../helpers/test-length.ts';

let folder: string;
let practice: PracticeService;
let client: DeliveryService;
let behaviour: PracticeBehaviour = defaultPracticeBehaviour;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-contract-'));
  practice = await startPracticeService({ folder, token: 'contract-token-0123456789', behaviour: () => behaviour });
  client = createDeliveryService({ ...practice, version: '1.2.3' });
});

afterAll(async () => {
  await client.close();
  await practice.close();
  await rm(folder, { recursive: true, force: true });
});

const newCode = (): string => makeCustomCode((size) => randomBytes(size));

const orderFor = (codes: readonly string[], receiver = 'Aya Noor'): OrderRequest => orderTo(receiver, codes);

/** What the service knows of a code: asked for with a deletion, so only at the end of a test. */
async function fateOf(code: string): Promise<'there' | 'gone' | 'never made'> {
  behaviour = { ...defaultPracticeBehaviour, repeatedDeletion: '410' };
  const answer = await client.deleteByCustomCode(code);
  if (answer.kind === 'answered') return 'there';
  return answer.kind === 'rejected' && answer.httpStatus === 410 ? 'gone' : 'never made';
}

/** What the answer to the first attempt of a deletion means. */
const firstVerdict = (answer: ServiceAnswer<null>) =>
  classifyDeleteAnswer(answer, { mayBeAbsent: false, earlierMayHaveLeft: false }, null);

/** The same body must be read in the same way live and after a crash. */
function expectSameReading(answer: ServiceAnswer<OrderAnswer>, codes: readonly string[]): void {
  if (answer.kind === 'unanswered' || answer.kind === 'rejected') return;
  expect(readOrderAnswer(answer.rawBody, codes).kind === 'order').toBe(answer.kind === 'answered');
}

const { values, envelope, customCodeEcho, rejection, requiredHeader, usedCodes, repeatedDeletion } = practiceBehaviours;
const answerPoints = { values, envelope, customCodeEcho, rejection, requiredHeader, usedCodes, repeatedDeletion };
const rows = isLongRun ? allRows(answerPoints) : pairwiseRows(answerPoints);
const named = <R extends Partial<PracticeBehaviour>>(row: R): [string, R] => [Object.values(row).join(', '), row];

/** Without envelope and echo nothing in an answer shows that it is an order of ours. */
const isRecognisable = (row: Pick<PracticeBehaviour, 'envelope' | 'customCodeEcho'>): boolean =>
  row.envelope === 'as-documented' || row.customCodeEcho !== 'no';

describe('client against practice in every behaviour', () => {
  it.each(rows.map(named))('gives the outcome of the tables with %s', async (_name, row) => {
    behaviour = { ...defaultPracticeBehaviour, ...row };
    const codes = [newCode(), newCode()];
    const request = orderFor(codes);
    const marked = row.envelope === 'without' ? ['envelope'] : [];

    const preview = await client.preview(request);
    expect(preview).toMatchObject({
      kind: 'answered',
      value: { price_with_tax: 47.25, min_price: 45 },
      missing: marked,
    });

    const created = await client.create(request);
    expect(classifyCreateAnswer(created, null).kind).toBe(isRecognisable(row) ? 'done' : 'uncertain');
    expectSameReading(created, codes);
    if (created.kind === 'answered') expectWholeOrder(created, request, row);

    const invalid = orderFor([newCode()]);
    invalid.pick_up_address.text = 'x'.repeat(1_001);
    expect(classifyCreateAnswer(await client.create(invalid), null).kind).toBe('rejected');

    const again = await client.create(request);
    const expected = row.usedCodes !== 'accepted' ? 'rejected' : isRecognisable(row) ? 'done' : 'uncertain';
    expect(classifyCreateAnswer(again, null).kind).toBe(expected);

    const [deleted = '', kept = ''] = codes;
    expect(firstVerdict(await client.deleteByCustomCode(deleted))).toEqual({ kind: 'done' });
    if (row.usedCodes !== 'accepted') {
      const repeated = firstVerdict(await client.deleteByCustomCode(deleted));
      expect(repeated.kind).toBe(row.repeatedDeletion === '200' ? 'done' : 'rejected');
      expect(await fateOf(deleted)).toBe('gone');
    }
    expect(await fateOf(kept)).toBe('there');
    expect(await fateOf(invalid.drop_offs[0].parcels[0]?.custom_code ?? '')).toBe('never made');
  });
});

function expectWholeOrder(
  answer: Extract<ServiceAnswer<OrderAnswer>, { kind: 'answered' }>,
  request: OrderRequest,
  row: Row<typeof answerPoints>,
): void {
  const order = orderFromAnswer(answer.value, answer.missing, answer.rawBody, request);
  expect(order.priceWithTax).toBe(47.25);
  expect(order.uniqueId).not.toBeNull();
  const notEchoed: readonly number[] = { yes: [], no: [0, 1], 'first-only': [1] }[row.customCodeEcho];
  const missingCodes = notEchoed.map((at) => `shipments[0].parcels[${at}].custom_code`);
  expect(answer.missing).toEqual([...(row.envelope === 'without' ? ['envelope'] : []), ...missingCodes]);
  const [shipment] = order.shipments;
  expect(shipment?.dropOffId).toEqual(expect.any(Number));
  expect(shipment?.parcels.map(({ customCode }) => customCode)).toEqual(
    request.drop_offs[0].parcels.map((parcel) => parcel.custom_code),
  );
  const isAssigned = row.customCodeEcho !== 'no';
  expect(shipment?.unassignedLabels).toHaveLength(isAssigned ? 0 : 2);
  const labels = isAssigned ? shipment?.parcels : shipment?.unassignedLabels;
  for (const label of labels ?? []) {
    expect(label.label).toMatchObject({ source: 'parcel zpl', format: 'zpl' });
    expect(label.pickUpCode).not.toBeNull();
  }
  for (const [at, parcel] of (shipment?.parcels ?? []).entries()) {
    const missing = isAssigned ? [] : ['pick_up_code', 'label'];
    const expected = notEchoed.includes(at) ? ['custom_code', ...missing] : [];
    expect(parcel).toMatchObject({ weightGrams: 900, missing: expected });
  }
}

/** Keywords that change an answer, with those after which the order exists all the same. */
const faults = [
  ...['missing-fields', 'wrong-types', 'reordered-parcels', 'charged-more', 'not-json', 'cut-off', 'empty-answer'],
  ...[
    'not-success',
    'other-status',
    'html-page',
    'redirect-away',
    'to-sign-in',
    'to-form',
    'list-after',
    '502-after',
    'lost-after',
    'lost-before',
  ],
  ...['error-400', 'error-403', 'error-404', 'error-408', 'error-409', 'error-422', 'error-429', 'error-500'],
] as const;
const faultPoints = { fault: faults, values, envelope, customCodeEcho };
const faultRows = isLongRun ? allRows(faultPoints) : pairwiseRows(faultPoints);

describe('client against practice with a fault in every behaviour', () => {
  it.each(faultRows.map(({ fault, ...row }) => [fault, ...named(row)] as const))(
    'never calls an order created that was not made, or rejected that was: %s with %s',
    async (fault, _name, row) => {
      behaviour = { ...defaultPracticeBehaviour, ...row };
      const codes = [newCode(), newCode()];
      const answer = await client.create(orderFor(codes, `Aya create-${fault}`));
      const verdict = classifyCreateAnswer(answer, null).kind;
      expectSameReading(answer, codes);
      const wasMade = (await fateOf(codes[0] ?? '')) === 'there';
      if (verdict === 'done') expect(wasMade).toBe(true);
      if (verdict === 'rejected' || verdict === 'wait') expect(wasMade).toBe(false);
    },
  );
});

/** Custom codes that change the answer to their deletion; each is used once. */
const deletionFaults = [
  ...[
    'NOTJSON',
    'CUTOFF',
    'EMPTYANSWER',
    'NOTSUCCESS',
    'OTHERSTATUS',
    'HTMLPAGE',
    'LISTAFTER',
    'TOSIGNIN',
    'TOFORM',
    '502AFTER',
  ],
  ...['LOSTAFTER', 'LOSTBEFORE', '400', '401', '403', '404', '408', '409', '422', '429', '500', '502', '503'],
] as const;
const deletionPoints = { fault: deletionFaults, values, envelope, rejection };
const deletionRows = isLongRun ? allRows(deletionPoints) : pairwiseRows(deletionPoints);

const usedOfFault = new Map<string, number>();
const faultyCode = (fault: string): string => {
  const used = usedOfFault.get(fault) ?? 0;
  usedOfFault.set(fault, used + 1);
  const start = `PRACTICE${fault}`;
  return (
    start +
    used
      .toString(36)
      .toUpperCase()
      .padStart(Math.max(16 - start.length, 1), '0')
  );
};

/** A code that is released after deletion can be used again only where its parcel is deleted. */
async function isDeleted(code: string): Promise<boolean> {
  behaviour = { ...defaultPracticeBehaviour, usedCodes: 'released-after-deletion' };
  return (await client.create(orderFor([code]))).kind === 'answered';
}

describe('client against practice with a faulty deletion in every behaviour', () => {
  it.each(deletionRows.map(({ fault, ...row }) => [fault, ...named(row)] as const))(
    'never calls a parcel deleted that is there, or rejected that is deleted: %s with %s',
    async (fault, _name, row) => {
      const code = faultyCode(fault);
      expect(code).toMatch(/^\w{16,20}$/);
      behaviour = defaultPracticeBehaviour;
      expect((await client.create(orderFor([code]))).kind).toBe('answered');
      behaviour = { ...defaultPracticeBehaviour, ...row };
      const verdict = firstVerdict(await client.deleteByCustomCode(code));
      const isGone = await isDeleted(code);
      if (verdict.kind === 'done') expect(isGone).toBe(true);
      if (verdict.kind === 'rejected') expect(isGone).toBe(false);
      // Sent again, it must count as a deletion that may have happened.
      if (verdict.kind === 'wait' && isGone) expect(verdict.requestLeft).toBe(true);
    },
  );
});
