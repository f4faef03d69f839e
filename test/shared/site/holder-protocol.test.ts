import { expect, it } from 'vitest';
import { nextPrintStep, unknownHere, withMessage } from '../../../src/shared/site/holder-protocol.ts';
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
