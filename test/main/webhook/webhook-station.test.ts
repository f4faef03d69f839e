import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callSchemas } from '../../../src/shared/contract/station-contract.ts';
import { validationIssues } from '../../../src/shared/contract/validation-issues.ts';
import { provisioningFileSchema } from '../../../src/shared/settings/provisioning.ts';
import { freePort } from '../../helpers/free-port.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';
import { header, path } from './listener-address.ts';
import { delivered, environmentOf, listeningStation, post } from './webhook-fixtures.ts';

const event = (code: string): string =>
  JSON.stringify({ event: 'same.shipment.delivered', data: { tracking_code: code } });
const unmatched = async (station: StationInNode) => (await station.call('events.unmatched', { code: null })).total;
const changed = async (station: StationInNode, change: object) =>
  station.call('settings.save', {
    group: 'webhooks',
    value: { ...(await station.call('webhooks.read', null)).settings, ...change },
  });
/** The notices with a message of that code. */
const noticesOf = async (station: StationInNode, code: string) =>
  (await station.call('station.read', null)).notices.filter(
    ({ message }) => typeof message === 'object' && message.code === code,
  );

describe('webhooks: a new station', () => {
  it('opens no port for events, and has a status in practice from the first order', async () => {
    const station = await startStationInNode();
    onTestFinished(() => station.close());
    const view = await station.call('webhooks.read', null);
    expect(view).toMatchObject({ settings: { enabled: false, host: '127.0.0.1' }, listening: { kind: 'off' } });
    const request = {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }],
    };
    await station.call('order.create', { request, evenIfDuplicate: true } as never);
    const { rows } = await station.until(
      'shipments.page',
      { find: '', offset: 0, limit: 10 },
      (page) => page.rows[0]?.status?.source === 'webhook',
    );
    expect(rows[0]?.status?.state).toBe('scheduled');
    expect(station.bugs).toEqual([]);
  });

  it('shows a test event that the practice service sends', async () => {
    const station = await startStationInNode();
    onTestFinished(() => station.close());
    expect((await station.call('webhooks.read', null)).canSendTest).toBe(true);
    await station.call('webhook.send-test', null);
    const { deliveries } = await station.until('webhooks.read', null, (view) => view.deliveries.length > 0);
    expect(deliveries).toMatchObject([
      { environment: 'practice', event: 'same.shipment.scheduled', answer: 'stored', count: 1 },
    ]);
  });
});

