import { describe, expect, it } from 'vitest';
import { createSettingSaver } from '../../../../src/renderer/screens/settings/setting-group.tsx';
import { type Failure, failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';

interface Bench {
  seconds: number;
  prints: boolean;
}
const reported: Bench = { seconds: 5, prints: false };
const refused: Failure = { code: 'invalid-input', message: message('validation.invalid') };

/** A saver whose requests are answered one by one. */
function startSaver() {
  const requests: { value: Bench; answer: (result: Result<unknown>) => void }[] = [];
  const saver = createSettingSaver<Bench>((value) => new Promise((answer) => requests.push({ value, answer })));
  return { saver, requests };
}

describe('settings: saving a group as it changes', () => {
  it('shows a change until it is reported back, and says that it was saved', async () => {
    const { saver, requests } = startSaver();
    const saved = saver.save(reported, { seconds: 9 });
    expect(saver.getState()).toEqual({ changed: { seconds: 9, prints: false } });
    saver.settle();
    expect(saver.getState().changed).not.toBeNull();
    requests[0]?.answer(success(null));
    expect(await saved).toEqual(success(null));
    expect(saver.getState()).toMatchObject({ changed: { seconds: 9 } });
    saver.settle();
    expect(saver.getState().changed).toBeNull();
  });

  it('a change during a request is saved by the next one, with the change before it', async () => {
    const { saver, requests } = startSaver();
    const first = saver.save(reported, { seconds: 9 });
    const second = saver.save(reported, { prints: true });
    expect(requests.map(({ value }) => value)).toEqual([{ seconds: 9, prints: false }]);
    requests[0]?.answer(success(null));
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[1]?.value).toEqual({ seconds: 9, prints: true });
    requests[1]?.answer(success(null));
    expect(await Promise.all([first, second])).toEqual([success(null), success(null)]);
  });

  it('after a failure the saved values are shown again, with the reason', async () => {
    const { saver, requests } = startSaver();
    const saved = saver.save(reported, { seconds: 9 });
    requests[0]?.answer(failed(refused));
    expect(await saved).toEqual(failed(refused));
    expect(saver.getState()).toEqual({ changed: null });
  });
});
