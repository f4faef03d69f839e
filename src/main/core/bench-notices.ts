import type { Notices } from './notices.ts';

/** So many commands were to leave, and ask a person instead. */
export function sayWhatAsks(notices: Notices, count: number): void {
  notices.say({
    tone: 'warning',
    text:
      count === 1
        ? 'Something that waited asks before it is sent.'
        : `${count} things that waited ask before they are sent.`,
    next: 'Look under Print queue, Waiting to send.',
  });
}

/** What was on the wire when the station stopped, and is in doubt now. */
export function sayWhatWasCutOff(notices: Notices, found: { jobs: number; commands: number }): void {
  if (found.jobs > 0) {
    notices.say({
      tone: 'warning',
      text: `${found.jobs === 1 ? 'A label was' : `${found.jobs} labels were`} being sent when the station stopped.`,
      next: 'Look under Print queue: is the label in your hand?',
    });
  }
  if (found.commands > 0) {
    notices.say({
      tone: 'warning',
      text: 'Something was being sent to the service when the station stopped.',
      next: 'Look at Waiting to send.',
    });
  }
}
