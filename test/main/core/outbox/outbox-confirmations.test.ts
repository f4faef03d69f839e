import { describe, expect, it } from 'vitest';
import { confirmationAfterReplacement, confirmationBeforeSending } from '../../../../src/main/core/outbox/outbox.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { shipmentStates } from '../../../../src/shared/shipments/shipment-state.ts';

const hour = 3_600_000;
const createdAt = '2026-03-14T08:00:00.000Z';
const at = Date.parse(createdAt);
const remove = { kind: 'delete', createdAt, confirmedAt: null, knownPickedUp: false, requestLeft: false } as const;
const create = { ...remove, kind: 'create' } as const;
const inState = (state: (typeof shipmentStates)[number]) => ({
  status: { state, source: 'webhook' as const, at: createdAt },
});

describe('outbox: confirmation before a command is sent', () => {
  it('is needed after a shift, and again a shift after a confirmation', () => {
    const ask = (hours: number, confirmedAt: string | null = null) =>
      confirmationBeforeSending({ ...create, confirmedAt }, null, at + hours * hour, 12 * hour)?.message ?? null;
    expect(ask(12)).toBeNull();
    expect(ask(12.1)).toEqual(message('outbox.waited-too-long', { kind: 'create' }));
    expect(ask(20, '2026-03-14T20:30:00.000Z')).toBeNull();
    expect(ask(25, '2026-03-14T20:30:00.000Z')).toEqual(message('outbox.waited-too-long', { kind: 'create' }));
  });

  it('of a deletion that was sent says that the parcel may be deleted', () => {
    const ask = (requestLeft: boolean) =>
      confirmationBeforeSending({ ...remove, requestLeft }, null, at + 13 * hour, 12 * hour)?.message;
    expect(ask(true)).toEqual(message('outbox.deletion-may-be-done'));
    expect(ask(false)).toEqual(message('outbox.waited-too-long', { kind: 'delete' }));
  });

  it.each(shipmentStates)(
    'is needed for the deletion of a parcel that is %s where it has left the station',
    (state) => {
      const question = confirmationBeforeSending(remove, inState(state), at, hour);
      const isAtStation = ['scheduled', 'to_pick_up', 'cancelled', 'deleted'].includes(state);
      expect(question === null).toBe(isAtStation);
      expect(confirmationBeforeSending({ ...remove, knownPickedUp: true }, inState(state), at, hour)).toBeNull();
      expect(confirmationBeforeSending(create, inState(state), at, hour)).toBeNull();
    },
  );

  it('is not needed where no status is known', () => {
    expect(confirmationBeforeSending(remove, { status: null }, at, hour)).toBeNull();
    expect(confirmationBeforeSending(remove, null, at, hour)).toBeNull();
  });

  it('is not needed where the clock was set back', () => {
    expect(confirmationBeforeSending(create, null, at - 48 * hour, hour)).toBeNull();
  });
});

describe('outbox: confirmation before an order that replaces another', () => {
  const conflict = message('service.conflict', { peer: 'service', host: 'service.example', status: 409 });
  const refusedAt = '2026-03-14T09:00:00.000Z';
  const deletion = (state: 'done' | 'rejected' | 'counting', updatedAt = refusedAt) => ({
    state,
    updatedAt,
    failure: { code: 'conflict' as const, message: conflict, serviceText: 'It is under way.' },
  });
  const ask = (replaced: Parameters<typeof confirmationAfterReplacement>[1], confirmedAt: string | null = null) =>
    confirmationAfterReplacement({ confirmedAt }, replaced);

  it('is needed where an old code was not deleted, and shows what the service said', () => {
    const question = ask([
      { code: 'OLD1', deletion: deletion('done') },
      { code: 'OLD2', deletion: deletion('rejected') },
    ]);
    expect(question).toMatchObject({ serviceText: 'It is under way.' });
    expect(question?.message).toEqual(message('outbox.replaced-code-not-deleted', { code: 'OLD2', reason: conflict }));
    expect(ask([{ code: 'OLD1', deletion: deletion('counting') }])).not.toBeNull();
  });

  it('is not needed for most orders, for deleted codes, or after a confirmation', () => {
    expect(ask([])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: deletion('done') }])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: null }])).toBeNull();
    expect(ask([{ code: 'OLD1', deletion: deletion('rejected') }], '2026-03-14T09:05:00.000Z')).toBeNull();
  });

  it('is needed again for a rejection after the confirmation', () => {
    expect(ask([{ code: 'OLD1', deletion: deletion('rejected') }], '2026-03-14T08:55:00.000Z')).not.toBeNull();
  });
});
