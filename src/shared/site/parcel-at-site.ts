/**
 * What the benches of a site share about one parcel: who holds it, its copies on paper, the requests to delete it. Every value is the greatest of what
 * was reported, by a fixed order, so that it depends only on which facts arrived, and not on when or how often.
 */

/** The id of a bench: of one data folder since it was set up, or since it was restored from a backup ("bench-7~2"). */
export type BenchId = string;

/** The bench's name, which all of its epochs share. */
export const benchName = (bench: BenchId): string => bench.replace(/~.*/, '');

export const copyStates = ['began', 'sent', 'uncertain', 'printed', 'void'] as const;
/** A copy of a label on its way to paper. `began` is stored before the first byte leaves. */
export type CopyState = (typeof copyStates)[number];

/** The states that may follow each state of a copy. Each is a later entry of `copyStates`. */
export const copySteps: Readonly<Record<CopyState, readonly CopyState[]>> = {
  began: ['sent', 'uncertain', 'void'],
  sent: ['printed', 'uncertain'],
  uncertain: ['printed', 'void'],
  printed: [],
  void: [],
};

export interface SiteCopy {
  /** Unique in the site. */
  readonly id: string;
  readonly bench: BenchId;
  readonly state: CopyState;
  /** When it reached that state, by the clock of its bench: ISO 8601, UTC. */
  readonly at?: string | undefined;
}

/** Which bench may print a parcel and send its deletion. The term grows by one with each change of the holder. */
export interface Holding {
  readonly term: number;
  readonly bench: BenchId;
  readonly isReleased: boolean;
  /** An earlier holder did not release it, so that copies and requests of that one may not be known: the next bench asks too. */
  readonly isTakenOver?: true | undefined;
}

export const requestStates = ['sent', 'rejected', 'answered'] as const;
/** A request to the service to delete a parcel. `sent` is stored before it leaves; `rejected`: the parcel stays. */
export type RequestState = (typeof requestStates)[number];

export interface DeletionRequest {
  /** Unique in the site. */
  readonly id: string;
  readonly bench: BenchId;
  readonly state: RequestState;
  /** As of a copy. */
  readonly at?: string | undefined;
}

/** The bench that ordered a parcel, and when it stored the order: ISO 8601, UTC. */
export interface OrderedAt {
  readonly bench: BenchId;
  readonly at: string;
}

export interface ParcelAtSite {
  /** Null for a parcel that no bench created, as one of an import or of an event. */
  readonly holding: Holding | null;
  readonly copies: readonly SiteCopy[];
  readonly requests: readonly DeletionRequest[];
  /** Absent for a parcel that no bench created. */
  readonly ordered?: OrderedAt | undefined;
}

/** A release or a claim of a parcel, with everything that its bench knows of it: the facts that say so may arrive later, or never. */
export interface HolderAct {
  readonly holding: Holding;
  readonly copies: readonly SiteCopy[];
  readonly requests: readonly DeletionRequest[];
}

/** A change of one parcel. */
export type ParcelFact =
  | ({ readonly kind: 'holding'; readonly ordered?: OrderedAt | undefined } & HolderAct)
  | { readonly kind: 'copy'; readonly copy: SiteCopy }
  | { readonly kind: 'deletion'; readonly request: DeletionRequest };

export const unknownAtSite: ParcelAtSite = { holding: null, copies: [], requests: [] };

/** The parcel with that fact; the same for each order of the same facts, and for repeated ones. */
export function withFact(parcel: ParcelAtSite, fact: ParcelFact): ParcelAtSite {
  switch (fact.kind) {
    case 'holding':
      return withOrder(
        { ...withReport(parcel, fact), holding: laterHolding(parcel.holding, fact.holding) },
        fact.ordered,
      );
    case 'copy':
      return { ...parcel, copies: mergedById(copyStates, parcel.copies, [fact.copy]) };
    case 'deletion':
      return { ...parcel, requests: mergedById(requestStates, parcel.requests, [fact.request]) };
  }
}

/**
 * The parcel with what is believed of the copies and requests of an act; its holder stays. A bench speaks for its own. Of another bench's copy
 * it can say no more than that there is one, which asks: what became of it is known from its own bench alone, as a bench could otherwise
 * make evidence of others disappear. What it says of another bench's request is not used.
 */
export function withReport(
  parcel: ParcelAtSite,
  { holding: { bench: by }, copies, requests }: HolderAct,
): ParcelAtSite {
  const believed = copies.flatMap((copy): SiteCopy[] => {
    if (copy.bench === by) return [copy];
    return copy.state === 'void' ? [] : [{ id: copy.id, bench: copy.bench, state: 'began' }];
  });
  const own = requests.filter(({ bench }) => bench === by);
  return withAll(parcel, { copies: believed, requests: own });
}

const withAll = (
  parcel: ParcelAtSite,
  { copies, requests }: Pick<ParcelAtSite, 'copies' | 'requests'>,
): ParcelAtSite => ({
  ...parcel,
  copies: mergedById(copyStates, parcel.copies, copies),
  requests: mergedById(requestStates, parcel.requests, requests),
});

