import { expect, it } from 'vitest';
import { createVerdictTimes } from '../../../src/renderer/scanner/verdict-times.ts';

/** Times with a clock, timers and frames that the test moves. */
function opened() {
  let now = 1_000;
  let isBusy = false;
  const sent: number[][] = [];
  const frames: (() => void)[] = [];
  const timers: { milliseconds: number; act: () => void }[] = [];
  const times = createVerdictTimes({
    send: async (milliseconds) => void sent.push(milliseconds),
    whenPainted: (act) => void frames.push(act),
    isBusy: () => isBusy,
    now: () => now,
    later(milliseconds, act) {
      const timer = { milliseconds, act };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return {
    ...{ times, sent, timers },
    paintAt(at: number) {
      now = at;
      for (const act of frames.splice(0)) act();
    },
    setBusy: (busy: boolean) => {
      isBusy = busy;
    },
    runTimer: () => timers.splice(0, 1)[0]?.act(),
  };
}

it('verdict times: from the last key to the painted frame, sent together after a minute', () => {
  const { times, sent, timers, paintAt, runTimer } = opened();
  times.shown(990);
  expect(timers).toEqual([]);
  paintAt(1_024.4);
  times.shown(5_000);
  paintAt(5_061);
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([60_000]);
  runTimer();
  expect(sent).toEqual([[34, 61]]);
});

it('verdict times: are sent at once before figures are read, and then not again', async () => {
  const { times, sent, timers, paintAt } = opened();
  times.shown(1_000);
  paintAt(1_020);
  await times.flush();
  await times.flush();
  expect([sent, timers]).toEqual([[[20]], []]);
});

it('verdict times: are not sent beside a scan that waits for its answer', () => {
  const { times, sent, timers, paintAt, setBusy, runTimer } = opened();
  times.shown(1_000);
  paintAt(1_020);
  setBusy(true);
  runTimer();
  expect([sent, timers.map(({ milliseconds }) => milliseconds)]).toEqual([[], [1_000]]);
  setBusy(false);
  runTimer();
  expect(sent).toEqual([[20]]);
});

it('verdict times: of a burst without a pause the newest are kept', async () => {
  const { times, sent, paintAt } = opened();
  for (let scan = 0; scan < 250; scan += 1) {
    times.shown(0);
    paintAt(scan);
  }
  await times.flush();
  expect(sent[0]).toHaveLength(200);
  expect([sent[0]?.[0], sent[0]?.at(-1)]).toEqual([50, 249]);
});
