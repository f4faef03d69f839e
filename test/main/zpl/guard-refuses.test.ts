import { describe, expect, it } from 'vitest';
import { dangerousCommands } from '../../../src/main/zpl/command-lists.ts';
import { guardLabel, largestLabel, maxCommands } from '../../../src/main/zpl/guard.ts';
import { readLabelFacts } from '../../../src/main/zpl/label-facts.ts';
import { withOneCopy } from '../../../src/main/zpl/parameters.ts';
import { resetBefore } from '../../../src/main/zpl/printer-reset.ts';
import { hostileLabels, type Outcome } from './hostile-labels.ts';
import { label, text } from './label-pieces.ts';

const refusal = (bytes: Uint8Array) => {
  const guarded = guardLabel(bytes, 'take out');
  // The setting for suspicious commands never allows a dangerous one.
  expect(guardLabel(bytes, 'pass').kind).toBe(guarded.kind);
  return guarded.kind === 'refused' ? guarded.dangers : null;
};

/** The rows that name a command of the dangerous list. */
const dangerous = hostileLabels.filter(({ what }) => /^[\^~]/.test(what));

describe('label guard: a label is refused for one dangerous command', () => {
  it.each(dangerous)('$what', ({ what, bytes, outcome }) => {
    expect(refusal(bytes)).toEqual([
      {
        command: expect.stringContaining(what.slice(0, 3)),
        at: '^XA^FO10,10^FDhello^FS'.length,
        reason: outcome.is === 'refused' && outcome.reason,
        times: 1,
      },
    ]);
  });

  it('every command of the list is tested here', () => {
    const tried = new Set(dangerous.map(({ what }) => what.slice(0, 3).toUpperCase()));
    expect(dangerousCommands.map(({ command }) => command).filter((command) => !tried.has(command))).toEqual([]);
  });
});

describe('label guard: hostile labels', () => {
  const those = <K extends Outcome['is']>(is: K) =>
    hostileLabels.flatMap(({ what, bytes, outcome }) =>
      outcome.is === is ? [{ what, bytes, ...(outcome as Extract<Outcome, { is: K }>) }] : [],
    );

  it.each(those('refused'))('$what is refused', ({ bytes, reason }) => {
    const dangers = refusal(bytes);
    expect(dangers?.map((danger) => danger.reason)).toContain(reason);
    for (const { at } of dangers ?? []) expect(at).toBeLessThan(bytes.length);
  });

  it.each(those('removed'))('$what is removed by both policies', ({ bytes, reason, left }) => {
    for (const policy of ['take out', 'pass'] as const) {
      const guarded = guardLabel(bytes, policy);
      expect(guarded).toMatchObject({ kind: 'passed', removedCommands: [{ at: 3, reason }], warnings: [] });
      expect(guarded.kind === 'passed' && text(guarded.bytes)).toBe(left);
    }
  });

  it.each(those('counted'))('$what are counted, and set to one for one label', ({ bytes, labels, highest }) => {
    expect(refusal(bytes)).toBeNull();
    expect(readLabelFacts(bytes)).toMatchObject({ labels, highestQuantity: highest });
    expect(readLabelFacts(withOneCopy(bytes))).toMatchObject({ labels: 1, highestQuantity: 1 });
  });

  it.each(those('undone'))('$what: $command is reset before the next label', ({ bytes, command }) => {
    expect(refusal(bytes)).toBeNull();
    const next = readLabelFacts(label('^XA^FO10,10^FDnext^FS^XZ'));
    const reset = text(resetBefore(next, { dotsPerMillimetre: 8, paper: { width: 101.6, length: 152.4 } }));
    expect(reset).toContain(command);
  });

  it('are all different', () => {
    expect(new Set(hostileLabels.map(({ bytes }) => text(bytes))).size).toBe(hostileLabels.length);
  });
});

describe('label guard: what a refusal says', () => {
  it('a finding names the command and its position', () => {
    expect(refusal(label('^XA^FDh\u00e9llo \u001ejuf\r\n^FS^XZ'))).toEqual([
      { command: '<1E>juf', at: 12, reason: 'zpl.finding.restores-settings', times: 1 },
    ]);
  });

  it('at most twenty findings are reported, each once', () => {
    const many = dangerous.map(({ what }) => `${what}\r\n`).join('');
    expect(refusal(label('^XA', many, many, '^XZ'))).toHaveLength(20);
    expect(refusal(label('^XA~JA~JA~JA^XZ'))).toEqual([
      { command: '~JA', at: 3, reason: 'zpl.finding.cancels-all-labels', times: 3 },
    ]);
  });

  it('a label with too many commands is refused', () => {
    const many = label('^XA', '^FS'.repeat(maxCommands - 2), '^XZ');
    expect(refusal(many)).toBeNull();
    expect(refusal(label(many, '^XA'))).toEqual([
      { command: '^XA', at: many.length, reason: 'zpl.finding.too-many-commands', times: 1 },
    ]);
  });

  it('a label that is too large is refused', () => {
    const large = label('^XA^FX', new Uint8Array(largestLabel).fill(0x20), '^XZ');
    expect(refusal(large)).toEqual([{ command: '', at: 0, reason: 'zpl.finding.label-too-large', times: 1 }]);
    expect(refusal(large.subarray(0, largestLabel))).toBeNull();
  });
});
