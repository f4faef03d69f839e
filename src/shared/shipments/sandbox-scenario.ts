import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { isPlainDate } from '../values/date-time.ts';
import { shipmentStates } from './shipment-state.ts';

/** The six sandbox scenarios (interface document, Endpoints 4). */
export const sandboxScenarios = [
  'happy',
  'reattempt',
  'fail',
  'bundle-pick-up-shipments',
  'delivering-drop-off-shipments',
  'picked-pick-up-shipments',
] as const;
export type SandboxScenario = (typeof sandboxScenarios)[number];

/** Most shipments one scenario is run on. */
export const maxChosenShipments = 100;

/** Which shipments a scenario changes. Selectors combine with OR, so only one kind is ever sent. */
export const sandboxSelectionSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('tracking codes'),
    trackingCodes: z.array(z.string().trim().min(1).max(200)).min(1).max(maxChosenShipments),
  }),
  z.object({ by: z.literal('shipment ids'), shipmentIds: z.array(z.int()).min(1).max(maxChosenShipments) }),
  z.object({
    by: z.literal('date'),
    date: z.string().refine(isPlainDate),
  }),
]);
export type SandboxSelection = z.infer<typeof sandboxSelectionSchema>;

/** How many shipments known here a selection covers; the service may know more. */
export const sandboxPreviewSchema = z.object({
  shipments: z.int(),
  /** Of those, the ones with a final status, and those a scenario ran for before: a scenario cannot change them. */
  final: z.int(),
  /** The newest of them, at most as many as may be chosen. */
  known: z.array(
    z.object({
      trackingCode: z.string().nullable(),
      dropOffId: z.int().nullable(),
      /** null: no status yet. */
      state: z.enum(shipmentStates).nullable(),
      /** No scenario changes it any more. */
      isFinal: z.boolean(),
    }),
  ),
});
export type SandboxPreview = z.infer<typeof sandboxPreviewSchema>;

/** Most characters of an answer that are shown. */
export const longestSandboxAnswer = 20_000;

/** The service's answer as received; its shape is not documented. */
export const sandboxAnswerSchema = z.object({
  httpStatus: z.int(),
  /** The beginning of the body. */
  body: z.string().max(longestSandboxAnswer),
  isCut: z.boolean(),
  /** The failure it stands for; null where it is a success. */
  failure: failureSchema.nullable(),
});
export type SandboxAnswer = z.infer<typeof sandboxAnswerSchema>;
