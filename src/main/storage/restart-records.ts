import type { Failure } from '../../shared/failure.ts';
import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** What the last run left in the middle, told as what it is: nobody knows how it ended. */
export function recoverAfterRestart(tables: Tables): RecordsInThread['recoverAfterRestart'] {
  const { journal, printJobs, commands, writing } = tables;
  return (countdownsEndAt, at, followed) =>
    writing(() => {
      const note = (what: string, code: string | null, outcome: string): void =>
        journal.add({ at, who: 'station', what, code, outcome });
      const jobs = printJobs.doubtSending(cutOffLabel, at, followed);
      for (const job of jobs) note('start again, print', job.code, job.state);
      const sent = commands.recoverSending(cutOffCommand, at);
      for (const command of sent) note(`start again, ${command.kind}`, command.codes[0] ?? null, command.state);
      const countdowns = commands.restartCountdowns(countdownsEndAt, at);
      for (const command of countdowns) note('start again, delete', command.codes[0] ?? null, 'counting down anew');
      return { jobs: jobs.length, commands: sent.length, countdowns: countdowns.length };
    });
}

const cutOffLabel: Failure = {
  code: 'printer-cut-off',
  message: 'The station stopped while this label was being sent.',
  next: 'Look whether it came out of the printer.',
};

const cutOffCommand: Failure = {
  code: 'cut-off',
  message: 'The station stopped before the service’s answer was stored.',
};
