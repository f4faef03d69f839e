import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DeliveryService, ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { addressClassOf } from '../../../src/main/service/address-class.ts';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
import { testConnection } from '../../../src/main/service/test-connection.ts';
import { inThisRun, itInLongRun } from '../../helpers/test-length.ts';
import { issueFor, makeAuthority } from './certificates.ts';
import { customCode, orderRequest, recorded, token, withService } from './client-fixture.ts';
import { answerAndKeepOpen, answerWith, type RawRequest, type RawServer, startRawServer } from './raw-server.ts';

const authority = makeAuthority('Test authority');

describe('service connections', () => {
  it('are fresh for every create, even where the service would keep one open', async () => {
    await withService(
      { onRequest: (_, socket) => answerAndKeepOpen(socket, 201, recorded('create')) },
      async (client, server) => {
        await client.preview(orderRequest);
        await client.create(orderRequest);
        await client.create(orderRequest);
        expect(server.connections()).toBe(3);
        expect(server.requests.map(({ headers }) => headerOf(headers, 'connection'))).toEqual([
          'keep-alive',
          'close',
          'close',
        ]);
      },
      { labelUrl: null },
    );
  });

  it('are shared by quotes and deletions that follow each other', async () => {
    await withService({ onRequest: answerByMethod }, async (client, server) => {
      for (let round = 0; round < 3; round += 1) {
        expect(await client.preview(orderRequest)).toMatchObject({ kind: 'answered' });
        expect(await client.deleteByCustomCode(customCode)).toMatchObject({ kind: 'answered' });
      }
      expect(server.connections()).toBe(1);
    });
  });

  it('are opened anew for a quote where the service closed the kept one without a word, and the price is shown', async () => {
    const onRequest = (request: RawRequest, socket: Socket): void => {
      if (server?.connections() === 1 && server.requests.length === 2) socket.destroy();
      else answerByMethod(request, socket);
    };
    let server: RawServer | null = null;
    await withService({ onRequest }, async (client, started) => {
      server = started;
      await client.preview(orderRequest);
      expect(await client.preview(orderRequest)).toMatchObject({ kind: 'answered' });
      expect(started.connections()).toBe(2);
    });
  });

  it('do not repeat a deletion by themselves: it may have been carried out', async () => {
    const onRequest = (request: RawRequest, socket: Socket): void => {
      if (request.line.startsWith('DELETE')) socket.destroy();
      else answerByMethod(request, socket);
    };
    await withService({ onRequest }, async (client, server) => {
      await client.preview(orderRequest);
      expect(await client.deleteByCustomCode(customCode)).toMatchObject({ kind: 'unanswered', requestLeft: true });
      expect(server.requests.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(1);
    });
  });

  it('are opened anew for a deletion where the service has closed the kept one', async () => {
    let serviceSide: Socket | null = null;
    const onRequest = (request: RawRequest, socket: Socket): void => {
      serviceSide = socket;
      answerByMethod(request, socket);
    };
    await withService({ onRequest }, async (client, server) => {
      await client.preview(orderRequest);
      const closed = once(serviceSide as unknown as Socket, 'close');
      (serviceSide as unknown as Socket).end();
      await closed;
      const { kind } = await client.deleteByCustomCode(customCode);
      expect([kind, server.connections()]).toEqual(['answered', 2]);
    });
  });

  it('of cancelled quotes are not used again', async () => {
    const controller = new AbortController();
    const onRequest = (received: RawRequest, socket: Socket): void => {
      if (received.line.startsWith('DELETE')) answerByMethod(received, socket);
      else controller.abort();
    };
    await withService({ onRequest }, async (client, server) => {
      const cancelled = await client.preview(orderRequest, controller.signal);
      const deleted = await client.deleteByCustomCode(customCode);
      expect([cancelled.kind, deleted.kind, server.connections()]).toEqual(['unanswered', 'answered', 2]);
    });
  });

  it('to the label host are open before the order is answered, and serve its labels', async () => {
    const labels = await startRawServer({ onRequest: (_, socket) => answerAndKeepOpen(socket, 200, '^XA^XZ') });
    const labelUrl = `http://127.0.0.1:${labels.port}`;
    let opened = 0;
    const onRequest = async (_: RawRequest, socket: Socket): Promise<void> => {
      await vi.waitUntil(() => labels.connections() === 1);
      opened = labels.connections();
      answerWith(socket, 201, recorded('create'));
    };
    await withService(
      { onRequest },
      async (client) => {
        expect(await client.create(orderRequest)).toMatchObject({ kind: 'answered' });
        expect(opened).toBe(1);
        for (const path of ['/1', '/2', '/3']) {
          expect(await client.downloadLabel(labelUrl + path)).toMatchObject({ kind: 'answered' });
        }
        expect(labels.requests).toHaveLength(3);
        expect(labels.connections()).toBe(1);
      },
      { labelUrl },
    );
    await labels.close();
  });

  it('are secured with the company’s own authority where its file is named', async () => {
    await withService(
      { tls: issueFor(authority), onRequest: (_, socket) => answerWith(socket, 200, recorded('delete')) },
      async (client) =>
        expect(await client.deleteByCustomCode(customCode)).toMatchObject({ kind: 'answered', value: null }),
      { caPem: authority.certificatePem },
    );
  });
});

describe('service connections: the environment cannot switch verification off:', () => {
  const untrusted = { tls: issueFor(authority), onRequest: answeredOnce };
  const refused = { kind: 'unanswered', requestLeft: false, failure: { code: 'tls' } };

  it('NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    await withService(untrusted, async (client, server) => {
      expect(await client.create(orderRequest)).toMatchObject(refused);
      expect(await client.downloadLabel(`https://127.0.0.1:${server.port}/label`)).toMatchObject(refused);
      const entered = { kind: 'token', value: token } as const;
      const checks = await testConnection({
        baseUrl: `https://127.0.0.1:${server.port}`,
        labelUrl: null,
        token: entered,
      });
      expect(checks.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'not checked', 'failed']);
      expect(server.requests).toEqual([]);
    });
  });

  it('NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and SSL_CERT_DIR, even where Node takes the authorities of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packbench-authority-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'authority.pem');
    for (const path of [file, join(folder, nameInFolder(authority.name))])
      await writeFile(path, authority.certificatePem);
    await withService(untrusted, async (_client, server) => {
      const variables = [
        { NODE_EXTRA_CA_CERTS: file },
        { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: file, NODE_USE_SYSTEM_CA: '1' },
        { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_DIR: folder },
      ];
      for (const env of inThisRun(variables)) {
        const answer = await createInOwnProcess(`https://127.0.0.1:${server.port}`, { ...process.env, ...env });
        expect(answer, JSON.stringify(env)).toMatchObject(refused);
      }
      expect(server.requests).toEqual([]);
    });
  });

  itInLongRun(
    '--tls-cipher-list and --tls-min-v1.0: nothing is sent without encryption, or by an old version',
    async () => {
      const { key, cert } = issueFor(authority);
      const weak = [
        { ciphers: 'NULL-SHA256:ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0', maxVersion: 'TLSv1.2' },
        { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1' },
      ] as const;
      for (const settings of inThisRun(weak)) {
        const tls = { key, cert, ...settings };
        await withService({ tls, onRequest: answeredOnce }, async (_client, server) => {
          const env = { ...process.env, NODE_OPTIONS: `--tls-min-v1.0 --tls-cipher-list=${settings.ciphers}` };
          const url = `https://127.0.0.1:${server.port}`;
          expect(await createInOwnProcess(url, env, authority.certificatePem)).toMatchObject(refused);
          expect(server.requests).toEqual([]);
        });
      }
    },
  );

  it('HTTP_PROXY, HTTPS_PROXY, ALL_PROXY: no proxy but the one of the settings is asked', async () => {
    const proxy = await startRawServer({ onRequest: (_, socket) => answerWith(socket, 502) });
    onTestFinished(() => proxy.close());
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
    const proxies = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy.port}`]));
    await withService({ ...untrusted }, async (_client, server) => {
      const env = { ...process.env, ...proxies, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' };
      const url = `https://127.0.0.1:${server.port}`;
      expect(await createInOwnProcess(url, env, authority.certificatePem)).toMatchObject({ kind: 'answered' });
      expect(await createInOwnProcess('https://service.invalid', env)).toMatchObject({ kind: 'unanswered' });
      expect(proxy.connections()).toBe(0);
    });
  });

  it('a resolver that leads localhost to another computer: nothing is sent there without encryption', async () => {
    const other = await startRawServer({ host: '127.0.0.2', onRequest: answeredOnce });
    onTestFinished(() => other.close());
    const client = createDeliveryService({
      ...{ baseUrl: `http://localhost:${other.port}`, labelUrl: null, token },
      addressRules: {
        resolve: async () => [{ address: '127.0.0.2', family: 4 }],
        classOf: (address) => (address === '127.0.0.2' ? 'public' : addressClassOf(address)),
      },
    });
    onTestFinished(() => client.close());
    expect(await client.create(orderRequest)).toMatchObject({ kind: 'unanswered', requestLeft: false });
    expect(other.connections()).toBe(0);
  });

  itInLongRun('SSLKEYLOGFILE and --tls-keylog: no key of a connection is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packbench-keys-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await withService(untrusted, async (_client, server) => {
      const env = {
        ...process.env,
        SSLKEYLOGFILE: join(folder, 'chromium.log'),
        NODE_OPTIONS: `--tls-keylog=${join(folder, 'node.log')}`,
      };
      const url = `https://127.0.0.1:${server.port}`;
      expect(await createInOwnProcess(url, env, authority.certificatePem)).toMatchObject({ kind: 'answered' });
      expect(await readdir(folder)).toEqual([]);
    });
  });
});

