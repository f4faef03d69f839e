import { describe, expect, it } from 'vitest';
import type { DeliveryService } from '../../../src/main/core/ports/service.ts';
import { createDeliveryService } from '../../../src/main/service/delivery-service.ts';
import { sandboxScenarios } from '../../../src/shared/shipments/sandbox-scenario.ts';
import { answering, customCode, orderRequest, recorded, token, withService } from './client-fixture.ts';

const selectors = { drop_off_shipment_unique_ids: ['DO-1'] };
const json = ['Content-Type', 'application/json'];
const byScript = ['X-Requested-With', 'XMLHttpRequest'];
const own = [
  ['Accept', 'application/json'],
  ['User-Agent', 'Packbench/1.2.3'],
];
const authorization = ['Authorization', `Bearer ${token}`];

/** Headers that HTTP itself needs; the interface document does not mention them. */
const ofHttp = new Set(['host', 'connection', 'content-length']);

const calls: [string, (client: DeliveryService) => Promise<unknown>, string, string[][], unknown][] = [
  [
    'a preview',
    (client) => client.preview(orderRequest),
    'POST /scheduled-service/api/v1/requests/preview HTTP/1.1',
    [json, ...own, authorization],
    orderRequest,
  ],
  [
    'a create',
    (client) => client.create(orderRequest),
    'POST /scheduled-service/api/v1/requests/sync HTTP/1.1',
    [json, ...own, authorization],
    orderRequest,
  ],
  [
    'a delete',
    (client) => client.deleteByCustomCode(customCode),
    `DELETE /scheduled-service/api/v1/parcels/find/by-custom-code/${customCode} HTTP/1.1`,
    [json, byScript, ...own, authorization],
    null,
  ],
  ...sandboxScenarios.map((scenario): (typeof calls)[number] => [
    `the scenario ${scenario}`,
    (client) => client.runScenario(scenario, selectors),
    `POST /scheduled-service/api/v1/sandbox/scenarios/${scenario} HTTP/1.1`,
    [json, byScript, ...own, authorization],
    selectors,
  ]),
];

describe('service request: what is sent', () => {
  it.each(calls)(
    '%s carries the headers of the document, asks for JSON, names this program, and carries no others',
    async (_what, make, line, headers, body) => {
      await withService(
        answering(200, recorded('delete')),
        async (client, server) => {
          await make(client);
          expect(server.requests).toHaveLength(1);
          const [request] = server.requests;
          expect(request?.line).toBe(line);
          expect(request?.headers.filter(([name]) => !ofHttp.has(name.toLowerCase()))).toEqual(headers);
          expect(request?.body === '' ? null : JSON.parse(request?.body ?? '')).toEqual(body);
        },
        { version: '1.2.3' },
      );
    },
  );

  it.each([
    ['Bearer Bearer', `Bearer Bearer ${token}`],
    ['spaces and a line end', `  bearer ${token}\r\n`],
    ['quotes', `"${token}"`],
  ])('has the scheme once for a token pasted with %s', async (_how, pasted) => {
    await withService(
      answering(200, recorded('delete')),
      async (client, server) => {
        await client.deleteByCustomCode(customCode);
        expect(server.requests[0]?.headers).toContainEqual(authorization);
      },
      { token: pasted },
    );
  });

  it('goes to the same address when it was pasted with the API path and a slash', async () => {
    await withService(answering(200, recorded('delete')), async (_client, server) => {
      const baseUrl = `http://127.0.0.1:${server.port}/gateway/scheduled-service/api/v1/`;
      const client = createDeliveryService({ baseUrl, labelUrl: null, token });
      await client.deleteByCustomCode(customCode);
      await client.close();
      expect(server.requests[0]?.line).toContain(' /gateway/scheduled-service/api/v1/parcels/find/');
    });
  });

  it('is nothing without a token', async () => {
    await withService(
      answering(200, recorded('delete')),
      async (client, server) => {
        for (const [, make] of calls) {
          expect(await make(client)).toMatchObject({
            kind: 'unanswered',
            requestLeft: false,
            failure: { code: 'token-missing' },
          });
        }
        expect(server.connections()).toBe(0);
      },
      { token: null },
    );
  });

  it.each([
    '',
    'SHORT',
    `${customCode}/../x`,
    '../../requests/sync',
    `${customCode}12345`,
    'BENCH000000000ÖÖÖ',
    'A?B#C00000000000',
  ])('is nothing for the custom code "%s"', async (code) => {
    await withService(answering(200, recorded('delete')), async (client, server) => {
      const answer = await client.deleteByCustomCode(code);
      expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: false, failure: { code: 'invalid-input' } });
      expect(server.connections()).toBe(0);
    });
  });

  it.each([
    ['no address', null],
    ['http to another computer', 'http://service.example'],
    ['a user name', 'https://me:secret@service.example'],
    ['no address at all', 'service example'],
  ])('is nothing for %s', async (_what, baseUrl) => {
    await withService(
      {},
      async (client) =>
        expect(await client.create(orderRequest)).toMatchObject({
          kind: 'unanswered',
          requestLeft: false,
          failure: { code: 'invalid-input' },
        }),
      { baseUrl },
    );
  });
});
