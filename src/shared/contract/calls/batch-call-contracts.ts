import { z } from 'zod';
import {
  batchFieldSchema,
  batchRowChoices,
  batchRowSchema,
  batchSchema,
  largestBatchBytes,
  maxBatchPage,
} from '../../orders/batch.ts';
import { draftAddressSchema } from '../../orders/order-book.ts';
import { type CallContract, fileUpTo, id, nothing } from './call-contract.ts';

/** Calls of a batch of orders. */
export const batchCallContracts = {
  // The batch that is not dismissed yet; there is one at most.
  'batch.read': { scope: 'station', needs: 'read', schemas: () => [nothing, batchSchema.nullable()] },
  'batch.rows': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({
        from: z.int().min(0),
        limit: z.int().min(1).max(maxBatchPage),
        only: z.enum(batchRowChoices).default('all'),
      }),
      z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
    ],
  },
  // Opens a file dialog; null where it was closed.
  'batch.choose-file': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema.nullable()] },
  'batch.open-file': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [fileUpTo(largestBatchBytes), batchSchema],
  },
  // Rows copied out of a spreadsheet.
  'batch.paste-rows': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [
      z.object({
        text: z
          .string()
          .min(1)
          .max(largestBatchBytes / 4),
      }),
      batchSchema,
    ],
  },
  'batch.match': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ place: z.int().min(0), field: batchFieldSchema.nullable() }), batchSchema],
  },
  'batch.change': {
    scope: 'environment',
    needs: 'work',
    // An absent key leaves the value unchanged.
    schemas: () => [
      z.object({
        combines: z.boolean().exactOptional(),
        pickUpAddress: draftAddressSchema.nullable().exactOptional(),
      }),
      batchSchema,
    ],
  },
  'batch.change-cell': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ line: id, place: z.int().min(0), text: z.string().max(4_000) }), batchSchema],
  },
  'batch.skip-row': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ line: id, isSkipped: z.boolean() }), batchSchema],
  },
  // Gets the price of each order, one after the other; progress is in `batch.read`.
  'batch.quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.stop-quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.start': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.pause': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.resume': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.stop': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  // Saves beside the input file; opens a save dialog where its folder is not known. Null where that was closed.
  'batch.export': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [nothing, z.object({ file: z.string() }).nullable()],
  },
  'batch.dismiss': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
} as const satisfies Record<string, CallContract>;
