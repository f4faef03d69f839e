import { describe, expect, it } from 'vitest';
import {
  deleteAgainAfterMs,
  lateDeletion,
  mayReplaceAfterMs,
  type OrderProgress,
} from '../../../../src/shared/orders/order-progress.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { codes, testTimeout, token, uncertainOrderFixture } from './uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();

describe('uncertain order: one that was replaced', { timeout: testTimeout }, () => {
  const api = (path: string, body?: unknown, method = 'POST') =>
    fetch(`${fixture.service.baseUrl}/scheduled-service/api/v1${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const replaced = async (receiver: string): Promise<OrderProgress> => {
    await fixture.startSandbox();
    const { command } = await fixture.order(receiver);
    fixture.clock.advance(mayReplaceAfterMs);
    const fresh = await fixture.station.call('order.replace', { commandId: command.id });
    return fixture.settled(fresh.command.id);
  };

  it('is deleted half an hour later if it arrives late, and an alarm stays until it is dismissed', async () => {
    const fresh = await replaced('Aya create-once-lost-before');
    // Its request was delayed on the way.
    expect((await api('/requests/sync', orderTo('Aya', codes))).status).toBe(201);
    await fixture.sendAgain(fresh.command.id);
    expect(await fixture.codesAtService()).toHaveLength(2);
    await fixture.restartStation(deleteAgainAfterMs);
    const alarms = await fixture.station.until('order.alarms', null, ({ length }) => length === 2);
    expect(alarms.map(({ code, event }) => [code, event]).sort()).toEqual(
      [...codes].sort().map((code) => [code, lateDeletion]),
    );
    expect(alarms[0]?.newCodes).toEqual(fresh.command.codes);
    expect(await fixture.codesAtService()).toEqual([fresh.command.codes]);
    await fixture.station.until(
      'station.read',
      null,
      ({ notices }) => notices.filter(({ tone }) => tone === 'error').length === 2,
    );
    for (const { id } of alarms) await fixture.station.call('order.dismiss-alarm', { alarmId: id });
    expect(await fixture.station.call('order.alarms', null)).toEqual([]);
    expect(await failureOf(fixture.station.call('order.dismiss-alarm', { alarmId: alarms[0]?.id ?? 0 }))).toBeTruthy();
  });

  it('holds the new one until an operator confirms it, if it is already being delivered', async () => {
    await fixture.startSandbox();
    const { command } = await fixture.order('Aya create-once-lost-after');
    // The service refuses to delete a shipment in a final state.
    const [old] = await fixture.ordersAtService();
    await api('/sandbox/scenarios/happy', { drop_off_shipment_ids: [old?.dropOffId] });
    fixture.clock.advance(mayReplaceAfterMs);
    const fresh = await fixture.station.call('order.replace', { commandId: command.id });
    const input = { commandId: fresh.command.id };
    const asking = await fixture.station.until(
      'order.progress',
      input,
      (progress) => progress.command.state === 'needs confirmation',
    );
    expect(asking).toMatchObject({ state: 'waiting', message: { code: 'order.needs-confirmation' } });
    // The reason names the code that could not be deleted.
    expect(JSON.stringify(asking.message.params.reason)).toContain(codes[0]);
    expect(await fixture.ordersAtService()).toHaveLength(1);
    await fixture.restartStation();
    expect((await fixture.station.call('order.progress', input)).command.state).toBe('needs confirmation');
    await fixture.station.call('command.undo', input);
    expect(await fixture.settled(input.commandId)).toMatchObject({ state: 'rejected', command: { state: 'undone' } });
    expect(await fixture.ordersAtService()).toHaveLength(1);
  });
});
