import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import type { SandboxPreview, SandboxScenario, SandboxSelection } from '../../../shared/shipments/sandbox-scenario.ts';
import { isPlainDate } from '../../../shared/values/date-time.ts';
import { plainDate } from '../../text/dates.ts';
import { text } from '../../text/text.ts';

/** A shipment chosen for a scenario. */
export interface ChosenShipment {
  readonly key: string;
  readonly trackingCode: string | null;
  /** Identifies it where it has no tracking code. */
  readonly dropOffId: number | null;
  readonly recipient: string | null;
}

/** The status of a chosen shipment; null: no status yet. */
export type ChosenShipmentState = SandboxPreview['known'][number]['state'] | 'unknown' | 'loading';

/** The status of a chosen shipment, as far as the station knows it. */
export function chosenShipmentState(shipment: ChosenShipment, preview: SandboxPreview | null): ChosenShipmentState {
  if (preview === null) return 'loading';
  const own = knownShipment(shipment, preview);
  return own ? own.state : 'unknown';
}

const knownShipment = (shipment: ChosenShipment, { known }: SandboxPreview): SandboxPreview['known'][number] | null =>
  known.find((one) =>
    shipment.trackingCode === null ? one.dropOffId === shipment.dropOffId : one.trackingCode === shipment.trackingCode,
  ) ?? null;

/** True where no scenario can change it: its status is final, or a scenario ran for it before. */
export function isFinalShipment(shipment: ChosenShipment, preview: SandboxPreview | null): boolean {
  return preview !== null && (knownShipment(shipment, preview)?.isFinal ?? false);
}

/** What a final status among the chosen shipments means for a run; null where there is none. */
export function finalStatusText({ final }: Pick<SandboxPreview, 'final'>, chosen: number): string | null {
  return final === 0 ? null : text('sandbox.final', { final, chosen, all: final >= chosen });
}

/** The question before a whole day is changed. */
export function dayQuestion(day: string, preview: SandboxPreview | null): string {
  const { shipments = 0, final = 0 } = preview ?? {};
  return text('sandbox.day.question', { day: plainDate(day), hasPreview: preview !== null, shipments, final });
}

/** What is wrong with a day as typed; null where nothing is. */
export const dayError = (day: string): string | null => (isPlainDate(day.trim()) ? null : text('sandbox.day.invalid'));

/** True where the preview of one selection may be shown beside another: of a day, only that of the same day. */
export function isPreviewOf(loaded: SandboxSelection, shown: SandboxSelection | null): boolean {
  if (shown?.by === 'date') return loaded.by === 'date' && loaded.date === shown.date;
  return loaded.by !== 'date';
}

/** What a scenario does: known of practice alone. The interface document names the scenarios and says that they are final. */
export const scenarioEffect = (scenario: SandboxScenario, kind: EnvironmentKind): string | null =>
  kind === 'practice' ? text(`sandbox.effect.${scenario}`) : null;

/** Longest answer shown within a sentence, characters. */
const longestInlineAnswer = 200;

/** What the service answered to a scenario that it accepted; the document shows no answer. */
export function acceptedText(body: string): string {
  const line = body.trim();
  const isShown = line.length <= longestInlineAnswer && !/^[[{]|\n/.test(line);
  return text('sandbox.answer.accepted', { answer: isShown ? line : null, isEmpty: line === '' });
}
