import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { openNatsEngine } from '../../../src/main/site/nats-engine.ts';
import { parcelFactToSend } from '../../../src/shared/site/site-facts.ts';
import { linked, natsSiteServer } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { leaveBudget, rowsIn } from '../site/spent-budget.ts';
import { runHubProgram, siteEnvironment, startHubProcess, until } from './hub-fixture.ts';

const opened = closedAfterEach();

/** Sends one message with the copies of that many parcels, behind the message with that number. */
async function flood(engine: SiteEngine, from: number, count: number, after: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const copy = { id: `bench-1.j${n}`, bench: 'bench-1', state: 'printed' as const };
    return JSON.stringify(parcelFactToSend(n, '2026-03-14T08:00:00.000Z', `bench-1.${n}`, { kind: 'copy', copy }));
  });
  expect(await engine.append({ by: 'bench-1' }, Buffer.from(lines.join('\n')), after)).toMatchObject({
    kind: 'stored',
  });
}

it('hub: a bench that sends too much is named by /healthz and counted by /metrics, and is read on by a command and a restart', async () => {
  const server = opened.keep(await natsSiteServer());
  const hub = await startHubProcess(opened, { server: server.address });
  const { dataFolder } = hub;
  const file = join(dataFolder, 'records', 'records-sandbox.sqlite3');
  const { name, kind, baseUrl, labelUrl } = siteEnvironment('sandbox');
  const engine = opened.keep(
    openNatsEngine({
      ...{ servers: [server.address], bench: 'bench-1', longestPauseMs: 200 },
      environment: { name, kind, service: baseUrl, labels: labelUrl },
    }),
  );
  await linked(engine);
  const environment = async ({ health }: Pick<typeof hub, 'health'>) => (await health()).body.environments[0];
  await until(
    () => environment(hub),
    (found) => found?.state === 'connected',
  );
  leaveBudget(file, 'bench-1', 5);
  const before = rowsIn(file).site_parcels ?? 0;
  await flood(engine, 1, 20, 0);
  await until(
    () => environment(hub),
    (found) => found?.pausedBenches.length === 1,
  );
  expect((await environment(hub))?.pausedBenches).toMatchObject([{ bench: 'bench-1', since: expect.any(String) }]);
  expect(await hub.metrics()).toContain('packbench_hub_paused_benches{environment="sandbox"} 1\n');
  expect(hub.output()).toContain('run packbench-hub with --read-on=bench-1');
  expect(rowsIn(file).site_parcels).toBe(before + 5);

  const other = await runHubProgram(opened, '--read-on=bench-2', `--user-data-dir=${dataFolder}`);
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('bench-2 is not paused') });
  // Also beside a hub that runs.
  const marked = await runHubProgram(opened, '--read-on=bench-1', `--user-data-dir=${dataFolder}`);
  expect(marked).toMatchObject({ code: 0, output: expect.stringContaining('sandbox: bench-1 is read on') });
  expect((await environment(hub))?.pausedBenches).toHaveLength(1);
  expect(await hub.end('SIGTERM')).toBe(0);
  const again = await startHubProcess(opened, { server: server.address, dataFolder });
  await until(
    () => environment(again),
    (found) => found?.pausedBenches.length === 0 && found.state === 'connected',
  );
  expect(rowsIn(file).site_parcels).toBe(before + 20);
  expect(await again.metrics()).toContain('packbench_hub_paused_benches{environment="sandbox"} 0\n');
}, 180_000);
