import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../src/shared/contract/changes.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import { maxOrderBookEntries, type OrderDraft } from '../../../src/shared/orders/order-book.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { bytesOf, envelope, orderObject } from '../core/imports/order-file-fixtures.ts';

const opened = closedAfterEach();
let station: StationInNode;
beforeEach(async () => {
  station = await openStation(opened);
});

const draft: OrderDraft = {
  pickUpAddress: { text: '18 Harbour Road', sender_name: 'Northline Supply' },
  dropOffAddress: { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971 50 123 4567' },
  parcels: [{ grams: '900' }, { grams: '1250.5' }],
};

/** Orders two parcels with these codes, and waits until they are known. */
async function order(codes: readonly [string, string]) {
  const weights = [900, 1250.5];
  const parcels = codes.map((custom_code, index) => ({ unit: 'g' as const, values: weights[index] ?? 0, custom_code }));
  const { pickUpAddress, dropOffAddress } = draft;
  const { command } = await station.call('order.create', {
    request: {
      pick_up_address: { text: '', ...pickUpAddress },
      drop_offs: [{ address: { text: '', ...dropOffAddress }, parcels }],
    },
    evenIfDuplicate: true,
  });
  const created = await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
  return created.parcels;
}

const newCode = () => makeCustomCode(randomBytes);

describe('saved orders', () => {
  it('an address and a template are saved and removed, and each change is announced', async () => {
    const heard: Change[] = [];
    const stop = station.station.onChanged((topics) => heard.push(...topics));
    const address = await station.call('order-book.save-address', { name: ' Dock 4 ', address: draft.pickUpAddress });
    const template = await station.call('order-book.save-template', { name: 'Two boxes', draft });
    expect(address.name).toBe('Dock 4');
    expect(await station.call('order-book.read', null)).toEqual({
      pickUpAddresses: [address],
      templates: [template],
      last: null,
    });
    await station.call('order-book.remove-address', { addressId: address.id });
    await station.call('order-book.remove-template', { templateId: template.id });
    expect(await station.call('order-book.read', null)).toEqual({ pickUpAddresses: [], templates: [], last: null });
    await expect.poll(() => heard).toContain('order book');
    stop();
  });

  it('the most recently used entry comes first', async () => {
    const first = await station.call('order-book.save-address', { name: 'First', address: { text: 'A' } });
    await station.call('order-book.save-address', { name: 'Second', address: { text: 'B' } });
    await station.call('order-book.record-use', { what: 'address', id: first.id });
    const { pickUpAddresses } = await station.call('order-book.read', null);
    expect(pickUpAddresses.map(({ name }) => name)).toEqual(['First', 'Second']);
  });

  it('a full list fails with a message of its own', async () => {
    for (let number = 1; number <= maxOrderBookEntries; number += 1) {
      await station.call('order-book.save-address', { name: `Dock ${number}`, address: { text: `Dock ${number}` } });
    }
    const full = station.call('order-book.save-address', { name: 'One more', address: { text: 'A' } });
    await expect(full).rejects.toMatchObject({
      failure: {
        code: 'not-allowed-now',
        message: message('order-book.addresses-full', { limit: maxOrderBookEntries }),
      },
    });
    await station.call('order-book.save-address', { name: 'DOCK 7', address: { text: 'Moved' } });
  });

  it('each environment has its own', async () => {
    await station.call('order-book.save-address', { name: 'Dock 4', address: { text: 'A' } });
    const sandbox = {
      name: 'sandbox',
      kind: 'sandbox' as const,
      baseUrl: 'https://service.invalid',
      labelUrl: 'https://labels.invalid',
    };
    await station.call('environment.save', { environment: sandbox, token: null });
    await station.call('environment.use', { name: 'sandbox' });
    expect((await station.call('order-book.read', null)).pickUpAddresses).toEqual([]);
  });
});

describe('saved orders: repeating an order', () => {
  it('the last order, and the order of any of its parcels, are returned without their codes', async () => {
    const parcels = await order([newCode(), newCode()]);
    expect((await station.call('order-book.read', null)).last).toEqual(draft);
    for (const { id } of parcels) expect(await station.call('parcel.order-draft', { parcelId: id })).toEqual(draft);
  });

  it('an order created by another system is returned as far as it is known', async () => {
    const withoutLabels = (key: string, value: unknown) => (/label/.test(key) ? undefined : value);
    const answer = JSON.stringify(envelope(orderObject(1)), withoutLabels);
    await station.call('import.file', { name: 'order.json', bytes: bytesOf(answer) });
    const { rows } = await station.call('shipments.page', { find: '', offset: 0, limit: 10 });
    const [parcel] = rows;
    const again = await station.call('parcel.order-draft', { parcelId: parcel?.id ?? 0 });
    expect(again.pickUpAddress).toEqual({});
    expect(again.dropOffAddress).toEqual({
      text: 'Marina Plaza, Dubai',
      person_name: 'Receiver 1',
      person_phone: '+971500000000',
    });
    expect(again.parcels).toEqual([{ grams: '' }]);
  });

  it('an unknown parcel fails', async () => {
    await expect(station.call('parcel.order-draft', { parcelId: 99 })).rejects.toMatchObject({
      failure: { code: 'not-found-locally' },
    });
  });
});

describe('custom code check', () => {
  it('a code is free until a parcel here has it', async () => {
    const codes = [newCode(), newCode()] as const;
    expect(await station.call('order.check-code', { code: codes[0] })).toBeNull();
    await order(codes);
    expect(await station.call('order.check-code', { code: codes[1] })).toEqual(message('custom-code.used-by-parcel'));
    expect(await station.call('order.check-code', { code: 'SHORT' })).toEqual(
      message('custom-code.wrong-length', { length: 5 }),
    );
  });
});
