/** Whether a printer answers to one kind of question. */
export interface Capability {
  kind: 'unknown' | 'answers' | 'silent';
  /** Silences in a row. */
  silences: number;
  /** Times it was not asked since it was found silent. */
  skipped: number;
}

/** What one printer answers to, learned while it is used: no printer answers to everything, and a silence costs a second. */
export interface PrinterCapabilities {
  /** `~HQES`. */
  readonly errorFlags: Capability;
  /** `~HS`. */
  readonly hostStatus: Capability;
  /** `! U1 getvar`, whatever the name. */
  readonly variables: Capability;
}

/** A known answerer may be silent that often before it counts as silent; an unknown one a time less. */
const silencesAfterAnswers = 3;
const silencesWhileUnknown = 2;
/** After so many times not asked, a silent one is asked again: firmware and settings change. */
const skipsBeforeRetry = 20;

const unknown = (): Capability => ({ kind: 'unknown', silences: 0, skipped: 0 });

export const createCapabilities = (): PrinterCapabilities => ({
  errorFlags: unknown(),
  hostStatus: unknown(),
  variables: unknown(),
});

/** False where the question would only meet silence; counts the times it is passed over. */
export function shouldQuery(capability: Capability): boolean {
  if (capability.kind !== 'silent') return true;
  capability.skipped += 1;
  if (capability.skipped <= skipsBeforeRetry) return false;
  capability.skipped = 0;
  return true;
}

export function recordAnswer(capability: Capability): void {
  capability.kind = 'answers';
  capability.silences = 0;
}

/** Only to be noted where something else was answered: a printer that says nothing at all has told nothing of its habits. */
export function recordSilence(capability: Capability): void {
  capability.silences += 1;
  if (capability.silences < (capability.kind === 'answers' ? silencesAfterAnswers : silencesWhileUnknown)) return;
  capability.kind = 'silent';
  capability.skipped = 0;
}
