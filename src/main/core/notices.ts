import type { Change } from '../../shared/contract/changes.ts';
import type { Notice } from '../../shared/contract/station-view.ts';
import { type Clock, instant } from './ports/clock.ts';

/** Notices kept; the oldest goes when one more comes. */
const maxNotices = 20;

export type NewNotice = Omit<Notice, 'id' | 'at'>;

export interface Notices {
  /** Returns its number. */
  notify(notice: NewNotice): number;
  dismiss(noticeId: number): void;
  list(): Notice[];
}

/** Messages that are not the answer to a call. They never take the focus and never interrupt a scan. */
export function createNotices(clock: Clock, announce: Announce): Notices {
  let notices: Notice[] = [];
  let lastId = 0;
  return {
    notify(notice) {
      lastId += 1;
      const added: Notice = { id: lastId, at: instant(clock.now()), ...notice };
      notices = [...notices, added].slice(-maxNotices);
      announce('station');
      return lastId;
    },
    dismiss(noticeId) {
      notices = notices.filter((notice) => notice.id !== noticeId);
      announce('station');
    },
    list: () => notices,
  };
}

/** One notice of what comes in parts: while it is shown, its number grows. Returns how another part is reported. */
export function countedNotice(notices: Notices, noticeOf: (count: number) => NewNotice): (count: number) => void {
  let last: { id: number; count: number } | null = null;
  return (count) => {
    const isShown = notices.list().some(({ id }) => id === last?.id);
    const total = count + (isShown ? (last?.count ?? 0) : 0);
    if (last && isShown) notices.dismiss(last.id);
    last = { id: notices.notify(noticeOf(total)), count: total };
  };
}

/** Reports what may have changed. */
export type Announce = (...changes: Change[]) => void;
