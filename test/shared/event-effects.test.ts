import { describe, expect, it } from 'vitest';
import { decideEvents, isRedelivery, type ShipmentEvent } from '../../src/shared/shipments/event-effects.ts';
import { type CodeHit, type CodeLookup, ownerOfEvent } from '../../src/shared/shipments/event-match.ts';
import { shipmentEventNames } from '../../src/shared/shipments/status-rules.ts';

const at = (minute: number): number => Date.UTC(2026, 10, 22, 12, minute);

function event(arrival: number, state: NonNullable<ShipmentEvent['state']>, minute: number): ShipmentEvent {
  const time = { moment: at(minute), ownTime: at(minute), hasOwnTime: true, at: new Date(at(minute)).toISOString() };
  const before = { sameAs: null, effect: null, conflictsWith: null, parcelId: null };
  return { ...time, ...before, arrival, state, event: shipmentEventNames[state], digest: String(arrival) };
}

const several = { hasOneParcel: false, isWhollyDeleted: false };

describe('effects of events', () => {
  it('a late event changes no status, whatever the order of arrival', () => {
    const { results, status } = decideEvents([event(1, 'in_transit', 5), event(2, 'picked_up', 1)], several);
    expect(results.map(({ effect }) => effect)).toEqual(['became the status', 'came late']);
    expect(status).toMatchObject({ state: 'in_transit' });
  });

  it('the same event again repeats the first, and is decided once', () => {
    const { repeats, results } = decideEvents([event(1, 'failed', 5), event(2, 'failed', 5)], several);
    expect(repeats).toEqual([{ arrival: 2, sameAs: 1 }]);
    expect(results).toEqual([{ arrival: 1, effect: 'became the status', conflictsWith: null }]);
  });

  it('a final state that stays is named beside the event that contradicts it', () => {
    const untimed = { ...event(2, 'in_transit', 9), hasOwnTime: false, ownTime: null };
    const { results, status } = decideEvents([event(1, 'delivered', 5), untimed], several);
    expect(results.at(-1)).toEqual({ arrival: 2, effect: 'end stays', conflictsWith: 'delivered' });
    expect(status).toMatchObject({ state: 'delivered' });
  });

  it('the deletion of one parcel of several leaves the shipment’s status', () => {
    const deletion = { ...event(2, 'deleted', 9), parcelId: 7 };
    const { results, status } = decideEvents([event(1, 'in_transit', 5), deletion], several);
    expect(results.at(-1)).toEqual({ arrival: 2, effect: 'parcel deleted', conflictsWith: null });
    expect(status).toMatchObject({ state: 'in_transit' });
  });

  it('nothing changes where everything was decided like that before', () => {
    const events = [event(1, 'in_transit', 5), event(2, 'picked_up', 1)];
    const { results } = decideEvents(events, several);
    const decided = events.map((stored, index) => ({ ...stored, ...results[index] }));
    expect(decideEvents(decided, several)).toMatchObject({ repeats: [], results: [] });
  });
});

describe('redelivery', () => {
  it('is the same bytes with a time, or with nothing stored in between', () => {
    const followed = { shipmentId: 1, isFollowed: () => true };
    expect(isRedelivery({ ownTime: at(1), shipmentId: 1 }, followed)).toBe(true);
    expect(isRedelivery({ ownTime: null, shipmentId: 1 }, followed)).toBe(false);
    expect(isRedelivery({ ownTime: null, shipmentId: 1 }, { shipmentId: 1, isFollowed: () => false })).toBe(true);
  });
});

describe('owner of a deletion event', () => {
  const hit: CodeHit = {
    ...{ shipmentId: 1, parcelId: null, trackingCode: 'T1' },
    ...{ dropOffId: null, shipmentOrderId: null, shipmentOrderUniqueId: null },
  };
  const lookup: CodeLookup = { byIdentifier: () => [hit], byTexts: () => [], byShipmentIds: () => [] };
  const named = {
    ...{ customCode: null, trackingCode: 'T1', pickUpCode: 'P9', identifiers: [], texts: [] },
    ...{ shipmentIds: [], isWhole: true },
  };
  const owner = (codes: readonly (string | null)[], hasUnassignedLabel = false) =>
    ownerOfEvent(shipmentEventNames.deleted, named, lookup, {
      onlyParcel: () => null,
      parcelCodes: () =>
        codes.map((pickUpCode, index) => ({ id: index + 1, customCode: 'X', pickUpCode, hasNamedLabel: false })),
      hasUnassignedLabel: () => hasUnassignedLabel,
    });

  it('is the only parcel whose code is unknown', () => {
    expect(owner(['P1', null])).toMatchObject({ kind: 'matched', parcelId: 2 });
  });

  it('is no parcel here where every code is known', () => {
    expect(owner(['P1', 'P2'])).toEqual({ kind: 'unmatched', because: 'unknown parcel' });
  });

  it('is unknown as long as the named label is not assigned', () => {
    expect(owner([null, null], true)).toEqual({ kind: 'unmatched', because: 'unknown parcel' });
    expect(owner([null, null])).toMatchObject({ kind: 'matched', parcelId: null });
  });
});
