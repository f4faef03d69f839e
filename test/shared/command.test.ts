import { expect, it } from 'vitest';
import { text } from '../../src/renderer/text/text.ts';
import {
  aheadStates,
  commandActions,
  commandOffers,
  commandStates,
  unansweredStates,
} from '../../src/shared/orders/command.ts';

const offered = (kind: 'create' | 'delete', state: (typeof commandStates)[number], requestLeft = false) =>
  (['confirm', 'retry', 'deleteAgain', 'settle', 'settleDeletion', 'undo', 'dismiss'] as const).filter((action) =>
    commandOffers(action, { kind, state, requestLeft, settledBy: null }),
  );

it('command states: a waiting command shows one of five texts', () => {
  const labels = new Set([...unansweredStates, 'rejected' as const].map((state) => text(`command.state.${state}`)));
  expect([...labels].sort()).toEqual(['Blocked', 'Rejected', 'Sending', 'Uncertain', 'Waiting']);
});

it('command actions: each state has the actions of one table', () => {
  expect(offered('delete', 'waiting')).toEqual(['retry', 'undo']);
  expect(offered('delete', 'waiting', true)).toEqual(['retry']);
  expect(offered('create', 'needs confirmation')).toEqual(['confirm', 'undo']);
  expect(offered('delete', 'needs confirmation')).toEqual(['confirm', 'undo']);
  // Its request may have deleted the parcel: where the service answers by errors alone, an operator says whether it did.
  expect(offered('delete', 'needs confirmation', true)).toEqual(['confirm', 'settleDeletion']);
  expect(offered('delete', 'rejected')).toEqual(['deleteAgain', 'dismiss']);
  expect(offered('create', 'rejected')).toEqual(['dismiss']);
  expect(offered('create', 'uncertain', true)).toEqual(['settle']);
  expect(offered('delete', 'uncertain', true)).toEqual(['settleDeletion']);
  expect(offered('create', 'blocked')).toEqual(['retry', 'undo']);
  for (const state of ['sending', 'done', 'undone'] as const) expect(offered('delete', state)).toEqual([]);
});

it('command actions: a parcel that an operator found at the service is deleted by a new scan only', () => {
  const rejected = { kind: 'delete', state: 'rejected', requestLeft: true, settledBy: 'operator' } as const;
  expect(commandOffers('deleteAgain', rejected)).toBe(false);
  expect(commandOffers('dismiss', rejected)).toBe(true);
});

it('command states: a later command waits behind all that may still be sent', () => {
  const canBeSent = commandStates.filter((state) =>
    [...commandActions.send, ...commandActions.confirm, ...commandActions.retry, 'counting', 'sending'].some(
      (own) => own === state,
    ),
  );
  expect([...aheadStates].sort()).toEqual(canBeSent.sort());
});
