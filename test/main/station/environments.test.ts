import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { answerWith, startRawServer } from '../service/raw-server.ts';

const token = 'right-token-0123456789';
const opened = closedAfterEach();

/** A station with a sandbox and its token, in practice at first. */
async function stationWithSandbox() {
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const { baseUrl, labelUrl } = service;
  const station = await openStation(opened, {
    provisioning: { environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }] },
  });
  return { station, baseUrl, labelUrl };
}

const view = (station: StationInNode) => station.call('station.read', null);

/** Asks for a price, which every service answers. */
const quote = (station: StationInNode) =>
  station
    .call('order.quote', {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }],
    })
    .catch(() => null);

describe('environments: connection test', () => {
  it('uses the stored token for its own addresses', async () => {
    const { station, baseUrl, labelUrl } = await stationWithSandbox();
    const entered = { environment: 'sandbox', baseUrl, labelUrl, token: null };
    const { checks } = await station.call('environment.test', entered);
    expect(checks.map(({ check, outcome }) => `${check}: ${outcome}`)).toEqual([
      'address: passed',
      'certificate: not checked',
      'token: passed',
      'label host: passed',
    ]);
  });

  it('never sends the stored token to another origin, and keeps it for its own', async () => {
    const { station, baseUrl, labelUrl } = await stationWithSandbox();
    const other = opened.keep(await startRawServer({ onRequest: (_, socket) => answerWith(socket, 401, '{}') }));
    const elsewhere = `http://127.0.0.1:${other.port}`;
    for (const addresses of [
      { baseUrl: elsewhere, labelUrl },
      { baseUrl, labelUrl: elsewhere },
      { baseUrl: elsewhere, labelUrl: null },
    ]) {
      const { checks } = await station.call('environment.test', { environment: 'sandbox', ...addresses, token: null });
      expect(checks.find(({ check }) => check === 'token')).toMatchObject({
        outcome: 'not checked',
        message: { code: 'connection-test.token-of-other-address' },
      });
    }
    expect(JSON.stringify(other.requests)).not.toContain(token);
    expect((await view(station)).vault.environmentsWithToken).toEqual(['sandbox']);
  });

  it('sends an entered token to the entered address of an environment that is not saved', async () => {
    const station = await openStation(opened);
    const other = opened.keep(await startRawServer({ onRequest: (_, socket) => answerWith(socket, 401, '{}') }));
    const baseUrl = `http://127.0.0.1:${other.port}`;
    const entered = { environment: null, baseUrl, labelUrl: null, token: `Bearer ${token}` };
    const { checks } = await station.call('environment.test', entered);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['passed', 'not checked', 'failed', 'passed']);
    expect(JSON.stringify(other.requests)).toContain(`Bearer ${token}`);
    expect((await view(station)).settings.environments.map(({ name }) => name)).toEqual(['practice']);
  });
});

describe('environments: rejected token', () => {
  it('is named after a switch to another environment, until another token is entered', async () => {
    const { station, baseUrl, labelUrl } = await stationWithSandbox();
    const environment = { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl } as const;
    await station.call('environment.save', { environment, token: 'wrong-token-0123456789' });
    await station.call('environment.use', { name: 'sandbox' });
    await quote(station);
    expect((await view(station)).environmentsWithRejectedToken).toEqual(['sandbox']);
    await station.call('environment.use', { name: 'practice' });
    expect((await view(station)).environmentsWithRejectedToken).toEqual(['sandbox']);
    await station.call('environment.save', { environment, token });
    expect((await view(station)).environmentsWithRejectedToken).toEqual([]);
  });
});

describe('environments: removal', () => {
  it('deletes the token and keeps the records file', async () => {
    const { station, baseUrl, labelUrl } = await stationWithSandbox();
    await station.call('environment.use', { name: 'sandbox' });
    await station.call('environment.use', { name: 'practice' });
    await station.call('environment.remove', { name: 'sandbox' });
    expect((await view(station)).settings.environments.map(({ name }) => name)).toEqual(['practice']);
    expect(existsSync(join(station.folder, 'records', 'records-sandbox.sqlite3'))).toBe(true);

    const environment = { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl } as const;
    await station.call('environment.save', { environment, token: null });
    expect((await view(station)).vault.environmentsWithToken).toEqual([]);
  });

  it('is refused for the environment in use, for practice, and for an unknown one', async () => {
    const { station } = await stationWithSandbox();
    await expect(station.call('environment.remove', { name: 'practice' })).rejects.toThrow('practice-not-removed');
    await station.call('environment.use', { name: 'sandbox' });
    await expect(station.call('environment.remove', { name: 'sandbox' })).rejects.toThrow('active-not-removed');
    await expect(station.call('environment.remove', { name: 'nowhere' })).rejects.toThrow('environment.unknown');
  });

  it('keeps the kind of its name, so that its records are never shown under another kind', async () => {
    const { station, baseUrl, labelUrl } = await stationWithSandbox();
    await station.call('environment.remove', { name: 'sandbox' });
    for (const name of ['sandbox', 'Sandbox']) {
      const environment = { name, kind: 'production', baseUrl, labelUrl } as const;
      await expect(station.call('environment.save', { environment, token })).rejects.toThrow('environment.kind-fixed');
    }
  });

  it('stops watching the folder whose files were for it', async () => {
    const folder = await opened.folder();
    const station = await openStation(opened, {
      settings: {
        environments: [
          { name: 'practice', kind: 'practice' },
          { name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9' },
        ],
        import: { folder, environment: 'sandbox' },
      },
    });
    await station.call('environment.remove', { name: 'sandbox' });
    expect((await station.call('import.state', null)).watched).toBeNull();
  });
});
