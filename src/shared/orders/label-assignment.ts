import { z } from 'zod';
import { labelStateSchema, parcelSchema } from '../shipments/parcel.ts';

/** A label of an order of which it is not known whose it is: the service did not repeat the custom codes. */
export const unassignedLabelSchema = labelStateSchema.extend({
  pickUpCode: z.string().nullable(),
  sizeCode: z.string().nullable(),
});
export type UnassignedLabel = z.infer<typeof unassignedLabelSchema>;

/** What an operator decides about: the unassigned labels of an order, and the parcels that need one. */
export const openAssignmentSchema = z.object({
  labels: z.array(unassignedLabelSchema),
  parcels: z.array(parcelSchema),
});
export type OpenAssignment = z.infer<typeof openAssignmentSchema>;

/** Whose a label is. */
export const labelAssignmentSchema = z.object({ labelId: z.int().positive(), parcelId: z.int().positive() });
export const labelAssignmentsSchema = z.object({ assignments: z.array(labelAssignmentSchema).min(1).max(50) });
export type LabelAssignment = z.infer<typeof labelAssignmentSchema>;
