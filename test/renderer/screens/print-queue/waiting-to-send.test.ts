import { describe, expect, it, test } from 'vitest';
import { verdictOn } from '../../../../src/renderer/presentation/verdict.ts';
import { factsOfCommand } from '../../../../src/renderer/presentation/verdict-facts.ts';
import { commandButtons } from '../../../../src/renderer/screens/print-queue/command-buttons.tsx';
import { answerForAllCard } from '../../../../src/renderer/screens/print-queue/shared-questions.tsx';
import { oldestText } from '../../../../src/renderer/screens/print-queue/waiting-to-send.tsx';
import { uncertainDeletionAnswers } from '../../../../src/renderer/screens/uncertain-orders/uncertain-deletion.tsx';
import { uncertainOrderActions } from '../../../../src/renderer/screens/uncertain-orders/uncertain-order-actions.ts';
import { text } from '../../../../src/renderer/text/text.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { type Command, commandActions } from '../../../../src/shared/orders/command.ts';
import { choiceCommand } from '../../../../src/shared/scanning/command-barcode.ts';
import { command } from '../samples.ts';

const verdictAt = (given: Command, now: number) =>
  verdictOn(factsOfCommand(given, { environmentKind: 'production', printers: [], now }));
const commandText = (given: Command, now: number): string => verdictAt(given, now).sentence;

describe('waiting to send: the text of a command', () => {
  const at = { peer: 'service', host: 'service.example' };
  const failure = { code: 'no-route', message: message('service.connection-refused', at) } as const;
  const now = Date.parse('2026-11-21T17:08:30.000Z');

  test('a command that needs confirmation shows its question, and a pause its end', () => {
    const question = {
      code: 'not-allowed-now',
      message: message('outbox.waited-too-long', { kind: 'create' }),
    } as const;
    expect(commandText(command({ state: 'needs confirmation', failure: question }), now)).toBe(
      'This order has waited longer than one shift. Send it if it is still needed. Otherwise undo it.',
    );
    const paused = command({ failure, retryAfterAt: now + 60_000 });
    expect(commandText(paused, now)).toMatch(/^The service asked Packbench to wait until \d\d:\d\d\. /);
    expect(commandText(paused, now + 60_001)).toContain('sent automatically');
  });

  test('the list shows the age of the oldest command without an answer', () => {
    const refused = command({ state: 'rejected', createdAt: '2026-11-21T10:00:00.000Z' });
    expect(oldestText([refused], now)).toBeNull();
    expect(oldestText([refused, command(), command({ createdAt: '2026-11-21T16:00:00.000Z' })], now)).toMatch(
      /^The oldest has been waiting since \d\d:\d\d \(3 hr ago\)\.$/,
    );
  });

  test('a waiting command says that it is sent automatically, and why it waits under Details', () => {
    const waiting = verdictAt(command({ failure }), now);
    expect(waiting.sentence).toContain('sent automatically');
    expect(waiting.details[0]).toMatch(/^Can’t reach the service/);
    const deletion = commandText(command({ kind: 'delete', failure }), now);
    expect(deletion).toBe('Will be sent automatically when the service is back.');
  });

  test('an uncertain order is not sent again automatically', () => {
    expect(commandText(command({ state: 'uncertain' }), now)).toContain('Do not order it again');
  });

  test('a blocked command names Settings', () => {
    expect(commandText(command({ state: 'blocked' }), now)).toContain('Settings');
  });

  test('a rejected command shows what to do next', () => {
    const refusal = { code: 'rejected', message: message('service.rejected', { ...at, status: 422 }) } as const;
    expect(commandText(command({ state: 'rejected', failure: refusal }), now)).toBe(
      'The service rejected the request. Correct the request, then try again.',
    );
  });
});

const buttonsOf = (change: Parameters<typeof command>[0]) =>
  commandButtons
    .filter(({ action }) => verdictAt(command(change), 0).actions.includes(action))
    .map(({ labelKey }) => text(labelKey));

it('waiting to send: each action of an operator has a button', () => {
  const uncertain = uncertainOrderActions.flatMap(({ action }) => action ?? []);
  const answers = uncertainDeletionAnswers.map(({ action }) => action);
  const shown = new Set([...commandButtons.map(({ action }) => action), ...uncertain, ...answers]);
  expect([...shown, 'send'].sort()).toEqual(Object.keys(commandActions).sort());
});

it('waiting to send: the buttons follow the kind and the state of the command', () => {
  expect(buttonsOf({ kind: 'delete', state: 'needs confirmation' })).toEqual(['Send', 'Undo']);
  expect(buttonsOf({ kind: 'delete', state: 'rejected' })).toEqual(['Delete again', 'Dismiss']);
  expect(buttonsOf({ kind: 'create', state: 'rejected' })).toEqual(['Edit and try again', 'Dismiss']);
  expect(buttonsOf({ kind: 'create', state: 'uncertain' })).toEqual([]);
  expect(buttonsOf({ kind: 'delete', state: 'uncertain', requestLeft: true })).toEqual([]);
  expect(buttonsOf({ kind: 'create', state: 'waiting' })).toEqual(['Try again', 'Undo']);
  expect(buttonsOf({ kind: 'create', state: 'sending' })).toEqual([]);
});

it('waiting to send: the answer for all deletions that are asked about has a card of its own', () => {
  const cards = buttonsOf({ kind: 'delete', state: 'needs confirmation' }).map(
    (_, index) => choiceCommand(index).command,
  );
  expect(cards).toEqual(['choice 1', 'choice 2']);
  expect(cards).not.toContain(answerForAllCard('delete'));
});
