import { describe, expect, it } from 'vitest';
import type { ScanMode } from '../../../src/shared/scanning/scan.ts';
import type { ScannerProblem } from '../../../src/shared/scanning/scanner-trust.ts';
import { codes, testTimeout, uncertainOrderFixture } from './uncertain-orders/uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();
const [code = ''] = codes;

const scan = (mode: ScanMode) =>
  fixture.station.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode });

describe('scan of a code that this station ordered', { timeout: testTimeout }, () => {
  it('names the uncertain order in every mode, and its parcel once it is known to exist', async () => {
    await fixture.startSandbox();
    const { command } = await fixture.order('Aya create-lost-after');
    const order = { id: command.id, state: 'uncertain' };
    const scans = [await scan('look up'), await scan('print'), await scan('delete')];
    expect(scans).toMatchObject([
      { kind: 'unknown', parcel: null, order },
      { kind: 'unknown', parcel: null, order },
      { kind: 'deleting unknown', parcel: null, order, deletion: { state: 'counting' } },
    ]);
    await fixture.station.call('deletion.undo', { commandId: null });
    await fixture.importAnswer();
    for (const { scanId } of scans) {
      const now = await fixture.station.call('scan.answer', { scanId });
      expect(now).toMatchObject({ parcel: { customCode: code, deletion: null }, order: null });
    }
  });

  it('names a rejected order, and a code that was never ordered by nothing', async () => {
    await fixture.startSandbox();
    expect(await scan('look up')).toMatchObject({ kind: 'unknown', order: null, deletion: null });
    const { command } = await fixture.order('Aya create-error-422');
    expect(await scan('look up')).toMatchObject({ order: { id: command.id, state: 'rejected' } });
  });
});

describe('scan by a scanner that its test found unsafe', { timeout: testTimeout }, () => {
  it('deletes nothing; a typed code does, and without an end key a scan deletes only what is known', async () => {
    await fixture.startSandbox();
    await fixture.order('Aya Noor');
    const profile = {
      ...{
        layout: 'us' as const,
        invertsCase: false,
        prefix: '',
        suffix: '',
        end: 'Enter' as const,
        sendsIdentifier: false,
        keyMs: 8,
      },
    };
    const saveProblem = (problem: ScannerProblem) =>
      fixture.station.call('settings.save', {
        group: 'scanner',
        value: { keyboard: { ...profile, problems: [problem] } },
      });
    const unknown = 'NL2K2M9P4R6T8V2X4B6D';
    const outcome = async (text: string, by: 'scanner' | 'typed') => {
      const reading = { asTyped: text, asUsKeyboard: text, by };
      const { kind } = await fixture.station.call('scan.submit', { reading, mode: 'delete' });
      if (kind.startsWith('deleting')) await fixture.station.call('deletion.undo', { commandId: null });
      return kind;
    };
    await saveProblem('letter case');
    expect([await outcome(code, 'scanner'), await outcome(unknown, 'scanner')]).toEqual([
      'unsafe scanner',
      'unsafe scanner',
    ]);
    expect(await outcome(code, 'typed')).toBe('deleting');
    expect(await scan('look up')).toMatchObject({ kind: 'found', deletion: null });
    await saveProblem('no end key');
    expect([await outcome(code, 'scanner'), await outcome(unknown, 'scanner')]).toEqual(['deleting', 'unsafe scanner']);
    expect(await outcome(unknown, 'typed')).toBe('deleting unknown');
    await saveProblem('separator');
    expect(await outcome(unknown, 'scanner')).toBe('deleting unknown');
  });
});

describe('scan of a parcel that was being deleted', { timeout: testTimeout }, () => {
  it('knows that the deletion was undone, also where it only found it', async () => {
    await fixture.startSandbox();
    await fixture.order('Aya Noor');
    const first = await scan('delete');
    const second = await scan('delete');
    const lookedUp = await scan('look up');
    expect([first, second, lookedUp].map(({ kind, deletion }) => [kind, deletion?.state])).toEqual([
      ['deleting', 'counting'],
      ['already counting', 'counting'],
      ['being deleted', 'counting'],
    ]);
    await fixture.station.call('deletion.undo', { commandId: null });
    const states = [first, second, lookedUp].map(async ({ scanId }) => {
      const { deletion, parcel } = await fixture.station.call('scan.answer', { scanId });
      return [deletion?.state ?? null, parcel?.deletion];
    });
    expect(await Promise.all(states)).toEqual([
      ['undone', null],
      [null, null],
      [null, null],
    ]);
  });
});
