import { jetstreamManager } from '@nats-io/jetstream';
import { expect, it } from 'vitest';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { SecuredSite } from '../../fakes/secured-site.ts';

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

it('a site of three nodes keeps each message on all of them, and goes on when one is killed', async () => {
  const site = new SecuredSite();
  site.keys('add', 'hub', '--hub');
  site.keys('add', 'bench-1');
  await site.startCluster();
  try {
    await site.connect(site.access('hub'));
    const engine = await site.connect(site.access('bench-1'));
    for (let n = 1; n <= 5; n += 1) await appendNext(engine, 'bench-1', `${n}`);
    const connection = await site.connection('bench-1');
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const { config, cluster } = await manager.streams.info('site-production');
    await connection.close();
    expect(config.num_replicas).toBe(3);
    // The node that leads the stream.
    const leader = Number(cluster?.leader?.replace('site-', '')) - 1;
    await site.nodes[leader]?.kill();
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
    await site.close();
  }
}, 60_000);
