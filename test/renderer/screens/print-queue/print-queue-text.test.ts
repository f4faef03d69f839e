import { describe, expect, it, test } from 'vitest';
import {
  printerFootnotes,
  printerStateWords,
  quietWords,
  recoverySentences,
  warningSentence,
} from '../../../../src/renderer/screens/print-queue/printer-state-text.ts';
import {
  commandButtons,
  commandSentence,
  oldestWords,
} from '../../../../src/renderer/screens/print-queue/waiting-to-send.tsx';
import { uncertainOrderActions } from '../../../../src/renderer/screens/uncertain-orders/uncertain-order-actions.ts';
import { commandActions, commandOffers } from '../../../../src/shared/orders/command.ts';
import { heldReasons, mendingWords } from '../../../../src/shared/printing/printer.ts';
import { command, printerState } from '../samples.ts';

describe('what a printer’s band says', () => {
  const now = Date.parse('2026-11-21T14:08:30.000Z');

  test('a held printer gives its reasons and how to mend them, each movement once', () => {
    const held = printerState({ reasons: ['paper out', 'head open'] });
    expect(printerStateWords(held)).toBe('paper out, head open');
    expect(recoverySentences(held)).toBe(
      'Put in a new roll and close the head. Close the head. Printing goes on by itself, in order.',
    );
  });

  test.each(heldReasons)('a printer held by “%s” has a movement that mends it', (reason) => {
    expect(recoverySentences(printerState({ reasons: [reason] }))).toBe(mendingWords[reason]);
  });

  test('a silent one that never told how it is may be told never to', () => {
    const silent = printerState({ reasons: ['not answering'], answers: false });
    expect(recoverySentences(silent)).toContain('If it never tells how it is, say so.');
  });

  test('what stands behind it, since when, and what it still has come after', () => {
    const held = printerState({
      reasons: ['another printer'],
      words: 'A ZD421 answers here, not the ZD230.',
      since: '2026-11-21T14:02:00.000Z',
      labelsInPrinter: 2,
    });
    const [words, facts] = printerFootnotes(held, 3, now);
    expect(words).toBe('A ZD421 answers here, not the ZD230.');
    expect(facts).toMatch(/^Since \d\d:\d\d, 3 labels wait, 2 labels still in the printer\.$/);
    expect(printerFootnotes(printerState({ labelsInPrinter: 0 }), 3, now)).toEqual([]);
  });

  test('what it warns of is one sentence', () => {
    expect(warningSentence(printerState())).toBeNull();
    expect(warningSentence(printerState({ warnings: ['paper near its end', 'clean the head'] }))).toBe(
      'Paper near its end, clean the head.',
    );
  });

  test('a working one is ready or sending', () => {
    expect(printerStateWords(printerState({ sending: true }))).toBe('sending');
    expect(printerStateWords(printerState())).toBe('ready');
  });

  test('a printer that cannot tell says so', () => {
    const queue = printerState({ connection: { kind: 'cups', queue: 'office' }, answers: false });
    expect(quietWords(queue)).toBe('CUPS queue office. It cannot tell what it printed: scan the labels to prove them.');
    expect(quietWords(printerState({ answers: false }))).toContain('has not told');
    expect(quietWords(printerState())).toBe('10.0.0.8, port 9100.');
    expect(quietWords(printerState({ connection: { kind: 'virtual' }, answers: false }))).not.toContain('cannot tell');
  });
});

describe('what is said of a command that waits', () => {
  const failure = { code: 'no-route', message: 'The service cannot be reached.' } as const;
  const now = Date.parse('2026-11-21T17:08:30.000Z');

  test('one that asks gives its question, and one that the service put off says until when', () => {
    const question = { code: 'not-allowed-now', message: 'It waited longer than a shift.', next: 'Send it?' } as const;
    expect(commandSentence(command({ state: 'asks', failure: question }), now)).toBe(
      'It waited longer than a shift. Send it?',
    );
    const putOff = command({ failure, retryAfterAt: now + 60_000 });
    expect(commandSentence(putOff, now)).toMatch(/^The service asked not to be called before \d\d:\d\d\. /);
    expect(commandSentence(putOff, now + 60_001)).toContain('It goes by itself');
  });

  test('the list says how old the oldest is that has no answer', () => {
    const refused = command({ state: 'rejected', createdAt: '2026-11-21T10:00:00.000Z' });
    expect(oldestWords([refused], now)).toBeNull();
    expect(oldestWords([refused, command(), command({ createdAt: '2026-11-21T16:00:00.000Z' })], now)).toMatch(
      /^The oldest was asked for at \d\d:\d\d, 3 hr ago\.$/,
    );
  });

  test('one that goes by itself says so', () => {
    expect(commandSentence(command({ failure }), now)).toContain('It goes by itself');
  });

  test('an uncertain order is never said to be sent again', () => {
    expect(commandSentence(command({ state: 'uncertain' }), now)).toContain('not sent again by itself');
  });

  test('a blocked one names the place to enter a token', () => {
    expect(commandSentence(command({ state: 'blocked' }), now)).toContain('Settings');
  });

  test('a refusal gives its next step', () => {
    const refusal = { code: 'rejected', message: 'The service said no.', next: 'Correct the order.' } as const;
    expect(commandSentence(command({ state: 'rejected', failure: refusal }), now)).toBe(
      'The service said no. Correct the order.',
    );
  });
});

const buttonsOf = (change: Parameters<typeof command>[0]) =>
  commandButtons.filter(({ action }) => commandOffers(action, command(change))).map(({ words }) => words);

it('each action of the table but the outbox’s own has a button', () => {
  const inDoubt = uncertainOrderActions.flatMap(({ action }) => action ?? []);
  const shown = new Set([...commandButtons.map(({ action }) => action), ...inDoubt]);
  expect([...shown, 'send'].sort()).toEqual(Object.keys(commandActions).sort());
});

it('what asks is sent or taken back, a refused deletion may begin anew; an order in doubt has more words', () => {
  expect(buttonsOf({ kind: 'delete', state: 'asks' })).toEqual(['Send', 'Take back']);
  expect(buttonsOf({ kind: 'delete', state: 'rejected' })).toEqual(['Delete again', 'Put away']);
  expect(buttonsOf({ kind: 'create', state: 'rejected' })).toEqual(['Put away']);
  expect(buttonsOf({ kind: 'create', state: 'uncertain' })).toEqual([]);
  expect(buttonsOf({ kind: 'create', state: 'waiting' })).toEqual(['Try again', 'Take back']);
  expect(buttonsOf({ kind: 'create', state: 'sending' })).toEqual([]);
});
