import {
  type BenchId,
  copiesElsewhere,
  type HolderAct,
  type Holding,
  holdState,
  laterHolding,
  type ParcelAtSite,
  unknownAtSite,
  withReport,
} from './parcel-at-site.ts';

/**
 * Who may print a parcel or send its deletion. The bench that created a parcel holds it. Another bench gets it from the holder, or takes
 * it over after an operator's answer. Both are acts: messages on the parcel's own subject, accepted by the engine only behind the message
 * there that the sender has seen last. An act that is missing means that an operator is asked, and never that the parcel is free: the
 * engine may have lost it. There are no time limits, because a printer does not check them.
 *
 * The last message of a subject need not be the last act: acts expire in the engine, until none is left, and every bench may write anything
 * there. The next act goes behind that message all the same, so that no parcel is blocked. But a release counts as one only while it is the
 * last message itself: otherwise an act that followed it may have expired.
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

/**
 * The bench's own release, stored before it is sent. `open`: the engine will say whether it has it. `lost`: it cannot any more, because its
 * data began anew, or other messages followed; an operator is asked.
 */
export type ReleaseState = 'none' | 'open' | 'lost';

/** One parcel as a bench knows it. */
export interface ParcelHere {
  readonly shared: ParcelAtSite;
  /** The latest act that was read in the engine's present data. It may have expired there. */
  readonly lastAct: SeenAct | null;
  /** The number of the last message on the parcel's subject, as far as it is known, act or not; 0: there is none. */
  readonly lastMessage: number;
  readonly release: ReleaseState;
}

/** A parcel of which nothing is known. */
export const unknownHere: ParcelHere = { shared: unknownAtSite, lastAct: null, lastMessage: 0, release: 'none' };

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

/** The keys of the questions that an operator has answered. */
export type ConfirmedKeys = Pick<ReadonlySet<string>, 'has'>;

export type Step =
  /** `isRequestedElsewhere`: of a deletion that another bench may have sent too, so that the service may not find the parcel any more. */
  | { readonly kind: 'act'; readonly isRequestedElsewhere?: true }
  | { readonly kind: 'ask'; readonly questions: readonly SiteQuestion[] }
  | { readonly kind: 'wish'; readonly to: BenchId }
  | { readonly kind: 'claim'; readonly act: HolderAct; readonly after: number }
  | { readonly kind: 'take-over-alone'; readonly act: HolderAct }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly reason: 'deleted' | 'site-unreachable' | 'done' };

/** The next step towards printing one more copy. `act`: store a copy as begun and print it. `confirmed`: keys of answered questions. */
export function nextPrintStep(parcel: ParcelHere, situation: BenchSituation, confirmed: ConfirmedKeys): Step {
  const known = knownOf(parcel);
  const { bench, isConnected, alone } = situation;
  const isDeleted = known.requests.some(
    ({ state, bench: by }) => state === 'answered' || (state === 'sent' && by === bench),
  );
  if (isDeleted) return { kind: 'refuse', reason: 'deleted' };
  if (!isConnected && alone === 'never') return { kind: 'refuse', reason: 'site-unreachable' };
  const elsewhere = copiesElsewhere(known.copies, bench);
  const questions: SiteQuestion[] =
    elsewhere.length === 0
      ? []
      : [{ kind: 'copies-elsewhere', key: `copies-elsewhere ${elsewhere.map(({ id }) => id).join(' ')}` }];
  const requested = requestedElsewhere(parcel, situation);
  if (requested?.kind === 'wish') return requested;
  if (requested) questions.push(requested);
  if (holds(parcel, bench)) return afterQuestions(questions, confirmed, { kind: 'act' });
  return stepToHold(parcel, situation, confirmed, questions, 'print');
}

/**
 * What stands in the way where other benches have asked the service to delete the parcel, and its answer is not known. One that still holds it
 * is asked for it, as it releases nothing before that answer. Another one has lost it to a bench that took it over, and may be gone for good.
 */
function requestedElsewhere(
  parcel: ParcelHere,
  { bench, isConnected, isAway }: BenchSituation,
): Extract<Step, { kind: 'wish' }> | SiteQuestion | null {
  const open = knownOf(parcel).requests.filter((request) => request.state === 'sent' && request.bench !== bench);
  if (open.length === 0) return null;
  const senders = [...new Set(open.map((request) => request.bench))].sort();
  const holder = presentHolding(parcel);
  if (isConnected && holder && !holder.isReleased && senders.includes(holder.bench) && !isAway(holder.bench))
    return { kind: 'wish', to: holder.bench };
  return { kind: 'deletion-sent', key: `deletion-sent ${senders.join(' ')}` };
}

