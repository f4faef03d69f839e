import { expect, it } from 'vitest';
import { statusSinceDeletion } from '../../../../src/renderer/screens/uncertain-orders/uncertain-deletion.tsx';
import { clockTime } from '../../../../src/renderer/text/dates.ts';
import type { ShipmentState } from '../../../../src/shared/shipments/shipment-state.ts';

const sentAt = '2026-11-21T14:02:00.000Z';
const uncertain = { state: 'uncertain', requestLeft: true, settledBy: null } as const;
const deletion = { commandId: 3, ...uncertain, notBefore: 0, updatedAt: sentAt } as const;
const reported = (state: ShipmentState, at: string) =>
  statusSinceDeletion({ deletion, status: { state, source: 'webhook', at } });

it('uncertain deletion: a status that was reported after the last attempt is shown', () => {
  const at = '2026-11-21T14:05:00.000Z';
  expect(reported('in_transit', at)).toBe(
    `The service reported “In transit” at ${clockTime(at)}, after the deletion was sent.`,
  );
});

it('uncertain deletion: a status of an earlier time, or of the deletion itself, proves nothing', () => {
  expect(reported('in_transit', sentAt)).toBeNull();
  expect(reported('in_transit', '2026-11-21T13:00:00.000Z')).toBeNull();
  expect(reported('deleted', '2026-11-21T14:05:00.000Z')).toBeNull();
  expect(statusSinceDeletion({ deletion, status: null })).toBeNull();
  expect(statusSinceDeletion({ deletion: null, status: null })).toBeNull();
});
