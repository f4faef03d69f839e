import { describe, expect, it } from 'vitest';
import { type CodeHit, type CodeLookup, matchEvent, type NamedCodes } from '../../src/shared/shipments/event-match.ts';

interface Known extends CodeHit {
  custom?: string;
  pickUp?: string;
  number?: number;
}

/** Two shipments, one of two parcels; and one whose tracking code is not known. */
const known: Known[] = [
  { shipmentId: 1, parcelId: 11, trackingCode: 'DO-1', custom: 'CUSTOM-11', pickUp: 'P-11', number: 5001 },
  { shipmentId: 1, parcelId: 12, trackingCode: 'DO-1', custom: 'CUSTOM-12', pickUp: 'P-12', number: 5001 },
  { shipmentId: 2, parcelId: 21, trackingCode: 'DO-2', custom: 'CUSTOM-21', pickUp: 'P-21', number: 5002 },
  { shipmentId: 3, parcelId: 31, trackingCode: null, custom: 'CUSTOM-31', pickUp: 'P-11', number: 5003 },
];
const asShipment = (hits: readonly Known[]): CodeHit[] => hits.map((hit) => ({ ...hit, parcelId: null }));
const lookup: CodeLookup = {
  byCustomCode: (code) => known.filter(({ custom }) => custom === code),
  byPickUpCode: (code) => known.filter(({ pickUp }) => pickUp === code),
  byTrackingCode: (code) => asShipment(known.filter(({ trackingCode }) => trackingCode === code)),
  byTexts: (texts) => [
    ...known.filter(({ custom = '', pickUp = '' }) => texts.includes(custom) || texts.includes(pickUp)),
    ...asShipment(known.filter(({ trackingCode }) => texts.includes(trackingCode ?? ''))),
  ],
  byShipmentIds: (ids) => asShipment(known.filter(({ number = 0 }) => ids.includes(number))),
};
const nothing: NamedCodes = {
  ...{ customCode: null, trackingCode: null, pickUpCode: null, texts: [], shipmentIds: [], isWhole: true },
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
