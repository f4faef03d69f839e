import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { type FakeDeliveryService, startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode, StationInNodeOptions } from '../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';
import { newFolder } from '../practice/practice-fixture.ts';
import { closedPort } from '../service/raw-server.ts';

const [codeA, codeB, codeC] = [1, 2, 3].map(codeNumber) as [string, string, string];

const opened = closedAfterEach();

const header = { name: 'X-Hook-Key', value: 'bench-7' };

/** A station on a sandbox at that address. */
async function onSandbox(
  baseUrl: string,
  labelUrl: string,
  { hookPort, ...more }: StationInNodeOptions & { hookPort?: number } = {},
): Promise<StationInNode> {
  const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: 'token-1' } as const;
  return openStation(opened, {
    settings: { bench: { deleteUndoSeconds: 1 } },
    provisioning: {
      environments: [{ ...sandbox, ...(hookPort && { webhook: { path: '/hooks', header } }) }],
      activeEnvironment: 'sandbox',
      printers: [{ name: 'Practice printer', default: true }],
      ...(hookPort && { webhooks: { enabled: true, host: '127.0.0.1', port: hookPort } }),
    },
    ...more,
  });
}

async function onFake(more: StationInNodeOptions & { hookPort?: number } = {}) {
  const service = await startFakeDeliveryService();
  opened.keep({ close: () => service.stop() });
  return { service, station: await onSandbox(service.baseUrl, service.baseUrl, more) };
}

const scan = (text: string, mode: 'look up' | 'print' | 'delete') => ({
  reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' as const },
  mode,
});

async function create(station: StationInNode, ...codes: string[]) {
  const { command } = await station.call('order.create', { request: orderFor(...codes), evenIfDuplicate: true });
  return station.until('order.progress', { commandId: command.id }, ({ state }) => state !== 'creating');
}

/** A deletion that was tried while the service did not answer. */
async function leaveDeletionWaiting(service: FakeDeliveryService, station: StationInNode): Promise<void> {
  service.add(codeA);
  await service.stop();
  await station.call('scan.submit', scan(codeA, 'delete'));
  await station.until('commands.open', null, ([command]) => command?.state === 'waiting' && command.attempts > 0);
}

const openOf = (station: StationInNode) => station.call('commands.open', null);

describe('offline', () => {
  it('every stored label is printed, every parcel is found, deletions are queued, and the start of the outage is reported', async () => {
    const practice = await startPracticeService({ folder: await newFolder(), token: 'token-1' });
    opened.keep(practice);
    const before = await onSandbox(practice.baseUrl, practice.labelUrl);
    const codes = [codeA, codeB, codeC];
    const created = await create(before, ...codes);
    await before.until('order.progress', { commandId: created.command.id }, ({ parcels }) =>
      parcels.every((parcel) => parcel.label?.state === 'stored'),
    );
    await before.stop();
    await practice.close();

    // Restarted without the service, so that nothing comes from memory.
    const station = await onSandbox(practice.baseUrl, practice.labelUrl, { folder: before.folder });
    for (const code of codes) {
      expect((await station.call('scan.submit', scan(code, 'look up'))).parcel?.customCode).toBe(code);
      expect((await station.call('scan.submit', scan(code, 'print'))).kind).toBe('printing');
    }
    await station.until(
      'print-jobs.list',
      null,
      (jobs) => jobs.length === 3 && jobs.every(({ state }) => state === 'sent'),
    );
    expect(await readdir(join(station.folder, 'virtual-printer', 'sandbox'))).toHaveLength(3);

    await station.call('scan.submit', scan(codeA, 'delete'));
    const view = await station.until('station.read', null, ({ service }) => service.state === 'no answer');
    expect(view.service.since).not.toBeNull();
    expect(view.waiting).toBe(1);
    const waiting = await station.call('waiting.read', null);
    expect(waiting).toMatchObject({ deletions: 1, orders: 0, labels: 0 });
    expect(waiting.oldestAt).not.toBeNull();
  });

  it('a waiting deletion is undone, and its labels print again', async () => {
    const { service, station } = await onFake();
    await create(station, codeA);
    await service.stop();
    const answer = await station.call('scan.submit', scan(codeA, 'delete'));
    await station.until('commands.open', null, ([command]) => command?.state === 'waiting' && command.attempts > 0);
    const commandId = answer.deletion?.commandId ?? 0;
    const undone = await station.call('command.undo', { commandId });
    expect(undone.state).toBe('undone');
    const looked = await station.call('scan.submit', scan(codeA, 'look up'));
    expect(looked).toMatchObject({ kind: 'found', deletion: null });
    await expect(station.call('command.undo', { commandId })).rejects.toThrow('outbox.already-undone');
  });
});

