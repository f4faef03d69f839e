import type { BenchId } from '../../shared/site/parcel-at-site.ts';
import { mostInWish } from '../../shared/site/site-facts.ts';
import { mostWishedParcels } from '../../shared/site/wish-limit.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { ParcelWish } from '../core/ports/site-records.ts';

/**
 * Asks holders for their parcels. The first wish leaves at once; those that follow soon are sent together, in wishes further apart the more
 * were sent in the last minute, so that a bench that needs hundreds of parcels stays below the limit of their holder.
 */
export interface WishQueue {
  /** Asks that bench for a parcel, where it is not asked yet. */
  ask(parcel: WishedParcel, to: BenchId): void;
  /** Another step comes next: the holder answered, or the parcel is not wanted any more. */
  end(gid: string): void;
  /** True where no answer of that bench is waited for: it is away, or did not answer for this parcel. */
  isSilent(bench: BenchId, gid: string): boolean;
  /** Something of that bench was read that it sent since the connection began. */
  heard(bench: BenchId): void;
  /** The connection is lost. */
  clear(): void;
  close(): void;
}

export interface WishedParcel extends Pick<ParcelWish, 'purpose'> {
  readonly gid: string;
  /** Its number in the records. */
  readonly parcelId: number;
}

export interface WishQueueParts {
  clock: Clock;
  send(wish: Omit<ParcelWish, 'by'> & { to: BenchId }): void;
  /** These parcels were not answered for. */
  onSilent(parcels: readonly number[]): void;
}

/** A holder that has answered for nothing in that time is not waited for, milliseconds. An operator waits for it. */
export const answerWithinMs = 4_000;
/** For how long a parcel that was not answered for is not asked for again, milliseconds. */
const askAgainMs = 30_000;
/** The pause between two wishes, for each one of the last minute, milliseconds: less than 25 a minute where many are sent. */
const pauseMs = 200;
const minuteMs = 60_000;
/** Parcels asked of one holder in a minute; less than it answers for, because clocks and ways differ. */
const mostAsked = mostWishedParcels - mostInWish;

interface Holder {
  /** Not sent yet, by id. */
  readonly unsent: Map<string, WishedParcel>;
  /** Sent and not answered. */
  readonly open: Map<string, { readonly parcelId: number; readonly sentAt: number }>;
  /** The wishes of the last minute. */
  sent: { readonly at: number; readonly parcels: number }[];
  answeredAt: number;
  heardAt: number;
  isAway: boolean;
  cancelSend: (() => void) | null;
  cancelCheck: (() => void) | null;
}

