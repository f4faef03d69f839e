import { describe, expect, it, test } from 'vitest';
import {
  commandButtons,
  commandSentence,
  oldestWords,
} from '../../../../src/renderer/screens/print-queue/waiting-to-send.tsx';
import { uncertainOrderActions } from '../../../../src/renderer/screens/uncertain-orders/uncertain-order-actions.ts';
import { commandActions, commandOffers } from '../../../../src/shared/orders/command.ts';
import { command } from '../samples.ts';

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