/** The next step towards deleting the parcel at the service. `act`: store the request as sent, and send it. */
export function nextDeletionStep(parcel: ParcelHere, situation: BenchSituation, confirmed: ConfirmedKeys): Step {
  const { bench, isConnected, alone } = situation;
  const { requests } = knownOf(parcel);
  if (requests.some(({ state }) => state === 'answered')) return { kind: 'refuse', reason: 'done' };
  if (!isConnected && alone === 'never') return { kind: 'wait' };
  const requested = requestedElsewhere(parcel, situation);
  if (requested?.kind === 'wish') return requested;
  const questions: SiteQuestion[] = requested ? [requested] : [];
  // With the others, so that one answer is enough.
  if (!isConnected) questions.push({ kind: 'alone', key: 'alone' });
  if (!holds(parcel, bench)) return stepToHold(parcel, situation, confirmed, questions, 'delete');
  return afterQuestions(questions, confirmed, {
    ...{ kind: 'act' },
    ...(requested && { isRequestedElsewhere: true }),
  });
}

/** What is known of a code's own subject, by which benches that know no parcel of the code delete it once. */
export interface CodeHere {
  readonly last: LastMessage | null;
  /** Who deleted it last, as this bench's file knows: the engine's data may have been lost since. */
  readonly known: Holding | null;
}

/** The bench that deleted the code last. */
export const presentOfCode = ({ last, known }: CodeHere): Holding | null =>
  last?.act ? laterHolding(known, last.act.holding) : known;

/**
 * The next step towards deleting a code of which this bench knows no parcel. Until everything that others sent has been read, one of them
 * may have deleted its parcel and ordered the code again. Then the first on the code's subject sends the request, and another one asks.
 */
export function unknownDeletionStep(
  code: CodeHere,
  { bench, isConnected, alone }: Omit<BenchSituation, 'isAway'>,
  confirmed: ConfirmedKeys,
): Extract<Step, { kind: 'act' | 'ask' | 'claim' | 'refuse' }> {
  if (!isConnected) {
    if (confirmed.has('alone')) return { kind: 'act' };
    return alone === 'ask'
      ? { kind: 'ask', questions: [{ kind: 'alone', key: 'alone' }] }
      : { kind: 'refuse', reason: 'site-unreachable' };
  }
  const present = presentOfCode(code);
  if (present?.bench === bench) return requestOf(present);
  const questions: SiteQuestion[] = [];
  if (present) questions.push({ kind: 'deletion-sent', key: `deletion-sent ${present.term} ${present.bench}` });
  // It may stand in front of an act.
  else if (code.last) questions.push({ kind: 'unknown-holder', key: `unknown-holder ${code.last.sequence}` });
  const holding: Holding = { term: (present?.term ?? 0) + 1, bench, isReleased: false };
  const act: HolderAct = { holding, copies: [], requests: [] };
  return afterQuestions(questions, confirmed, { kind: 'claim', act, after: code.last?.sequence ?? 0 });
}

/** The step of the bench that is last on a code's subject: the first of all has the term 1. */
export const requestOf = ({ term }: Holding): Extract<Step, { kind: 'act' }> =>
  term > 1 ? { kind: 'act', isRequestedElsewhere: true } : { kind: 'act' };

/**
 * The next step towards holding a parcel of a bench that is gone for good, as an operator said; null where that bench does not hold it any
 * more, or this one does. Copies there are asked about when the parcel is printed.
 */
export function takeOverStep(
  parcel: ParcelHere,
  situation: BenchSituation,
  isGone: (bench: BenchId) => boolean,
): Step | null {
  const present = presentHolding(parcel);
  if (present === null || present.isReleased || present.bench === situation.bench || !isGone(present.bench))
    return null;
  return stepToHold(parcel, { ...situation, isAway: isGone }, new Set([takeOverKey(present)]), [], 'print');
}

const takeOverKey = ({ term, bench }: Holding): string => `take-over ${term} ${bench}`;

/** An act to be sent, and the number of the message behind which it goes. */
export interface ActToSend {
  readonly act: HolderAct;
  readonly after: number;
}

/**
 * What a bench answers to another one that wants its parcel. The release is open before it is sent. `isConfirmed`: an operator here has
 * answered that its label is to be printed, and it is about to be.
 */
export function answerToWish(
  parcel: ParcelHere,
  bench: BenchId,
  isConfirmed: boolean,
): ({ kind: 'release' } & ActToSend) | { kind: 'wait' } | { kind: 'not-holder' } {
  const { shared, release } = parcel;
  if (release === 'open') return { kind: 'wait' };
  if (!holds(parcel, bench)) return { kind: 'not-holder' };
  const isBusy =
    shared.copies.some((copy) => copy.bench === bench && copy.state === 'began') ||
    shared.requests.some((request) => request.bench === bench && request.state === 'sent');
  if (isBusy || isConfirmed) return { kind: 'wait' };
  const released = releaseOf(parcel);
  return released ? { kind: 'release', ...released } : { kind: 'not-holder' };
}