export function createWishQueue({ clock, send, onSilent }: WishQueueParts): WishQueue {
  const holders = new Map<BenchId, Holder>();
  /** Parcels that were not answered for: by whom, and until when they are not asked for again. */
  const unanswered = new Map<string, { readonly by: BenchId; readonly until: number }>();

  const holderOf = (bench: BenchId): Holder => {
    const known = holders.get(bench);
    if (known) return known;
    const never = Number.NEGATIVE_INFINITY;
    const holder: Holder = {
      ...{ unsent: new Map(), open: new Map(), sent: [], answeredAt: never, heardAt: never, isAway: false },
      ...{ cancelSend: null, cancelCheck: null },
    };
    holders.set(bench, holder);
    return holder;
  };

  /** When the next wish may leave. */
  const nextAt = (holder: Holder): number => {
    const now = clock.now();
    // One after now was sent before the clock was set back.
    holder.sent = holder.sent.filter(({ at }) => at <= now && now - at < minuteMs);
    const [first] = holder.sent;
    const last = holder.sent.at(-1);
    if (!first || !last) return now;
    const parcels = holder.sent.reduce((sum, wish) => sum + wish.parcels, 0);
    return parcels >= mostAsked ? first.at + minuteMs : last.at + pauseMs * holder.sent.length;
  };

  const sendSoon = (to: BenchId, holder: Holder): void => {
    if (holder.cancelSend || holder.unsent.size === 0) return;
    const pause = nextAt(holder) - clock.now();
    if (pause <= 0) sendNow(to, holder);
    else
      holder.cancelSend = clock.after(pause, () => {
        holder.cancelSend = null;
        sendSoon(to, holder);
      });
  };

  const sendNow = (to: BenchId, holder: Holder): void => {
    const [first] = holder.unsent.values();
    if (!first) return;
    const { purpose } = first;
    const together = [...holder.unsent.values()].filter((parcel) => parcel.purpose === purpose).slice(0, mostInWish);
    const sentAt = clock.now();
    for (const { gid, parcelId } of together) {
      holder.unsent.delete(gid);
      holder.open.set(gid, { parcelId, sentAt });
    }
    holder.sent.push({ at: sentAt, parcels: together.length });
    send({ to, purpose, gids: together.map(({ gid }) => gid) });
    checkLater(to, holder);
    sendSoon(to, holder);
  };

  const overAt = (holder: Holder, sentAt: number): number => Math.max(sentAt, holder.answeredAt) + answerWithinMs;

  const checkLater = (to: BenchId, holder: Holder): void => {
    const [oldest] = holder.open.values();
    if (holder.cancelCheck || !oldest) return;
    const wait = Math.min(overAt(holder, oldest.sentAt) - clock.now(), answerWithinMs);
    holder.cancelCheck = clock.after(wait, () => {
      holder.cancelCheck = null;
      check(to, holder);
    });
  };

  const check = (to: BenchId, holder: Holder): void => {
    const now = clock.now();
    const silent: number[] = [];
    for (const [gid, { until }] of unanswered) if (until <= now) unanswered.delete(gid);
    for (const [gid, { parcelId, sentAt }] of holder.open) {
      // Answers after now were given before the clock was set back.
      if (now < overAt(holder, sentAt) && sentAt <= now && holder.answeredAt <= now) continue;
      holder.open.delete(gid);
      unanswered.set(gid, { by: to, until: now + askAgainMs });
      silent.push(parcelId);
      holder.isAway ||= holder.heardAt < sentAt;
    }
    if (holder.isAway) {
      silent.push(...[...holder.unsent.values(), ...holder.open.values()].map(({ parcelId }) => parcelId));
      holder.unsent.clear();
      holder.open.clear();
    }
    checkLater(to, holder);
    if (silent.length > 0) onSilent(silent);
  };

  const stop = (holder: Holder): void => {
    holder.cancelSend?.();
    holder.cancelCheck?.();
    holder.cancelSend = null;
    holder.cancelCheck = null;
    holder.unsent.clear();
    holder.open.clear();
  };

  return {
    ask(parcel, to) {
      const { gid } = parcel;
      for (const [other, { open, unsent }] of holders)
        if (other !== to) {
          open.delete(gid);
          unsent.delete(gid);
        }
      const holder = holderOf(to);
      if (holder.open.has(gid) || holder.unsent.has(gid)) return;
      holder.unsent.set(gid, parcel);
      sendSoon(to, holder);
    },
    end(gid) {
      for (const holder of holders.values()) {
        holder.unsent.delete(gid);
        if (holder.open.delete(gid)) holder.answeredAt = clock.now();
      }
    },
    isSilent(bench, gid) {
      if (holders.get(bench)?.isAway) return true;
      const known = unanswered.get(gid);
      return known?.by === bench && clock.now() < known.until;
    },
    heard(bench) {
      const holder = holders.get(bench);
      if (!holder) return;
      if (holder.isAway) for (const [gid, { by }] of unanswered) if (by === bench) unanswered.delete(gid);
      holder.heardAt = clock.now();
      holder.isAway = false;
    },
    clear() {
      for (const holder of holders.values()) stop(holder);
    },
    close() {
      for (const holder of holders.values()) stop(holder);
      holders.clear();
    },
  };
}
