import type { Clock } from '../../../../src/main/core/ports/clock.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { DeliveryService, ServiceAnswer } from '../../../../src/main/core/ports/service.ts';
import type { Failure } from '../../../../src/shared/contract/failure.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';

/** One run of a station, which may end between any two steps; after that none of its calls is answered. */
export interface ProcessRun {
  readonly isOver: boolean;
  /** Counts a step; the fatal one ends it. */
  step(): void;
}

/** Ends after so many steps: two for each call of the records, one before it and one after. */
export function processRun(steps: number): ProcessRun {
  let left = steps;
  return {
    get isOver() {
      return left <= 0;
    },
    step() {
      left -= 1;
    },
  };
}

/** One for each call: a shared promise would keep everything that ever waited for it. */
const never = (): Promise<never> => new Promise(() => {});

/** The records of a station that may be killed before or after any call. */
export function crashingRecords(records: Records, run: ProcessRun): Records {
  return new Proxy(records, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (!run.isOver) run.step();
        if (run.isOver) return never();
        const value = await method.apply(target, args);
        if (!run.isOver) run.step();
        return run.isOver ? never() : value;
      };
    },
  });
}

/** A clock that the test advances, and that stops for a killed station. */
export function steppedClock(): Clock & {
  of(run: ProcessRun): Clock;
  nextAt(): number | null;
  advanceTo(moment: number): void;
} {
  let now = Date.UTC(2026, 2, 14, 8);
  let timers: { at: number; action: () => void; run: ProcessRun | null }[] = [];
  const clockOf = (run: ProcessRun | null): Clock => ({
    now: () => now,
    after(milliseconds, action) {
      const timer = { at: now + milliseconds, action, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
  const activeTimers = () => timers.filter(({ run }) => !run?.isOver);
  return {
    ...clockOf(null),
    of: clockOf,
    nextAt: () => (activeTimers().length === 0 ? null : Math.min(...activeTimers().map(({ at }) => at))),
    advanceTo(moment) {
      now = Math.max(now, moment);
      const due = activeTimers().filter(({ at }) => at <= now);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { action } of due) action();
    },
  };
}

/** What a simulated service does with one request. */
export const simulatedResponses = [
  'do',
  'no way there',
  'lost on the way',
  'done, no answer',
  'done, cut off',
  '500',
  'done, 500',
  '503',
  '429',
  '401',
  '409',
  '404 page',
] as const;
export type SimulatedResponse = (typeof simulatedResponses)[number];

/** Responses, or connection failures, that show that nothing was done. */
const surelyNotDone: readonly SimulatedResponse[] = ['no way there', '429', '401', '409', '404 page'];

export interface SimulatedService {
  of(run: ProcessRun): DeliveryService;
  /** The operations that were performed: "create CODE", in order. */
  readonly done: string[];
  /** The code of each create that may have been executed. */
  readonly mayHaveCreated: string[];
  /** The most concurrent requests for each kind and code. */
  maxAtOnce: number;
  /** Two requests for one code were sent at the same time. */
  crossed: boolean;
}

const said = (code: Failure['code']): Failure => ({ code, message: storedSentence(code) });

/** A service in memory. `turn` gives the response to each request. Deleted codes become unknown, as in the interface document. */
export function simulatedService(turn: () => SimulatedResponse): SimulatedService {
  const parcels = new Set<string>();
  const onTheWay: string[] = [];
  const carryOut = (kind: 'create' | 'delete', codes: readonly string[]): boolean => {
    if (codes.some((code) => parcels.has(code) !== (kind === 'delete'))) return false;
    for (const code of codes) {
      if (kind === 'create') parcels.add(code);
      else parcels.delete(code);
      simulated.done.push(`${kind} ${code}`);
    }
    return true;
  };
  const rejected = (httpStatus: number, code: Failure['code'], retryAfterMs: number | null = null) =>
    ({ kind: 'rejected', httpStatus, failure: said(code), retryAfterMs, rawBody: '{"status": "error"}' }) as const;

  const answerTo = <T>(kind: 'create' | 'delete', codes: readonly string[], value: T): ServiceAnswer<T> => {
    const chosen = turn();
    if (kind === 'create' && !surelyNotDone.includes(chosen)) simulated.mayHaveCreated.push(...codes);
    switch (chosen) {
      case 'no way there':
        return { kind: 'unanswered', requestLeft: false, failure: said('no-route') };
      case 'lost on the way':
        return { kind: 'unanswered', requestLeft: true, failure: said('time-out') };
      case 'done, no answer':
        carryOut(kind, codes);
        return { kind: 'unanswered', requestLeft: true, failure: said('cut-off') };
      case '500':
        return rejected(500, 'service-error');
      case 'done, 500':
        carryOut(kind, codes);
        return rejected(500, 'service-error');
      case '503':
        return rejected(503, 'service-error', 120_000);
      case '429':
        return rejected(429, 'too-many-requests', 45_000);
      case '401':
        return rejected(401, 'token-rejected');
      case '409':
        return rejected(409, 'conflict');
      case '404 page':
        return { ...rejected(404, 'not-found'), rawBody: '<html><title>404 Not Found</title></html>' };
      case 'do':
      case 'done, cut off': {
        if (!carryOut(kind, codes)) return kind === 'delete' ? rejected(404, 'not-found') : rejected(409, 'conflict');
        const object = { shipments: [{ parcels: codes.map((custom_code) => ({ custom_code })) }] };
        const rawBody = JSON.stringify({ status: 'success', code: 200, message: '', object });
        if (chosen === 'do') return { kind: 'answered', httpStatus: 200, value, missing: [], rawBody };
        return { kind: 'unreadable', httpStatus: 200, failure: said('cut-off'), rawBody: rawBody.slice(0, 40) };
      }
    }
  };

  const request = async <T>(
    run: ProcessRun,
    kind: 'create' | 'delete',
    codes: readonly string[],
    value: T,
  ): Promise<ServiceAnswer<T>> => {
    if (run.isOver) return never();
    if (codes.some((code) => onTheWay.includes(code))) simulated.crossed = true;
    onTheWay.push(...codes);
    simulated.maxAtOnce = Math.max(simulated.maxAtOnce, onTheWay.length);
    await Promise.resolve();
    const answer = answerTo(kind, codes, value);
    await Promise.resolve();
    for (const code of codes) onTheWay.splice(onTheWay.indexOf(code), 1);
    return run.isOver ? never() : answer;
  };

  const simulated: SimulatedService = {
    done: [],
    mayHaveCreated: [],
    maxAtOnce: 0,
    crossed: false,
    of: (run) => ({
      create: (order: OrderRequest) => {
        const codes = order.drop_offs[0].parcels.map((parcel) => parcel.custom_code ?? '');
        return request(run, 'create', codes, {
          shipments: [{ parcels: codes.map((custom_code) => ({ custom_code })) }],
        });
      },
      deleteByCustomCode: (code) => request(run, 'delete', [code], null),
      preview: () => Promise.reject(new Error('not asked here')),
      runScenario: () => Promise.reject(new Error('not asked here')),
      downloadLabel: () => Promise.reject(new Error('not asked here')),
      close: async () => {},
    }),
  };
  return simulated;
}

/** Resolves when all pending steps are done: records in this thread and the simulated service answer without delay. */
export const allSettled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
