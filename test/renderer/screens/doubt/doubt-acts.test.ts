import { expect, it } from 'vitest';
import { doubtActs } from '../../../../src/renderer/screens/doubt/doubt-acts.ts';
import { commandOffers, commandStates } from '../../../../src/shared/command.ts';
import { command } from '../samples.ts';

const offered = (change: Parameters<typeof command>[0]) =>
  doubtActs.filter(({ action }) => action !== null && commandOffers(action, command(change))).map(({ words }) => words);

it('an order in doubt offers what is safe, the safest first', () => {
  expect(doubtActs[0]?.words).toBe('Import the order response');
  expect(offered({ kind: 'create', state: 'uncertain', requestLeft: true })).toEqual([
    'Send again with the same codes',
    'Delete its codes and create with new ones',
    'It does not exist',
    'It is there',
  ]);
});

it('no other order and no deletion offers any of it', () => {
  for (const state of commandStates.filter((one) => one !== 'uncertain')) {
    expect(offered({ kind: 'create', state })).toEqual([]);
  }
  expect(offered({ kind: 'delete', state: 'uncertain' })).toEqual([]);
});

it('what cannot be taken back asks first, and replacing says what nobody knows of the charge', () => {
  const asking = doubtActs.filter(({ question }) => question);
  expect(asking.map(({ words }) => words)).toEqual(['Delete its codes and create with new ones', 'It does not exist']);
  expect(asking[0]?.question?.words).toContain('does not tell whether deleting undoes the charge');
  expect(asking[0]?.question?.words).toContain('Stickers with the old codes become void');
});
