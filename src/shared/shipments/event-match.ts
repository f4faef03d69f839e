import { type EventMatch, type IdentifierName, identifierNames, type UnmatchedReason } from './shipment-event.ts';
import { isDeletionEvent, isShipmentEvent } from './status-rules.ts';

/** A code under a name of the document. Numbers are written as text. */
export interface NamedIdentifier {
  readonly name: IdentifierName;
  readonly value: string;
}

/** The texts and numbers of an event that may be codes of a shipment here. */
export interface NamedCodes {
  /** Under the keys of the document's parcel event, at the top of `data`. */
  readonly customCode: string | null;
  readonly trackingCode: string | null;
  readonly pickUpCode: string | null;
  /** Under every other documented name: nested, flat, or in a list. */
  readonly identifiers: readonly NamedIdentifier[];
  /** Every text anywhere in `data`, including all of those. */
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
  /** The shipment's; null where unknown. */
  readonly trackingCode: string | null;
  readonly dropOffId: number | null;
  readonly shipmentOrderId: number | null;
  readonly shipmentOrderUniqueId: string | null;
}

/** Finds shipments by code. */
export interface CodeLookup {
  byIdentifier(name: IdentifierName, values: readonly string[]): readonly CodeHit[];
  /** Texts that are a custom, pick-up or tracking code, or an order's `unique_id`, letter for letter. */
  byTexts(texts: readonly string[]): readonly CodeHit[];
  /** Drop-off shipments by the service's own number. */
  byShipmentIds(ids: readonly number[]): readonly CodeHit[];
}

/** The shipment of an event, or why there is none. */
export type MatchedEvent =
  | { readonly kind: 'matched'; readonly by: EventMatch; readonly shipmentId: number; readonly parcelId: number | null }
  | { readonly kind: 'unmatched'; readonly because: UnmatchedReason };

/** What an event belongs to: its shipment, or one parcel of it. `namedParcelId`: the only parcel that it names. */
export type EventOwner =
  | (Extract<MatchedEvent, { kind: 'matched' }> & { readonly namedParcelId: number | null })
  | Extract<MatchedEvent, { kind: 'unmatched' }>;

/** What identifies a parcel within its shipment. */
export interface ParcelCodes {
  readonly id: number;
  readonly customCode: string | null;
  readonly pickUpCode: string | null;
  /** It has a label, and never had to wait for it to be assigned. */
  readonly hasNamedLabel: boolean;
}

/** What is known of the parcels of a shipment. */
export interface ShipmentParcels {
  /** The parcel of a shipment with only one. */
  onlyParcel(shipmentId: number): number | null;
  parcelCodes(shipmentId: number): readonly ParcelCodes[];
  /** True where a label of the shipment that is not assigned yet has one of the pick-up codes. */
  hasUnassignedLabel(shipmentId: number, pickUpCodes: readonly string[]): boolean;
}

/** Hits of one name, or of all texts and numbers without one. */
interface NamedHits {
  readonly by: EventMatch;
  readonly hits: readonly CodeHit[];
}

/**
 * Finds the one shipment of an event. The documented names come first and must agree. Only where none of them is known do other
 * texts and numbers count, and then all of them together must name exactly one shipment. A shipment whose own identifiers differ
 * from the event's never matches. A pick-up shipment may serve other orders too: its identifier alone names a shipment only where
 * exactly one here has it.
 */
export function matchEvent(named: NamedCodes, lookup: CodeLookup): MatchedEvent {
  const known = identifierNames
    .map((by) => ({ by, hits: hitsOf(by, valuesOf(by, named), lookup) }))
    .filter(({ hits }) => hits.length > 0);
  const ofPickUps = known.filter(({ by }) => namesPickUpShipment(by));
  const documented = known.filter(({ by }) => !namesPickUpShipment(by));
  if (documented.length > 0) return onlyShipment([...documented, ...ofPickUps], named);
  if (!named.isWhole) return unmatched('too much in it');
  const undocumented = otherHits(named, lookup);
  if (undocumented) return onlyShipment([undocumented, ...ofPickUps], named);
  if (ofPickUps.length === 0) return unmatched('no known code');
  const shipmentIds = new Set(ofPickUps.flatMap(({ hits }) => hits.map(({ shipmentId }) => shipmentId)));
  return shipmentIds.size > 1 ? unmatched('pick-up of several orders') : onlyShipment(ofPickUps, named);
}

/**
 * What an event belongs to. A shipment event belongs to its shipment, but the deletion of one parcel to that parcel; a parcel event of
 * a shipment with one parcel belongs to that parcel.
 * @param event its name
 */
export function ownerOfEvent(
  event: string,
  named: NamedCodes,
  lookup: CodeLookup,
  parcels: ShipmentParcels,
): EventOwner {
  const found = matchEvent(named, lookup);
  if (found.kind === 'unmatched') return found;
  // Other stations may know more orders of the same pick-up shipment.
  if (isDeletionEvent(event) && namesPickUpShipment(found.by))
    return { kind: 'unmatched', because: 'deletion of a pick-up' };
  if (isDeletionEvent(event) && isShipmentEvent(event)) return deletionOwner(found, named, parcels);
  const parcelId = isShipmentEvent(event) ? null : (found.parcelId ?? parcels.onlyParcel(found.shipmentId));
  return { ...found, parcelId, namedParcelId: found.parcelId };
}

