import { describe, expect, test } from 'vitest';
import { commandSentence } from '../../../../src/renderer/screens/print-queue/command-words.ts';
import {
  mendingSentences,
  printerStateWords,
  quietWords,
} from '../../../../src/renderer/screens/print-queue/printer-words.ts';
import { command } from '../samples.ts';

describe('what a printer’s band says', () => {
  test('a held printer gives its reasons and how to mend them', () => {
    const state = { reasons: ['paper out', 'head open'], sending: false } as const;
    expect(printerStateWords({ ...state, reasons: [...state.reasons] })).toBe('paper out, head open');
    expect(mendingSentences({ reasons: [...state.reasons] })).toContain('Put in a new roll');
  });

  test('a working one is ready or sending', () => {
    expect(printerStateWords({ reasons: [], sending: true })).toBe('sending');
    expect(printerStateWords({ reasons: [], sending: false })).toBe('ready');
  });

  test('a printer that cannot tell says so', () => {
    expect(quietWords({ kind: 'tcp', host: '10.0.0.8', port: 9100 })).toBe(
      '10.0.0.8, port 9100. It cannot tell what it printed: scan the labels to prove them.',
    );
    expect(quietWords({ kind: 'virtual' })).not.toContain('cannot tell');
  });
});

describe('what is said of a command that waits', () => {
  const failure = { code: 'no-route', message: 'The service cannot be reached.' } as const;

  test('one that goes by itself says so', () => {
    expect(commandSentence(command({ failure }))).toContain('It goes by itself');
  });

  test('an uncertain order is never said to be sent again', () => {
    expect(commandSentence(command({ state: 'uncertain' }))).toContain('not sent again by itself');
  });

  test('a blocked one names the place to enter a token', () => {
    expect(commandSentence(command({ state: 'blocked' }))).toContain('Settings');
  });

  test('a refusal gives its next step', () => {
    const refusal = { code: 'rejected', message: 'The service said no.', next: 'Correct the order.' } as const;
    expect(commandSentence(command({ state: 'rejected', failure: refusal }))).toBe(
      'The service said no. Correct the order.',
    );
  });
});