describe('webhooks: a listening station', () => {
  it('stores an event before it answers, and lists accepted and refused deliveries', async () => {
    const { station, url } = await listeningStation();
    expect((await post(url)).status).toBe(200);
    expect(await unmatched(station)).toBe(1);
    expect((await post(url)).status).toBe(200);
    expect(await unmatched(station)).toBe(1);
    await post(url, delivered, { [header.name]: 'guess' });
    await post(url, delivered, { [header.name]: 'another guess' });
    await post(url, '{');
    const { deliveries } = await station.call('webhooks.read', null);
    expect(deliveries.map(({ environment, event, answer, count }) => [environment, event, answer, count])).toEqual([
      ['sandbox', '', 'no event', 1],
      [null, '', 'wrong header', 2],
      ['sandbox', 'same.shipment.delivered', 'known already', 1],
      ['sandbox', 'same.shipment.delivered', 'stored', 1],
    ]);
  });

  it('starts, moves and stops when the settings change', async () => {
    const port = await freePort();
    const station = await startStationInNode({
      settings: { environments: [environmentOf('sandbox')], activeEnvironment: 'sandbox' },
    });
    onTestFinished(() => station.close());
    const url = `http://127.0.0.1:${port}${path}`;
    await expect(post(url)).rejects.toThrow();
    await changed(station, { enabled: true, port });
    await station.until('webhooks.read', null, ({ listening }) => listening.kind === 'listening');
    expect((await post(url)).status).toBe(200);
    const other = await freePort();
    await changed(station, { port: other });
    const moved = url.replace(String(port), String(other));
    while ((await post(moved).catch(() => null)) === null);
    await expect(post(url)).rejects.toThrow();
    await changed(station, { enabled: false });
    await station.until('webhooks.read', null, ({ listening }) => listening.kind === 'off');
    await expect(post(moved)).rejects.toThrow();
  });

  it('reports once that its port is in use, and listens as soon as the settings name another', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    const { station } = await listeningStation({ webhooks: { enabled: true, port: taken } });
    const reports = async () => noticesOf(station, 'webhook.port-in-use');
    expect((await station.call('webhooks.read', null)).listening.kind).toBe('failed');
    await changed(station, { publicAddress: 'https://hooks.example' });
    expect(await reports()).toHaveLength(1);
    await changed(station, { port: await freePort() });
    await station.until('webhooks.read', null, ({ listening }) => listening.kind === 'listening');
  });

  it('never gives out a header value, and keeps it when its environment is saved', async () => {
    const { station, url } = await listeningStation();
    const shown = async () =>
      JSON.stringify([await station.call('station.read', null), await station.call('webhooks.read', null)]);
    expect(await shown()).not.toContain(header.value);
    const { environments } = (await station.call('station.read', null)).settings;
    const [sandbox] = environments;
    if (!sandbox) throw new Error('no environment');
    await station.call('environment.save', { environment: { ...sandbox, currency: 'AED' }, token: null });
    expect((await post(url)).status).toBe(200);
    expect(await shown()).not.toContain(header.value);
    expect(JSON.stringify(station.bugs)).not.toContain(header.value);
  });

  it('stores an event that repeats the token of its environment without the token, and reads the rest', async () => {
    const token = 'token-of-the-sandbox-0123456789';
    const other = environmentOf('other', { value: 'other-value' });
    const { station, url } = await listeningStation({ environments: [environmentOf('sandbox'), other] });
    for (const name of ['sandbox', 'other']) {
      const baseUrl = 'https://service.example';
      await station.call('environment.save', {
        environment: { name, kind: 'sandbox', baseUrl },
        token: `${token}-${name}`,
      });
    }
    const repeating = (name: string) =>
      JSON.stringify({
        event: 'same.shipment.delivered',
        data: {
          tracking_code: 'T1',
          note: `Bearer ${token}-${name}`,
          code: Buffer.from(`${token}-${name}`).toString('base64'),
        },
      });
    expect((await post(url, repeating('sandbox'))).status).toBe(200);
    expect((await post(url, repeating('other'), { [header.name]: 'other-value' })).status).toBe(200);
    // The same bytes are known although others were stored.
    await post(url, repeating('sandbox'));
    const { events } = await station.call('events.unmatched', { code: 'T1' });
    expect(events).toHaveLength(1);
    await station.stop();
    for (const file of await readdir(station.folder, { recursive: true })) {
      const bytes = await readFile(join(station.folder, file)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(token), file).toBe(false);
      expect(bytes.includes(Buffer.from(token).toString('base64').slice(0, 30)), file).toBe(false);
    }
  });

  it('changes a header value without refusing an event in between', async () => {
    const { station, url } = await listeningStation();
    const save = (otherValue: object, value: string | null = null) =>
      station.call('webhook.save', {
        ...{ environment: 'sandbox', path, headerName: header.name },
        ...{ value, otherValue: otherValue as never },
      });
    const status = async (value: string, code: string) =>
      (await post(url, event(code), { [header.name]: value })).status;
    await save({ kind: 'new', value: 'second-value' });
    expect([await status(header.value, 'A'), await status('second-value', 'B')]).toEqual([200, 200]);
    await save({ kind: 'in its place' });
    expect([await status(header.value, 'C'), await status('second-value', 'D')]).toEqual([401, 200]);
    await save({ kind: 'none' }, 'third-value');
    expect([await status('second-value', 'E'), await status('third-value', 'F')]).toEqual([401, 200]);
    await station.call('webhook.remove', { environment: 'sandbox' });
    expect(await status('third-value', 'G')).toBe(404);
    expect(await unmatched(station)).toBe(4);
  });

  it('rejects a header that another environment uses at the same path', async () => {
    const { station } = await listeningStation({
      environments: [environmentOf('sandbox'), environmentOf('other', { value: 'other-value' })],
    });
    const save = station.call('webhook.save', {
      ...{ environment: 'other', path, headerName: header.name.toLowerCase(), value: header.value },
      otherValue: { kind: 'stays' },
    });
    await expect(save).rejects.toThrow('settings.duplicate-webhooks');
  });
});

