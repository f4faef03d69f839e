import { describe, expect, it } from 'vitest';
import { isTextKey } from '../../../../src/renderer/text/text.ts';
import { rehearsalIds, rehearsals } from '../../../../src/shared/contract/rehearsal-scripts.ts';

/** The sentences that the strip looks up by the names of a script. */
const keysOf = (id: (typeof rehearsalIds)[number]): string[] => {
  const { steps, mistakes } = rehearsals[id];
  const choices = steps.flatMap((step) => step.choices ?? []);
  return [
    `rehearsal.${id}`,
    ...steps.flatMap((step) => [`rehearsal.${id}.${step.id}`, `rehearsal.${id}.${step.id}.text`]),
    ...choices.map((choice) => `rehearsal.choice.${choice.id}`),
    ...mistakes.map((mistake) => `rehearsal.${id}.mistake.${mistake.id}`),
    ...choices.flatMap(({ mistake }) => (mistake === undefined ? [] : [`rehearsal.${id}.mistake.${mistake}`])),
  ];
};

describe('rehearsal sentences', () => {
  it.each(rehearsalIds)('%s: every step, choice and mistake has its own', (id) => {
    expect(keysOf(id).filter((key) => !isTextKey(key))).toEqual([]);
  });
});
