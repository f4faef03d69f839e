import { expect, it } from 'vitest';
import {
  aheadStates,
  commandActions,
  commandOffers,
  commandStates,
  commandStateWords,
  unansweredStates,
} from '../../src/shared/orders/command.ts';

const offered = (kind: 'create' | 'delete', state: (typeof commandStates)[number], requestLeft = false) =>
  (['agree', 'retry', 'deleteAgain', 'settle', 'undo', 'dismiss'] as const).filter((action) =>
    commandOffers(action, { kind, state, requestLeft }),
  );

it('a command that waits shows one of the five words, whatever it waits for', () => {
  const words = new Set([...unansweredStates, 'rejected' as const].map((state) => commandStateWords[state]));
  expect([...words].sort()).toEqual(['Blocked', 'Rejected', 'Sending', 'Uncertain', 'Waiting']);
});

it('what can be done with each is in one table', () => {
  expect(offered('delete', 'waiting')).toEqual(['retry', 'undo']);
  expect(offered('delete', 'waiting', true)).toEqual(['retry']);
  expect(offered('create', 'asks')).toEqual(['agree', 'undo']);
  expect(offered('delete', 'asks', true)).toEqual(['agree']);
  expect(offered('delete', 'rejected')).toEqual(['deleteAgain', 'dismiss']);
  expect(offered('create', 'rejected')).toEqual(['dismiss']);
  expect(offered('create', 'uncertain', true)).toEqual(['settle']);
  expect(offered('create', 'blocked')).toEqual(['retry', 'undo']);
  for (const state of ['sending', 'done', 'undone'] as const) expect(offered('delete', state)).toEqual([]);
});

it('a later command waits behind all that can still leave', () => {
  const canLeave = commandStates.filter((state) =>
    [...commandActions.send, ...commandActions.agree, ...commandActions.retry, 'counting', 'sending'].some(
      (own) => own === state,
    ),
  );
  expect([...aheadStates].sort()).toEqual(canLeave.sort());
});
