import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkServer, isNewEnough } from '../../../src/main/site/server-check.ts';
import { storageLimit } from '../../bench/site/site-load.ts';
import { SecuredSite } from '../../fakes/secured-site.ts';
import { serverVersion } from '../../fakes/site-server.ts';
import { freePort } from '../../helpers/free-port.ts';

const nothing = { findings: [], storage: null };

/** A monitoring port with that answer. */
async function checkedWith(answer: string, version = '2.12.7') {
  const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const found = await checkServer(version, typeof address === 'object' ? (address?.port ?? 0) : 0);
  server.closeAllConnections();
  server.close();
  return found;
}

describe('the server of a site', () => {
  it('as its configuration sets it up has no finding; that of Debian 12 is too old, and does not write before it confirms', async () => {
    const site = new SecuredSite();
    site.keys('add', 'hub', '--hub');
    await site.start();
    const versions: string[] = [];
    await site.connect({ ...site.access('hub'), onServer: (version) => versions.push(version) });
    const [version = ''] = versions;
    const { findings, storage } = await checkServer(version, site.monitoringPort);
    await site.close();
    expect(version).toBe(serverVersion());
    expect(storage?.limit).toBe(storageLimit('nats-server.conf'));
    expect(findings).toEqual(isNewEnough(version) ? [] : [{ kind: 'too-old', version }, { kind: 'not-synced' }]);
  });

  it('that writes before it confirms has no finding', async () => {
    expect(await checkedWith('{"config":{"sync_interval":120000000000,"sync_always":true}}')).toEqual(nothing);
    const unsynced = { findings: [{ kind: 'not-synced' }], storage: null };
    expect(await checkedWith('{"config":{"sync_interval":120000000000}}')).toEqual(unsynced);
  });

  it.each([
    [799, []],
    [800, [{ kind: 'nearly-full', percent: 80 }]],
    [999, [{ kind: 'nearly-full', percent: 95 }]],
    [1_000, [{ kind: 'full' }]],
  ])('that stores %i of 1,000 bytes has the findings %j', async (storage, findings) => {
    const answer = { config: { sync_always: true, max_storage: 1_000 }, storage };
    expect(await checkedWith(JSON.stringify(answer))).toEqual({ findings, storage: { bytes: storage, limit: 1_000 } });
  });

  it('whose monitoring gives no readable answer, too much or none says that it is not monitored', async () => {
    const unknown = { findings: [{ kind: 'not-monitored' }], storage: null };
    for (const answer of ['', 'no', '[]', '{}', `{"config":{},"x":"${'x'.repeat(300_000)}"}`])
      expect(await checkedWith(answer)).toEqual(unknown);
    expect(await checkServer('2.12.7', await freePort())).toEqual(unknown);
  });

  it.each([
    ['2.12.7', true],
    ['2.12.8', true],
    ['2.13.0', true],
    ['3.0.0-beta.1', true],
    ['2.12.7-binary', true],
    ['2.12.7-rc.1', false],
    ['2.12.6', false],
    ['2.9.10', false],
    ['1.99.99', false],
    ['', false],
    ['newest', false],
  ])('of version "%s" has the fixes that a site needs: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});
