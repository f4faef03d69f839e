import { describe, expect, it } from 'vitest';
import { answerCalls } from '../../../src/main/app/answer-calls.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { hostileCalls } from './hostile-calls.ts';

const opened = closedAfterEach();

describe('ipc: hostile calls', () => {
  it('are each refused with a code, change nothing, and the next call is answered', async () => {
    const { call, station, folder } = await openStation(opened);
    const bugs: unknown[] = [];
    const answer = answerCalls({ call: station.call, onBug: (error) => bugs.push(error) });
    const before = (await call('station.read', null)).settings;
    const outcomes: Record<string, string> = {};
    for (const { what, name, input } of hostileCalls) {
      const answered = await answer(name, input);
      outcomes[what] = answered.ok ? 'accepted' : answered.failure.message.code;
      const shown = JSON.stringify(answered);
      expect(shown.length, what).toBeLessThan(10_000);
      expect(shown, what).not.toContain(folder);
    }
    expect(outcomes).toEqual(Object.fromEntries(hostileCalls.map(({ what, refusedAs }) => [what, refusedAs])));
    expect(bugs).toEqual([]);
    expect((await call('station.read', null)).settings).toEqual(before);
    expect(await answer('scans.recent', null)).toMatchObject({ ok: true });
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });
});
