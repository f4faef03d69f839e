import { expect, it } from 'vitest';
import {
  acceptedText,
  chosenShipmentState,
  dayError,
  dayQuestion,
  finalStatusText,
  isFinalShipment,
  isPreviewOf,
  scenarioEffect,
} from '../../../../src/renderer/screens/sandbox/sandbox-text.ts';
import { type SandboxPreview, sandboxScenarios } from '../../../../src/shared/shipments/sandbox-scenario.ts';

const preview = (shipments: number, final: number, known: SandboxPreview['known'] = []): SandboxPreview => ({
  shipments,
  final,
  known,
});
const chosen = { key: 'DO-1', trackingCode: 'DO-1', dropOffId: 1, recipient: null };

it('sandbox text: the status of a chosen shipment is found by tracking code, else by number', () => {
  const known = [
    { trackingCode: 'DO-1', dropOffId: 1, state: 'delivered' as const, isFinal: true },
    { trackingCode: null, dropOffId: 2, state: null, isFinal: false },
  ];
  const here = preview(2, 1, known);
  expect(chosenShipmentState(chosen, here)).toBe('delivered');
  expect(chosenShipmentState({ ...chosen, trackingCode: null, dropOffId: 2 }, here)).toBeNull();
  expect(chosenShipmentState({ ...chosen, trackingCode: 'DO-9' }, here)).toBe('unknown');
  expect(chosenShipmentState(chosen, null)).toBe('loading');
});

it('sandbox text: a shipment is final after a scenario, whatever its status', () => {
  const known = [
    { trackingCode: 'DO-1', dropOffId: 1, state: 'in_transit' as const, isFinal: true },
    { trackingCode: null, dropOffId: 2, state: null, isFinal: false },
  ];
  const here = preview(2, 1, known);
  expect(isFinalShipment(chosen, here)).toBe(true);
  expect(isFinalShipment({ ...chosen, trackingCode: null, dropOffId: 2 }, here)).toBe(false);
  expect(isFinalShipment({ ...chosen, trackingCode: 'DO-9' }, here)).toBe(false);
  expect(isFinalShipment(chosen, null)).toBe(false);
});

it('sandbox text: what a scenario does is said of practice alone', () => {
  expect(scenarioEffect('happy', 'practice')).toContain('delivered');
  for (const scenario of sandboxScenarios) expect(scenarioEffect(scenario, 'sandbox')).toBeNull();
});

it.each([
  ['', 'Accepted. The answer is empty.'],
  [' Scenario was run ', 'Accepted. Answer: Scenario was run'],
  ['{"status":"success"}', 'Accepted. The answer:'],
  ['one\ntwo', 'Accepted. The answer:'],
])('sandbox text: an accepted scenario answered %j', (body, shown) => expect(acceptedText(body)).toBe(shown));

it.each([
  [0, 2, null],
  [1, 1, 'This shipment has a final status. Nothing will change.'],
  [3, 3, 'All 3 shipments have a final status. Nothing will change.'],
  [1, 3, '1 shipment has a final status and will not change.'],
  [2, 5, '2 shipments have a final status and will not change.'],
])('sandbox text: the final status of %i of %i chosen shipments', (final, chosenCount, shown) =>
  expect(finalStatusText({ final }, chosenCount)).toBe(shown),
);

it.each([
  [preview(0, 0), 'No shipment on this station matches; the service may have more.'],
  [preview(1, 0), '1 shipment on this station matches; the service may have more.'],
  [preview(4, 1), '4 shipments on this station match, 1 with a final status; the service may have more.'],
])('sandbox text: the question about a day has the number of known shipments (%#)', (known, shown) => {
  const question = dayQuestion('2026-11-21', known);
  expect(question).toBe(`Change every shipment picked up or delivered on Sat, 21 Nov 2026? ${shown}`);
});

it('sandbox text: an invalid day is marked', () => {
  expect([dayError('2026-11-21'), dayError(' 2026-02-29')].map((fault) => fault !== null)).toEqual([false, true]);
});

it('sandbox text: a day never has the preview of another selection', () => {
  const shipments = { by: 'tracking codes', trackingCodes: ['DO-1'] } as const;
  const day = (date: string) => ({ by: 'date', date }) as const;
  const chosenOnes = { ...shipments, trackingCodes: [...shipments.trackingCodes] };
  expect(isPreviewOf(day('2026-11-21'), day('2026-11-21'))).toBe(true);
  expect(isPreviewOf(day('2026-11-20'), day('2026-11-21'))).toBe(false);
  expect(isPreviewOf(chosenOnes, day('2026-11-21'))).toBe(false);
  expect(isPreviewOf(day('2026-11-21'), chosenOnes)).toBe(false);
  expect(isPreviewOf(chosenOnes, { ...chosenOnes, trackingCodes: ['DO-2'] })).toBe(true);
});