describe('webhooks: a header that web pages can send', () => {
  const names = [
    ...[
      'Accept',
      'accept-language',
      'Content-Language',
      'CONTENT-TYPE',
      'Range',
      'User-Agent',
      'Cookie',
      'Host',
      'Origin',
    ],
    ...['Referer', 'Content-Length', 'Sec-Fetch-Site', 'Sec-CH-UA', 'Proxy-Authorization', 'DPR', 'Last-Event-ID'],
    ...['Access-Control-Request-Headers', 'Ping-To', 'If-None-Match'],
  ];

  it.each(names)('is refused as the name of the secret: %s', (name) => {
    const webhook = { path, header: { name, value: 'k' } };
    const entered = { environment: 'sandbox', path, headerName: name, value: 'k', otherValue: { kind: 'stays' } };
    for (const read of [
      callSchemas('webhook.save').input.safeParse(entered),
      provisioningFileSchema.safeParse({ environments: [{ name: 'sandbox', webhook }] }),
    ]) {
      expect(read.error && validationIssues(read.error).map(({ message: { code } }) => code)).toEqual([
        'settings.header-of-browsers',
      ]);
    }
  });

  it.each(['Authorization', 'X-Hook-Key', 'X-Requested-With', 'Api-Key', 'Securely'])('is not %s', (name) => {
    const entered = { environment: 'sandbox', path, headerName: name, value: 'k', otherValue: { kind: 'stays' } };
    expect(callSchemas('webhook.save').input.safeParse(entered).success).toBe(true);
  });

  it('is reported at the start where an earlier version stored it, and goes on receiving events', async () => {
    const stored = environmentOf('sandbox', { name: 'User-Agent' });
    const { station, url } = await listeningStation({ environments: [stored] });
    expect(await noticesOf(station, 'webhook.header-of-browsers')).toHaveLength(1);
    expect((await post(url, event('A'), { 'User-Agent': header.value })).status).toBe(200);
  });
});

describe('webhooks: events for another environment', () => {
  const two = [environmentOf('sandbox'), environmentOf('other', { value: 'other-value' })];

  it('are stored in its own records, and shown when this environment is in use', async () => {
    const { station, url } = await listeningStation({ environments: two });
    await post(url, event('S'));
    await post(url, event('O1'), { [header.name]: 'other-value' });
    await post(url, event('O2'), { [header.name]: 'other-value' });
    expect(await unmatched(station)).toBe(1);
    await station.call('environment.use', { name: 'other' });
    expect(await unmatched(station)).toBe(2);
    await post(url, event('S2'));
    await station.call('environment.use', { name: 'sandbox' });
    expect(await unmatched(station)).toBe(2);
  });

  it('are not lost during a switch, nor those for the one in use', async () => {
    const { station, url } = await listeningStation({ environments: two });
    const sent: Promise<Response>[] = [];
    for (let round = 0; round < 6; round += 1) {
      const switched = station.call('environment.use', { name: round % 2 === 0 ? 'other' : 'sandbox' });
      for (let index = 0; index < 20; index += 1) {
        const code = `${round}-${index}`;
        sent.push(post(url, event(code)), post(url, event(code), { [header.name]: 'other-value' }));
      }
      await switched;
    }
    const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    expect(await unmatched(station)).toBe(120);
    await station.call('environment.use', { name: 'other' });
    expect(await unmatched(station)).toBe(120);
    expect(station.bugs).toEqual([]);
  });

  it('are answered 503 while its records cannot be opened, reported once, and accepted afterwards', async () => {
    const { station, url } = await listeningStation({ environments: two });
    const file = join(station.folder, 'records', 'records-other.sqlite3');
    await writeFile(file, 'no database at all, but a file of some length');
    const toOther = (code: string) => post(url, event(code), { [header.name]: 'other-value' });
    const refused = await toOther('A');
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([503, '30', '']);
    expect((await toOther('A')).status).toBe(503);
    expect(await noticesOf(station, 'webhook.event-not-stored')).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toContain('no database at all');
    expect((await station.call('webhooks.read', null)).deliveries[0]).toMatchObject({ answer: 'not stored', count: 2 });
    await writeFile(file, '');
    expect((await toOther('A')).status).toBe(200);
  });

  it('are answered 503 while another program locks the records, like those for the one in use, and accepted afterwards', async () => {
    const { station, url } = await listeningStation();
    const holder = new DatabaseSync(join(station.folder, 'records', 'records-sandbox.sqlite3'));
    holder.exec('BEGIN IMMEDIATE');
    const refused = await post(url);
    expect(refused.status).toBe(503);
    holder.exec('ROLLBACK');
    holder.close();
    const [notice] = (await station.call('station.read', null)).notices.slice(-1);
    const problem = { code: 'storage.database-in-use' };
    expect(notice?.message).toMatchObject({
      code: 'webhook.event-not-stored',
      params: { environment: 'sandbox', problem },
    });
    expect(await unmatched(station)).toBe(0);
    expect((await post(url)).status).toBe(200);
    expect(await unmatched(station)).toBe(1);
  });
});
