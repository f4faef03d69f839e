import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { readPlainDate } from '../values/plain-date.ts';
import { shipmentStates } from './shipment-state.ts';

/** The six sandbox scenarios under the labels of the interface document (Endpoints 4). */
export const sandboxScenarioLabels = {
  happy: 'Happy',
  reattempt: 'Re-attempt',
  fail: 'Fail',
  'bundle-pick-up-shipments': 'Bundled pick-ups',
  'delivering-drop-off-shipments': 'In-transit',
  'picked-pick-up-shipments': 'Picked-up shipments',
} as const;
export type SandboxScenario = keyof typeof sandboxScenarioLabels;
export const sandboxScenarios = Object.keys(sandboxScenarioLabels) as [SandboxScenario, ...SandboxScenario[]];

export const shipmentsInWords = (count: number): string => (count === 1 ? '1 shipment' : `${count} shipments`);

/** Most shipments one scenario is run on. */
export const maxChosenShipments = 100;

/** Which shipments a scenario moves. Selectors combine with OR, so only one kind of them is ever sent. */
export const sandboxSelectionSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('tracking codes'),
    trackingCodes: z.array(z.string().trim().min(1).max(200)).min(1).max(maxChosenShipments),
  }),
  z.object({ by: z.literal('shipment ids'), shipmentIds: z.array(z.int()).min(1).max(maxChosenShipments) }),
  z.object({
    by: z.literal('date'),
    date: z.string().refine((text) => readPlainDate(text) !== null, 'a day as YYYY-MM-DD'),
  }),
]);
export type SandboxSelection = z.infer<typeof sandboxSelectionSchema>;

/** How many shipments known here a selection touches; the service may know more. */
export const sandboxTouchSchema = z.object({
  shipments: z.int(),
  /** Of those, the ones already at an end: a scenario cannot change them. */
  final: z.int(),
  /** The newest of them, at most as many as may be chosen. */
  known: z.array(
    z.object({
      trackingCode: z.string().nullable(),
      dropOffId: z.int().nullable(),
      /** null: no status source. */
      state: z.enum(shipmentStates).nullable(),
    }),
  ),
});
export type SandboxTouch = z.infer<typeof sandboxTouchSchema>;

/** Most characters of an answer that are shown. */
export const longestSandboxAnswer = 20_000;

/** What the service answered; its shape is not documented, so it is given as it came. */
export const sandboxAnswerSchema = z.object({
  httpStatus: z.int(),
  /** The beginning of the body. */
  body: z.string().max(longestSandboxAnswer),
  isCut: z.boolean(),
  /** What this station makes of it, where it is no success; null where it is. */
  failure: failureSchema.nullable(),
});
export type SandboxAnswer = z.infer<typeof sandboxAnswerSchema>;
