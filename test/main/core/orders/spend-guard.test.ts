import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderFingerprint } from '../../../../src/main/core/common/fingerprint.ts';
import { createSpendGuard, type SpendGuard } from '../../../../src/main/core/orders/spend-guard.ts';
import { instant } from '../../../../src/main/core/ports/clock.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { orderOf, parcelOf, requestFor, shipmentOf } from '../../../suites/records/record-fixtures.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

const folders = temporaryFolders();
const minute = 60_000;
let records: Records;
let clock: ManualClock;
let guard: SpendGuard;
let cap: number | null;
let made: number;

/** Noon of this desk's clock. */
const noon = new Date(2026, 10, 21, 12, 0, 0).getTime();

beforeEach(async () => {
  records = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  clock = manualClock(noon);
  cap = 100;
  made = 0;
  guard = createSpendGuard({ records, clock, capPerHour: () => cap, currency: 'AED' });
});

const at = (what: string) => ({
  activity: { at: instant(clock.now()), who: 'station' as const, what, code: null, outcome: 'done' },
});
const nextCode = (): string => {
  made += 1;
  return `NLCCCCCCCCCCCCCCC${String(made).padStart(3, '3')}`;
};
const begin = (code: string, quotedPrice: number | null) =>
  records.beginCreate(requestFor(code), at('create'), { quotedPrice, fingerprint: orderFingerprint(requestFor(code)) });
async function charge(priceWithTax: number): Promise<void> {
  const code = nextCode();
  const { id } = await begin(code, null);
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, at('sent'));
  await records.completeCreate(id, orderOf([shipmentOf([parcelOf(code)])], { priceWithTax }), at('answered'));
}

describe('an order like another', () => {
  it('is one for ten minutes, whatever its codes', async () => {
    const code = nextCode();
    await begin(code, null);
    clock.pass(3 * minute);
    const failure = await guard.findDuplicate(requestFor(nextCode()));
    expect(failure).toMatchObject({ code: 'duplicate' });
    expect(failure?.message).toContain(`3 minutes ago: ${code}.`);
    clock.pass(7 * minute + 1);
    expect(await guard.findDuplicate(requestFor(nextCode()))).toBeNull();
  });
});

describe('the cap', () => {
  it('lets through what reaches it exactly, and says when there is room for what does not', async () => {
    await charge(40);
    clock.pass(10 * minute);
    await charge(30);
    clock.pass(5 * minute);
    expect(await guard.checkCap(30)).toBeNull();
    // The first order has to be an hour old: it left at noon.
    expect((await guard.checkCap(60))?.next).toContain('There is room for it again at 13:00.');
    expect((await guard.checkCap(90))?.next).toContain('again at 13:10.');
    clock.pass(45 * minute + 1);
    expect(await guard.checkCap(70)).toBeNull();
  });

  it('waits for orders that have not left, where they take the room', async () => {
    await begin(nextCode(), 80);
    expect((await guard.checkCap(30))?.next).toContain('an hour after the orders on their way have left');
  });

  it('is none where none is set', async () => {
    cap = null;
    await charge(1_000_000);
    expect(await guard.checkCap(1_000_000)).toBeNull();
    expect(guard.hasCap()).toBe(false);
  });
});

describe('the totals of the day', () => {
  it('begin at midnight of this desk’s clock, the hour goes on over it', async () => {
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
