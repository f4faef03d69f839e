import { describe, expect, it } from 'vitest';
import {
  answerToWish,
  type BenchSituation,
  nextDeletionStep,
  nextPrintStep,
  type ParcelHere,
  type Step,
  unknownHere,
  withMessage,
} from '../../../src/shared/site/holder-protocol.ts';
import type { HolderAct, Holding } from '../../../src/shared/site/parcel-at-site.ts';

const none: ReadonlySet<string> = new Set();

it('holder protocol: a parcel that was taken over asks once, also where its holder gives it away after the answer', () => {
  const holding: Holding = { term: 2, bench: 'bench-2', isReleased: false, isTakenOver: true };
  const taken: HolderAct = { holding, copies: [], requests: [] };
  const situation = { bench: 'bench-1', isConnected: true, alone: 'ask' as const, isAway: () => true };
  const known = { ...unknownHere, shared: { ...unknownHere.shared, holding } };
  const held = withMessage(known, 7, taken);
  const asked = nextPrintStep(held, situation, none);
  expect(asked).toMatchObject({ kind: 'ask', questions: [{ kind: 'take-over' }] });
  const confirmed = new Set(asked.kind === 'ask' ? asked.questions.map(({ key }) => key) : []);

  const given = withMessage(held, 8, { ...taken, holding: { ...holding, isReleased: true } });
  expect(nextPrintStep(given, situation, confirmed)).toMatchObject({ kind: 'claim', after: 8 });
  // Without an answer.
  expect(nextPrintStep(given, situation, none)).toMatchObject({ kind: 'ask', questions: [{ kind: 'unknown-holder' }] });
});

const keysOf = (step: Step): readonly string[] => (step.kind === 'ask' ? step.questions.map(({ key }) => key) : []);
const kindsOf = (step: Step): readonly string[] => (step.kind === 'ask' ? step.questions.map(({ kind }) => kind) : []);

/** A parcel that bench-1 holds and bench-2 has asked the service to delete, without an answer. */
const requestedAt = (holder: string): ParcelHere => ({
  ...unknownHere,
  shared: {
    holding: { term: 2, bench: holder, isReleased: false },
    copies: [],
    requests: [{ id: 'bench-2.c1', bench: 'bench-2', state: 'sent' }],
  },
});
const at = (isConnected: boolean, away: readonly string[] = []): BenchSituation => ({
  ...{ bench: 'bench-1', isConnected, alone: 'ask' },
  isAway: (bench) => away.includes(bench),
});

describe('a deletion that another bench sent and has no answer to', () => {
  it('asks before a label where that bench has lost the parcel, as it may be gone for good', () => {
    const taken = requestedAt('bench-1');
    for (const situation of [at(true), at(false)]) {
      const asked = nextPrintStep(taken, situation, none);
      expect(kindsOf(asked)).toEqual(['deletion-sent']);
      expect(nextPrintStep(taken, situation, new Set(keysOf(asked)))).toEqual({ kind: 'act' });
    }
  });

  it('is waited for at the bench that holds the parcel, which is asked for it, until it does not answer', () => {
    const held = requestedAt('bench-2');
    for (const next of [nextPrintStep, nextDeletionStep]) {
      expect(next(held, at(true), none)).toEqual({ kind: 'wish', to: 'bench-2' });
      expect(kindsOf(next(held, at(true, ['bench-2']), none))).toEqual(['deletion-sent', 'take-over']);
    }
  });

  it('may be done: where a person has the bench send another one, the service may not find the parcel', () => {
    const taken = requestedAt('bench-1');
    const asked = nextDeletionStep(taken, at(true), none);
    expect(kindsOf(asked)).toEqual(['deletion-sent']);
    expect(nextDeletionStep(taken, at(true), new Set(keysOf(asked)))).toEqual({
      ...{ kind: 'act', isRequestedElsewhere: true },
    });
    const alone = { ...taken, shared: { ...taken.shared, requests: [] } };
    expect(nextDeletionStep(alone, at(true), none)).toEqual({ kind: 'act' });
  });

  it('does not keep the bench that took the parcel over from giving it away', () => {
    expect(answerToWish(requestedAt('bench-1'), 'bench-1', false)).toMatchObject({ kind: 'release' });
    expect(answerToWish(requestedAt('bench-2'), 'bench-2', false)).toEqual({ kind: 'wait' });
  });

  it('is asked about without the site together with everything else, so that one answer is enough', () => {
    const asked = nextDeletionStep(requestedAt('bench-2'), at(false), none);
    expect(kindsOf(asked)).toEqual(['deletion-sent', 'alone', 'take-over']);
    const confirmed = new Set(keysOf(asked));
    expect(nextDeletionStep(requestedAt('bench-2'), at(false), confirmed)).toMatchObject({ kind: 'take-over-alone' });
    expect(nextDeletionStep(requestedAt('bench-1'), at(false), confirmed)).toMatchObject({ kind: 'act' });
  });
});
