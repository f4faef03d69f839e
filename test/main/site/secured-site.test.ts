import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxSiteMessageBytes, type SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { connectTo } from '../../../src/main/site/nats-connection.ts';
import { isNewEnough } from '../../../src/main/site/server-check.ts';
import { readSiteFact } from '../../../src/shared/site/site-facts.ts';
import { production, SecuredSite } from '../../fakes/secured-site.ts';
import { linked, newerLine, serverVersion } from '../../fakes/site-server.ts';
import { administratorPath } from '../../helpers/administrator-path.ts';
import { itInLongRun } from '../../helpers/test-length.ts';

const text = (data: Uint8Array): string => Buffer.from(data).toString();
const fact = (n: number): Buffer =>
  Buffer.from(JSON.stringify({ v: 1, n, at: '2026-11-24T10:00:00Z', kind: 'copy', gid: 'a.1', body: {} }));
const stream = 'site-production';

let site: SecuredSite;

async function openSite(): Promise<SecuredSite> {
  const opened = new SecuredSite();
  opened.keys('add', 'hub', '--hub');
  for (const bench of ['bench-1', 'bench-2']) opened.keys('add', bench);
  await opened.start();
  return opened;
}

/** The tests of a group use one site. */
function withOneSite(): void {
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());
}

describe('a site as its script sets it up', () => {
  withOneSite();

  it('runs with every line of its configuration, but for one that Debian 12’s server refuses', () => {
    const lines = (name: string): string[] => readFileSync(join(site.serverFolder, name), 'utf8').split('\n');
    const isNew = isNewEnough(serverVersion());
    const unused = lines('nats-server.conf').filter((line) => !lines('used.conf').includes(line));
    expect(unused).toEqual(isNew ? [] : [newerLine]);
    const options = {
      cwd: site.serverFolder,
      encoding: 'utf8',
      env: { ...process.env, PATH: administratorPath },
    } as const;
    const { stderr, status } = spawnSync('nats-server', ['-t', '-c', 'nats-server.conf'], options);
    if (isNew) expect(status).toBe(0);
    else expect(stderr).toMatch(/unknown field "sync_interval"/);
  });

  it('keeps each secret in a file of its owner alone, and gives the server public keys', () => {
    const secret = [
      'ca-key.pem',
      'server/server-key.pem',
      ...readdirSync(join(site.folder, 'keys')).map((key) => `keys/${key}`),
    ];
    expect(secret).toHaveLength(5);
    for (const file of secret) expect(statSync(join(site.folder, file)).mode & 0o077, file).toBe(0);
    for (const file of ['server/users.conf', 'site.json', 'server/nats-server.conf'])
      for (const bench of ['hub', 'bench-1', 'bench-2'])
        expect(readFileSync(join(site.folder, file), 'utf8')).not.toContain(site.seed(bench).slice(2));
  });

  it('lets benches share facts and acts, once the hub has made the stream', async () => {
    expect(await site.problem(site.access('bench-1'))).toEqual({ kind: 'no-stream' });
    await site.connect(site.access('hub'));
    const [one, other] = [await site.connect(site.access('bench-1')), await site.connect(site.access('bench-2'))];
    expect(await one.append({ by: 'bench-1' }, fact(1), 0)).toMatchObject({ kind: 'stored' });
    expect(await one.append({ by: 'bench-1~2' }, fact(1), 0)).toMatchObject({ kind: 'stored' });
    expect(await other.append({ parcel: 'bench-1.7' }, Buffer.from('act'), 0)).toMatchObject({ kind: 'stored' });
    expect(await other.lastOf({ by: 'bench-1~2' })).toMatchObject({ sequence: 2, subject: { by: 'bench-1~2' } });
    const seen: string[] = [];
    const reading = other.read(0, ({ subject }) => {
      seen.push('by' in subject ? subject.by : subject.parcel);
      if (seen.length === 3) reading.stop();
    });
    await reading.ended;
    expect(seen).toEqual(['bench-1', 'bench-1~2', 'bench-1.7']);
  });

  it('shares an environment whose name has spaces and capital letters', async () => {
    const sandbox = { ...production, name: 'My Sandbox', kind: 'sandbox' } as const;
    await site.connect(site.access('hub'), sandbox);
    const engine = await site.connect(site.access('bench-1'), sandbox);
    expect(await engine.append({ by: 'bench-1' }, fact(1), 0)).toMatchObject({ kind: 'stored' });
  });

  it('refuses a bench whose environment of that name has another kind, service or label host', async () => {
    await site.connect(site.access('hub'));
    for (const [differs, change] of [
      ['kind', { kind: 'sandbox' }],
      ['service', { service: 'https://c.example' }],
      ['labels', { labels: 'https://c.example' }],
    ] as const)
      expect(await site.problem(site.access('bench-1'), { ...production, ...change })).toEqual({
        ...{ kind: 'other-environment', differs },
      });
  });
});

