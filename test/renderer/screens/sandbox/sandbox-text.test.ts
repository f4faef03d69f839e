import { expect, it } from 'vitest';
import {
  chosenShipmentState,
  dayError,
  dayQuestion,
  endWords,
  isFinalState,
  isPreviewOf,
} from '../../../../src/renderer/screens/sandbox/sandbox-text.ts';
import type { SandboxTouch } from '../../../../src/shared/shipments/sandbox-scenario.ts';

const preview = (shipments: number, final: number, known: SandboxTouch['known'] = []): SandboxTouch => ({
  shipments,
  final,
  known,
});
const chosen = { key: 'DO-1', trackingCode: 'DO-1', dropOffId: 1, recipient: null };

it('a chosen shipment stands where the station knows it to, by its tracking code or else its number', () => {
  const known = [
    { trackingCode: 'DO-1', dropOffId: 1, state: 'delivered' as const },
    { trackingCode: null, dropOffId: 2, state: null },
  ];
  const here = preview(2, 1, known);
  expect(chosenShipmentState(chosen, here)).toBe('delivered');
  expect(chosenShipmentState({ ...chosen, trackingCode: null, dropOffId: 2 }, here)).toBeNull();
  expect(chosenShipmentState({ ...chosen, trackingCode: 'DO-9' }, here)).toBe('not known here');
  expect(chosenShipmentState(chosen, null)).toBe('not asked yet');
});

it('four states are an end', () => {
  expect((['delivered', 'returned', 'cancelled', 'deleted'] as const).every(isFinalState)).toBe(true);
  expect(([null, 'not known here', 'not asked yet', 'failed', 'in_transit'] as const).some(isFinalState)).toBe(false);
});

it.each([
  [0, 2, null],
  [1, 1, 'It is at its end already: nothing will change.'],
  [3, 3, 'All 3 are at an end already: nothing will change.'],
  [1, 3, '1 of them is at its end already: nothing will change for it.'],
  [2, 5, '2 of them are at an end already: nothing will change for those.'],
])('%i at an end among %i chosen are told', (final, chosenCount, words) =>
  expect(endWords({ final }, chosenCount)).toBe(words),
);

it.each([
  [preview(0, 0), 'None of them is known here.'],
  [preview(1, 0), '1 shipment known here.'],
  [preview(4, 1), '4 shipments known here, 1 of them at an end.'],
])('a day asks with how many of ours it touches (%#)', (known, words) => {
  const question = dayQuestion('2026-11-21', known);
  expect(question).toBe(
    `Move every shipment picked up or delivered on Sat 21 Nov 2026? ${words} The service may know more.`,
  );
});

it('a day that is none is named beside its field', () => {
  expect([dayError('2026-11-21'), dayError(' 2026-02-29')].map((fault) => fault !== null)).toEqual([false, true]);
});

it('a day is asked about with what is known of that day, never with what was told of another selection', () => {
  const shipments = { by: 'tracking codes', trackingCodes: ['DO-1'] } as const;
  const day = (date: string) => ({ by: 'date', date }) as const;
  const chosenOnes = { ...shipments, trackingCodes: [...shipments.trackingCodes] };
  expect(isPreviewOf(day('2026-11-21'), day('2026-11-21'))).toBe(true);
  expect(isPreviewOf(day('2026-11-20'), day('2026-11-21'))).toBe(false);
  expect(isPreviewOf(chosenOnes, day('2026-11-21'))).toBe(false);
  expect(isPreviewOf(day('2026-11-21'), chosenOnes)).toBe(false);
  expect(isPreviewOf(chosenOnes, { ...chosenOnes, trackingCodes: ['DO-2'] })).toBe(true);
});
