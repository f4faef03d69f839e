import {
  type BenchId,
  copiesElsewhere,
  type HolderAct,
  type Holding,
  holdState,
  laterHolding,
  type ParcelAtSite,
  withReport,
} from './parcel-at-site.ts';

/**
 * Who may print a parcel or send its deletion. The bench that created a parcel holds it. Another bench gets it from the holder, or takes
 * it over after an operator's answer. Both are acts: messages on the parcel's own subject, accepted by the engine only behind the act
 * that the sender has seen last. An act that is missing means that an operator is asked, and never that the parcel is free: the engine
 * may have lost it. There are no time limits, because a printer does not check them.
 *
 * Nor can the age of a parcel decide that it is free, although the engine keeps every act of a young one: an order that was imported here
 * may have been created at a bench that is cut off, which holds it without an act; and two benches may know a parcel by different codes, so
 * that both would win. So a bench asks about every parcel without a holder, once for all labels that wait for the same answer.
 * The property test has the rule that was weighed for imports, and what it prints twice.
 */

/** What a bench does when it cannot reach the site: prints its own parcels, asks about others, or prints nothing. */
export type Alone = 'own' | 'ask' | 'never';

/** An act with its number in the engine's data. */
export interface SeenAct extends HolderAct {
  readonly sequence: number;
}

/** One parcel as a bench knows it. */
export interface ParcelHere {
  readonly shared: ParcelAtSite;
  /** The last act in the engine's present data, as far as it was read. */
  readonly lastAct: SeenAct | null;
  /** The bench's own release, stored before it was sent, until its outcome is known. */
  readonly isReleasing: boolean;
}

export interface BenchSituation {
  readonly bench: BenchId;
  /** False until everything that other benches sent has been read. */
  readonly isConnected: boolean;
  readonly alone: Alone;
  isAway(bench: BenchId): boolean;
}

/** What an operator is asked. Equal keys are the same question; new copies make a new one. */
export interface SiteQuestion {
  readonly kind: 'copies-elsewhere' | 'take-over' | 'unknown-holder' | 'alone' | 'deletion-sent';
  readonly key: string;
}

export type Step =
  | { readonly kind: 'act' }
  | { readonly kind: 'ask'; readonly questions: readonly SiteQuestion[] }
  | { readonly kind: 'wish'; readonly to: BenchId }
  | { readonly kind: 'claim'; readonly act: HolderAct; readonly after: number }
  | { readonly kind: 'take-over-alone'; readonly act: HolderAct }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly reason: 'deleted' | 'site-unreachable' | 'done' };

/** The next step towards printing one more copy. `act`: store a copy as begun and print it. `confirmed`: keys of answered questions. */
export function nextPrintStep(parcel: ParcelHere, situation: BenchSituation, confirmed: ReadonlySet<string>): Step {
  const known = knownOf(parcel);
  if (known.requests.some(({ state }) => state !== 'rejected')) return { kind: 'refuse', reason: 'deleted' };
  const elsewhere = copiesElsewhere(known.copies, situation.bench);
  const questions: SiteQuestion[] =
    elsewhere.length === 0
      ? []
      : [{ kind: 'copies-elsewhere', key: `copies-elsewhere ${elsewhere.map(({ id }) => id).join(' ')}` }];
  const { isConnected, alone } = situation;
  if (!isConnected && alone === 'never') return { kind: 'refuse', reason: 'site-unreachable' };
  if (holds(parcel, situation.bench)) return afterQuestions(questions, confirmed, { kind: 'act' });
  return stepToHold(parcel, situation, confirmed, questions);
}

/** The next step towards deleting the parcel at the service. `act`: store the request as sent, and send it. */
export function nextDeletionStep(parcel: ParcelHere, situation: BenchSituation, confirmed: ReadonlySet<string>): Step {
  const { bench, isConnected, alone } = situation;
  const { requests } = knownOf(parcel);
  if (requests.some(({ state }) => state === 'answered')) return { kind: 'refuse', reason: 'done' };
  const open = requests.filter((request) => request.state === 'sent' && request.bench !== bench);
  const others = [...new Set(open.map((request) => request.bench))].sort();
  const questions: SiteQuestion[] = [];
  if (others.length > 0) {
    if (isConnected && !others.every((sender) => situation.isAway(sender))) return { kind: 'wait' };
    questions.push({ kind: 'deletion-sent', key: `deletion-sent ${others.join(' ')}` });
  }
  if (!isConnected && alone === 'never') return { kind: 'wait' };
  if (!holds(parcel, bench)) return stepToHold(parcel, situation, confirmed, questions);
  if (!isConnected) questions.push({ kind: 'alone', key: 'alone' });
  return afterQuestions(questions, confirmed, { kind: 'act' });
}

/**
 * The next step towards holding a parcel of a bench that is gone for good, as an operator said; null where that bench does not hold it any
 * more, or this one does. Copies there are asked about when the parcel is printed.
 */
