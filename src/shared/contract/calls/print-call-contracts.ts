import { z } from 'zod';
import { storedMessageSchema } from '../../messages/message.ts';
import { listedPrintJobSchema, printAnswers, printJobSchema } from '../../printing/print-job.ts';
import { printRunSchema, printRunSourceSchema } from '../../printing/print-run.ts';
import { printerSearchSchema } from '../../printing/printer-discovery.ts';
import { printerCommandNames } from '../../printing/printer-transports.ts';
import { type CallContract, id, nothing } from './call-contract.ts';

/** Calls of the print queue, print runs and printers. */
export const printCallContracts = {
  'print-jobs.list': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(listedPrintJobSchema)] },
  'print-job.cancel': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.settle': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ jobId: id, printed: z.boolean() }), printJobSchema],
  },

  'print-job.hold': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.resume': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.move': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ jobId: id, printer: z.string() }), printJobSchema],
  },
  // `asked`: the question that was shown. The answer to another one is refused.
  'print-job.answer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [
      z.object({ jobId: id, answer: z.enum(printAnswers), asked: storedMessageSchema.optional() }),
      printJobSchema,
    ],
  },

  // Labels that are held because no printer was set up, and the printer that gets new labels; null where there is none yet.
  'print-jobs.without-printer': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ labels: z.int(), printer: z.string().nullable() })],
  },
  // They print there, in order, or null: they are cancelled. `labels` is the number that the question named.
  'print-jobs.settle-without-printer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ labels: z.int().positive(), printer: z.string().nullable() }), nothing],
  },

  // Queues many labels in order, at most 5,000; never a second copy. Parcels without a job are counted in `leftOut`.
  'print-run.start': { scope: 'environment', needs: 'work', schemas: () => [printRunSourceSchema, printRunSchema] },
  // Cancels the labels of the run that are not sent.
  'print-run.stop': { scope: 'environment', needs: 'work', schemas: () => [z.object({ runId: id }), printRunSchema] },
  'print-run.read': { scope: 'environment', needs: 'read', schemas: () => [z.object({ runId: id }), printRunSchema] },
  // The newest runs with labels that are not sent.
  'print-runs.open': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(printRunSchema)] },

  // New labels go to it from now on.
  'printer.choose': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.pause': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.resume': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  // Moves the jobs of one printer to another, except those that the first may have received.
  'printer.move-jobs': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ from: z.string(), to: z.string() }), z.object({ moved: z.int() })],
  },
  // Labels may be sent to the printer that is at this address now.
  'printer.accept-identity': {
    scope: 'station',
    needs: 'work',
    schemas: () => [z.object({ name: z.string() }), nothing],
  },
  // The printer never reports its status: a missing answer no longer holds it.
  'printer.cannot-answer': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ name: z.string() }), nothing],
  },
  'printer.command': {
    scope: 'station',
    needs: 'work',
    schemas: () => [z.object({ name: z.string(), command: z.enum(printerCommandNames) }), nothing],
  },

  'printers.start-discovery': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  'printers.stop-discovery': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  'printers.found': { scope: 'station', needs: 'read', schemas: () => [nothing, printerSearchSchema] },
} as const satisfies Record<string, CallContract>;
