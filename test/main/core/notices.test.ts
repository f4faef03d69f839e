import { describe, expect, it } from 'vitest';
import { countedNotice, createNotices } from '../../../src/main/core/notices.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { manualClock } from './manual-clock.ts';

describe('notices', () => {
  it('what comes in parts is one notice whose number grows, and a new one once it was dismissed', () => {
    const notices = createNotices(manualClock(0), () => {});
    const report = countedNotice(notices, (commands) => ({
      ...{ tone: 'warning', message: message('station.confirmation-needed', { commands }) },
    }));
    notices.notify({ tone: 'warning', message: message('station.labels-interrupted', { labels: 1 }) });
    report(1);
    report(2);
    const shown = () => notices.list().map(({ message: { params } }) => params);
    expect(shown()).toEqual([{ labels: 1 }, { commands: 3 }]);
    notices.dismiss(notices.list().at(-1)?.id ?? 0);
    report(4);
    expect(shown()).toEqual([{ labels: 1 }, { commands: 4 }]);
  });
});
