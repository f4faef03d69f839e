import {
  type SandboxScenario,
  type SandboxSelection,
  type SandboxTouch,
  shipmentsInWords,
} from '../../../shared/shipments/sandbox-scenario.ts';
import { isEndState } from '../../../shared/shipments/status-rules.ts';
import { plainDateWords, readPlainDate } from '../../../shared/values/plain-date.ts';
import type { ChosenShipment } from './sandbox-store.ts';

/** What each scenario will do, in a sentence. The document gives labels alone: the steps are those of the practice service. */
export const scenarioSentences: Record<SandboxScenario, string> = {
  happy: 'Picked up, brought along and delivered at the first try.',
  reattempt: 'The first try to deliver fails, the second one delivers.',
  fail: 'Delivery fails for good: returned, or cancelled.',
  'bundle-pick-up-shipments': 'Gathered with others, ready to be picked up.',
  'delivering-drop-off-shipments': 'On the way to the receiver, and no further.',
  'picked-pick-up-shipments': 'Picked up by the driver, and no further.',
};

/** Where one of the chosen stands; null: no status source. */
export type ChosenShipmentState = SandboxTouch['known'][number]['state'] | 'not known here' | 'not asked yet';

/** Where a chosen shipment stands, by what the station knows of it. */
export function chosenShipmentState(shipment: ChosenShipment, preview: SandboxTouch | null): ChosenShipmentState {
  if (preview === null) return 'not asked yet';
  const own = preview.known.find((known) =>
    shipment.trackingCode === null
      ? known.dropOffId === shipment.dropOffId
      : known.trackingCode === shipment.trackingCode,
  );
  return own ? own.state : 'not known here';
}

/** True where no scenario can change it any more. */
export const isFinalState = (shipmentState: ChosenShipmentState): boolean =>
  shipmentState !== null &&
  shipmentState !== 'not known here' &&
  shipmentState !== 'not asked yet' &&
  isEndState(shipmentState);

/** What those at an end among the chosen mean for a run; null where there are none. */
export function endWords({ final }: Pick<SandboxTouch, 'final'>, chosen: number): string | null {
  if (final === 0) return null;
  if (chosen === 1) return 'It is at its end already: nothing will change.';
  if (final >= chosen) return `All ${chosen} are at an end already: nothing will change.`;
  return final === 1
    ? '1 of them is at its end already: nothing will change for it.'
    : `${final} of them are at an end already: nothing will change for those.`;
}

/** The question before a whole day is moved. */
export function dayQuestion(day: string, preview: SandboxTouch | null): string {
  const known =
    preview === null
      ? ''
      : preview.shipments === 0
        ? ' None of them is known here.'
        : ` ${shipmentsInWords(preview.shipments)} known here${preview.final === 0 ? '' : `, ${preview.final} of them at an end`}.`;
  return `Move every shipment picked up or delivered on ${plainDateWords(day)}?${known} The service may know more.`;
}

/** What is wrong with a day as it was written; null where nothing is. */
export const dayError = (day: string): string | null =>
  readPlainDate(day.trim()) === null ? 'Write the day as YYYY-MM-DD, such as 2026-11-21' : null;

/** True where what was told of one selection may be shown beside another: of a day, what was told of that day alone. */
export function isPreviewOf(loaded: SandboxSelection, shown: SandboxSelection | null): boolean {
  if (shown?.by === 'date') return loaded.by === 'date' && loaded.date === shown.date;
  return loaded.by !== 'date';
}
