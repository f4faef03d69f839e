import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { messageSchema } from '../messages/message.ts';
import { addressFieldNames, draftAddressSchema } from './order-book.ts';

/** Largest input of a batch: a file or a pasted text, bytes. */
export const largestBatchBytes = 20 * 1024 * 1024;

/** Most rows of one batch. */
export const maxBatchRows = 20_000;

/** Most columns of an input that are read. */
export const maxBatchColumns = 60;

/** Most rows one page of the table holds. */
export const maxBatchPage = 200;

/** The request fields that a column can hold, by path (`address` is the drop-off's). */
export const batchFields = [
  ...addressFieldNames.map((name) => `pick_up_address.${name}` as const),
  ...addressFieldNames.map((name) => `address.${name}` as const),
  'parcel.values',
  'parcel.custom_code',
] as const;
export const batchFieldSchema = z.enum(batchFields);
export type BatchField = z.infer<typeof batchFieldSchema>;

export const batchColumnSchema = z.object({
  /** 0-based. */
  place: z.int(),
  title: z.string(),
  /** The cell of the first row that is not empty. */
  sample: z.string(),
  /** Null: this column is not used. */
  field: batchFieldSchema.nullable(),
  /** What matched it: its name, the operator (`hand`), or the operator's choice for an earlier file with the same columns (`memory`). */
  matchedBy: z.enum(['name', 'hand', 'memory']).nullable(),
});
export type BatchColumn = z.infer<typeof batchColumnSchema>;

/**
 * `draft`: it can be checked, matched and priced. `running`: orders are created one at a time. `paused`: by the operator, or
 * automatically (see `why`). `stopped` and `done` are final; the remaining orders of a stopped batch are never created.
 */
export const batchStates = ['draft', 'running', 'paused', 'stopped', 'done'] as const;
export type BatchState = (typeof batchStates)[number];

/** The states in which each action is allowed. */
export const batchActions = {
  match: ['draft'],
  quote: ['draft'],
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused'],
  export: ['paused', 'stopped', 'done'],
  printLabels: ['stopped', 'done'],
  dismiss: ['draft', 'stopped', 'done'],
} as const satisfies Record<string, readonly BatchState[]>;
export type BatchAction = keyof typeof batchActions;

/** True where the state allows the action. */
export function batchCan(action: BatchAction, state: BatchState): boolean {
  return (batchActions[action] as readonly BatchState[]).includes(state);
}

export const batchSchema = z.object({
  id: z.int(),
  /** The file's name; "Pasted rows" for pasted text. */
  name: z.string(),
  /** True where the input's folder is known, so that the results can be saved beside it. */
  hasFolder: z.boolean(),
  state: z.enum(batchStates),
  /** Why it paused automatically, or what it waits for while it runs; null where nothing stops it. */
  why: failureSchema.nullable(),
  columns: z.array(batchColumnSchema).max(maxBatchColumns),
  /** For rows without a pick-up address of their own; null where none is chosen. */
  pickUpAddress: draftAddressSchema.nullable(),
  /** Rows of one receiver become one order of up to five parcels. */
  combines: z.boolean(),
  counts: z.object({
    rows: z.int(),
    /** Rows with an error, which cannot be ordered. */
    faulty: z.int(),
    /** Rows with warnings only. */
    warned: z.int(),
    /** Rows the operator left out. */
    skipped: z.int(),
    orders: z.int(),
    parcels: z.int(),
    /** Of the orders: */
    open: z.int(),
    onTheWay: z.int(),
    created: z.int(),
    rejected: z.int(),
    uncertain: z.int(),
  }),
  /** Prices with tax; null before the operator checked them. */
  quote: z
    .object({
      isRunning: z.boolean(),
      /** Sum of the orders quoted so far. */
      total: z.number(),
      quoted: z.int(),
      /** Orders the service gave no price for. */
      failed: z.int(),
    })
    .nullable(),
  /** Charged for the orders created so far, with tax; orders whose answer has no price are left out. */
  charged: z.number(),
  /** Pause between two orders, milliseconds; above 0 after the service answered 429. */
  pauseMs: z.int(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The name of the file with the results, once it is saved. */
  resultFile: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const batchProblemSchema = z.object({
  /** The column's place; null where the problem is in the row as a whole, or a column is missing. */
  place: z.int().nullable(),
  field: batchFieldSchema.nullable(),
  /** A row with an error is not ordered. */
  severity: z.enum(['error', 'warning']),
  message: messageSchema,
});
export type BatchProblem = z.infer<typeof batchProblemSchema>;

/** `ready` and `faulty` before the start; afterwards the state of the row's order. */
export const batchRowStates = [
  'ready',
  'faulty',
  'skipped',
  'on the way',
  'created',
  'rejected',
  'uncertain',
  'not begun',
] as const;
export type BatchRowState = (typeof batchRowStates)[number];

export const batchRowSchema = z.object({
  /** The line of the input on which the row begins, 1-based; identifies the row. */
  line: z.int(),
  /** The row's order within the batch, 1-based; null where it belongs to none. */
  order: z.int().nullable(),
  /** Each cell as it is now, at most 200 characters. */
  cells: z.array(z.string()),
  /** Places of cells that are cut to the length above; they can be changed only in the file. */
  cutCells: z.array(z.int()).max(maxBatchColumns),
  problems: z.array(batchProblemSchema),
  state: z.enum(batchRowStates),
  /** Why its order was not created, or has no price. */
  message: messageSchema.nullable(),
  /** The service's own text about it. */
  serviceText: z.string().nullable(),
  customCode: z.string().nullable(),
  trackingCode: z.string().nullable(),
  /** The quoted and the charged price of its order, with tax. */
  quoted: z.number().nullable(),
  charged: z.number().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** Which rows the table shows. */
export const batchRowChoices = ['all', 'with problems', 'not created'] as const;