describe('offline: waiting commands', () => {
  /** A clock whose timers can be stopped: nothing is sent automatically from then on. */
  function stoppableClock(): Clock & { stopTimers(): void } {
    let isStopped = false;
    return {
      now: () => Date.now(),
      after(milliseconds, action) {
        const timer = setTimeout(() => !isStopped && action(), milliseconds);
        return () => clearTimeout(timer);
      },
      stopTimers() {
        isStopped = true;
      },
    };
  }

  it('are sent at once when the computer wakes from sleep', async () => {
    const clock = stoppableClock();
    let wake: () => void = () => {};
    const onWake = (listener: () => void) => {
      wake = listener;
      return () => {};
    };
    const { service, station } = await onFake({ clock, onWake });
    await leaveDeletionWaiting(service, station);
    clock.stopTimers();
    await service.start();
    wake();
    await station.until('commands.open', null, (commands) => commands.length === 0);
    expect(service.done).toEqual([`delete ${codeA}`]);
  });

  it('after a sleep the printers are asked anew too', async () => {
    const printer = await startFakePrinter({});
    opened.keep(printer);
    const clock = stoppableClock();
    let wake: () => void = () => {};
    const onWake = (listener: () => void) => {
      wake = listener;
      return () => {};
    };
    const { host, port } = printer;
    const provisioning = {
      printers: [{ name: 'Zebra A', connection: { kind: 'tcp' as const, host, port }, default: true }],
    };
    const station = await openStation(opened, { clock, onWake, provisioning });
    await station.until('station.read', null, ({ printer: first }) => first?.answers === true);
    clock.stopTimers();
    const asked = () => Buffer.concat(printer.received).toString('latin1').split('~HS').length;
    const before = asked();
    wake();
    await expect.poll(asked).toBeGreaterThan(before);
  });

  it('are sent at once when the service answers anything', async () => {
    const clock = stoppableClock();
    const { service, station } = await onFake({ clock });
    await leaveDeletionWaiting(service, station);
    clock.stopTimers();
    await service.start();
    await create(station, codeB);
    await station.until('commands.open', null, (commands) => commands.length === 0);
    expect(service.done).toEqual(expect.arrayContaining([`delete ${codeA}`, `create ${codeB}`]));
  });
});

describe('deletion of a parcel that was picked up', () => {
  async function pickedUp(): Promise<{
    service: FakeDeliveryService;
    station: StationInNode;
    pickUp(): Promise<void>;
  }> {
    const hookPort = await closedPort();
    const { service, station } = await onFake({ hookPort });
    const created = await create(station, codeA);
    return {
      service,
      station,
      async pickUp() {
        const trigger_datetime = new Date().toISOString().replace('Z', '+00:00');
        const response = await fetch(`http://127.0.0.1:${hookPort}/hooks`, {
          method: 'POST',
          headers: { [header.name]: header.value, 'content-type': 'application/json' },
          body: JSON.stringify({ event: 'same.shipment.picked_up', data: { custom_code: codeA, trigger_datetime } }),
        });
        expect(response.ok).toBe(true);
        await station.until('order.progress', { commandId: created.command.id }, ({ parcels }) =>
          parcels.every(({ status }) => status?.state === 'picked_up'),
        );
      },
    };
  }

  it('needs a button, not one or two scans', async () => {
    const { service, station, pickUp } = await pickedUp();
    await pickUp();
    for (const _ of [1, 2]) {
      const asked = await station.call('scan.submit', scan(codeA, 'delete'));
      expect(asked).toMatchObject({
        kind: 'ask to delete',
        deletion: null,
        parcel: { status: { state: 'picked_up' } },
      });
    }
    expect(await station.call('deletions.pending', null)).toEqual([]);
    const { parcel, scanId } = await station.call('scan.submit', scan(codeA, 'look up'));
    const parcelId = parcel?.id ?? 0;
    await expect(station.call('parcel.delete', { parcelId })).rejects.toThrow('parcel.picked-up');
    expect(await station.call('deletions.pending', null)).toEqual([]);
    await station.call('parcel.delete', { parcelId, evenIfPickedUp: true });
    await station.until('scan.answer', { scanId }, (answer) => answer.parcel?.deletedAt != null);
    expect(service.done).toEqual([`create ${codeA}`, `delete ${codeA}`]);
  });

  it('needs confirmation before it is sent, if it waited for the network', async () => {
    const { service, station, pickUp } = await pickedUp();
    await service.stop();
    await station.call('scan.submit', scan(codeA, 'delete'));
    await station.until('commands.open', null, ([command]) => command?.state === 'waiting' && command.attempts > 0);
    await pickUp();
    await service.start();
    const [asking] = await station.until('commands.open', null, ([command]) => command?.state === 'needs confirmation');
    expect(asking?.failure?.message).toMatchObject({ code: 'parcel.picked-up' });
    expect(service.done).toEqual([`create ${codeA}`]);
    const { notices } = await station.call('station.read', null);
    expect(notices.map(({ message }) => message)).toContainEqual(
      message('station.confirmation-needed', { commands: 1 }),
    );
    await station.call('command.confirm', { commandId: asking?.id ?? 0 });
    await station.until('commands.open', null, (commands) => commands.length === 0);
    expect(service.done).toEqual([`create ${codeA}`, `delete ${codeA}`]);
    expect(await openOf(station)).toEqual([]);
  });
});
