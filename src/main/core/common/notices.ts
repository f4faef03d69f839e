import type { Topic } from '../../../shared/contract/station-contract.ts';
import type { Notice } from '../../../shared/contract/station-view.ts';
import { type Clock, instant } from '../ports/clock.ts';

/** Notices kept; the oldest goes when one more comes. */
const maxNotices = 20;

export interface Notices {
  say(notice: Pick<Notice, 'tone' | 'text'> & { next?: string }): void;
  dismiss(noticeId: number): void;
  list(): Notice[];
}

/** What the packer should know and nobody asked for. Never takes the focus, never stops a scan. */
export function createNotices(clock: Clock, announce: Announce): Notices {
  let notices: Notice[] = [];
  let lastId = 0;
  return {
    say(notice) {
      lastId += 1;
      const added: Notice = { id: lastId, at: instant(clock.now()), ...notice };
      notices = [...notices, added].slice(-maxNotices);
      announce('station');
    },
    dismiss(noticeId) {
      notices = notices.filter((notice) => notice.id !== noticeId);
      announce('station');
    },
    list: () => notices,
  };
}

/** Tells whoever shows something that it may have changed. */
export type Announce = (...topics: Topic[]) => void;
