import { expect, it } from 'vitest';
import { doubtActs } from '../../../../src/renderer/screens/doubt/doubt-acts.ts';
import { commandButtons } from '../../../../src/renderer/screens/print-queue/command-buttons.ts';
import { commandActions, commandOffers } from '../../../../src/shared/command.ts';
import { command } from '../samples.ts';

const buttonsOf = (change: Parameters<typeof command>[0]) =>
  commandButtons.filter(({ action }) => commandOffers(action, command(change))).map(({ words }) => words);

it('each action of the table but the outbox’s own has a button', () => {
  const inDoubt = doubtActs.flatMap(({ action }) => action ?? []);
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