describe('a connection to a site', () => {
  withOneSite();

  it('needs a key that the server knows', async () => {
    expect(await site.problem(site.access('bench-1', { seed: undefined }))).toEqual({ kind: 'key-refused' });
    const other = new SecuredSite();
    other.keys('add', 'bench-1');
    const foreign = { seed: other.seed('bench-1') };
    await other.close();
    expect(await site.problem(site.access('bench-1', foreign))).toEqual({ kind: 'key-refused' });
  });

  it('needs a server with a certificate of the site’s authority', async () => {
    const other = new SecuredSite();
    const caFile = join(other.folder, 'ca.pem');
    expect(await site.problem(site.access('bench-1', { caFile }))).toEqual({ kind: 'certificate' });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await site.problem(site.access('bench-1', { caFile }))).toEqual({ kind: 'certificate' });
    vi.unstubAllEnvs();
    await other.close();
    expect(await site.problem(site.access('bench-1', { caFile: undefined }))).toEqual({ kind: 'certificate' });
    expect(await site.problem(site.access('bench-1', { caFile }))).toEqual({ kind: 'ca-file' });
  });

  it.each([
    ['localhost', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
  ])('needs a certificate that names the host: one for %s is refused at %s', async (named, asked) => {
    const other = new SecuredSite([named]);
    other.keys('add', 'hub', '--hub');
    await other.start();
    const at = (host: string) => other.access('hub', { servers: [`tls://${host}:${other.port}`] });
    expect(await other.problem(at(asked))).toEqual({ kind: 'certificate' });
    await other.connect(at(named));
    await other.close();
  });

  it('is never without encryption: not where the server offers none, and not to another computer', async () => {
    const sent: string[] = [];
    const open = createServer((socket) => {
      socket.on('error', () => {}).on('data', (data) => sent.push(String(data)));
      socket.write(
        'INFO {"server_id":"x","version":"2.12.7","proto":1,"headers":true,"max_payload":1024,"nonce":"n"}\r\n',
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => open.once('listening', resolve));
    const address = open.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const servers = [`tls://127.0.0.1:${port}`];
    expect(await site.problem(site.access('bench-1', { servers }))).toEqual({ kind: 'not-encrypted' });
    expect(sent).toEqual([]);
    open.close();
    await expect(connectTo('nats://192.0.2.1:4222', site.access('bench-1'))).rejects.toThrow('not-encrypted');
  });

  it('that ends while something is sent does not end the program', async () => {
    const connection = await site.connection('bench-1');
    const { socket } = (connection as unknown as { protocol: { transport: { socket: Socket } } }).protocol.transport;
    connection.publish('site.production.by.bench-1', 'x');
    await connection.close();
    expect(() => socket.emit('error', new Error('write after end'))).not.toThrow();
  });

  it('without encryption is refused by the server', async () => {
    const open = connect({ servers: `127.0.0.1:${site.port}`, tls: null, reconnect: false, timeout: 2_000 });
    await expect(open).rejects.toThrow();
  });
});

describe('a hostile bench with a valid key', () => {
  let connection: NatsConnection;
  const errors: string[] = [];

  /** What the server says to that, as an error; null where it accepts it. */
  const refusal = async (act: () => void): Promise<string | null> => {
    errors.length = 0;
    act();
    await connection.flush();
    await connection.flush();
    return errors[0] ?? null;
  };

  withOneSite();
  beforeAll(async () => {
    await site.connect(site.access('hub'));
    connection = await site.connection('bench-2');
    void (async () => {
      for await (const status of connection.status()) if (status.type === 'error') errors.push(String(status.error));
    })();
  });
  afterAll(() => connection.close());

  const denied = /permissions violation/i;

  it.each([
    ...[
      'site.production.by.bench-1',
      'site.production.by.bench-1.2',
      'site.production.by.hub',
      'site.production.by.hub.2',
      'site.other.parcel.a',
    ],
    ...['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'CREATE', 'RESTORE', 'SNAPSHOT', 'LEADER.STEPDOWN'].map(
      (each) => `$JS.API.STREAM.${each}.${stream}`,
    ),
    ...['$JS.API.STREAM.CREATE.other', '$JS.API.STREAM.LIST', '$JS.API.STREAM.INFO.other', '$JS.API.INFO'],
    ...['CREATE', 'DELETE', 'INFO'].map((each) => `$JS.API.CONSUMER.${each}.${stream}.bench-1`),
    ...[`$JS.API.CONSUMER.CREATE.${stream}`, `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.bench-2`],
    ...[`$JS.API.CONSUMER.MSG.NEXT.${stream}.bench-2`, `$JS.API.DIRECT.GET.${stream}`],
    ...['_INBOX.bench-1.x', '$SYS.REQ.SERVER.PING', '$JS.ACK.a.b'],
  ])('cannot send to %s', async (subject) => {
    expect(await refusal(() => connection.publish(subject, ''))).toMatch(denied);
  });

  it.each(['_INBOX.bench-1.>', '_INBOX.>', '>', 'site.>', '$JS.>', '$SYS.>', '_INBOX.*.a'])(
    'cannot listen to %s',
    async (subject) => {
      expect(await refusal(() => void connection.subscribe(subject, { callback() {} }))).toMatch(denied);
    },
  );

  it('cannot store a message that is too large', async () => {
    const answer = await connection.request('site.production.by.bench-2', new Uint8Array(maxSiteMessageBytes + 1));
    expect(answer.json()).toMatchObject({ error: { description: 'message size exceeds maximum allowed' } });
  });

  it('gets no fact to the subject of another bench, deletes nothing, and does not stop it, by naming where answers go', async () => {
    const hub = await site.connect(site.access('hub'));
    const victim = await site.connect(site.access('bench-1'));
    await victim.append({ by: 'bench-1' }, fact(1), 0);
    const own = 'site.production.by.bench-2';
    await connection.request(own, fact(9));
    const before = await hub.data();
    const api = (name: string): string => `$JS.API.${name}.${stream}`;
    const consumer = { stream_name: stream, config: { name: 'bench-2', ack_policy: 'none', deliver_policy: 'all' } };
    const requests: [string, string][] = [
      [own, ''],
      [own, text(fact(2))],
      [api('STREAM.INFO'), ''],
      [api('STREAM.MSG.GET'), '{"seq":2}'],
      [`${api('CONSUMER.CREATE')}.bench-2`, JSON.stringify(consumer)],
      [`${api('CONSUMER.INFO')}.bench-2`, ''],
      [`${api('CONSUMER.DELETE')}.bench-2`, ''],
    ];
    const targets = [
      'site.production.by.bench-1',
      ...['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE'].map((each) => api(`STREAM.${each}`)),
      `${api('CONSUMER.DELETE')}.bench-1`,
    ];
    for (const target of targets)
      for (const [subject, body] of requests) connection.publish(subject, body, { reply: target });
    // A consumer that pushes there, with messages, with headers alone, and with the server's own empty messages.
    for (const target of targets)
      for (const change of [{}, { headers_only: true }, { idle_heartbeat: 100_000_000 }]) {
        const config = { ...consumer.config, deliver_subject: target, ...change };
        await connection.request(`${api('CONSUMER.CREATE')}.bench-2`, JSON.stringify({ ...consumer, config }));
        await connection.request(own, '');
        await connection.request(`${api('CONSUMER.DELETE')}.bench-2`, '');
      }
    await connection.flush();
    const after = await hub.data();
    if (before === 'away' || after === 'away') throw new Error('The engine is away');
    expect(after.id).toBe(before.id);
    const facts: string[] = [];
    for (let sequence = 1; sequence <= after.last; sequence += 1) {
      const found = await hub.at(sequence);
      if (found === 'away' || found === null) throw new Error(`Message ${sequence} is gone`);
      const isVictims = 'by' in found.subject && found.subject.by === 'bench-1';
      if (isVictims && readSiteFact(text(found.data))) facts.push(text(found.data));
    }
    expect(facts).toEqual([text(fact(1))]);
    // Answers of the server stand there, and are passed over.
    const found = await victim.lastOf({ by: 'bench-1' });
    if (found === 'away' || found === null) throw new Error('No last message');
    expect(text(found.data)).toBe(text(fact(1)));
    expect(found.sequence).toBeGreaterThan(2);
    expect(await victim.append({ by: 'bench-1' }, fact(2), found.sequence)).toMatchObject({ kind: 'stored' });
  });
});

describe('keys of a running site', () => {
  withOneSite();

  it('are rotated without an interruption, and the old one ends with the command that finishes', async () => {
    await site.connect(site.access('hub'));
    const other = await site.connect(site.access('bench-2'));
    const changes: boolean[] = [];
    other.onLink((isConnected) => changes.push(isConnected));
    const old = site.access('bench-1');
    const before = await site.connect(old);
    site.keys('rotate', 'bench-1');
    await site.reload();
    const after = await site.connect(site.access('bench-1'));
    expect(before.isConnected()).toBe(true);
    site.keys('finish', 'bench-1');
    await site.reload();
    await linked(before, false);
    expect(await site.problem(old)).toEqual({ kind: 'key-refused' });
    expect(await after.append({ by: 'bench-1' }, fact(1), 0)).toMatchObject({ kind: 'stored' });
    expect(changes).toEqual([]);
  });

  it('are rotated twice without cutting off the bench, which has the first one until the command that finishes', async () => {
    await site.connect(site.access('hub'));
    const inUse = site.access('bench-1');
    const bench = await site.connect(inUse);
    site.keys('rotate', 'bench-1');
    const between = site.access('bench-1');
    site.keys('rotate', 'bench-1');
    await site.reload();
    expect(bench.isConnected()).toBe(true);
    for (const known of [inUse, between]) await site.connect(known);
    site.keys('finish', 'bench-1');
    await site.reload();
    await linked(bench, false);
    for (const ended of [inUse, between]) expect(await site.problem(ended)).toEqual({ kind: 'key-refused' });
    await site.connect(site.access('bench-1'));
  });

  it('are revoked at once, while others stay connected', async () => {
    await site.connect(site.access('hub'));
    const [stays, goes] = [site.access('bench-2'), site.access('bench-1')];
    const [other, revoked] = [await site.connect(stays), await site.connect(goes)];
    site.keys('revoke', 'bench-1');
    await site.reload();
    await linked(revoked, false);
    expect(await site.problem(goes)).toEqual({ kind: 'key-refused' });
    expect(await other.append({ by: 'bench-2' }, fact(1), 0)).toMatchObject({ kind: 'stored' });
    expect(site.keys('list')).not.toContain('bench-1');
  });
});

describe('keys of a site', () => {
  beforeAll(() => {
    site = new SecuredSite();
    site.keys('add', 'bench-1');
  });
  afterAll(() => site.close());

  it('have commands that are all described beside the script', () => {
    const described = readFileSync(new URL('../../../resources/site/README.md', import.meta.url), 'utf8');
    const commands = [...site.keys('--help').matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, command]) => command);
    expect(commands).toEqual(['init', 'add', 'rotate', 'finish', 'revoke', 'certificate', 'list']);
    for (const command of commands) expect(described).toMatch(new RegExp(`[\u0060 ]${command}(?: [a-z-]|\u0060)`));
  });

  it.each([
    [['add', 'bench-1'], /is there already/],
    [['add', 'Bench 9'], /small letters/],
    [['add', 'hub-2'], /is the name of a hub/],
    [['add', 'bench-9', '--hub'], /Name a hub "hub"/],
    [['revoke', 'bench-9'], /No bench is named bench-9/],
    [['init', '--hosts=a', '--environments=b'], /has a site already/],
  ])('%j changes nothing, and says why', (args, sentence) => {
    const before = readFileSync(join(site.serverFolder, 'users.conf'), 'utf8');
    expect(() => site.keys(...args)).toThrow(sentence);
    expect(readFileSync(join(site.serverFolder, 'users.conf'), 'utf8')).toBe(before);
  });
});

