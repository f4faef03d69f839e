import type { NamedCodes } from '../../../shared/event-match.ts';

/** How much of an event's data is looked through for codes; an event of the document has some thirty values, three levels deep. */
export const mostValues = 5_000;
export const mostTexts = 500;
export const deepestLevel = 20;

/** A text that could be a code: printable, no space, at most 64 letters. */
const codeShape = /^[\x21-\x7e]{1,64}$/;

/** `drop_off_shipment_id`, `shipment_id`; the pick-up shipment may serve other orders too. */
const namesShipmentId = (key: string): boolean => key.endsWith('shipment_id') && !/pick_?up/i.test(key);

/** Everything in an event's `data` that could be a code or a shipment's number (ARCHITECTURE.md, "What an event names"). */
export function readNamedCodes(data: Readonly<Record<string, unknown>>): NamedCodes {
  const texts = new Set<string>();
  const shipmentIds = new Set<number>();
  let values = 0;
  let isWhole = true;

  const look = (key: string, value: unknown, level: number): void => {
    values += 1;
    if (values > mostValues || level > deepestLevel || texts.size > mostTexts) {
      isWhole = false;
      return;
    }
    if (typeof value === 'string') {
      if (codeShape.test(value)) texts.add(value);
    } else if (typeof value === 'number') {
      if (namesShipmentId(key) && Number.isSafeInteger(value) && value > 0) shipmentIds.add(value);
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && isWhole; at += 1) look('', value[at], level + 1);
    } else if (typeof value === 'object' && value !== null) {
      lookInto(value, level + 1);
    }
  };
  const lookInto = (value: object, level: number): void => {
    for (const [key, inner] of Object.entries(value)) {
      if (!isWhole) return;
      look(key, inner, level);
    }
  };
  lookInto(data, 1);

  return {
    customCode: codeUnder(data, 'custom_code'),
    trackingCode: codeUnder(data, 'tracking_code'),
    pickUpCode: codeUnder(data, 'pickup_code'),
    texts: [...texts].slice(0, mostTexts),
    shipmentIds: [...shipmentIds],
    isWhole,
  };
}

function codeUnder(data: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = Object.hasOwn(data, key) ? data[key] : null;
  return typeof value === 'string' && codeShape.test(value) ? value : null;
}
