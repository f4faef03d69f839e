import { expect, it } from 'vitest';
import { screenStore, showScreen } from '../../../src/renderer/data/current-screen.ts';

it('current screen: to show the shown screen again draws nothing', () => {
  showScreen('scan');
  let changes = 0;
  const stop = screenStore.subscribe(() => {
    changes += 1;
  });
  showScreen('scan');
  expect(changes).toBe(0);
  showScreen('shipments');
  expect(changes).toBe(1);
  stop();
});
