import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import { createDiskCheck } from '../../../src/main/hub/disk-check.ts';
import { startHealthServer } from '../../../src/main/hub/health-server.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';

const opened = closedAfterEach();

it('a hub that cannot store events answers 503 to /healthz, says so, and answers nothing else', async () => {
  const folder = await opened.folder();
  let now = 0;
  const answers = [() => Promise.resolve(), () => Promise.reject(new Error('The records have ended'))];
  const next = async (): Promise<void> => answers[now === 0 ? 0 : 1]?.();
  const canStore = createDiskCheck(join(folder, 'check'), () => now, next);
  const health = async () => ({
    ...{ bench: 'hub', canStore: await canStore(), webhooks: 'listening' as const, environments: [], server: null },
  });
  const { port } = opened.keep(await startHealthServer(0, systemClock, health));
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  expect((await ask('/healthz')).status).toBe(200);
  now = 60_000;
  const failing = await ask('/healthz');
  expect([failing.status, await failing.json()]).toMatchObject([503, { canStore: false }]);
  expect(await (await ask('/metrics')).text()).toContain('packbench_hub_can_store 0\n');
  expect([(await ask('/')).status, (await ask('/healthz', 'POST')).status]).toEqual([404, 405]);
});

it('a hub whose figures do not come answers 503 within seconds', async () => {
  const clock = acceleratedClock(40);
  const { port } = opened.keep(await startHealthServer(0, clock, () => new Promise(() => {})));
  for (const path of ['/healthz', '/metrics'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(503);
});

it('a hub whose clock was set back checks its disk again', async () => {
  let now = 3_600_000;
  let isAnswering = true;
  const recordsAnswer = async (): Promise<void> => {
    if (!isAnswering) throw new Error('The records have ended');
  };
  const check = createDiskCheck(join(await opened.folder(), 'check'), () => now, recordsAnswer);
  expect(await check()).toBe(true);
  [now, isAnswering] = [0, false];
  expect(await check()).toBe(false);
});

it('a disk that refuses the file beside the records is one that cannot store events', async () => {
  const check = createDiskCheck(join(await opened.folder(), 'missing', 'check'), Date.now, async () => {});
  expect(await check()).toBe(false);
});
