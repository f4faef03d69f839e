import { describe, expect, it } from 'vitest';
import { type CodeHit, type CodeLookup, matchEvent, type NamedCodes } from '../../src/shared/shipments/event-match.ts';
import type { IdentifierName } from '../../src/shared/shipments/shipment-event.ts';

interface Known extends Pick<CodeHit, 'shipmentId' | 'parcelId' | 'trackingCode'> {
  custom: string;
  pickUp: string;
  number: number;
  /** Of the shipment order, of the whole order, and of the pick-up shipment. */
  orderNumber: number;
  orderName: string;
  pickUpShipment: string;
}

/** Shipments 1 and 2 are picked up together. */
const numbersOf = (shipment: number) => ({
  ...{ shipmentId: shipment, number: 5000 + shipment, orderNumber: 1000 + shipment, orderName: `SO-${shipment}` },
  pickUpShipment: shipment < 3 ? 'PU-12' : 'PU-3',
});
/** Two shipments, one of two parcels; and one whose tracking code is not known. */
const known: Known[] = [
  { ...numbersOf(1), parcelId: 11, trackingCode: 'DO-1', custom: 'CUSTOM-11', pickUp: 'P-11' },
  { ...numbersOf(1), parcelId: 12, trackingCode: 'DO-1', custom: 'CUSTOM-12', pickUp: 'P-12' },
  { ...numbersOf(2), parcelId: 21, trackingCode: 'DO-2', custom: 'CUSTOM-21', pickUp: 'P-21' },
  { ...numbersOf(3), parcelId: 31, trackingCode: null, custom: 'CUSTOM-31', pickUp: 'P-11' },
];
const asHits = (hits: readonly Known[]): CodeHit[] =>
  hits.map(({ shipmentId, parcelId, trackingCode, number, orderNumber }) => ({
    ...{ shipmentId, parcelId, trackingCode },
    ...{ dropOffId: number, shipmentOrderId: orderNumber, shipmentOrderUniqueId: null },
  }));
const asShipment = (hits: readonly Known[]): CodeHit[] => asHits(hits).map((hit) => ({ ...hit, parcelId: null }));
const codesOf: Record<IdentifierName, (one: Known) => string | number | null> = {
  'custom code': ({ custom }) => custom,
  'tracking code': ({ trackingCode }) => trackingCode,
  'pick-up code': ({ pickUp }) => pickUp,
  'drop-off shipment unique id': ({ trackingCode }) => trackingCode,
  'drop-off shipment id': ({ number }) => number,
  'shipment order id': ({ orderNumber }) => orderNumber,
  'shipment order unique id': () => null,
  'order unique id': ({ orderName }) => orderName,
  'pick-up shipment unique id': ({ pickUpShipment }) => pickUpShipment,
  'pick-up shipment id': () => null,
};
const lookup: CodeLookup = {
  byIdentifier(name, values) {
    const hits = known.filter((one) => values.includes(String(codesOf[name](one))));
    return name === 'custom code' || name === 'pick-up code' ? asHits(hits) : asShipment(hits);
  },
  byTexts: (texts) => [
    ...asHits(known.filter(({ custom, pickUp }) => texts.includes(custom) || texts.includes(pickUp))),
    ...asShipment(known.filter(({ trackingCode }) => texts.includes(trackingCode ?? ''))),
  ],
  byShipmentIds: (ids) => asShipment(known.filter(({ number }) => ids.includes(number))),
};
const nothing: NamedCodes = {
  ...{
    customCode: null,
    trackingCode: null,
    pickUpCode: null,
    identifiers: [],
    texts: [],
    shipmentIds: [],
    isWhole: true,
  },
};
const matched = (by: string, shipmentId: number, parcelId: number | null) => ({
  kind: 'matched',
  by,
  shipmentId,
  parcelId,
});
const unmatched = (because: string) => ({ kind: 'unmatched', because });

