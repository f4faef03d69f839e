import { assertNever } from '../../shared/contract/failure.ts';
import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import { isJsonObject } from '../../shared/values/json.ts';
import type { FieldError } from './request-schemas.ts';

/** The envelope of the document. */
export const successEnvelope = (code: number, message: string, object: unknown = {}) => ({
  status: 'success',
  code,
  message,
  object,
});

/** The envelope of an error, which the document does not show. */
export const errorEnvelope = (code: number, message: string) => ({ status: 'error', code, message, object: {} });

/** The errors of a body, by field. */
export const validationEnvelope = (fieldErrors: readonly FieldError[]) => ({
  ...errorEnvelope(422, fieldErrors.map((fault) => `${fault.field} ${fault.message}`).join('; ')),
  errors: fieldErrors,
});

/** The message of each status that a keyword causes. */
export const refusalMessages: Record<number, string> = {
  400: 'The request is not understood.',
  401: 'Unauthenticated.',
  403: 'This account may not do that.',
  404: 'Not found.',
  408: 'The request took too long.',
  409: 'The parcel is being worked on.',
  422: 'The drop-off address is outside the delivery area.',
  429: 'Too many requests.',
  500: 'Something went wrong.',
  503: 'The service is being maintained.',
};

/** A page that a proxy or a guest network sends instead of the service's answer. */
export const htmlPage = (title: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

type Entries = [string, unknown][];

/** The body of an answer in the configured form. `body` is the envelope of the document. */
export function shapedAnswer(body: unknown, { values, envelope, customCodeEcho }: PracticeBehaviour): unknown {
  const shaped = shapedValues(withEcho(body, customCodeEcho), values);
  // Only a payload can be returned without an envelope; an error has none.
  const isPayload = isJsonObject(body) && body.status === 'success' && isJsonObject(shaped);
  return envelope === 'without' && isPayload ? shaped.object : shaped;
}

function withEcho(body: unknown, echo: PracticeBehaviour['customCodeEcho']): unknown {
  switch (echo) {
    case 'yes':
      return body;
    case 'no':
      return withoutCustomCodes(body);
    case 'first-only':
      return mapObjects(body, (entries) =>
        entries.map(([name, item]) => {
          if (name !== 'parcels' || !Array.isArray(item)) return [name, item];
          const [first, ...others] = item;
          return [name, [first, ...others.map(withoutCustomCodes)]];
        }),
      );
    default:
      return assertNever(echo);
  }
}

function shapedValues(body: unknown, values: PracticeBehaviour['values']): unknown {
  switch (values) {
    case 'as-documented':
      return body;
    case 'numbers-as-text':
      return withNumbersAsText(body);
    case 'lists-as-objects':
      return withListsAsObjects(body);
    case 'nulls':
      return withNulls(body);
    case 'padded-text':
      return withPaddedText(body);
    default:
      return assertNever(values);
  }
}

/** Rebuilds a JSON value, each object through `change`, from the inside out. */
function mapObjects(value: unknown, change: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [name, mapObjects(item, change)]);
  return Object.fromEntries(change(entries));
}

const omittedFields = new Set([
  'unique_id',
  'pick_up_code',
  'pick_up_label_urls',
  'label',
  'price_with_tax',
  'total_tax',
  'time_slot',
]);

/** Without codes, labels and prices. */
export const withOmittedFields = (value: unknown): unknown =>
  mapObjects(value, (entries) => entries.filter(([name]) => !omittedFields.has(name)));

/** Every number as text: "47.25". */
export const withNumbersAsText = (value: unknown): unknown =>
  mapObjects(value, (entries) => entries.map(([name, item]) => [name, typeof item === 'number' ? String(item) : item]));

/** The parcels in reverse order. */
export const withReversedParcels = (value: unknown): unknown =>
  mapObjects(value, (entries) =>
    entries.map(([name, item]) => [name, name === 'parcels' && Array.isArray(item) ? item.toReversed() : item]),
  );

/** Added to the prices of a shipment: price, tax and price with tax. Quotes contain no shipment and stay unchanged. */
const surcharges: Readonly<Record<string, number>> = { total_price: 10, total_tax: 0.5, price_with_tax: 10.5 };

/** Every shipment with a higher price than quoted. */
export const withSurcharges = (value: unknown): unknown =>
  mapObjects(value, (entries) => {
    if (!entries.some(([name]) => name === 'shipment_order_id')) return entries;
    return entries.map(([name, item]) => {
      const more = surcharges[name];
      return [name, typeof item === 'number' && more !== undefined ? hundredths(item + more) : item];
    });
  });

const hundredths = (price: number): number => Math.round(price * 100) / 100;

const withoutCustomCodes = (value: unknown): unknown =>
  mapObjects(value, (entries) => entries.filter(([name]) => name !== 'custom_code'));

/** Every list as PHP writes it without consecutive keys: `{"0": …, "1": …}`. */
function withListsAsObjects(value: unknown): unknown {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, at) => [String(at), withListsAsObjects(item)]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withListsAsObjects(item)]));
}

/** Fields that the document shows with a value, and that a service may not know. */
const unknownFields = new Set([
  'region',
  'google_place_id',
  'lat',
  'lng',
  'user_ref_id',
  'location_service_postal_code',
]);

const withNulls = (value: unknown): unknown =>
  mapObjects(value, (entries) => entries.map(([name, item]) => [name, unknownFields.has(name) ? null : item]));

/** The name of an event in the configured form. */
export const shapedEventName = (event: string, { values }: PracticeBehaviour): string =>
  values === 'padded-text' ? ` ${event.toUpperCase()} ` : event;

/** Terms with different spaces and case: "Success ", "ZPL ", "4 X 6". */
const withPaddedText = (value: unknown): unknown =>
  mapObjects(value, (entries) =>
    entries.map(([name, item]) => {
      if (name === 'status' && item === 'success') return [name, ' Success '];
      if (name === 'format' && typeof item === 'string') return [name, `${item.toUpperCase()} `];
      if (name === 'size' && typeof item === 'string') return [name, item.replace('x', ' X ')];
      return [name, item];
    }),
  );
