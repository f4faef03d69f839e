import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLabelFacts } from '../../../src/main/zpl/label-facts.ts';
import { tokensOf } from '../../../src/main/zpl/tokens.ts';
import { isLongRun } from '../../helpers/test-length.ts';
import { hostileLabels } from './hostile-labels.ts';
import { anyBytes, anyLabel, cutLabel, harmlessLabel, label, mutations } from './label-pieces.ts';
import { type ReferenceReading, readAsReference } from './reference-reader.ts';

const readAsStation = (bytes: Uint8Array): ReferenceReading => {
  const commands = [...tokensOf(bytes)].flatMap((token) => (token.kind === 'command' ? [token.command] : []));
  const { formats, labels } = readLabelFacts(bytes);
  return { commands, formats, labels };
};

const agree = (...labels: Uint8Array[]): void => {
  for (const bytes of labels) expect(readAsStation(bytes)).toEqual(readAsReference(bytes));
};

/** Many mutations of one label in each run, because making a label takes longer than reading it; millions in the soak run. */
const mutated = (labels: fc.Arbitrary<Uint8Array>, atMost = 150): fc.Arbitrary<Uint8Array[]> =>
  fc
    .tuple(labels, fc.array(mutations, { minLength: 1, maxLength: isLongRun ? atMost : 10, size: 'max' }))
    .map(([bytes, changes]) => changes.map((change) => change(bytes)));

describe('reference reader: it and the station read the same commands, formats and labels', () => {
  it('in every hostile label', () => {
    for (const { bytes } of hostileLabels) agree(bytes);
  });

  it('in any label and any bytes', () => {
    fc.assert(fc.property(fc.oneof(anyBytes, anyLabel, cutLabel, harmlessLabel), (bytes) => agree(bytes)));
  });

  it('in mutated labels', () => {
    fc.assert(fc.property(mutated(fc.oneof(anyLabel, harmlessLabel)), (labels) => agree(...labels)));
  });

  it('in mutated hostile labels', () => {
    const hostile = fc.constantFrom(...hostileLabels.map(({ bytes }) => bytes));
    fc.assert(fc.property(mutated(hostile), (labels) => agree(...labels)));
  });

  const carriers = new URL('../../../../shared/labels/carriers/', import.meta.url);
  // Registered only where a folder of real labels is beside the project.
  if (existsSync(carriers)) {
    it('in mutated real labels', () => {
      const real = readdirSync(carriers).map((name) => label(new Uint8Array(readFileSync(new URL(name, carriers)))));
      fc.assert(fc.property(mutated(fc.constantFrom(...real), 450), (labels) => agree(...labels)));
    });
  }
});