/**
 * One parcel where the deletion names exactly one. A code that no parcel here has is that of the only one whose code is unknown;
 * where every code is known, it is another parcel's, and nothing here is deleted. The code of a label that is not assigned yet is
 * that of a parcel that waits for its label and cannot be printed before: the event waits with it.
 */
function deletionOwner(
  found: Extract<MatchedEvent, { kind: 'matched' }>,
  named: NamedCodes,
  { parcelCodes, hasUnassignedLabel }: ShipmentParcels,
): EventOwner {
  const ownedBy = (parcelId: number | null): EventOwner => ({ ...found, parcelId, namedParcelId: parcelId });
  const customCodes = valuesOf('custom code', named).map((code) => code.toLowerCase());
  const pickUpCodes = valuesOf('pick-up code', named).map((code) => code.toLowerCase());
  if (found.parcelId !== null || customCodes.length + pickUpCodes.length === 0) return ownedBy(found.parcelId);
  const parcels = parcelCodes(found.shipmentId);
  const isNamed = parcels.some(
    ({ customCode, pickUpCode }) =>
      customCodes.includes(customCode?.toLowerCase() ?? '') || pickUpCodes.includes(pickUpCode?.toLowerCase() ?? ''),
  );
  if (isNamed) return ownedBy(null);
  const candidates = parcels.filter(
    ({ customCode, pickUpCode }) =>
      (customCodes.length > 0 && customCode === null) || (pickUpCodes.length > 0 && pickUpCode === null),
  );
  const [candidate, other] = candidates;
  if (candidate && !other) return ownedBy(candidate.id);
  const waitsForLabel =
    candidates.every(({ hasNamedLabel }) => !hasNamedLabel) && hasUnassignedLabel(found.shipmentId, pickUpCodes);
  return !candidate || waitsForLabel ? { kind: 'unmatched', because: 'unknown parcel' } : ownedBy(null);
}

/** True for the names of a pick-up shipment, which may serve several orders. */
export function namesPickUpShipment(by: EventMatch): boolean {
  return by === 'pick-up shipment unique id' || by === 'pick-up shipment id';
}

/** What an event says under one name. */
export function valuesOf(name: IdentifierName, named: Omit<NamedCodes, 'isWhole'>): string[] {
  const top = {
    'custom code': named.customCode,
    'tracking code': named.trackingCode,
    'pick-up code': named.pickUpCode,
  };
  const own = Object.hasOwn(top, name) ? top[name as keyof typeof top] : null;
  const others = named.identifiers.filter((identifier) => identifier.name === name).map(({ value }) => value);
  return own === null ? others : [own, ...others];
}

const hitsOf = (name: IdentifierName, values: readonly string[], lookup: CodeLookup): readonly CodeHit[] =>
  values.length === 0 ? [] : lookup.byIdentifier(name, values);

function otherHits(named: NamedCodes, lookup: CodeLookup): NamedHits | null {
  const inTexts = lookup.byTexts(named.texts);
  const inNumbers = lookup.byShipmentIds(named.shipmentIds);
  if (inTexts.length + inNumbers.length === 0) return null;
  return { by: inTexts.length > 0 ? 'a code in it' : 'a shipment id in it', hits: [...inTexts, ...inNumbers] };
}

/** The shipment among the hits of every name, if there is exactly one. */
function onlyShipment(known: readonly NamedHits[], named: NamedCodes): MatchedEvent {
  const inAll = known
    .flatMap(({ hits }) => hits)
    .filter(({ shipmentId }) => known.every(({ hits }) => has(hits, shipmentId)));
  const [hit] = inAll;
  const [first] = known;
  if (!hit || !first || inAll.some(({ shipmentId }) => shipmentId !== hit.shipmentId))
    return unmatched('more than one shipment');
  const contradiction = contradictionOf(hit, named);
  if (contradiction) return unmatched(contradiction);
  return { kind: 'matched', by: first.by, shipmentId: hit.shipmentId, parcelId: onlyParcel(inAll) };
}

const has = (hits: readonly CodeHit[], shipmentId: number): boolean =>
  hits.some((hit) => hit.shipmentId === shipmentId);

/** The parcel of all hits, where there is exactly one. */
function onlyParcel(hits: readonly CodeHit[]): number | null {
  const parcelIds = new Set(hits.flatMap(({ parcelId }) => parcelId ?? []));
  const [parcelId = null] = parcelIds;
  return parcelIds.size === 1 ? parcelId : null;
}

/** Whether the event names another shipment than the one that its codes were found in. */
function contradictionOf(hit: CodeHit, named: NamedCodes): UnmatchedReason | null {
  const isAnother = (name: IdentifierName, known: string | number | null): boolean => {
    const values = valuesOf(name, named).map((value) => value.toLowerCase());
    return known !== null && values.length > 0 && !values.includes(String(known).toLowerCase());
  };
  if (isAnother('tracking code', hit.trackingCode) || isAnother('drop-off shipment unique id', hit.trackingCode))
    return 'another tracking code';
  const isOther =
    isAnother('drop-off shipment id', hit.dropOffId) ||
    isAnother('shipment order id', hit.shipmentOrderId) ||
    isAnother('shipment order unique id', hit.shipmentOrderUniqueId);
  return isOther ? 'another identifier' : null;
}

const unmatched = (because: UnmatchedReason): MatchedEvent => ({ kind: 'unmatched', because });