/** The act without copies of that bench, which knows its own; the act of its own stays as it is. */
export const withoutCopiesOf = <T extends HolderAct>(act: T, bench: BenchId): T =>
  act.holding.bench === bench ? act : { ...act, copies: act.copies.filter((copy) => copy.bench !== bench) };

/** One bench alone creates a parcel; where two say so, the first by name and time counts. */
function withOrder(parcel: ParcelAtSite, ordered: OrderedAt | undefined): ParcelAtSite {
  const known = parcel.ordered;
  if (!ordered || (known && `${known.bench} ${known.at}` <= `${ordered.bench} ${ordered.at}`)) return parcel;
  return { ...parcel, ordered };
}

/**
 * The later of two holdings. Two benches that took over while they were cut off have the same term: the first by name keeps the parcel,
 * and a release counts only against the hold of the same bench.
 */
export function laterHolding(one: Holding | null, other: Holding): Holding {
  if (one === null || other.term !== one.term) return one === null || other.term > one.term ? other : one;
  if (other.bench !== one.bench) return other.bench < one.bench ? other : one;
  if (one.isReleased !== other.isReleased) return one.isReleased ? one : other;
  return one.isTakenOver ? one : other;
}

/**
 * Most copies, or requests, of one bench for one parcel, under all of its ids; and most copies of which only other benches say that there is one.
 * Each change of a parcel reads and writes all of them.
 */
export const mostOfBench = 200;

type Entry = SiteCopy | DeletionRequest;

/**
 * Which entries stay where they are too many: the higher ones, and of equal ones the later. A copy that may be on its way outweighs those that
 * are known to be on paper, which outweigh those of which nothing left the bench, as where its printer did not start again and again.
 */
const weights: Readonly<Record<CopyState | RequestState, number>> = {
  ...{ void: 0, printed: 1, uncertain: 2, sent: 3, began: 4 },
  ...{ rejected: 0, answered: 5 },
};

const isLighter = ([oneKey, one]: [string, Entry], [otherKey, other]: [string, Entry]): boolean => {
  const difference = weights[one.state] - weights[other.state];
  if (difference !== 0) return difference < 0;
  return `${one.at ?? ''} ${oneKey}` < `${other.at ?? ''} ${otherKey}`;
};

/** A bench says when its own copy reached its state: see `withReport` for what it says of others. */
const isOfOthers = ({ at, state }: Entry): boolean => at === undefined && state === 'began';

/** Makes room for that entry, which is not there yet; false where there is none. */
function makeRoom(entries: Map<string, Entry>, key: string, entry: Entry): boolean {
  if (entries.size < mostOfBench) return true;
  const name = benchName(entry.bench);
  const isCounted = isOfOthers(entry)
    ? isOfOthers
    : (other: Entry): boolean => !isOfOthers(other) && benchName(other.bench) === name;
  const counted = [...entries].filter(([, other]) => isCounted(other));
  if (counted.length < mostOfBench) return true;
  const lightest = counted.reduce((one, other) => (isLighter(other, one) ? other : one));
  return isLighter(lightest, [key, entry]) && entries.delete(lightest[0]);
}

/** The copies, or requests, of both lists by bench and id, each in its later state. */
function mergedById<T extends SiteCopy | DeletionRequest>(
  states: readonly T['state'][],
  one: readonly T[],
  other: readonly T[],
): readonly T[] {
  if (other.length === 0) return one;
  // A bench cannot replace another one's entry by one of the same id.
  const keyOf = ({ id, bench }: T): string => `${id} ${bench}`;
  const byId = new Map(one.map((entry) => [keyOf(entry), entry]));
  for (const entry of other) {
    const known = byId.get(keyOf(entry));
    if (!known && !makeRoom(byId, keyOf(entry), entry)) continue;
    const difference = known ? states.indexOf(entry.state) - states.indexOf(known.state) : 1;
    if (difference > 0 || (difference === 0 && isEarlier(entry.at, known?.at))) byId.set(keyOf(entry), entry);
  }
  return [...byId].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
}

const isEarlier = (at: string | undefined, known: string | undefined): boolean =>
  at !== undefined && (known === undefined || at < known);

/** Everything that is known of one parcel under two ids. */
export function merged(one: ParcelAtSite, other: ParcelAtSite): ParcelAtSite {
  const holding = other.holding ? laterHolding(one.holding, other.holding) : one.holding;
  return withOrder({ ...withAll(one, other), holding }, other.ordered);
}

/** What has become of a bench's own hold. */
export type HoldState = 'free' | 'held' | 'released' | 'taken';

/** How a bench sees the hold of a parcel that it held or wants: `taken` where another bench has it. */
export function holdState({ holding }: ParcelAtSite, bench: BenchId): HoldState {
  if (holding === null) return 'free';
  if (holding.isReleased) return 'released';
  return holding.bench === bench ? 'held' : 'taken';
}

/** The copies that are or may be on paper at other benches. */
export const copiesElsewhere = (copies: readonly SiteCopy[], bench: BenchId): SiteCopy[] =>
  copies.filter((copy) => copy.bench !== bench && copy.state !== 'void');
