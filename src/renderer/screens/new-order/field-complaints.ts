import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { type AddressFieldName, addressFieldNames } from '../../../shared/orders/order-book.ts';
import {
  type AddressSide,
  addressPath,
  customCodePath,
  type FieldMessages,
  type OrderForm,
  weightPath,
} from './order-form.ts';

/** What the service said of a rejected order: beside the fields of the form, and of what the form has no field for. */
export interface Complaints {
  readonly fields: FieldMessages;
  readonly others: readonly { readonly path: string; readonly text: string }[];
}

/** Assigns the service's complaints to the fields of the form. */
export function complaintsAbout(failure: Failure | null, { parcels }: Pick<OrderForm, 'parcels'>): Complaints {
  const fields: Record<string, FieldMessages[string]> = {};
  const others: Complaints['others'][number][] = [];
  for (const fault of failure?.fieldFaults ?? []) {
    const path = formPathOf(fault.path, parcels.length);
    if (path === null) others.push(fault);
    else fields[path] ??= message('order.field-rejected', { text: fault.text });
  }
  return { fields, others };
}

/** The complaints that still apply after the form was changed: one about a changed field does not. */
export function remainingComplaints(complaints: Complaints, before: OrderForm, now: OrderForm): Complaints {
  const entries = Object.entries(complaints.fields);
  const kept = entries.filter(([path]) => valueAt(before, path) === valueAt(now, path));
  return kept.length === entries.length ? complaints : { ...complaints, fields: Object.fromEntries(kept) };
}

/** The text of the field with that path; undefined where the form has none, also because a parcel was removed. */
function valueAt(form: OrderForm, path: string): string | undefined {
  for (const side of ['pickUpAddress', 'dropOffAddress'] as const) {
    const name = addressFieldNames.find((one) => addressPath(side, one) === path);
    if (name) return form[side][name];
  }
  return form.parcels.flatMap(({ grams, customCode }, index) => {
    if (path === weightPath(index)) return [grams];
    return path === customCodePath(index) ? [customCode] : [];
  })[0];
}

const weightNames = ['values', 'value', 'weight', 'quantity', 'unit', 'grams'];
const codeNames = ['custom_code', 'code', 'customer_code', 'barcode'];

/**
 * The form's path of a path in a service's answer; null where the form has no such field. The document shows no refusal, so the usual
 * spellings are read: `drop_offs.0.parcels.1.values`, `drop_offs[0].parcels[1].values`, `/dropOffs/0/parcels/1/values`, and
 * paths that leave the outer levels out.
 */
export function formPathOf(path: string, parcels: number): string | null {
  const names = path
    .replaceAll(/\[["']?([\w*]+)["']?\]/g, '.$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[./]/)
    .filter((name) => name !== '' && name !== '$' && name !== 'body' && name !== 'request');
  const at = names.findIndex((name) => /^parcels?$/.test(name));
  if (at >= 0) return parcelPath(names.slice(at + 1), parcels);
  const side = sideOf(names[0]);
  const last = names.at(-1) ?? '';
  if (side === null) return codeNames.includes(last) && parcels === 1 ? customCodePath(0) : null;
  const rest = names.slice(1).filter((name) => !/^(?:\d+|\*|address)$/.test(name));
  if (rest.length === 0) return addressPath(side, 'text');
  const [name] = rest;
  return rest.length === 1 && isAddressField(name) ? addressPath(side, name) : null;
}

function parcelPath(names: readonly string[], parcels: number): string | null {
  const [first = '', second] = names;
  const isIndexed = /^\d+$/.test(first);
  const index = isIndexed ? Number(first) : 0;
  const name = isIndexed ? second : first;
  if (index >= parcels || (!isIndexed && parcels > 1)) return null;
  if (name === undefined || name === '' || weightNames.includes(name)) return weightPath(index);
  return codeNames.includes(name) ? customCodePath(index) : null;
}

function sideOf(name = ''): AddressSide | null {
  if (/^pick_?ups?(?:_address)?$/.test(name)) return 'pickUpAddress';
  return /^drop_?offs?(?:_address)?$/.test(name) ? 'dropOffAddress' : null;
}

const isAddressField = (name = ''): name is AddressFieldName => addressFieldNames.some((one) => one === name);
