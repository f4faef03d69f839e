import { expect, it } from 'vitest';
import { createHubLookUps } from '../../../src/main/site/hub-look-ups.ts';
import type { SiteBench } from '../../../src/shared/site/heartbeat.ts';
import type { HubAnswer } from '../../../src/shared/site/hub-look-up.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { nothingApplied } from '../storage/shared-records.ts';

/** Look-ups of one bench or hub; what it sent, by code. */
function lookUps({ isHub = false, hubs = 1 } = {}) {
  const clock = adjustableClock();
  const [asked, answered]: [string[], string[]] = [[], []];
  const hub = (index: number): SiteBench => ({
    ...{ name: `hub-${index}`, version: '1.2.3', clockOffsetSeconds: 0, printers: [], isHub: true },
    lastHeardAt: new Date(clock.now()).toISOString(),
  });
  const all = createHubLookUps({
    ...{ clock, isHub, isConnected: () => true, onAnswer() {} },
    records: {
      siteBenches: async () => Array.from({ length: hubs }, (_, index) => hub(index)),
      sendLookUp: async (code) => void asked.push(code),
      answerLookUp: async ({ code }) => void answered.push(code),
    },
    onBug: (error) => expect.unreachable(String(error)),
  });
  const applied = (codes: readonly string[], isLive: boolean): void =>
    all.applied({ ...nothingApplied, taken: 0, lookUps: codes.map((code) => ({ by: 'bench-2', code })) }, isLive);
  const said = (code: string, answer: HubAnswer): void =>
    all.applied({ ...nothingApplied, taken: 0, hubAnswers: [{ code, answer }] }, true);
  return { all, clock, asked, answered, applied, said };
}

const codes = Array.from({ length: 35 }, (_, index) => `CODE-${index}`);

it('look-ups: a bench asks for at most 30 codes a minute, and for one code not again within ten', async () => {
  const { all, clock, asked } = lookUps();
  for (const code of codes) all.ask(code);
  await expect.poll(() => all.answerOf('CODE-34')).toEqual({ kind: 'away' });
  expect(asked).toEqual(codes.slice(0, 30));
  all.ask('CODE-0');
  clock.advance(5 * 60_000);
  all.ask('CODE-34');
  await expect.poll(() => asked.length).toBe(31);
  expect(asked.at(-1)).toBe('CODE-34');
});

it('look-ups: what cannot be a code is not asked for, and nothing where the site has no hub', async () => {
  const { all, asked } = lookUps();
  all.ask('a b');
  all.ask('x'.repeat(65));
  const alone = lookUps({ hubs: 0 });
  alone.all.ask('CODE-1');
  all.ask('CODE-2');
  await expect.poll(() => asked).toEqual(['CODE-2']);
  expect([alone.asked, alone.all.answerOf('CODE-1')]).toEqual([[], null]);
});

it('look-ups: a hub answers each bench 30 times a minute, and no question that waited in the engine', async () => {
  const hub = lookUps({ isHub: true });
  hub.applied(codes, true);
  expect(hub.answered).toEqual(codes.slice(0, 30));
  hub.clock.advance(60_000);
  hub.applied(['CODE-OLD'], false);
  expect(hub.answered).toHaveLength(30);
  const bench = lookUps();
  bench.applied(codes, true);
  expect(bench.answered).toEqual([]);
});

it('look-ups: what one of several hubs found is not taken back by another one, in either order', async () => {
  const { all, clock, asked, said } = lookUps({ hubs: 2 });
  const found = { kind: 'found', bench: 'bench-1', orderedAt: '2026-03-14T08:00:00.000Z', isPrinted: true } as const;
  said('CODE-1', { kind: 'unknown' });
  said('CODE-1', found);
  said('CODE-1', { kind: 'unknown' });
  said('CODE-1', { ...found, isPrinted: false });
  expect(all.answerOf('CODE-1')).toEqual(found);
  // Asked again after ten minutes, it is shown as asked.
  clock.advance(11 * 60_000);
  all.ask('CODE-1');
  await expect.poll(() => asked).toEqual(['CODE-1']);
  expect(all.answerOf('CODE-1')).toEqual({ kind: 'asking' });
});
