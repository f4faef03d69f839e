import { beforeEach, describe, expect, it } from 'vitest';
import { orderFingerprint } from '../../../../src/main/core/fingerprint.ts';
import { createSpendGuard, type SpendGuard } from '../../../../src/main/core/orders/spend-guard.ts';
import { instant } from '../../../../src/main/core/ports/clock.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { WriteContext } from '../../../../src/main/core/ports/write-context.ts';
import type { ActivityKind } from '../../../../src/shared/messages/journal-messages.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { orderOf, parcelOf, requestFor, shipmentOf } from '../../../suites/records/record-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

const folders = temporaryFolders();
const minute = 60_000;
let records: Records;
let clock: ManualClock;
let guard: SpendGuard;
let cap: number | null;
let codeCount: number;

/** Noon, local time. */
const noon = new Date(2026, 10, 21, 12, 0, 0).getTime();

beforeEach(async () => {
  records = await openTestRecords(folders);
  clock = manualClock(noon);
  cap = 100;
  codeCount = 0;
  guard = createSpendGuard({ records, clock, capPerHour: () => cap, currency: 'AED' });
});

const at = (what: ActivityKind): WriteContext => ({
  activity: { at: instant(clock.now()), who: 'station', what, code: null, outcome: storedSentence('done') },
});
const nextCode = (): string => {
  codeCount += 1;
  return `NLCCCCCCCCCCCCCCC${String(codeCount).padStart(3, '3')}`;
};
const begin = (code: string, quotedPrice: number | null) =>
  records.beginCreate(requestFor(code), at('create-order'), {
    quotedPrice,
    fingerprint: orderFingerprint(requestFor(code)),
  });
async function charge(priceWithTax: number): Promise<void> {
  const code = nextCode();
  const { id } = await begin(code, null);
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, at('send-order'));
  await records.completeCreate(id, orderOf([shipmentOf([parcelOf(code)])], { priceWithTax }), at('order-answer'));
}

const duplicateOf = async (request: OrderRequest) => guard.checkDuplicate(await guard.factsOf(request));

describe('duplicate check', () => {
  it('an order with the same content is a duplicate for ten minutes, whatever its codes', async () => {
    const code = nextCode();
    await begin(code, null);
    clock.pass(3 * minute);
    const failure = await duplicateOf(requestFor(nextCode()));
    expect(failure).toEqual({
      code: 'duplicate',
      message: message('order.duplicate', { code, others: 0, minutes: 3, deletion: 'none' }),
    });
    clock.pass(7 * minute + 1);
    expect(await duplicateOf(requestFor(nextCode()))).toBeNull();
  });

  it('names a deletion that is not confirmed yet, and is over when every parcel is deleted', async () => {
    const code = nextCode();
    const { id } = await begin(code, null);
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, at('send-order'));
    const { parcelIds } = await records.completeCreate(id, orderOf([shipmentOf([parcelOf(code)])]), at('order-answer'));
    const deletion = { customCode: code, parcelId: parcelIds[0] ?? 0, endsAt: 1 };
    const { command } = await records.beginDelete(deletion, at('delete'));
    expect((await duplicateOf(requestFor(nextCode())))?.message).toMatchObject({ params: { deletion: 'all' } });
    await records.moveCommand(command.id, ['counting'], { state: 'sending' }, at('send-deletion'));
    await records.completeDelete(command.id, at('deletion-answer'));
    expect(await duplicateOf(requestFor(nextCode()))).toBeNull();
  });
});

describe('spending limit', () => {
  const freeAt = async (price: number) => {
    const failure = await guard.checkCap(price);
    expect(failure).toMatchObject({ code: 'over-spending-limit', message: { code: 'order.over-spending-limit' } });
    const message = failure?.message as Message | undefined;
    return message?.params.freeAt;
  };

  it('an order that reaches the limit exactly is allowed; for one over it, the failure says when it fits', async () => {
    await charge(40);
    clock.pass(10 * minute);
    await charge(30);
    clock.pass(5 * minute);
    expect(await guard.checkCap(30)).toBeNull();
    // The first order has to be an hour old: it was sent at noon.
    expect(await freeAt(60)).toBe(instant(noon + 60 * minute));
    expect(await freeAt(90)).toBe(instant(noon + 70 * minute));
    clock.pass(45 * minute + 1);
    expect(await guard.checkCap(70)).toBeNull();
  });

  it('orders not yet sent count, and no time is given where they use up the limit', async () => {
    await begin(nextCode(), 80);
    expect(await freeAt(30)).toBeNull();
  });

  it('without a limit nothing is checked', async () => {
    cap = null;
    await charge(1_000_000);
    expect(await guard.checkCap(1_000_000)).toBeNull();
    expect(guard.hasCap()).toBe(false);
  });
});

describe('spending totals', () => {
  it('the day begins at local midnight; the last hour does not', async () => {
    clock.pass(11.5 * 60 * minute);
    await charge(40);
    expect(await guard.read()).toMatchObject({ ordersToday: 1, chargedToday: 40, lastHour: 40 });
    clock.pass(45 * minute);
    await charge(5);
    expect(await guard.read()).toEqual({
      ...{ ordersToday: 1, chargedToday: 5, unpricedToday: 0, uncertainToday: 0 },
      ...{ lastHour: 45, capPerHour: 100 },
    });
  });
});
