import { z } from 'zod';
import { readPlainDate } from './plain-date.ts';

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

/** Most shipments one scenario is run on. */
export const mostChosenShipments = 100;

/** Which shipments a scenario moves. Selectors combine with OR, so only one kind of them is ever sent. */
export const sandboxSelectionSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('tracking codes'),
    trackingCodes: z.array(z.string().trim().min(1).max(200)).min(1).max(mostChosenShipments),
  }),
  z.object({ by: z.literal('shipment ids'), shipmentIds: z.array(z.int()).min(1).max(mostChosenShipments) }),
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
  /** Some of their tracking codes, at most 20. */
  trackingCodes: z.array(z.string()),
});
export type SandboxTouch = z.infer<typeof sandboxTouchSchema>;

/** What the service answered; its shape is not documented, so it is given as it came. */
export const sandboxAnswerSchema = z.object({
  httpStatus: z.int(),
  /** At most 20,000 characters. */
  body: z.string(),
  isCut: z.boolean(),
});
export type SandboxAnswer = z.infer<typeof sandboxAnswerSchema>;
