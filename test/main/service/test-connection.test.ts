import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import {
  type ConnectionTestOptions,
  probeConnection,
  testConnection,
} from '../../../src/main/service/test-connection.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { issueFor, makeAuthority } from './certificates.ts';
import { recorded, token } from './client-fixture.ts';
import { answerWith, closedPort, type RawRequest, startRawServer } from './raw-server.ts';

const opened = closedAfterEach();

/** A server that answers every request, over http or with that certificate. */
async function serverWith(status: number, body = '', tls?: ReturnType<typeof issueFor>) {
  const server = opened.keep(
    await startRawServer({
      onRequest: (_, socket) => answerWith(socket, status, body, { 'Content-Type': 'application/json' }),
      ...(tls && { tls }),
    }),
  );
  return { server, address: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}` };
}

/** Each check with its outcome and the code of its message. */
async function lines(options: Partial<ConnectionTestOptions> & { baseUrl: string }): Promise<string[]> {
  const checks = await testConnection({
    labelUrl: null,
    token: { kind: 'token', value: token },
    limits: { connectMs: 2_000, answerMs: 2_000 },
    ...options,
  });
  return checks.map(({ check, outcome, message }) => `${check}: ${outcome}, ${message.code}`);
}

const authorizationOf = ({ headers }: RawRequest): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];

describe('connection test', () => {
  it('passes address, token and label host, sends one preview, and keeps the token from the label host', async () => {
    const service = await serverWith(200, recorded('preview'));
    const labels = await serverWith(403);
    expect(await lines({ baseUrl: service.address, labelUrl: labels.address })).toEqual([
      'address: passed, connection-test.address-answers',
      'certificate: not checked, connection-test.certificate-not-used',
      'token: passed, connection-test.token-accepted',
      'label host: passed, connection-test.label-host-answers',
    ]);
    expect(service.server.requests.map(({ line }) => line)).toEqual([
      'POST /scheduled-service/api/v1/requests/preview HTTP/1.1',
    ]);
    expect(authorizationOf(service.server.requests[0] as RawRequest)).toBe(`Bearer ${token}`);
    expect(labels.server.requests.map(authorizationOf)).toEqual([undefined]);
  });

  it('books nothing at the practice service', async () => {
    const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
    const result = await lines({ baseUrl: practice.baseUrl, labelUrl: practice.labelUrl });
    expect(result).toContain('token: passed, connection-test.token-accepted');
  });

  it.each([
    [401, 'token: failed, connection-test.token-rejected'],
    [403, 'token: failed, service.forbidden'],
    [422, 'token: passed, connection-test.token-accepted-sample-rejected'],
    [503, 'token: not checked, service.server-error'],
    [404, 'address: failed, connection-test.not-the-service'],
    [302, 'address: failed, connection-test.not-the-service'],
  ])('reads %i as the answer about the token or the address', async (status, line) => {
    const { address } = await serverWith(status);
    expect(await lines({ baseUrl: address })).toContain(line);
  });

  it('fails the certificate alone where its authority is unknown, and sends no request', async () => {
    const { server, address } = await serverWith(200, recorded('preview'), issueFor(makeAuthority('Company')));
    expect(await lines({ baseUrl: address })).toEqual([
      'address: passed, connection-test.address-answers',
      'certificate: failed, service.certificate-authority-unknown',
      'token: not checked, connection-test.not-reached',
      'label host: failed, service.certificate-authority-unknown',
    ]);
    expect(server.requests).toEqual([]);
  });

  it('passes a certificate of the company’s own authority', async () => {
    const authority = makeAuthority('Company');
    const { address } = await serverWith(200, recorded('preview'), issueFor(authority));
    const result = await lines({ baseUrl: address, caPem: authority.certificatePem });
    expect(result).toContain('certificate: passed, connection-test.certificate-valid');
  });

  it('fails an address where nothing listens, and one that is no address', async () => {
    expect(await lines({ baseUrl: `http://127.0.0.1:${await closedPort()}` })).toEqual([
      'address: failed, service.connection-refused',
      'certificate: not checked, connection-test.not-reached',
      'token: not checked, connection-test.not-reached',
      'label host: failed, service.connection-refused',
    ]);
    expect(await lines({ baseUrl: 'service' })).toContain('address: failed, service.address-invalid');
  });

  it('asks for a token where none is entered, and fails one that cannot be sent', async () => {
    const { server, address } = await serverWith(200, recorded('preview'));
    const none = await lines({ baseUrl: address, labelUrl: address, token: { kind: 'none' } });
    expect(none).toContain('token: not checked, connection-test.no-token');
    const invalid = await lines({ baseUrl: address, labelUrl: address, token: { kind: 'token', value: 'ä ö' } });
    expect(invalid).toContain('token: failed, service.token-invalid');
    expect(server.requests.map(authorizationOf)).toEqual([undefined, undefined]);
  });

  it('reads the clock of the service, and when its certificate ends', async () => {
    const authority = makeAuthority('Company');
    const server = opened.keep(
      await startRawServer({
        onRequest: (_, socket) =>
          answerWith(socket, 200, recorded('preview'), { Date: new Date(Date.now() + 600_000).toUTCString() }),
        tls: issueFor(authority),
      }),
    );
    const found = await probeConnection({
      ...{ baseUrl: `https://127.0.0.1:${server.port}`, labelUrl: null, caPem: authority.certificatePem },
      token: { kind: 'token', value: token },
    });
    expect(found.clockAheadMs).toBeGreaterThan(590_000);
    expect(found.clockAheadMs).toBeLessThanOrEqual(600_000);
    expect(Date.parse(found.certificateEndsAt ?? '')).toBeGreaterThan(Date.now());
    expect(server.requests.map(({ line }) => line.split(' ')[0]).toSorted()).toEqual(['GET', 'POST']);
  });
});
