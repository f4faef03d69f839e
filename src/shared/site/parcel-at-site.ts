/**
 * What the benches of a site share about one parcel: who holds it, its copies on paper, its deletion. Every value is the greatest of what
 * was reported, by a fixed order, so that it depends only on which facts arrived, and not on when or how often.
 */

/** The id of a bench: of one data folder since it was set up, or since it was restored from a backup ("bench-7~2"). */
export type BenchId = string;

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
}

/** Which bench may print a parcel and send its deletion. The term grows by one with each change of the holder. */
export interface Holding {
  readonly term: number;
  readonly bench: BenchId;
  readonly isReleased: boolean;
}

export interface SiteDeletion {
  /** The benches that sent a request to the service. */
  readonly sentBy: readonly BenchId[];
  readonly isAnswered: boolean;
}

export interface ParcelAtSite {
  /** Null for a parcel that no bench created, as one of an import or of an event. */
  readonly holding: Holding | null;
  readonly copies: readonly SiteCopy[];
  /** Null until an operator has asked for it. */
  readonly deletion: SiteDeletion | null;
}

/** A release or a claim of a parcel, with everything that its bench knows of it: the facts that say so may arrive later, or never. */
export interface HolderAct {
  readonly holding: Holding;
  readonly copies: readonly SiteCopy[];
  readonly deletion: SiteDeletion | null;
}

/** A change of one parcel. */
export type ParcelFact =
  | ({ readonly kind: 'holding' } & HolderAct)
  | { readonly kind: 'copy'; readonly copy: SiteCopy }
  | { readonly kind: 'deletion'; readonly deletion: SiteDeletion };

export const unknownAtSite: ParcelAtSite = { holding: null, copies: [], deletion: null };

/** The parcel with that fact; the same for each order of the same facts, and for repeated ones. */
export function withFact(parcel: ParcelAtSite, fact: ParcelFact): ParcelAtSite {
  switch (fact.kind) {
    case 'holding':
      return { ...withReport(parcel, fact), holding: laterHolding(parcel.holding, fact.holding) };
    case 'copy':
      return { ...parcel, copies: mergedCopies(parcel.copies, [fact.copy]) };
    case 'deletion':
      return { ...parcel, deletion: mergedDeletion(parcel.deletion, fact.deletion) };
  }
}

/** The parcel with the copies and the deletion of an act; its holder stays. */
export const withReport = (parcel: ParcelAtSite, { copies, deletion }: HolderAct): ParcelAtSite => ({
  ...parcel,
  copies: mergedCopies(parcel.copies, copies),
  deletion: deletion ? mergedDeletion(parcel.deletion, deletion) : parcel.deletion,
});

/**
 * The later of two holdings. Two benches that took over while they were cut off have the same term: the first by name keeps the parcel,
 * and a release counts only against the hold of the same bench.
 */
export function laterHolding(one: Holding | null, other: Holding): Holding {
  if (one === null || other.term !== one.term) return one === null || other.term > one.term ? other : one;
  if (other.bench !== one.bench) return other.bench < one.bench ? other : one;
  return one.isReleased ? one : other;
}

/** The copies of both lists by id, each in its later state. */
function mergedCopies(one: readonly SiteCopy[], other: readonly SiteCopy[]): readonly SiteCopy[] {
  const byId = new Map(one.map((copy) => [copy.id, copy]));
  for (const copy of other) {
    const known = byId.get(copy.id);
    if (!known || copyStates.indexOf(copy.state) > copyStates.indexOf(known.state)) byId.set(copy.id, copy);
  }
  return [...byId.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

function mergedDeletion(one: SiteDeletion | null, other: SiteDeletion): SiteDeletion {
  const sentBy = [...new Set([...(one?.sentBy ?? []), ...other.sentBy])].sort();
  return { sentBy, isAnswered: other.isAnswered || one?.isAnswered === true };
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