describe('service client: closing', () => {
  it('waits for an answer that has begun to arrive', async () => {
    await withStalled(async (client, pending, socket) => {
      const closed = client.close();
      answerWith(socket, 201, recorded('create'));
      expect(await pending).toMatchObject({ kind: 'answered', httpStatus: 201 });
      await closed;
    });
  });

  it('ends a call without an answer, as one that may have been sent', async () => {
    await withStalled(
      async (client, pending) => {
        await client.close();
        expect(await pending).toMatchObject({ kind: 'unanswered', requestLeft: true, failure: { code: 'cut-off' } });
      },
      { limits: { closeMs: 50 } },
    );
  });

  it('refuses later calls', async () => {
    const client = createDeliveryService({ baseUrl: 'http://127.0.0.1:1', labelUrl: null, token });
    await client.close();
    expect(await client.create(orderRequest)).toMatchObject({ kind: 'unanswered', requestLeft: false });
  });
});

it('service client: a preview that is cancelled ends at once', async () => {
  let arrived = (): void => {};
  const request = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await withService({ onRequest: () => arrived() }, async (client) => {
    const controller = new AbortController();
    const pending = client.preview(orderRequest, controller.signal);
    await request;
    controller.abort();
    expect(await pending).toMatchObject({ kind: 'unanswered', failure: { code: 'cut-off' } });
  });
});

