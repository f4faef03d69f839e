import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { createWishQueue, type WishQueue } from '../../../src/main/site/wish-queue.ts';
import { createWishLimit } from '../../../src/shared/site/wish-limit.ts';

/** A clock that stands still until it is run. */
class StandingClock implements Clock {
  private time = 0;
  private readonly timers = new Set<{ at: number; action: () => void }>();
  now = (): number => this.time;
  after(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.time + milliseconds, action };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }
  run(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.nextUntil(end); next; next = this.nextUntil(end)) {
      this.time = next.at;
      this.timers.delete(next);
      next.action();
    }
    this.time = end;
  }
  /** The clock of the computer is set back; what waits goes on as before. */
  setBack(milliseconds: number): void {
    this.time -= milliseconds;
    for (const timer of this.timers) timer.at -= milliseconds;
  }
  private nextUntil = (end: number) =>
    [...this.timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
}

function opened(answers: (queue: WishQueue, gids: readonly string[]) => void = () => {}) {
  const clock = new StandingClock();
  const wishes: (readonly string[])[] = [];
  const silent: number[] = [];
  const queue: WishQueue = createWishQueue({
    clock,
    send({ gids }) {
      wishes.push(gids);
      clock.after(50, () => answers(queue, gids));
    },
    onSilent: (parcels) => void silent.push(...parcels),
  });
  const ask = (number: number): void =>
    queue.ask({ gid: `bench-1.${number}`, parcelId: number, purpose: 'print' }, 'bench-1');
  return { clock, queue, wishes, silent, ask };
}

const answerAll = (queue: WishQueue, gids: readonly string[]): void => {
  for (const gid of gids) queue.end(gid);
  queue.heard('bench-1');
};

describe('wishes for parcels of another bench', () => {
  it('leave, and are taken for unanswered, also after the clock was set back', () => {
    const { clock, wishes, silent, queue, ask } = opened((asking, gids) => {
      if (gids.includes('bench-1.0')) answerAll(asking, gids);
    });
    ask(0);
    clock.run(1_000);
    clock.setBack(3_600_000);
    ask(1);
    clock.run(1_000);
    expect(wishes).toEqual([['bench-1.0'], ['bench-1.1']]);
    clock.setBack(3_600_000);
    clock.run(8_000);
    expect(silent).toEqual([1]);
    expect(queue.isSilent('bench-1', 'bench-1.1')).toBe(true);
  });

  it('the first leaves at once, and those that follow soon leave together', () => {
    const { clock, wishes, ask } = opened(answerAll);
    for (let number = 0; number < 90; number += 1) ask(number);
    ask(0);
    expect(wishes).toEqual([['bench-1.0']]);
    clock.run(1_000);
    expect(wishes.map((gids) => gids.length)).toEqual([1, 89]);
  });

  it('for thousands of parcels stay below the limit of the holder, and each parcel is asked for once', () => {
    const { clock, wishes, silent, ask, queue } = opened(answerAll);
    const limit = createWishLimit();
    let heard = 0;
    for (let number = 0; number < 3_000; number += 1) {
      ask(number);
      clock.run(20);
      for (; heard < wishes.length; heard += 1)
        expect(limit.note('bench-2', clock.now(), wishes[heard]?.length)).toEqual({ kind: 'heard' });
    }
    for (let seconds = 0; seconds < 600; seconds += 1) {
      clock.run(1_000);
      for (; heard < wishes.length; heard += 1)
        expect(limit.note('bench-2', clock.now(), wishes[heard]?.length)).toEqual({ kind: 'heard' });
    }
    expect(new Set(wishes.flat()).size).toBe(3_000);
    expect(wishes.flat()).toHaveLength(3_000);
    expect(silent).toEqual([]);
    expect(queue.isSilent('bench-1', 'bench-1.1')).toBe(false);
  });

  it('to a bench that answers nothing are over after four seconds, also those that are not sent yet', () => {
    const { clock, silent, ask, queue, wishes } = opened();
    for (let number = 0; number < 300; number += 1) ask(number);
    clock.run(3_900);
    expect(silent).toEqual([]);
    clock.run(200);
    expect(new Set(silent).size).toBe(300);
    expect(queue.isSilent('bench-1', 'another')).toBe(true);
    const sent = wishes.length;
    clock.run(60_000);
    expect(wishes).toHaveLength(sent);
    queue.heard('bench-1');
    expect(queue.isSilent('bench-1', 'bench-1.0')).toBe(false);
  });

  it('to a bench that answers for others are over for that parcel alone, until they are sent again', () => {
    const { clock, silent, ask, queue, wishes } = opened((asking, gids) =>
      answerAll(
        asking,
        gids.filter((gid) => gid !== 'bench-1.0'),
      ),
    );
    ask(0);
    for (let number = 1; number < 10; number += 1) {
      clock.run(3_000);
      ask(number);
    }
    expect(silent).toEqual([]);
    clock.run(5_000);
    expect(silent).toEqual([0]);
    expect(queue.isSilent('bench-1', 'bench-1.0')).toBe(true);
    expect(queue.isSilent('bench-1', 'bench-1.10')).toBe(false);
    clock.run(30_000);
    expect(queue.isSilent('bench-1', 'bench-1.0')).toBe(false);
    ask(0);
    expect(wishes.at(-1)).toEqual(['bench-1.0']);
  });
});
