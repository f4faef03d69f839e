/** Whether a printer answers one kind of query. */
export interface Capability {
  kind: 'unknown' | 'answers' | 'silent';
  /** Consecutive queries without an answer. */
  silences: number;
  /** Queries skipped since it counts as silent. */
  skipped: number;
}

/** The queries that one printer answers, learned during use: no printer answers all of them, and a missing answer costs a second. */
export interface PrinterCapabilities {
  /** `~HQES`. */
  readonly errorFlags: Capability;
  /** `~HS`. */
  readonly hostStatus: Capability;
  /** `! U1 getvar`, whatever the name. */
  readonly variables: Capability;
  /** `~HI`. */
  readonly identification: Capability;
  /** All of them in one exchange. */
  readonly together: Capability;
  /** A label behind another one over the same connection. */
  readonly nextLabel: Capability;
}

/** Consecutive missing answers until a printer counts as silent: one that has answered before, and one that has not. */
const silencesAfterAnswers = 3;
const silencesWhileUnknown = 2;
/** After so many skipped queries a silent printer is queried again: firmware and settings change. */
const skipsBeforeRetry = 20;

const unknown = (): Capability => ({ kind: 'unknown', silences: 0, skipped: 0 });

export const createCapabilities = (): PrinterCapabilities => ({
  errorFlags: unknown(),
  hostStatus: unknown(),
  variables: unknown(),
  identification: unknown(),
  together: unknown(),
  nextLabel: unknown(),
});

/** False where no answer is expected; counts skipped queries. */
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

/** Records a missing answer. Call it only where another query was answered: a printer in a fault may answer nothing at all. */
export function recordSilence(capability: Capability): void {
  capability.silences += 1;
  if (capability.silences < (capability.kind === 'answers' ? silencesAfterAnswers : silencesWhileUnknown)) return;
  capability.kind = 'silent';
  capability.skipped = 0;
}
