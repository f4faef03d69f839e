import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { createSandbox, type Sandbox } from '../../../../src/main/core/service/sandbox-scenarios.ts';
import { createDeliveryService } from '../../../../src/main/service/delivery-service.ts';
import type { EnvironmentKind } from '../../../../src/shared/settings/environment.ts';
import { sandboxScenarios } from '../../../../src/shared/shipments/sandbox-scenario.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { codeA, codeB, orderOf, parcelOf, shipmentOf, storeOrder } from '../../../suites/records/record-fixtures.ts';
import { stateEvent, trackingCode } from '../../../suites/records/webhook-fixtures.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const folders = temporaryFolders();
let records: Records;
let asked: { path: string; body: unknown }[];
let answer: { status: number; body: string };
let server: Server;

beforeEach(async () => {
  records = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  [asked, answer] = [
    [],
    { status: 200, body: '{"status":"success","code":200,"message":"Done","object":{"moved":1}}' },
  ];
  server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push({ path: request.url ?? '', body });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folders.before(stopServer);
});

const stopServer = (): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function sandboxIn(environment: EnvironmentKind = 'sandbox'): Sandbox {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = createDeliveryService({ baseUrl: origin, labelUrl: origin, token: 'secret-token-of-the-test' });
  folders.before(() => service.close());
  return createSandbox({ environment, records, service, clock: acceleratedClock(1) });
}

const wanted = (change: object = {}) => ({
  ...{ scenario: 'happy', selection: { by: 'tracking codes', trackingCodes: [trackingCode] }, evenWholeDay: false },
  ...change,
});
const run = (sandbox: Sandbox, change: object = {}) => sandbox.run(wanted(change) as Parameters<Sandbox['run']>[0]);

describe('a request', () => {
  it('carries one kind of selector and no other, since they combine with OR', async () => {
    const sandbox = sandboxIn();
    await run(sandbox);
    await run(sandbox, { selection: { by: 'shipment ids', shipmentIds: [7001, 7002, 7001] } });
    await run(sandbox, { selection: { by: 'date', date: '2026-03-14' }, evenWholeDay: true });
    expect(asked.map(({ body }) => body)).toEqual([
      { drop_off_shipment_unique_ids: [trackingCode] },
      { drop_off_shipment_ids: [7001, 7002] },
      { date: '2026-03-14' },
    ]);
  });

  it.each(sandboxScenarios)('of the scenario %s goes to its own path', async (scenario) => {
    await run(sandboxIn(), { scenario });
    expect(asked[0]?.path).toBe(`/scheduled-service/api/v1/sandbox/scenarios/${scenario}`);
  });

  it('never leaves in production, whatever the window asks', async () => {
    const sandbox = sandboxIn('production');
    const everything = [
      await run(sandbox),
      await run(sandbox, { selection: { by: 'date', date: '2026-03-14' }, evenWholeDay: true }),
      await sandbox.touches({ by: 'date', date: '2026-03-14' }),
    ];
    for (const refused of everything) {
      expect(refused).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    }
    expect(asked).toEqual([]);
  });
});

describe('a whole day', () => {
  beforeEach(async () => {
    await storeOrder(records, orderOf([shipmentOf([parcelOf(codeA)], { trackingCode })]));
    await storeOrder(records, orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-2' })]));
    await records.storeEvents([stateEvent('delivered', 10)]);
  });

  it('is not moved before somebody said so, who is told how many of ours that are', async () => {
    const sandbox = sandboxIn();
    const refused = await run(sandbox, { selection: { by: 'date', date: '2026-03-15' } });
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        message:
          'This moves every shipment of Sun 15 Mar 2026: 2 shipments known here, of which 1 is at an end already. The service may know more.',
      },
    });
    const unknown = await run(sandbox, { selection: { by: 'date', date: '2026-06-01' } });
    expect(unknown).toMatchObject({ failure: { message: expect.stringContaining('none that this station knows') } });
    expect(asked).toEqual([]);
  });

  it('is moved once somebody did', async () => {
    const moved = await run(sandboxIn(), { selection: { by: 'date', date: '2026-03-15' }, evenWholeDay: true });
    expect(moved.ok).toBe(true);
    expect(asked.map(({ body }) => body)).toEqual([{ date: '2026-03-15' }]);
  });
});

describe('the answer', () => {
  const shown = async () => {
    const answered = await run(sandboxIn());
    if (!answered.ok) throw new Error(JSON.stringify(answered.failure));
    return answered.value;
  };

  it('is given as it came', async () => {
    expect(await shown()).toEqual({ httpStatus: 200, body: answer.body, isCut: false, failure: null });
  });

  it.each([
    ['no JSON', 200, 'moved 3', null],
    ['nothing', 204, '', null],
    ['a web page', 200, '<html><body>Log in</body></html>', 'unreadable'],
    ['an envelope that says no', 200, '{"status":"error","message":"Already final"}', 'not-success'],
  ])('is given too where it is %s', async (_name, status, body, failure) => {
    answer = { status, body };
    const told = await shown();
    expect([told.httpStatus, told.body, told.failure?.code ?? null]).toEqual([status, body, failure]);
  });

  it('of a refusal is given as it came too, with what it means, and never with the token in it', async () => {
    answer = { status: 422, body: '{"message":"It is off","trace":"secret-token-of-the-test"}' };
    expect(await shown()).toMatchObject({
      ...{ httpStatus: 422, body: '{"message":"It is off","trace":"[token]"}', isCut: false },
      failure: { code: 'rejected' },
    });
  });

  it('is cut where it is long, and says so', async () => {
    answer = { status: 200, body: `[${'1,'.repeat(15_000)}1]` };
    const told = await shown();
    expect([told.body.length, told.isCut]).toEqual([20_000, true]);
  });

  it('never came: it is not known whether the scenario ran, or known that it did not', async () => {
    const sandbox = sandboxIn();
    await stopServer();
    const refused = await run(sandbox);
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'no-route', message: expect.stringContaining('Happy was not run.') },
    });
  });

  it('is in the journal with what was asked', async () => {
    await run(sandboxIn());
    answer.status = 500;
    await run(sandboxIn(), { scenario: 'fail', selection: { by: 'shipment ids', shipmentIds: [1, 2] } });
    const lines = await records.activity({ beforeId: null, limit: 2 });
    expect(lines.map(({ who, what, code, outcome }) => [who, what, code, outcome])).toEqual([
      ['operator', 'sandbox scenario, fail', null, '2 shipments: answered 500'],
      ['operator', 'sandbox scenario, happy', trackingCode, '1 shipment: answered 200'],
    ]);
  });
});
