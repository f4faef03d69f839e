import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openSite, type Site } from '../../../src/main/site/open-site.ts';
import { natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { codeA, codeC, orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { openSiteParts } from './open-site-parts.ts';

const opened = closedAfterEach();

it('what the older of two hubs found stays shown when the younger one, which does not know the code, answers after it', async () => {
  const server = opened.keep(await natsSiteServer());
  /** @param mayAnswer a hub answers once it is resolved */
  const open = async (name: string, mayAnswer = Promise.resolve()): Promise<{ records: Records; site: Site }> => {
    let site: Site | null = null;
    const records = opened.keep(
      openInThread(join(await opened.folder(), 'records.sqlite3'), undefined, () => site?.wake()),
    );
    const role = name.startsWith('hub') ? 'hub' : 'bench';
    site = await openSite({
      ...openSiteParts,
      fleet: { bench: name, role, servers: [server.address], environments: ['sandbox'], alone: 'ask' },
      ...{ bench: await records.joinSite(name), environment: sandbox, seed: null, clock: systemClock },
      records: {
        ...records,
        answerLookUp: (asked, at) => mayAnswer.then(() => records.answerLookUp(asked, at)),
      },
      onClock() {},
      onBug: (error) => expect.unreachable(String(error)),
    });
    return { records, site: opened.keep(site) };
  };
  const [one, older] = [await open('bench-1'), await open('hub-1')];
  await storeOrder(
    one.records,
    orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { uniqueId: 'ORD-1' }),
  );
  await expect.poll(() => older.records.findByCode(codeA), { timeout: 5_000 }).not.toBeNull();
  // What bench-1 sent is known to the older hub alone.
  await one.site.close();
  await server.loseData();
  let answer = (): void => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await open('hub-2', mayAnswer);
  const other = await open('bench-2');
  const hubs = async () => (await other.records.siteBenches()).filter(({ isHub }) => isHub).length;
  await expect.poll(hubs, { timeout: 5_000 }).toBe(2);
  // While nothing that others sent was read, no hub is asked; the next scan asks again.
  const asked = (code: string): string | undefined => {
    other.site.hub.ask(code);
    return other.site.hub.answerOf(code)?.kind;
  };
  const answerTo = (code: string) => expect.poll(() => asked(code), { timeout: 15_000 });
  await answerTo(codeA).toBe('found');
  await older.site.close();
  answer();
  // The younger one answers in the order of the questions.
  await answerTo(codeC).toBe('unknown');
  expect(other.site.hub.answerOf(codeA)).toMatchObject({ kind: 'found', bench: 'bench-1' });
}, 30_000);