/**
 * The release whose outcome is not known, to be sent again: behind the same message, so that the engine takes it once. Null where there is
 * none.
 */
export const releaseAgain = (parcel: ParcelHere, bench: BenchId): ActToSend | null =>
  parcel.release === 'open' && holds({ ...parcel, release: 'none' }, bench) ? releaseOf(parcel) : null;

function releaseOf(parcel: ParcelHere): ActToSend | null {
  const { shared, lastMessage } = parcel;
  if (!shared.holding) return null;
  return { act: actOf(parcel, { ...shared.holding, isReleased: true }), after: lastMessage };
}

/** The parcel after a message on its subject was read: an act, or null for anything else. */
export function withMessage(parcel: ParcelHere, sequence: number, act: HolderAct | null): ParcelHere {
  const { shared, lastAct, lastMessage, release } = parcel;
  // One that an earlier act precedes is a repetition of what another bench once signed, and counts as no act.
  const isLater = act !== null && (lastAct === null || isLaterHolding(act.holding, lastAct.holding));
  const isAgain = act !== null && lastAct !== null && isSame(act.holding, lastAct.holding);
  const next = {
    ...parcel,
    lastAct: isLater || (isAgain && sequence > lastAct.sequence) ? { ...act, sequence } : lastAct,
    lastMessage: Math.max(lastMessage, sequence),
  };
  if (release === 'none') return next;
  // The release itself, or the act of a bench that took the parcel over.
  if (act !== null && (shared.holding === null || isLaterHolding(act.holding, shared.holding)))
    return { ...next, release: 'none' };
  return { ...next, release: sequence > lastMessage ? 'lost' : release };
}

/** The last message of a subject: its number, and its act where it is one. In its place, null: there is none. */
export interface LastMessage {
  readonly sequence: number;
  readonly act: HolderAct | null;
}

/** What the engine answered to an act that it refused. */
export interface RefusedAct {
  /** Behind which message it was sent. */
  readonly after: number;
  readonly last: LastMessage | null;
}

/** The parcel after the engine refused an act, because the subject has another last message. */
export function withRefusal(parcel: ParcelHere, { after, last }: RefusedAct): ParcelHere {
  const next = last?.act ? withMessage(parcel, last.sequence, last.act) : parcel;
  // Otherwise something was read since, which is as late or later.
  if (parcel.lastMessage !== after) return next;
  const isEnded = next.release === 'none' || last?.sequence === after;
  return { ...next, lastMessage: last?.sequence ?? 0, release: isEnded ? next.release : 'lost' };
}

/** The parcel after the engine lost its data, or was put back to an older state: what was read in it counts no more. */
export const withoutActs = ({ shared, release }: ParcelHere): ParcelHere => ({
  ...{ shared, lastAct: null, lastMessage: 0 },
  release: release === 'none' ? 'none' : 'lost',
});

/** The bench's own act that its file does not have yet: the station ended, or was cut off, before the engine's answer arrived. */
export function actToStore({ shared, lastAct }: ParcelHere, bench: BenchId): HolderAct | null {
  if (lastAct === null || lastAct.holding.bench !== bench) return null;
  const { holding } = lastAct;
  const isKnown = laterHolding(shared.holding, holding) === shared.holding || isSame(shared.holding, holding);
  return isKnown ? null : lastAct;
}

/** How far a term may be ahead of the one known: facts of the holders in between may come later, as after the engine has lost its data. */
const mostTermsAhead = 100;

/** False for a hold that no series of holders can have led to; an honest bench takes the term after the one that it knows. */
export const isPlausible = ({ shared, lastAct }: Pick<ParcelHere, 'shared' | 'lastAct'>, { term }: Holding): boolean =>
  term <= Math.max(shared.holding?.term ?? 0, lastAct?.holding.term ?? 0) + mostTermsAhead;

const isSame = (one: Holding | null, other: Holding): boolean =>
  one !== null && one.term === other.term && one.bench === other.bench && one.isReleased === other.isReleased;

const isLaterHolding = (one: Holding, other: Holding): boolean =>
  !isSame(one, other) && laterHolding(other, one) === one;

/** With what the last act says, which may be ahead of the facts. */
export const presentHolding = ({ shared, lastAct }: ParcelHere): Holding | null =>
  lastAct ? laterHolding(shared.holding, lastAct.holding) : shared.holding;