export function takeOverStep(
  parcel: ParcelHere,
  situation: BenchSituation,
  isGone: (bench: BenchId) => boolean,
): Step | null {
  const { shared, lastAct } = parcel;
  const present = lastAct ? laterHolding(shared.holding, lastAct.holding) : shared.holding;
  if (present === null || present.isReleased || present.bench === situation.bench || !isGone(present.bench))
    return null;
  return stepToHold(parcel, { ...situation, isAway: isGone }, new Set([takeOverKey(present)]), []);
}

const takeOverKey = ({ term, bench }: Holding): string => `take-over ${term} ${bench}`;

/** What a bench answers to another one that wants its parcel. */
export function answerToWish(
  parcel: ParcelHere,
  bench: BenchId,
): { kind: 'release'; act: HolderAct; after: number } | { kind: 'wait' } | { kind: 'not-holder' } {
  const { shared, lastAct, isReleasing } = parcel;
  if (isReleasing) return { kind: 'wait' };
  if (!holds(parcel, bench) || !shared.holding) return { kind: 'not-holder' };
  const isBusy =
    shared.copies.some((copy) => copy.bench === bench && copy.state === 'began') ||
    shared.requests.some(({ state }) => state === 'sent');
  if (isBusy) return { kind: 'wait' };
  const act = actOf(parcel, { ...shared.holding, isReleased: true });
  return { kind: 'release', act, after: lastAct?.sequence ?? 0 };
}

/** The bench's own act that its file does not have yet: the station ended, or was cut off, before the engine's answer arrived. */
export function actToStore({ shared, lastAct }: ParcelHere, bench: BenchId): HolderAct | null {
  if (lastAct === null || lastAct.holding.bench !== bench) return null;
  const { holding } = lastAct;
  const isKnown = laterHolding(shared.holding, holding) === shared.holding || isSame(shared.holding, holding);
  return isKnown ? null : lastAct;
}

const isSame = (one: Holding | null, other: Holding): boolean =>
  one !== null && one.term === other.term && one.bench === other.bench && one.isReleased === other.isReleased;

/** True while this bench may print without another one: as far as it knows, none has taken the parcel over. */
export function holds({ shared, lastAct, isReleasing }: ParcelHere, bench: BenchId): boolean {
  if (isReleasing || shared.holding === null || holdState(shared, bench) !== 'held') return false;
  return (
    lastAct === null || laterHolding(shared.holding, lastAct.holding) === shared.holding || isOwnHold(lastAct, bench)
  );
}

const isOwnHold = ({ holding }: SeenAct, bench: BenchId): boolean => holding.bench === bench && !holding.isReleased;

/** With what the last act says, which may be ahead of the facts. */
const knownOf = ({ shared, lastAct }: ParcelHere): ParcelAtSite => (lastAct ? withReport(shared, lastAct) : shared);

function actOf(parcel: ParcelHere, holding: Holding): HolderAct {
  const { copies, requests } = knownOf(parcel);
  return { holding, copies, requests };
}

function stepToHold(
  parcel: ParcelHere,
  situation: BenchSituation,
  confirmed: ReadonlySet<string>,
  questions: readonly SiteQuestion[],
): Step {
  const { shared, lastAct } = parcel;
  const { bench, isConnected, alone } = situation;
  const present = lastAct ? laterHolding(shared.holding, lastAct.holding) : shared.holding;
  const holding: Holding = { term: (present?.term ?? 0) + 1, bench, isReleased: false };
  const act = actOf(parcel, holding);
  const takeOver: SiteQuestion =
    present === null || present.isReleased || present.bench === bench
      ? { kind: 'unknown-holder', key: `unknown-holder ${present?.term ?? 0}` }
      : { kind: 'take-over', key: takeOverKey(present) };
  if (!isConnected) {
    if (alone !== 'ask') return { kind: 'refuse', reason: 'site-unreachable' };
    return afterQuestions([...questions, takeOver], confirmed, { kind: 'take-over-alone', act });
  }
  const claim: Step = { kind: 'claim', act, after: lastAct?.sequence ?? 0 };
  // The release itself, in the engine's present data: what a fact says of one may be older than an act that the engine has lost.
  const isReleased = lastAct !== null && present?.isReleased && isSame(present, lastAct.holding);
  if (isReleased) return afterQuestions(questions, confirmed, claim);
  const isPresent =
    present !== null && !present.isReleased && present.bench !== bench && !situation.isAway(present.bench);
  if (isPresent) return { kind: 'wish', to: present.bench };
  return afterQuestions([...questions, takeOver], confirmed, claim);
}

function afterQuestions(questions: readonly SiteQuestion[], confirmed: ReadonlySet<string>, step: Step): Step {
  const open = questions.filter(({ key }) => !confirmed.has(key));
  return open.length === 0 ? step : { kind: 'ask', questions: open };
}
