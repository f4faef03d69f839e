import fc from 'fast-check';
import { expect, it } from 'vitest';
import { carriesCode } from '../../../src/main/zpl/bar-code-fields.ts';
import { dangerOf, dangerOfFamily } from '../../../src/main/zpl/command-lists.ts';
import { type GuardedLabel, guardLabel } from '../../../src/main/zpl/guard.ts';
import { readLabelFacts } from '../../../src/main/zpl/label-facts.ts';
import { parameterText, withOneCopy } from '../../../src/main/zpl/parameters.ts';
import { tokensOf } from '../../../src/main/zpl/tokens.ts';
import { anyBytes, anyLabel, binaryGraphic, cutLabel, harmlessLabel, label, text } from './label-pieces.ts';

const anything = fc.oneof(anyBytes, anyLabel, cutLabel, harmlessLabel);
const policies = fc.constantFrom('take out', 'pass');

const dangersIn = (bytes: Uint8Array): string[] =>
  [...tokensOf(bytes)].flatMap((token) => {
    if (token.kind === 'text') return [];
    const isDangerous = dangerOf(token.command, () => parameterText(bytes, token)) ?? dangerOfFamily(token.command);
    return isDangerous && token.command !== '~WQ' ? [token.command] : [];
  });

const check = (guarded: GuardedLabel): void => {
  if (guarded.kind === 'refused') {
    expect(guarded.dangers.length).toBeGreaterThan(0);
    expect(guarded.dangers.length).toBeLessThanOrEqual(20);
  } else {
    expect(dangersIn(guarded.bytes)).toEqual([]);
    expect(guarded.removedCommands.length).toBeLessThanOrEqual(50);
    expect(guarded.warnings.length).toBeLessThanOrEqual(50);
  }
};

it('label guard: no dangerous command passes, whatever the bytes', () => {
  fc.assert(fc.property(anything, policies, (bytes, policy) => check(guardLabel(bytes, policy))));
});

it('label guard: what passed passes again, unchanged', () => {
  fc.assert(
    fc.property(anything, policies, (bytes, policy) => {
      const once = guardLabel(bytes, policy);
      if (once.kind === 'refused') return;
      const twice = guardLabel(once.bytes, policy);
      expect(twice).toMatchObject({ kind: 'passed', removedCommands: [] });
      expect(twice.kind === 'passed' && twice.bytes).toBe(once.bytes);
    }),
  );
});

it('label guard: the bytes change only where a command was removed', () => {
  fc.assert(
    fc.property(anything, policies, (bytes, policy) => {
      const guarded = guardLabel(bytes, policy);
      if (guarded.kind === 'passed') expect(guarded.bytes === bytes).toBe(guarded.removedCommands.length === 0);
    }),
  );
});

it('label guard: a label without dangerous commands is never refused', () => {
  fc.assert(
    fc.property(harmlessLabel, policies, (bytes, policy) => {
      expect(guardLabel(bytes, policy).kind).toBe('passed');
    }),
  );
});

it('label guard: a binary graphic with the right byte count passes whatever it contains, and the commands behind it are still checked', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (payload) => {
      const harmless = label('^XA', binaryGraphic(payload), '^FDx^FS^XZ');
      expect(guardLabel(harmless, 'take out')).toEqual({
        kind: 'passed',
        bytes: harmless,
        removedCommands: [],
        warnings: [],
      });
      const head = label('^XA', binaryGraphic(payload));
      expect(guardLabel(label(head, '~JR^XZ'), 'take out')).toMatchObject({
        kind: 'refused',
        dangers: [{ command: '~JR', at: head.length }],
      });
      const suspicious = guardLabel(label(head, '^MMT^XZ'), 'take out');
      expect(suspicious.kind === 'passed' && text(suspicious.bytes)).toBe(text(label(head, '^XZ')));
    }),
  );
});

it('label guard: a label that ends inside a binary graphic is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200 }), fc.nat(1000), (payload, share) => {
      const whole = label('^XA', binaryGraphic(payload));
      const end = whole.length - '^FS'.length - 1 - Math.floor(((payload.length - 1) * share) / 1001);
      expect(guardLabel(whole.subarray(0, end), 'take out').kind).toBe('refused');
    }),
  );
});

it('label facts: facts, codes and copies are read from any bytes', () => {
  fc.assert(
    fc.property(anything, fc.string({ minLength: 1, maxLength: 20 }), (bytes, code) => {
      const facts = readLabelFacts(bytes);
      expect(facts.drawingFormats).toBeLessThanOrEqual(facts.formats);
      expect(facts.labels).toBeGreaterThanOrEqual(facts.drawingFormats);
      expect(typeof carriesCode(bytes, code)).toBe('boolean');
      const once = withOneCopy(bytes);
      expect(readLabelFacts(once)).toMatchObject({ labels: facts.drawingFormats, highestQuantity: 1 });
      expect(withOneCopy(once)).toBe(once);
    }),
  );
});
