import { describe, expect, test } from 'vitest';
import { createCodeCheck } from '../../../../src/renderer/screens/new-order/parcels-card.tsx';
import { type Result, success } from '../../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';

const one = 'NL7K2M9P4R6T8V2X4B6D';
const other = 'NL7K2M9P4R6T8V2X4B6E';
const used = message('custom-code.used-by-parcel');

/** A check whose answers and pauses the test controls. */
function openCheck() {
  const asked: { code: string; answer: (conflict: Message | null) => Promise<void> }[] = [];
  let waiting: (() => void) | null = null;
  const check = createCodeCheck({
    ask: (code) => {
      const { promise, resolve } = withResolvers<Result<Message | null>>();
      asked.push({
        code,
        answer: async (conflict) => {
          resolve(success(conflict));
          await promise;
        },
      });
      return promise;
    },
    later(work) {
      waiting = work;
      return () => {
        waiting = null;
      };
    },
  });
  const pause = () => {
    waiting?.();
    waiting = null;
  };
  return { check, asked, pause };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('custom code check', () => {
  test('a code is checked once typing pauses, and only when it can be a code', () => {
    const { check, asked, pause } = openCheck();
    check.update(['SHORT']);
    pause();
    check.update([one]);
    expect(asked).toHaveLength(0);
    pause();
    check.update([one]);
    pause();
    expect(asked.map(({ code }) => code)).toEqual([one]);
  });

  test('a code that is used is reported as long as it is in the form', async () => {
    const { check, asked, pause } = openCheck();
    check.update([one, other]);
    pause();
    await asked[0]?.answer(used);
    await asked[1]?.answer(null);
    expect(check.getState()).toEqual({ [one]: used });
    check.update([other]);
    expect(check.getState()).toEqual({});
  });

  test('a code that was changed meanwhile is not reported', async () => {
    const { check, asked, pause } = openCheck();
    check.update([one]);
    pause();
    check.update([other]);
    await asked[0]?.answer(used);
    expect(check.getState()).toEqual({});
  });
});
