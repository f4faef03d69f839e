import { describe, expect, it } from 'vitest';
import { answerCalls } from '../../../src/main/app/answer-calls.ts';
import { coalesceChanges, type ServedStation, serveStation } from '../../../src/main/app/ipc.ts';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import {
  maxCallsASecond,
  maxCallsAtOnce,
  maxCallsInABurst,
  maxFileInputSize,
  maxInputSize,
} from '../../../src/shared/contract/call-limits.ts';
import { type Change, maxParcelsNamed, ofParcels } from '../../../src/shared/contract/changes.ts';
import { failed, type Result, success } from '../../../src/shared/contract/failure.ts';
import type { StationCall } from '../../../src/shared/contract/station-contract.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { largestBatchBytes } from '../../../src/shared/orders/batch.ts';
import { largestImportBytes } from '../../../src/shared/orders/import-state.ts';

type Call = (name: StationCall, input: unknown) => Promise<Result<unknown>>;

function serve(call: Call) {
  const bugs: unknown[] = [];
  return { answer: answerCalls({ call, onBug: (error) => bugs.push(error) }), bugs };
}

const neverCalled: Call = () => {
  throw new Error('was called');
};

describe('ipc: a call of the window', () => {
  it('passes the parsed input on and gives the parsed output back', async () => {
    const { answer } = serve(async (name, input) => success({ name, input, scans: [], today: 3, more: 'dropped' }));
    expect(await answer('scans.recent', null)).toEqual({ ok: true, value: { scans: [], today: 3 } });
  });

  it('passes on only what the contract allows', async () => {
    const seen: unknown[] = [];
    const { answer } = serve(async (_name, input) => {
      seen.push(input);
      return success(null);
    });
    await answer('settings.save', { group: 'station', value: { name: '  Bench 7 ', path: '/etc' }, more: 1 });
    expect(seen).toEqual([{ group: 'station', value: { name: 'Bench 7', language: 'en' } }]);
  });

  it.each([['toString'], ['__proto__'], ['nothing.known'], [''], [7], [null], [{}]])(
    'refuses the call %j, which is not in the contract',
    async (name) => {
      const { answer, bugs } = serve(neverCalled);
      expect(await answer(name, null)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
      expect(bugs).toEqual([]);
    },
  );

  it('refuses an input that does not fit, naming the place and never the value', async () => {
    const { answer, bugs } = serve(neverCalled);
    const environment = { name: 'a', kind: 'sandbox', baseUrl: 'http://far.example' };
    const answered = await answer('environment.save', { environment, token: ['secret-token'] });
    const at = (path: string, code: string) => ({ code: 'validation.at', params: { path, problem: { code } } });
    const issues = [at('environment.baseUrl', 'settings.address-not-https'), at('token', 'validation.wrong-type')];
    const expected = { code: 'call.invalid-input', params: { issues } };
    expect(answered).toMatchObject({ ok: false, failure: { code: 'invalid-input', message: expected } });
    expect(JSON.stringify(answered)).not.toContain('secret-token');
    expect(bugs).toEqual([]);
  });

  it('passes an expected failure on as it is', async () => {
    const failure = { code: 'no-printer', message: message('call.too-many') } as const;
    const { answer, bugs } = serve(async () => failed(failure));
    expect(await answer('scans.recent', null)).toEqual({ ok: false, failure });
    expect(bugs).toEqual([]);
  });

  it('logs a bug, and gives the page no details of it', async () => {
    const { answer, bugs } = serve(async () => {
      throw new Error('secret inside');
    });
    const answered = await answer('scans.recent', null);
    expect(answered).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    expect(JSON.stringify(answered)).not.toContain('secret');
    expect(bugs).toEqual([new Error('secret inside')]);
  });

  it('treats an output against the contract as a bug', async () => {
    const { answer, bugs } = serve(async () => success({ scans: [], today: 'three' }));
    expect(await answer('scans.recent', null)).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    expect(String(bugs[0])).toContain('"scans.recent" answered against the contract: today:');
  });

  it('refuses calls above its limit at once, and accepts new ones when others are answered', async () => {
    const waiting: (() => void)[] = [];
    const { answer } = serve(
      () => new Promise((resolve) => waiting.push(() => resolve(success({ scans: [], today: 0 })))),
    );
    const taken = Array.from({ length: maxCallsAtOnce }, () => answer('scans.recent', null));
    expect(await answer('scans.recent', null)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    for (const finish of waiting.splice(0)) finish();
    expect((await Promise.all(taken)).every((answered) => answered.ok)).toBe(true);
    const next = answer('scans.recent', null);
    for (const finish of waiting.splice(0)) finish();
    expect((await next).ok).toBe(true);
  });
});

describe('ipc: limits of the calls', () => {
  const reached = async (name: string, input: unknown, call: Call = async () => success({ scans: [], today: 0 })) => {
    const answered = await answerCalls({ call, onBug: () => {}, now: () => 0 })(name, input);
    return answered.ok ? 'ok' : answered.failure.message.code;
  };

  it(`are ${maxCallsInABurst} in a burst and ${maxCallsASecond} a second over time`, async () => {
    let now = 0;
    const call: Call = async () => success({ scans: [], today: 0 });
    const answer = answerCalls({ call, onBug: () => {}, now: () => now });
    const accepted = async (calls: number): Promise<number> => {
      let count = 0;
      for (let index = 0; index < calls; index += 1) if ((await answer('scans.recent', null)).ok) count += 1;
      return count;
    };
    expect(await accepted(maxCallsInABurst + 500)).toBe(maxCallsInABurst);
    expect(await answer('scans.recent', null)).toMatchObject({ failure: { code: 'not-allowed-now' } });
    now += 1_000;
    expect(await accepted(maxCallsASecond + 500)).toBe(maxCallsASecond);
    now += 60_000;
    expect(await accepted(maxCallsInABurst + 500)).toBe(maxCallsInABurst);
  });

  it('refuse an input that is too large before it is read', async () => {
    const text = 'x'.repeat(maxInputSize);
    expect(await reached('scan.submit', { reading: { asTyped: text } }, neverCalled)).toBe('call.too-large');
    expect(await reached('scan.submit', new Array(1_000_000).fill(1), neverCalled)).toBe('call.too-large');
    expect(await reached('scan.submit', { [text]: 1 }, neverCalled)).toBe('call.too-large');
    expect(await reached('scan.submit', new Map([[text, 1]]), neverCalled)).toBe('call.too-large');
    const cycle: unknown[] = [];
    cycle.push(cycle, cycle);
    expect(await reached('scan.submit', cycle, neverCalled)).toBe('call.too-large');
    expect(await reached('import.file', { bytes: new Uint8Array(maxFileInputSize) }, neverCalled)).toBe(
      'call.too-large',
    );
  });

  it('accept every input that the contract accepts', async () => {
    const largest = { name: 'orders.csv', bytes: new Uint8Array(largestImportBytes) };
    const file: Call = async () => failed({ code: 'unreadable', message: message('call.dialog-open') });
    expect(await reached('import.file', largest, file)).toBe('call.dialog-open');
    expect(await reached('batch.open-file', largest, file)).toBe('call.dialog-open');
    expect(await reached('batch.paste-rows', { text: 'x'.repeat(largestBatchBytes / 4) }, file)).toBe(
      'call.dialog-open',
    );
  });
});

function gatherer() {
  const sent: Change[][] = [];
  const timers: { due: number; action: () => void }[] = [];
  let now = 0;
  const after = (milliseconds: number, action: () => void) => {
    timers.push({ due: now + milliseconds, action });
    return () => {};
  };
  const pass = (milliseconds: number): void => {
    const end = now + milliseconds;
    for (let next = timers[0]; next && next.due <= end; next = timers[0]) {
      now = next.due;
      timers.shift();
      next.action();
    }
    now = end;
  };
  return { changed: coalesceChanges({ now: () => now, after }, (changes) => sent.push(changes)), pass, sent, timers };
}

describe('ipc: changes', () => {
  it('are sent at once if nothing was sent just before', () => {
    const { changed, pass, sent } = gatherer();
    changed(['scans']);
    pass(1000);
    changed(['parcels']);
    expect(sent).toEqual([['scans'], ['parcels']]);
  });

  it('are collected when they are frequent, each topic once', () => {
    const { changed, pass, sent } = gatherer();
    changed(['scans']);
    changed(['parcels', 'scans']);
    changed(['parcels']);
    expect(sent).toEqual([['scans']]);
    pass(1000);
    expect(sent).toEqual([['scans'], ['parcels', 'scans']]);
  });

  it('name their parcels together, unless any parcel may have changed, or too many have', () => {
    const { changed, pass, sent } = gatherer();
    changed(['station']);
    changed(ofParcels([1], 'parcels', 'print jobs'));
    changed(ofParcels([2, 1], 'parcels'));
    changed(['print jobs']);
    changed(ofParcels([3], 'print jobs'));
    for (let parcelId = 1; parcelId <= maxParcelsNamed + 1; parcelId += 1) changed(ofParcels([parcelId], 'deletions'));
    pass(1000);
    expect(sent).toEqual([['station'], [{ topic: 'parcels', parcels: [1, 2] }, 'print jobs', 'deletions']]);
  });

  it('make at most sixty messages a second, and the last change is always sent', () => {
    const { changed, pass, sent, timers } = gatherer();
    for (let turn = 0; turn < 1000; turn += 1) {
      changed(['print jobs']);
      pass(1);
    }
    expect(sent.length).toBeGreaterThan(50);
    expect(sent.length).toBeLessThanOrEqual(60);
    changed(['commands']);
    pass(1000);
    expect(sent.at(-1)).toContain('commands');
    expect(timers).toEqual([]);
  });
});

describe('ipc: calls of a page whose station is being opened', () => {
  /** The page's own frame calls; Electron is replaced by what it gives the handler. */
  function openPage(opening: Promise<ServedStation>) {
    const frame = { origin: 'packbench://station' };
    const window = { isDestroyed: () => false, webContents: { mainFrame: frame, send: () => {} } };
    let handle: (event: unknown, name: unknown, input: unknown) => unknown = () => {};
    const ipcMain = {
      handle: (_channel: string, listener: typeof handle) => {
        handle = listener;
      },
      removeHandler: () => {},
    };
    const server = serveStation({
      ...{ ipcMain, window, opening, origin: frame.origin, clock: systemClock },
    } as unknown as Parameters<typeof serveStation>[0]);
    return { server, call: (name: string) => handle({ senderFrame: frame }, name, null) as Promise<Result<unknown>> };
  }

  it('wait for it, and are answered once each and in their order', async () => {
    const asked: unknown[] = [];
    let open = (_station: ServedStation): void => {};
    const { server, call } = openPage(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    const answers = Promise.all([call('first'), call('second')]);
    const answer = async (name: unknown) => {
      asked.push(name);
      return success(name);
    };
    open({ answer, onChanged: () => () => {} });
    expect(await answers).toEqual([success('first'), success('second')]);
    expect(await call('third')).toEqual(success('third'));
    expect(asked).toEqual(['first', 'second', 'third']);
    await server.quiet;
    server.end();
  });

  it('fail where it cannot be opened, and are refused where too many wait', async () => {
    let fail = (_error: Error): void => {};
    const { call } = openPage(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    const waiting = Array.from({ length: maxCallsAtOnce }, () => call('scan.submit'));
    expect(await call('scan.submit')).toMatchObject({ ok: false, failure: { message: { code: 'call.too-many' } } });
    fail(new Error('The folder cannot be written.'));
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ ok: false, failure: { message: { code: 'call.unexpected' } } });
    }
  });
});
