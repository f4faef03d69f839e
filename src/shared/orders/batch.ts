import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { addressFieldNames, draftAddressSchema } from './order-book.ts';

/** Largest input of a batch: a file or a pasted text, bytes. */
export const largestBatchBytes = 20 * 1024 * 1024;

/** Most rows of one batch. */
export const maxBatchRows = 20_000;

/** Most columns of an input that are looked at. */
export const maxBatchColumns = 60;

/** Most rows one page of the table holds. */
export const maxBatchPage = 200;

/** What a column can hold: a field of the request, by its path in it (`address` is the drop-off's). */
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
  /** What the first row that is not empty has there. */
  sample: z.string(),
  /** Null: this column is left aside. */
  field: batchFieldSchema.nullable(),
  /** Who matched it: its own name, a person just now, or a person at an earlier file with the same columns. */
  matchedBy: z.enum(['name', 'hand', 'memory']).nullable(),
});
export type BatchColumn = z.infer<typeof batchColumnSchema>;

/**
 * `draft`: it can be looked at, matched and priced. `running`: orders are created one at a time. `paused`: by a person, or by itself
 * (see `why`). `stopped` and `done` are ends; what is left of a stopped one is never created.
 */
export const batchStates = ['draft', 'running', 'paused', 'stopped', 'done'] as const;
export type BatchState = (typeof batchStates)[number];

/** What may be done in which state. */
export const batchActions = {
  match: ['draft'],
  quote: ['draft'],
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused'],
  export: ['paused', 'stopped', 'done'],
  dismiss: ['draft', 'stopped', 'done'],
} as const satisfies Record<string, readonly BatchState[]>;
export type BatchAction = keyof typeof batchActions;

/** True where the table allows the action. */
export function batchCan(action: BatchAction, state: BatchState): boolean {
  return (batchActions[action] as readonly BatchState[]).includes(state);
}

export const batchSchema = z.object({
  id: z.int(),
  /** The file's name, or "Pasted rows". */
  name: z.string(),
  /** The result can be written beside the input: it was picked in a dialog. */
  hasFolder: z.boolean(),
  state: z.enum(batchStates),
  /** Why it paused by itself, or what it waits for while it runs; null where it goes on. */
  why: failureSchema.nullable(),
  columns: z.array(batchColumnSchema).max(maxBatchColumns),
  /** For rows that name no pick-up address of their own; null where none is chosen. */
  pickUpAddress: draftAddressSchema.nullable(),
  /** Rows of one receiver become one order of up to five parcels. */
  combines: z.boolean(),
  counts: z.object({
    rows: z.int(),
    /** Rows that cannot be ordered as they are. */
    faulty: z.int(),
    /** Rows with nothing but warnings. */
    warned: z.int(),
    /** Rows a person left out. */
    skipped: z.int(),
    orders: z.int(),
    parcels: z.int(),
    /** Of the orders: */
    open: z.int(),
    onTheWay: z.int(),
    created: z.int(),
    refused: z.int(),
    uncertain: z.int(),
  }),
  /** Prices with tax; null before it was asked for. */
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
  /** Charged for the orders created so far, with tax, as far as answers told. */
  charged: z.number(),
  /** Pause between two orders, milliseconds; above 0 after the service said that it is too much. */
  pauseMs: z.int(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The name of the result's file, once it is written. */
  resultFile: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const batchProblemSchema = z.object({
  /** The column's place; null where the row as a whole is meant, or a column is missing. */
  place: z.int().nullable(),
  field: batchFieldSchema.nullable(),
  /** A fault keeps the row from being ordered; a warning does not. */
  weight: z.enum(['fault', 'warning']),
  words: z.string(),
});
export type BatchProblem = z.infer<typeof batchProblemSchema>;

/** `ready` and `faulty` before the start; what became of its order after it. */
export const batchRowStates = [
  'ready',
  'faulty',
  'skipped',
  'on the way',
  'created',
  'refused',
  'uncertain',
  'not begun',
] as const;
export type BatchRowState = (typeof batchRowStates)[number];

export const batchRowSchema = z.object({
  /** The line of the input it begins on, 1-based; tells rows apart. */
  line: z.int(),
  /** Its order within the batch, 1-based; null where it belongs to none. */
  order: z.int().nullable(),
  /** Each cell as it is now, at most 200 characters of it. */
  cells: z.array(z.string()),
  /** Places of the cells that hold more than is shown of them: those are changed in the file alone. */
  cutCells: z.array(z.int()).max(maxBatchColumns),
  problems: z.array(batchProblemSchema),
  state: z.enum(batchRowStates),
  /** What the service or the station says of its order. */
  words: z.string().nullable(),
  customCode: z.string().nullable(),
  trackingCode: z.string().nullable(),
  /** Of its order, with tax: quoted, and charged. */
  quoted: z.number().nullable(),
  charged: z.number().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** Which rows the table shows. */
export const batchRowChoices = ['all', 'with problems', 'not created'] as const;

/** Each field in words, within a sentence. The drop-off's person is the receiver (interface document, "Request address"). */
export const batchFieldWords: Record<BatchField, string> = {
  'address.text': 'drop-off address',
  'address.description': 'note for the courier',
  'address.person_name': 'receiver name',
  'address.person_phone': 'receiver phone',
  'address.person_email': 'receiver e-mail',
  'address.sender_person_name': 'sender’s name',
  'address.sender_person_phone': 'sender’s phone',
  'address.sender_person_email': 'sender’s e-mail',
  'address.sender_name': 'sender’s business',
  'address.sender_address_text': 'sender’s address',
  'pick_up_address.text': 'pick-up address',
  'pick_up_address.description': 'note at the pick-up',
  'pick_up_address.person_name': 'name at the pick-up',
  'pick_up_address.person_phone': 'phone at the pick-up',
  'pick_up_address.person_email': 'e-mail at the pick-up',
  'pick_up_address.sender_person_name': 'sender’s name at the pick-up',
  'pick_up_address.sender_person_phone': 'sender’s phone at the pick-up',
  'pick_up_address.sender_person_email': 'sender’s e-mail at the pick-up',
  'pick_up_address.sender_name': 'sender’s business at the pick-up',
  'pick_up_address.sender_address_text': 'sender’s address at the pick-up',
  'parcel.values': 'weight',
  'parcel.custom_code': 'custom code',
};
