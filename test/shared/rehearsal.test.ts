import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceRehearsal,
  begunRehearsal,
  type RehearsalEvent,
  type RehearsalProgress,
  type RehearsalSnapshot,
  rehearsalFacts,
  rehearsalProgressSchema,
  rehearsalResult,
} from '../../src/shared/contract/rehearsal.ts';
import {
  type RehearsalFact,
  type RehearsalId,
  rehearsalIds,
  rehearsals,
} from '../../src/shared/contract/rehearsal-scripts.ts';

const progressAfter = (id: RehearsalId, ...events: RehearsalEvent[]): RehearsalProgress =>
  events.reduce(advanceRehearsal, begunRehearsal(id));
const facts = (...given: RehearsalFact[]): RehearsalEvent => ({ kind: 'facts', facts: given });
const chosen = (choice: string): RehearsalEvent => ({ kind: 'chosen', choice });

/** The event that fulfils each step. */
const rightEvents = (id: RehearsalId): RehearsalEvent[] =>
  rehearsals[id].steps.map(({ until, choices = [] }) =>
    until === undefined ? chosen(choices.find(({ mistake }) => mistake === undefined)?.id ?? '') : facts(until),
  );

describe.each(rehearsalIds)('rehearsal %s', (id) => {
  const { steps, mistakes } = rehearsals[id];
  const names = steps.map((step) => step.id);

  it('done right: ends as finished, with every step done and nothing missed', () => {
    const progress = progressAfter(id, ...rightEvents(id));
    expect(progress.end).toBe('finished');
    expect(rehearsalResult(progress)).toEqual({ done: names, mistakes: [], open: [] });
  });

  it.each(mistakes)('mistake $id: is named once, until its step is done', ({ id: mistake, fact, before, isEnd }) => {
    const twice = progressAfter(id, facts(fact), facts(fact));
    expect(twice.mistakes.filter((one) => one === mistake)).toEqual([mistake]);
    expect(twice.end).toBe(isEnd ? 'failed' : null);
    if (before === undefined) return;
    const reached = rightEvents(id).slice(0, names.indexOf(before) + 1);
    expect(progressAfter(id, ...reached, facts(fact)).mistakes).not.toContain(mistake);
  });

  it('a wrong choice is named, and the step stays until the right one', () => {
    for (const [at, step] of steps.entries()) {
      const reached = rightEvents(id).slice(0, at);
      for (const { id: choice, mistake } of step.choices ?? []) {
        const progress = progressAfter(id, ...reached, chosen(choice));
        expect(progress).toMatchObject(mistake === undefined ? { mistakes: [] } : { at, mistakes: [mistake] });
      }
    }
  });

  it('wandering off changes nothing: other facts and choices of other steps', () => {
    const [first] = steps;
    const others = rightEvents(id).filter((event) => event.kind === 'chosen' && first?.until !== undefined);
    const progress = progressAfter(id, chosen('nothing of the kind'), facts(), ...others);
    expect(progress).toEqual(begunRehearsal(id));
  });

  it.each(['stopped', 'interrupted'] as const)(
    '%s at any step: is not finished, makes no fault, and stays so',
    (end) => {
      for (const at of steps.keys()) {
        const progress = progressAfter(id, ...rightEvents(id).slice(0, at), { kind: 'ended', end });
        expect(progress.end).toBe(end);
        expect(rehearsalResult(progress).open).toEqual(names.slice(at));
        expect(rightEvents(id).reduce(advanceRehearsal, progress)).toBe(progress);
      }
    },
  );

  it('names things that are there: steps of mistakes, a right choice, a fact or a choice for each step', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { before } of mistakes) if (before !== undefined) expect(names).toContain(before);
    for (const { until, choices } of steps) {
      expect((until === undefined) !== (choices === undefined)).toBe(true);
      if (choices) expect(choices.filter(({ mistake }) => mistake === undefined)).toHaveLength(1);
    }
    // The last step leaves no fault behind that only its end would take away unseen.
    expect(steps.at(-1)?.fault).toBeNull();
  });
});

const snapshots: fc.Arbitrary<RehearsalSnapshot> = fc.record({
  jobs: fc.array(
    fc.record({
      state: fc.constantFrom('queued', 'sending', 'sent', 'printed', 'held', 'uncertain', 'failed', 'cancelled'),
      confirmedBy: fc.constantFrom(null, 'scan', 'operator', 'counter'),
    }),
    { maxLength: 3 },
  ),
  hasOtherJob: fc.boolean(),
  deletion: fc.constantFrom(null, 'counting', 'waiting', 'sending', 'done', 'blocked', 'undone'),
  lookedUp: fc.array(fc.constantFrom('parcel', 'other', 'order'), { maxLength: 2 }),
  order: fc.constantFrom(null, 'sending', 'uncertain', 'done', 'rejected', 'undone'),
  otherOrders: fc.integer({ min: 0, max: 2 }),
});

it('rehearsal: whatever happens, progress never goes back, mistakes stay, and an end is final', () => {
  const choices = Object.values(rehearsals).flatMap(({ steps }) => steps.flatMap((step) => step.choices ?? []));
  const events: fc.Arbitrary<RehearsalEvent> = fc.oneof(
    snapshots.map((snapshot) => facts(...rehearsalFacts(snapshot))),
    fc.constantFrom(...choices.map((choice) => chosen(choice.id))),
    fc.constant<RehearsalEvent>({ kind: 'ended', end: 'stopped' }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...rehearsalIds), fc.array(events, { maxLength: 30 }), (id, given) => {
      let progress = begunRehearsal(id);
      for (const event of given) {
        const next = advanceRehearsal(progress, event);
        expect(next.at - progress.at).toBeOneOf([0, 1]);
        expect(next.mistakes.slice(0, progress.mistakes.length)).toEqual(progress.mistakes);
        if (progress.end !== null) expect(next).toBe(progress);
        expect(next.end === 'finished').toBe(next.at === rehearsals[id].steps.length);
        expect(rehearsalProgressSchema.parse(next)).toEqual(next);
        progress = next;
      }
    }),
  );
});

it('rehearsal facts: a later state of a label implies the earlier ones', () => {
  const label = (
    state: RehearsalSnapshot['jobs'][number]['state'],
    confirmedBy: 'scan' | 'operator' | null = null,
  ) => ({
    state,
    confirmedBy,
  });
  const none: RehearsalSnapshot = {
    jobs: [],
    hasOtherJob: false,
    deletion: null,
    lookedUp: [],
    order: null,
    otherOrders: 0,
  };
  const of = (...jobs: RehearsalSnapshot['jobs']) => rehearsalFacts({ ...none, jobs });
  expect(of()).toEqual([]);
  expect(of(label('held'))).toEqual(['label stored']);
  expect(of(label('sent'))).toEqual(['label stored', 'label sent']);
  expect(of(label('printed', 'scan'))).toEqual(['label stored', 'label sent', 'label uncertain', 'label confirmed']);
  expect(of(label('failed'), label('printed', 'scan'))).toEqual([
    ...['label stored', 'label sent', 'label uncertain', 'label settled'],
    ...['second copy', 'second label sent', 'label confirmed'],
  ]);
  expect(of(label('cancelled'), label('sent'))).not.toContain('second copy');
});
