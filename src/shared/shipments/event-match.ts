import type { EventMatch, UnmatchedReason } from './shipment-event.ts';

/** The texts and numbers of an event that may be codes of a shipment here. */
export interface NamedCodes {
  /** Under the keys the document shows, at the top of `data`. */
  readonly customCode: string | null;
  readonly trackingCode: string | null;
  readonly pickUpCode: string | null;
  /** Every text anywhere in `data`, including those three. */
  readonly texts: readonly string[];
  /** Whole numbers under a key that ends in `shipment_id`, the pick-up shipment's left out. */
  readonly shipmentIds: readonly number[];
  /** False where there was more than is searched. */
  readonly isWhole: boolean;
}

/** A code known here: its shipment, and its parcel where it is a parcel's own code. */
export interface CodeHit {
  readonly shipmentId: number;
  readonly parcelId: number | null;
  /** The shipment's. */
  readonly trackingCode: string | null;
}

/** Finds shipments by code. */
export interface CodeLookup {
  byCustomCode(code: string): readonly CodeHit[];
  byTrackingCode(code: string): readonly CodeHit[];
  byPickUpCode(code: string): readonly CodeHit[];
  /** Texts that are a custom, pick-up or tracking code, or an order's `unique_id`, letter for letter. */
  byTexts(texts: readonly string[]): readonly CodeHit[];
  /** Drop-off shipments by the service's own number. */
  byShipmentIds(ids: readonly number[]): readonly CodeHit[];
}

/** The shipment of an event, or why there is none. */
export type MatchedEvent =
  | { readonly kind: 'matched'; readonly by: EventMatch; readonly shipmentId: number; readonly parcelId: number | null }
  | { readonly kind: 'unmatched'; readonly because: UnmatchedReason };

/**
 * Finds the one shipment of an event. The documented keys come first and must agree. Only where none of them is known do other
 * texts and numbers count, and then all of them together must name exactly one shipment. A shipment whose tracking code differs
 * from the event's never matches.
 */
export function matchEvent(named: NamedCodes, lookup: CodeLookup): MatchedEvent {
  const documented = [
    hitsOf('custom code', named.customCode, lookup.byCustomCode),
    hitsOf('tracking code', named.trackingCode, lookup.byTrackingCode),
    hitsOf('pick-up code', named.pickUpCode, lookup.byPickUpCode),
  ].filter(({ hits }) => hits.length > 0);
  const [first] = documented;
  if (first)
    return onlyShipment(
      first.by,
      documented.map(({ hits }) => hits),
      named,
    );
  if (!named.isWhole) return unmatched('too much in it');
  const inTexts = lookup.byTexts(named.texts);
  const inNumbers = lookup.byShipmentIds(named.shipmentIds);
  if (inTexts.length + inNumbers.length === 0) return unmatched('no known code');
  const by = inTexts.length > 0 ? 'a code in it' : 'a shipment id in it';
  return onlyShipment(by, [[...inTexts, ...inNumbers]], named);
}

function hitsOf(by: EventMatch, code: string | null, find: (code: string) => readonly CodeHit[]) {
  return { by, hits: code === null ? [] : find(code) };
}

/** The shipment among the hits of every key, if there is exactly one. */
function onlyShipment(by: EventMatch, hitsByKey: readonly (readonly CodeHit[])[], named: NamedCodes): MatchedEvent {
  const inAll = hitsByKey.flat().filter(({ shipmentId }) => hitsByKey.every((hits) => has(hits, shipmentId)));
  const [hit] = inAll;
  if (!hit || inAll.some(({ shipmentId }) => shipmentId !== hit.shipmentId)) return unmatched('more than one shipment');
  if (isAnother(hit.trackingCode, named.trackingCode)) return unmatched('another tracking code');
  return { kind: 'matched', by, shipmentId: hit.shipmentId, parcelId: onlyParcel(inAll) };
}

const has = (hits: readonly CodeHit[], shipmentId: number): boolean =>
  hits.some((hit) => hit.shipmentId === shipmentId);

/** The parcel of all hits, where there is exactly one. */
function onlyParcel(hits: readonly CodeHit[]): number | null {
  const parcelIds = new Set(hits.flatMap(({ parcelId }) => parcelId ?? []));
  const [parcelId = null] = parcelIds;
  return parcelIds.size === 1 ? parcelId : null;
}

function isAnother(known: string | null, given: string | null): boolean {
  return known !== null && given !== null && known.toLowerCase() !== given.toLowerCase();
}

const unmatched = (because: UnmatchedReason): MatchedEvent => ({ kind: 'unmatched', because });