describe('event match: an event', () => {
  it.each<[string, Partial<NamedCodes>, object]>([
    ['a custom code', { customCode: 'CUSTOM-12' }, matched('custom code', 1, 12)],
    ['a tracking code, and no parcel of its own', { trackingCode: 'DO-1' }, matched('tracking code', 1, null)],
    ['a pick-up code', { pickUpCode: 'P-21' }, matched('pick-up code', 2, 21)],
    ['all three', { customCode: 'CUSTOM-11', trackingCode: 'DO-1', pickUpCode: 'P-11' }, matched('custom code', 1, 11)],
    [
      'a pick-up code of two shipments, distinguished by the tracking code',
      { trackingCode: 'DO-1', pickUpCode: 'P-11' },
      matched('tracking code', 1, 11),
    ],
    ['a pick-up code two shipments have', { pickUpCode: 'P-11' }, unmatched('more than one shipment')],
    ['two parcels of one shipment', { customCode: 'CUSTOM-11', pickUpCode: 'P-12' }, matched('custom code', 1, null)],
    ['codes of two shipments', { customCode: 'CUSTOM-21', pickUpCode: 'P-12' }, unmatched('more than one shipment')],
    [
      'a custom code and an unknown tracking code',
      { customCode: 'CUSTOM-11', trackingCode: 'DO-9' },
      unmatched('another tracking code'),
    ],
    [
      'the tracking code in other case',
      { customCode: 'CUSTOM-11', trackingCode: 'do-1' },
      matched('custom code', 1, 11),
    ],
    [
      'a custom code of a shipment without tracking code',
      { customCode: 'CUSTOM-31', trackingCode: 'DO-9' },
      matched('custom code', 3, 31),
    ],
    [
      'documented keys before any other text',
      { customCode: 'CUSTOM-11', texts: ['CUSTOM-21'] },
      matched('custom code', 1, 11),
    ],
    [
      'documented keys beside too many texts',
      { customCode: 'CUSTOM-11', isWhole: false },
      matched('custom code', 1, 11),
    ],
    ['any text', { texts: ['SAME', 'CUSTOM-12', 'small'] }, matched('a code in it', 1, 12)],
    ['texts of one shipment', { texts: ['CUSTOM-11', 'CUSTOM-12', 'DO-1'] }, matched('a code in it', 1, null)],
    ['texts of two shipments', { texts: ['CUSTOM-11', 'DO-2'] }, unmatched('more than one shipment')],
    [
      'a text and an unknown tracking code',
      { trackingCode: 'DO-9', texts: ['DO-9', 'CUSTOM-11'] },
      unmatched('another tracking code'),
    ],
    ['a number', { shipmentIds: [5002] }, matched('a shipment id in it', 2, null)],
    ['two numbers', { shipmentIds: [5001, 5002] }, unmatched('more than one shipment')],
    [
      'a number and a text of two shipments',
      { shipmentIds: [5001], texts: ['DO-2'] },
      unmatched('more than one shipment'),
    ],
    ['too many texts to search', { texts: ['CUSTOM-12'], isWhole: false }, unmatched('too much in it')],
    ['nothing that is known', { texts: ['x'], shipmentIds: [1], customCode: 'y' }, unmatched('no known code')],
    ['nothing', {}, unmatched('no known code')],
  ])('with %s is matched with its shipment, or has the reason why not', (_what, named, expected) => {
    expect(matchEvent({ ...nothing, ...named }, lookup)).toEqual(expected);
  });
});

const named = (...identifiers: [IdentifierName, string][]): Partial<NamedCodes> => ({
  identifiers: identifiers.map(([name, value]) => ({ name, value })),
});

describe('event match: an event that names an identifier of the document', () => {
  it.each<[string, Partial<NamedCodes>, object]>([
    ['drop-off shipment', named(['drop-off shipment id', '5002']), matched('drop-off shipment id', 2, null)],
    ['shipment order', named(['shipment order id', '1001']), matched('shipment order id', 1, null)],
    ['order', named(['order unique id', 'SO-3']), matched('order unique id', 3, null)],
    [
      'drop-off shipment, and a parcel in it',
      named(['drop-off shipment unique id', 'DO-1'], ['custom code', 'CUSTOM-12']),
      matched('custom code', 1, 12),
    ],
    [
      'shipment order and a drop-off shipment of different shipments',
      named(['shipment order id', '1001'], ['drop-off shipment id', '5002']),
      unmatched('more than one shipment'),
    ],
    [
      'custom code, and a drop-off shipment not known here',
      { customCode: 'CUSTOM-11', ...named(['drop-off shipment id', '9999']) },
      unmatched('another identifier'),
    ],
    [
      'custom code, and another tracking code under the drop-off shipment',
      { customCode: 'CUSTOM-11', ...named(['drop-off shipment unique id', 'DO-9']) },
      unmatched('another tracking code'),
    ],
    [
      'pick-up shipment that one order here has',
      named(['pick-up shipment unique id', 'PU-3']),
      matched('pick-up shipment unique id', 3, null),
    ],
    [
      'pick-up shipment that two orders here have',
      named(['pick-up shipment unique id', 'PU-12']),
      unmatched('pick-up of several orders'),
    ],
    [
      'pick-up shipment that two orders here have, and one of them',
      named(['pick-up shipment unique id', 'PU-12'], ['drop-off shipment id', '5002']),
      matched('drop-off shipment id', 2, null),
    ],
    [
      'pick-up shipment that two orders here have, and a text of one of them',
      { ...named(['pick-up shipment unique id', 'PU-12']), texts: ['PU-12', 'DO-2'] },
      matched('a code in it', 2, null),
    ],
    [
      'pick-up shipment of another order',
      named(['pick-up shipment unique id', 'PU-3'], ['drop-off shipment id', '5002']),
      unmatched('more than one shipment'),
    ],
    [
      'pick-up shipment among more than is searched',
      { ...named(['pick-up shipment unique id', 'PU-3']), isWhole: false },
      unmatched('too much in it'),
    ],
  ])('%s is matched with its shipment, or has the reason why not', (_what, codes, expected) => {
    expect(matchEvent({ ...nothing, ...codes }, lookup)).toEqual(expected);
  });
});