const answerByMethod = ({ line }: RawRequest, socket: Socket): void =>
  answerAndKeepOpen(socket, 200, recorded(line.startsWith('DELETE') ? 'delete' : 'preview'));

const headerOf = (headers: RawRequest['headers'], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** The file name by which OpenSSL finds an authority in a folder: a hash of its common name in small letters, as DER. */
function nameInFolder(commonName: string): string {
  const name = Buffer.from(commonName.toLowerCase());
  const attribute = [0x06, 0x03, 0x55, 0x04, 0x03, 0x0c, name.length, ...name];
  const hash = createHash('sha1').update(
    Buffer.from([0x31, attribute.length + 2, 0x30, attribute.length, ...attribute]),
  );
  return `${hash.digest().readUInt32LE(0).toString(16).padStart(8, '0')}.0`;
}

function answeredOnce(_request: unknown, socket: Socket): void {
  answerWith(socket, 201, recorded('create'));
}

/** The answer to a create from a process with these variables: Node reads some of them only when it starts. */
async function createInOwnProcess(baseUrl: string, env: NodeJS.ProcessEnv, caPem?: string): Promise<unknown> {
  const client = new URL('../../../src/main/service/delivery-service.ts', import.meta.url).href;
  const options = { baseUrl, labelUrl: null, token, ...(caPem !== undefined && { caPem }) };
  const program = `
    const { createDeliveryService } = await import(${JSON.stringify(client)});
    const answer = await createDeliveryService(${JSON.stringify(options)}).create(${JSON.stringify(orderRequest)});
    process.stdout.write(JSON.stringify(answer));`;
  const parameters = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
  return JSON.parse(stdout);
}

/** A create whose request has arrived and is not answered. */
async function withStalled(
  use: (client: DeliveryService, pending: Promise<ServiceAnswer<unknown>>, socket: Socket) => Promise<void>,
  options: Partial<DeliveryServiceOptions> = {},
): Promise<void> {
  let arrive: (socket: Socket) => void = () => {};
  const arrived = new Promise<Socket>((resolve) => {
    arrive = resolve;
  });
  await withService(
    { onRequest: (_, socket) => arrive(socket) },
    async (client) => {
      const pending = client.create(orderRequest);
      await use(client, pending, await arrived);
    },
    options,
  );
}
