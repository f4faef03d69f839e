import { describe, expect, test } from 'vitest';
import { codeFaults, createCodeCheck } from '../../../../src/renderer/screens/new-order/custom-code-check.ts';
import { customCodePath } from '../../../../src/renderer/screens/new-order/order-form.ts';
import { type Result, success } from '../../../../src/shared/contract/failure.ts';

const one = 'NL7K2M9P4R6T8V2X4B6D';
const other = 'NL7K2M9P4R6T8V2X4B6E';

/** Questions wait for the test's answer, and pauses for the test's word. */
function openCheck() {
  const asked: { code: string; answer: (words: string | null) => Promise<void> }[] = [];
  let waiting: (() => void) | null = null;
  const check = createCodeCheck({
    ask: (code) => {
      const { promise, resolve } = withResolvers<Result<string | null>>();
      asked.push({
        code,
        answer: async (words) => {
          resolve(success(words));
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

describe('a code in the form', () => {
  test('is asked about once the hand pauses, and only when it can be a code', () => {
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

  test('that is taken says so as long as it stands there', async () => {
    const { check, asked, pause } = openCheck();
    check.update([one, other]);
    pause();
    await asked[0]?.answer('A parcel known here has this code');
    await asked[1]?.answer(null);
    expect(check.getState()).toEqual({ [one]: 'A parcel known here has this code' });
    check.update([other]);
    expect(check.getState()).toEqual({});
  });

  test('that was changed meanwhile is not spoken of any more', async () => {
    const { check, asked, pause } = openCheck();
    check.update([one]);
    pause();
    check.update([other]);
    await asked[0]?.answer('A parcel known here has this code');
    expect(check.getState()).toEqual({});
  });
});

describe('beside the field', () => {
  const parcels = (...codes: string[]) => codes.map((customCode, index) => ({ key: index + 1, grams: '', customCode }));
  const faults = (codes: string[], writing: number | null = null) =>
    codeFaults(parcels(...codes), { writing, unavailable: {}, isSent: false });

  test('a code that is still being written is not called too short; one that was left is', () => {
    expect(faults(['AB12'], 1)).toEqual({});
    expect(faults(['AB12'])).toEqual({ [customCodePath(0)]: '16 to 20 digits and letters: this has 4' });
  });

  test('a character that no code has is named at once', () => {
    expect(faults(['AB-'], 1)).toEqual({ [customCodePath(0)]: '16 to 20 digits and letters: “-” cannot be in it' });
  });

  test('a code that another parcel of the form has is named at the second', () => {
    expect(faults([one, '', one])).toEqual({ [customCodePath(2)]: 'Parcel 1 of this order has this code' });
  });

  test('a code that is taken here says why', () => {
    const unavailable = { [one]: 'A parcel known here has this code' };
    expect(codeFaults(parcels(one), { writing: 1, unavailable, isSent: false })).toEqual({
      [customCodePath(0)]: unavailable[one],
    });
  });

  test('a code of the very order that the form still holds in doubt is not called taken', () => {
    const unavailable = { [one]: 'An order without an answer has this code' };
    expect(codeFaults(parcels(one), { writing: null, unavailable, isSent: true })).toEqual({});
  });
});