/** True while this bench may print without another one: as far as it knows, none has taken the parcel over. */
export function holds({ shared, lastAct, release }: ParcelHere, bench: BenchId): boolean {
  if (release !== 'none' || shared.holding === null || holdState(shared, bench) !== 'held') return false;
  return (
    lastAct === null || laterHolding(shared.holding, lastAct.holding) === shared.holding || isOwnHold(lastAct, bench)
  );
}

const isOwnHold = ({ holding }: SeenAct, bench: BenchId): boolean => holding.bench === bench && !holding.isReleased;

export const knownOf = ({ shared, lastAct }: Pick<ParcelHere, 'shared' | 'lastAct'>): ParcelAtSite =>
  lastAct ? withReport(shared, lastAct) : shared;

function actOf(parcel: ParcelHere, holding: Holding): HolderAct {
  const { copies, requests } = knownOf(parcel);
  const { bench } = holding;
  return { holding, copies: reportable(copies, bench), requests: reportable(requests, bench) };
}

/** Entries and characters of the copies, and of the requests, that an act reports at most, so that benches and engine take it. */
const mostReported = 200;
const longestReport = 20_000;

/**
 * As many as have room in an act: the bench's own first, whose facts may not be sent yet, and of them those that left it. The others are
 * facts of their benches.
 */
function reportable<T extends { readonly id: string; readonly bench: BenchId; readonly state: string }>(
  entries: readonly T[],
  bench: BenchId,
): readonly T[] {
  let length = 0;
  const hasRoom = (entry: T): boolean => {
    const next = length + JSON.stringify(entry).length;
    if (next > longestReport) return false;
    length = next;
    return true;
  };
  const isVoid = ({ state }: T): boolean => state === 'void';
  const all = entries.filter((entry) => entry.bench === bench);
  const own = [...all.filter((entry) => !isVoid(entry)), ...all.filter(isVoid)];
  const others = entries.filter((entry) => entry.bench !== bench);
  const reported = new Set([...own, ...others].slice(0, mostReported).filter(hasRoom));
  return entries.filter((entry) => reported.has(entry));
}

function stepToHold(
  parcel: ParcelHere,
  situation: BenchSituation,
  confirmed: ConfirmedKeys,
  questions: readonly SiteQuestion[],
  purpose: 'print' | 'delete',
): Step {
  const { lastAct, lastMessage, release } = parcel;
  const { bench, isConnected, alone } = situation;
  // It is sent again until the engine answers.
  if (isConnected && release === 'open') return { kind: 'wait' };
  const present = presentHolding(parcel);
  const holding: Holding = { term: (present?.term ?? 0) + 1, bench, isReleased: false };
  const takenOver = actOf(parcel, { ...holding, isTakenOver: true });
  const takeOver: SiteQuestion =
    present === null || present.isReleased || present.bench === bench
      ? { kind: 'unknown-holder', key: `unknown-holder ${present?.term ?? 0}` }
      : { kind: 'take-over', key: takeOverKey(present) };
  if (!isConnected) {
    if (alone !== 'ask') return { kind: 'refuse', reason: 'site-unreachable' };
    return afterQuestions([...questions, takeOver], confirmed, { kind: 'take-over-alone', act: takenOver });
  }
  // The release itself, as the last message of the subject: what a fact says of one may be older than an act that the engine has lost.
  const isLast = lastAct !== null && lastAct.sequence === lastMessage;
  if (isLast && present?.isReleased && isSame(present, lastAct.holding)) {
    if (!present.isTakenOver)
      return afterQuestions(questions, confirmed, { kind: 'claim', act: actOf(parcel, holding), after: lastMessage });
    // Its copies at an earlier holder may not be known, which an operator who took it over from its holder has answered already: the release
    // came later. A second deletion would find nothing at the service.
    const isAsked = purpose === 'print' && !confirmed.has(takeOverKey(present));
    const asked = isAsked ? [...questions, takeOver] : questions;
    return afterQuestions(asked, confirmed, { kind: 'claim', act: takenOver, after: lastMessage });
  }
  const isPresent =
    present !== null && !present.isReleased && present.bench !== bench && !situation.isAway(present.bench);
  if (isPresent) return { kind: 'wish', to: present.bench };
  return afterQuestions([...questions, takeOver], confirmed, { kind: 'claim', act: takenOver, after: lastMessage });
}

function afterQuestions<S extends Step>(
  questions: readonly SiteQuestion[],
  confirmed: ConfirmedKeys,
  step: S,
): S | Extract<Step, { kind: 'ask' }> {
  const open = questions.filter(({ key }) => !confirmed.has(key));
  return open.length === 0 ? step : { kind: 'ask', questions: open };
}
