import { type Message, message } from '../../../shared/messages/message.ts';
import type { ClockFinding } from '../../../shared/site/heartbeat.ts';
import type { Notices } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';

/** A clock that was set this little back says nothing: computers correct theirs all the time. */
const toleranceMs = 60_000;

/** Reports after a sleep that the computer's clock went back: what happens from now on would seem older than what is stored. */
export interface ClockCheck {
  /** Something happened now. */
  note(): void;
  check(): void;
}

export function createClockCheck(clock: Clock, notices: Notices): ClockCheck {
  let latest = clock.now();
  return {
    note() {
      latest = Math.max(latest, clock.now());
    },
    check() {
      const now = clock.now();
      if (now < latest - toleranceMs) notices.notify({ tone: 'warning', message: message('station.clock-went-back') });
      latest = now;
    },
  };
}

/** What is said about a clock of the site. */
export function clockMessage(finding: ClockFinding): Message {
  const minutes = Math.round(Math.abs(finding.seconds) / 60);
  return finding.kind === 'own'
    ? message('site.own-clock-differs', { minutes })
    : message('site.clock-differs', { bench: finding.bench, minutes });
}
