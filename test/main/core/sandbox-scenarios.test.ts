import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { createSandbox, type Sandbox } from '../../../src/main/core/sandbox-scenarios.ts';
import { createDeliveryService } from '../../../src/main/service/delivery-service.ts';
import { messageSentence } from '../../../src/main/text/main-text.ts';
import type { EnvironmentKind } from '../../../src/shared/settings/environment.ts';
import { sandboxScenarios } from '../../../src/shared/shipments/sandbox-scenario.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { codeA, codeB, orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { stateEvent, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';

const folders = temporaryFolders();
let records: Records;
let requests: { path: string; body: unknown }[];
let answer: { status: number; body: string };
let server: Server;

beforeEach(async () => {
  records = await openTestRecords(folders);
  [requests, answer] = [
    [],
    { status: 200, body: '{"status":"success","code":200,"message":"Done","object":{"moved":1}}' },
  ];
  server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    requests.push({ path: request.url ?? '', body });
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
  return createSandbox({ environment, records, service, clock: acceleratedClock(1), announce: () => {} });
}

const requestWith = (change: object = {}) => ({
  ...{ scenario: 'happy', selection: { by: 'tracking codes', trackingCodes: [trackingCode] }, evenWholeDay: false },
  ...change,
});
const run = (sandbox: Sandbox, change: object = {}) =>
  sandbox.run(requestWith(change) as Parameters<Sandbox['run']>[0]);

describe('sandbox scenario: request', () => {
  it('carries only one kind of selector, since several combine with OR', async () => {
    const sandbox = sandboxIn();
    await run(sandbox);
    await run(sandbox, { selection: { by: 'shipment ids', shipmentIds: [7001, 7002, 7001] } });
    await run(sandbox, { selection: { by: 'date', date: '2026-03-14' }, evenWholeDay: true });
    expect(requests.map(({ body }) => body)).toEqual([
      { drop_off_shipment_unique_ids: [trackingCode] },
      { drop_off_shipment_ids: [7001, 7002] },
      { date: '2026-03-14' },
    ]);
  });

  it.each(sandboxScenarios)('of the scenario %s goes to its own path', async (scenario) => {
    await run(sandboxIn(), { scenario });
    expect(requests[0]?.path).toBe(`/scheduled-service/api/v1/sandbox/scenarios/${scenario}`);
  });

  it('is never sent in production', async () => {
    const sandbox = sandboxIn('production');
    const everything = [
      await run(sandbox),
      await run(sandbox, { selection: { by: 'date', date: '2026-03-14' }, evenWholeDay: true }),
      await sandbox.preview({ by: 'date', date: '2026-03-14' }),
    ];
    for (const refused of everything) {
      expect(refused).toMatchObject({
        ok: false,
        failure: { code: 'not-allowed-now', message: { code: 'sandbox.not-in-production' } },
      });
    }
    expect(requests).toEqual([]);
  });
});

describe('sandbox scenario: a whole day', () => {
  beforeEach(async () => {
    await storeOrder(records, orderOf([shipmentOf([parcelOf(codeA)], { trackingCode })]));
    await storeOrder(records, orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-2' })]));
    await records.storeEvents([stateEvent('delivered', 10)]);
  });

  it('is not changed before it is confirmed, with the number of known shipments', async () => {
    const sandbox = sandboxIn();
    const refused = await run(sandbox, { selection: { by: 'date', date: '2026-03-15' } });
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        message: { code: 'sandbox.confirm-day', params: { date: '2026-03-15', shipments: 2, final: 1 } },
      },
    });
    const unknown = await run(sandbox, { selection: { by: 'date', date: '2026-06-01' } });
    expect(unknown).toMatchObject({ failure: { message: { code: 'sandbox.confirm-day', params: { shipments: 0 } } } });
    expect(requests).toEqual([]);
  });

  it('is changed once confirmed', async () => {
    const moved = await run(sandboxIn(), { selection: { by: 'date', date: '2026-03-15' }, evenWholeDay: true });
    expect(moved.ok).toBe(true);
    expect(requests.map(({ body }) => body)).toEqual([{ date: '2026-03-15' }]);
  });
});

describe('sandbox scenario: answer', () => {
  const shown = async () => {
    const answered = await run(sandboxIn());
    if (!answered.ok) throw new Error(JSON.stringify(answered.failure));
    return answered.value;
  };

  it('is passed on as received', async () => {
    expect(await shown()).toEqual({ httpStatus: 200, body: answer.body, isCut: false, failure: null });
  });

  it.each([
    ['no JSON', 200, 'moved 3', null],
    ['nothing', 204, '', null],
    ['a web page', 200, '<html><body>Log in</body></html>', 'unreadable'],
    ['an envelope that reports an error', 200, '{"status":"error","message":"Already final"}', 'not-success'],
    ['an envelope that reports a failure', 200, '{"status":" Failed ","message":"Already final"}', 'not-success'],
    [
      'an envelope with a code of a failure',
      200,
      '{"status":"ok","code":422,"message":"Already final"}',
      'not-success',
    ],
    ['an object with an undocumented status', 200, '{"status":"ok"}', null],
    ['an object with a status of work in progress', 200, '{"status":"queued","job":7}', null],
    ['an object with a number as its status', 200, '{"status":1}', null],
    ['an object with the HTTP status as its status', 200, '{"status":200}', null],
    ['an object with an empty status', 200, '{"status":null}', null],
    ['an object without a status', 200, '{"moved":3}', null],
    ['an object with a code of its own', 200, '{"code":0,"moved":3}', null],
    ['a list', 200, '["DO4471902K7"]', null],
    ['a number', 200, '3', null],
  ])('is passed on where it is %s', async (_name, status, body, failure) => {
    answer = { status, body };
    const value = await shown();
    expect([value.httpStatus, value.body, value.failure?.code ?? null]).toEqual([status, body, failure]);
  });

  it('of a rejection is passed on with its failure, never with the token in it', async () => {
    answer = { status: 422, body: '{"message":"It is off","trace":"secret-token-of-the-test"}' };
    expect(await shown()).toMatchObject({
      ...{ httpStatus: 422, body: '{"message":"It is off","trace":"[token]"}', isCut: false },
      failure: { code: 'rejected' },
    });
  });

  it('is cut where it is long, and marked as cut', async () => {
    answer = { status: 200, body: `[${'1,'.repeat(15_000)}1]` };
    const value = await shown();
    expect([value.body.length, value.isCut]).toEqual([20_000, true]);
  });

  it('is missing: the failure says whether the scenario may have run', async () => {
    const sandbox = sandboxIn();
    await stopServer();
    const refused = await run(sandbox);
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'no-route', message: { code: 'sandbox.not-run' } },
    });
  });

  it('is in the journal with the request', async () => {
    await run(sandboxIn());
    answer.status = 500;
    await run(sandboxIn(), { scenario: 'fail', selection: { by: 'shipment ids', shipmentIds: [1, 2] } });
    const lines = await records.activity({ beforeId: null, limit: 2 });
    expect(lines.map(({ who, what, code, outcome }) => [who, what, code, messageSentence(outcome)])).toEqual([
      ['operator', 'run-sandbox-scenario', null, 'Scenario fail, 2 shipments: the service answered with status 500.'],
      [
        'operator',
        'run-sandbox-scenario',
        trackingCode,
        'Scenario happy, 1 shipment: the service answered with status 200.',
      ],
    ]);
  });
});
