import { z } from 'zod';
import { storedMessageSchema } from '../../messages/message.ts';
import { commandSchema } from '../../orders/command.ts';
import { waitingSchema } from '../../orders/waiting-work.ts';
import { labelStateSchema, openAssignmentSchema } from '../../shipments/parcel.ts';
import { type CallContract, id, meantFor, nothing } from './call-contract.ts';

/** Calls about what waits for the service. */
export const outboxCallContracts = {
  'deletion.undo': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id.nullable(), ...meantFor }), commandSchema],
  }, // null: the newest
  'deletions.pending': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(commandSchema)] },
  // Downloads a label that is not stored yet now, and waits briefly for the outcome.
  'label.retry': { scope: 'environment', needs: 'work', schemas: () => [z.object({ parcelId: id }), labelStateSchema] },
  // The labels of an order whose answer did not say whose they are, and the parcels that wait for one.
  'label-assignment.read': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ orderId: id }), openAssignmentSchema],
  },

  'commands.open': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(commandSchema)] },
  'command.undo': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), commandSchema] },
  // Confirms a command that needs confirmation. `asked`: the question that was shown. The answer to another one is refused.
  'command.confirm': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id, asked: storedMessageSchema.optional() }), commandSchema],
  },
  'command.retry': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), commandSchema] },
  'command.delete-again': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), commandSchema],
  },
  // An operator checked at the service whether an uncertain order, or the parcel of an uncertain deletion, is there. Sends nothing.
  'command.settle': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id, isThere: z.boolean() }), commandSchema],
  },
  'command.dismiss': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), nothing] },
  'waiting.read': { scope: 'station', needs: 'read', schemas: () => [nothing, waitingSchema] },
} as const satisfies Record<string, CallContract>;
