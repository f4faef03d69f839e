import { describe, expect, it } from 'vitest';
import { confirmationAfterReplacement, confirmationBeforeSending } from '../../../../src/main/core/outbox/outbox.ts';
import { shipmentStates } from '../../../../src/shared/shipments/shipment-state.ts';

const hour = 3_600_000;
const createdAt = '2026-03-14T08:00:00.000Z';
const at = Date.parse(createdAt);
const remove = { kind: 'delete', createdAt, agreedAt: null, knownPickedUp: false } as const;
const create = { ...remove, kind: 'create' } as const;
const inState = (state: (typeof shipmentStates)[number]) => ({
  status: { state, source: 'webhook' as const, at: createdAt },
});

describe('the question before a command leaves', () => {
  it('is asked of what waited longer than a shift, and again a shift after somebody agreed', () => {
    const ask = (hours: number, agreedAt: string | null = null) =>
      confirmationBeforeSending({ ...create, agreedAt }, null, at + hours * hour, 12 * hour)?.message ?? null;
    expect(ask(12)).toBeNull();
    expect(ask(12.1)).toContain('longer than a shift');
    expect(ask(20, '2026-03-14T20:30:00.000Z')).toBeNull();
    expect(ask(25, '2026-03-14T20:30:00.000Z')).toContain('longer than a shift');
  });

  it.each(shipmentStates)('of a deletion whose parcel is %s is asked where the parcel left the bench', (state) => {
    const question = confirmationBeforeSending(remove, inState(state), at, hour);
    const isAtBench = ['scheduled', 'to_pick_up', 'cancelled', 'deleted'].includes(state);
    expect(question === null).toBe(isAtBench);
    expect(confirmationBeforeSending({ ...remove, knownPickedUp: true }, inState(state), at, hour)).toBeNull();
    expect(confirmationBeforeSending(create, inState(state), at, hour)).toBeNull();
  });

  it('is none where no status ever came: nothing is known', () => {
    expect(confirmationBeforeSending(remove, { status: null }, at, hour)).toBeNull();
    expect(confirmationBeforeSending(remove, null, at, hour)).toBeNull();
  });

  it('is none on a clock that was set back', () => {
    expect(confirmationBeforeSending(create, null, at - 48 * hour, hour)).toBeNull();
  });
});

describe('the question before an order leaves in the place of another', () => {
  const refusedAt = '2026-03-14T09:00:00.000Z';
  const deletion = (state: 'done' | 'rejected' | 'counting', updatedAt = refusedAt) => ({
    state,
    updatedAt,
    failure: { code: 'conflict' as const, message: 'It clashes.', serviceText: 'It is under way.' },
  });
  const ask = (replaced: Parameters<typeof confirmationAfterReplacement>[1], agreedAt: string | null = null) =>
    confirmationAfterReplacement({ agreedAt }, replaced);

  it('is asked where an old code was not deleted, with the service’s words', () => {
    const question = ask([
      { code: 'OLD1', deletion: deletion('done') },
      { code: 'OLD2', deletion: deletion('rejected') },
    ]);
    expect(question).toMatchObject({ serviceText: 'It is under way.' });
    expect(question?.message).toContain('The old code OLD2 was not deleted: It clashes.');
    expect(ask([{ code: 'OLD1', deletion: deletion('counting') }])).not.toBeNull();
  });

  it('is none of most orders, of codes that are gone, and once somebody said that it is wanted all the same', () => {
    expect(ask([])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: deletion('done') }])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: null }])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: deletion('rejected') }], '2026-03-14T09:05:00.000Z')).toBeNull();
  });

  it('is asked again of a refusal that came after somebody said so', () => {
    expect(ask([{ code: 'OLD1', deletion: deletion('rejected') }], '2026-03-14T08:55:00.000Z')).not.toBeNull();
  });
});
