import { z } from 'zod';
import { commandSchema } from '../../orders/command.ts';
import { labelPictureSchema } from '../../printing/label-bar-codes.ts';
import { printJobSchema, reprintKinds } from '../../printing/print-job.ts';
import { boardFilterSchema, boardPageSchema } from '../../shipments/board-query.ts';
import { deletionDecisionSchema } from '../../shipments/deletion-conflict.ts';
import { exportStateSchema } from '../../shipments/export-state.ts';
import { labelAssignmentsSchema, parcelDetailSchema, parcelSchema } from '../../shipments/parcel.ts';
import { keptEventSchema, timelineEntrySchema } from '../../shipments/shipment-event.ts';
import { figuresQuerySchema } from '../figures-view.ts';
import { type CallContract, id, labelNumber, nothing } from './call-contract.ts';

/** Calls about parcels, their labels, events and exports. */
export const parcelCallContracts = {
  'parcel.print': {
    scope: 'environment',
    needs: 'work',
    // With a reason: a reprint. Without one: the first copy, refused where one may have been printed.
    schemas: () => [
      z.object({
        parcelId: id,
        reprintReason: z.string().trim().min(1).max(200).nullable(),
        /** Counted in the figures. */
        reprintKind: z.enum(reprintKinds).default('other'),
      }),
      printJobSchema,
    ],
  },
  // A parcel that was already picked up is deleted only after a confirmation.
  'parcel.delete': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ parcelId: id, evenIfPickedUp: z.boolean().default(false) }), commandSchema],
  },
  // An operator decides about a parcel that the service reported as deleted, and later as picked up.
  'parcel.resolve-conflict': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ parcelId: id, decision: deletionDecisionSchema }), nothing],
  },
  'label-assignment.picture': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [labelNumber, labelPictureSchema.pick({ png: true })],
  },
  // All of them, or none where something changed meanwhile.
  'label-assignment.confirm': { scope: 'environment', needs: 'work', schemas: () => [labelAssignmentsSchema, nothing] },
  'label-assignment.retry': { scope: 'environment', needs: 'work', schemas: () => [labelNumber, nothing] },
  'label.picture': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), labelPictureSchema],
  },

  // Everything that happened to a parcel, newest first, at most 500.
  'parcel.timeline': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), z.array(timelineEntrySchema)],
  },
  // Events that belong to nothing here, the newest 50; `total` counts all. With a code: only those that name it.
  'events.unmatched': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({ code: z.string().max(200).nullable() }),
      z.object({ total: z.int(), events: z.array(keptEventSchema) }),
    ],
  },

  'shipments.page': {
    scope: 'station',
    needs: 'read',
    // With `isMore`: a search or a day holds more than is counted, and the newest so many are listed.
    schemas: () => [boardPageSchema, z.object({ total: z.int(), isMore: z.boolean(), rows: z.array(parcelSchema) })],
  },
  'parcel.detail': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), parcelDetailSchema],
  },
  // All three open a save dialog; null where it was closed. The call returns when the file is open.
  'shipments.export': {
    scope: 'environment',
    needs: 'export',
    schemas: () => [
      z.object({ filter: boardFilterSchema, expected: z.int().nullable() }),
      exportStateSchema.nullable(),
    ],
  },
  'journal.export': { scope: 'environment', needs: 'export', schemas: () => [nothing, exportStateSchema.nullable()] },
  'figures.export': {
    scope: 'environment',
    needs: 'export',
    schemas: () => [figuresQuerySchema, exportStateSchema.nullable()],
  },
  'export.read': { scope: 'station', needs: 'read', schemas: () => [nothing, exportStateSchema.nullable()] },
  'export.cancel': { scope: 'environment', needs: 'export', schemas: () => [nothing, nothing] },
  'export.dismiss': { scope: 'environment', needs: 'export', schemas: () => [nothing, nothing] },
} as const satisfies Record<string, CallContract>;
