import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testLabel } from '../../../src/main/printers/test-label.ts';
import { guardLabel } from '../../../src/main/zpl/guard.ts';
import { readLabelFacts } from '../../../src/main/zpl/label-facts.ts';
import { withOneCopy } from '../../../src/main/zpl/parameters.ts';
import { tokensOf } from '../../../src/main/zpl/tokens.ts';

const folder = new URL('../../../../shared/labels/', import.meta.url);

describe('label guard: the station’s own test label', () => {
  const bytes = testLabel('Zebra A');

  it('passes unchanged where allowed, and otherwise loses nothing that is drawn', () => {
    const untouched = guardLabel(bytes, 'pass');
    expect(untouched.kind === 'passed' && untouched.bytes).toBe(bytes);
    const guarded = guardLabel(bytes, 'take out');
    expect(guarded.kind === 'passed' && drawn(guarded.bytes)).toEqual(drawn(bytes));
  });

  it('has its facts: one complete label, one copy', () => {
    const facts = readLabelFacts(bytes);
    expect(facts).toMatchObject({ drawingFormats: 1, labels: 1, highestQuantity: 1, endsInsideFormat: false });
    expect(withOneCopy(bytes)).toBe(bytes);
  });
});

/** Registered only where a folder of real labels is beside the project. */
if (existsSync(folder)) {
  const carriers = new URL('carriers/', folder);

  describe.each(readdirSync(carriers))('label guard: the real label %s', (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, carriers)));

    it('passes, and loses only what changes the printer', () => {
      const guarded = guardLabel(bytes, 'take out');
      if (guarded.kind === 'refused') throw new Error(JSON.stringify(guarded.dangers));
      expect(bytes.length - guarded.bytes.length).toBeLessThan(70);
      expect(drawn(guarded.bytes)).toEqual(drawn(bytes));
      const untouched = guardLabel(bytes, 'pass');
      expect(untouched.kind === 'passed' && untouched.bytes).toBe(bytes);
    });

    it('has its facts: made for 203 dpi, 4 inches wide, one copy, complete', () => {
      const facts = readLabelFacts(bytes);
      expect(facts.dotsPerMillimetre?.value).toBe(8);
      expect(facts.widthDots).toBeGreaterThan(720);
      expect(facts.widthDots).toBeLessThan(840);
      expect(facts.lengthDots).toBeGreaterThan(950);
      expect(facts.lengthDots).toBeLessThan(1600);
      expect(facts.highestQuantity).toBe(1);
      expect(facts.endsInsideFormat).toBe(false);
      expect(facts.drawingFormats).toBe(name === 'pnldpd.zpl' ? 2 : 1);
      // One carrier writes a quantity of 0, which prints one.
      expect(withOneCopy(bytes)).toBe(bytes);
    });
  });

  it('ZPL tokens: the binary graphic of a real label is data', () => {
    const bytes = new Uint8Array(readFileSync(new URL('synthetic_gfb_binary.zpl', folder)));
    expect(guardLabel(bytes, 'take out')).toMatchObject({
      kind: 'passed',
      removedCommands: [{ command: '^PW812' }, { command: '^PR8,8,8' }],
    });
    expect(readLabelFacts(bytes)).toMatchObject({ formats: 1, drawingFormats: 1, labels: 1, endsInsideFormat: false });
  });
}

/** Every command with its bytes, but those that change the printer. */
function drawn(bytes: Uint8Array): string[] {
  return [...tokensOf(bytes)].flatMap((token) => {
    const isSetUp = token.kind === 'command' && /^(\^(MM|MN|MF|MD|PR|PW|LL|LS|CW|PQ)|~SD|~JO)$/.test(token.command);
    return isSetUp ? [] : [Buffer.from(bytes.subarray(token.start, token.end)).toString('latin1').trimEnd()];
  });
}