/** Appends behind the last message of that bench, as often as it takes. */
async function appendNext(engine: SiteEngine, by: string, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const last = await engine.lastOf({ by });
        if (last === 'away') return 'away';
        if (last !== null && Buffer.from(last.data).toString() === text) return 'stored';
        return (await engine.append({ by }, Buffer.from(text), last?.sequence ?? 0)).kind;
      },
      { timeout: 30_000 },
    )
    .toBe('stored');
}

itInLongRun(
  'a site of three nodes, reached by a name, keeps each message on all of them, and goes on when one is killed',
  async () => {
    const cluster = new SecuredSite(['localhost']);
    cluster.keys('add', 'hub', '--hub');
    cluster.keys('add', 'bench-1');
    await cluster.startCluster();
    try {
      await cluster.connect(cluster.access('hub'));
      const engine = await cluster.connect(cluster.access('bench-1'));
      for (let n = 1; n <= 5; n += 1) await appendNext(engine, 'bench-1', `${n}`);
      const connection = await cluster.connection('bench-1');
      const manager = await jetstreamManager(connection, { checkAPI: false });
      const { config, cluster: nodes } = await manager.streams.info('site-production');
      await connection.close();
      expect(config.num_replicas).toBe(3);
      // The node that leads the stream.
      const leader = Number(nodes?.leader?.replace('site-', '')) - 1;
      await cluster.nodes[leader]?.kill();
      for (let n = 6; n <= 10; n += 1) await appendNext(engine, 'bench-1', `${n}`);
      const texts: string[] = [];
      await expect
        .poll(
          async () => {
            texts.length = 0;
            const reading = engine.read(0, ({ data }, behind) => {
              texts.push(Buffer.from(data).toString());
              if (behind === 0) reading.stop();
            });
            await reading.ended;
            return texts;
          },
          { timeout: 30_000 },
        )
        .toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}`));
    } finally {
      await cluster.close();
    }
  },
  180_000,
);
