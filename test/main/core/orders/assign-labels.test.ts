import { expect, it } from 'vitest';
import { createLabelAssignments } from '../../../../src/main/core/orders/assign-labels.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import { manualClock } from '../manual-clock.ts';

it('labels assigned by their bar codes: one whose print job cannot be stored holds up no other, and is tried again', async () => {
  const clock = manualClock(0);
  const bugs: unknown[] = [];
  const reported: number[] = [];
  let looks = 0;
  let needsLabelAssignment = true;
  let isDiskFull = true;
  const parcels = (): Parcel[] =>
    [1, 2].map((id) => ({ id, needsLabelAssignment, label: { state: 'stored' } }) as Parcel);
  const assignments = createLabelAssignments({
    records: {
      ordersToAssign: async () => (needsLabelAssignment ? [{ orderId: 1, canWait: false }] : []),
      async parcelsOfOrder() {
        looks += 1;
        return parcels();
      },
      parcel: async (id) => parcels().find((parcel) => parcel.id === id) ?? null,
      unassignedLabels: async () => [],
      unassignedLabel: async () => null,
      assignLabels: () => expect.fail(),
      labelBytes: async () => null,
    },
    pictures: { barCodes: () => expect.fail(), picture: () => expect.fail() },
    ...{ clock, announce: () => {}, publish: () => {}, onBug: (bug) => bugs.push(bug) },
    async onLabelAssigned(id) {
      if (isDiskFull && id === 1) throw new Error('The disk is full');
      reported.push(id);
    },
  });
  assignments.wake();
  // Both are known to wait.
  await expect.poll(() => looks).toBe(2);
  needsLabelAssignment = false;
  assignments.parcelsChanged();
  await expect.poll(() => [reported, bugs.length]).toEqual([[2], 1]);
  isDiskFull = false;
  clock.pass(15_000);
  await expect.poll(() => reported).toEqual([2, 1]);
  await assignments.stop();
});
