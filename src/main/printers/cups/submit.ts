import { randomUUID } from 'node:crypto';
import { type JobFacts, jobsOfQueueQuestion, readJob } from './job-facts.ts';
import type { PrintService } from './print-service.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

/** What became of handing bytes to CUPS. */
export type Submission =
  | { readonly kind: 'taken'; readonly jobId: number }
  /** CUPS has no job of it, or has one that it never began and never will. */
  | { readonly kind: 'not taken'; readonly words: string }
  | { readonly kind: 'unknown' };

/** Every job of ours has a name that begins so; the rest tells one from another. */
const title = 'Packbench label';

/** False where the job's name says that somebody else made it: CUPS counts anew when it was set up anew. */
export const mayBeOurs = ({ name }: JobFacts): boolean => name === null || name.startsWith(title);

/** One copy and no cover page, whatever this user or the queue has as a habit (lp(1)). */
const asIs = ['-o', 'raw', '-n', '1', '-o', 'job-sheets=none'];

/**
 * Gives the bytes to `lp` as they are. It says the job's number when CUPS has them all. Where it fails first, CUPS is asked for the
 * job by its name: lp makes the job before it sends the bytes, so that without the job nothing of them can print.
 */
export async function submit(
  bytes: Uint8Array,
  to: { queue: string; service: PrintService; environment: NodeJS.ProcessEnv; withinMs: number },
): Promise<Submission> {
  const name = `${title} ${randomUUID()}`;
  const { environment, withinMs } = to;
  const end = await runProgram('lp', ['-d', to.queue, ...asIs, '-t', name, '-'], {
    environment,
    withinMs,
    input: bytes,
  });
  const jobId = end.kind === 'ended' && end.exitCode === 0 ? requestId(end.output) : null;
  if (jobId !== null) return { kind: 'taken', jobId };
  if (end.kind === 'missing') return { kind: 'not taken', words: 'the program lp is not on this computer' };

  const jobs = await to.service.ask(jobsOfQueueQuestion(to.queue));
  if (jobs.kind !== 'answered' && jobs.kind !== 'not known') return { kind: 'unknown' };
  const found = jobs.kind === 'answered' ? jobs.groups.map(readJob).find((job) => job?.name === name) : undefined;
  if (!found || isOver(found)) return { kind: 'not taken', words: lpWords(end) };
  return { kind: 'taken', jobId: found.id };
}

/** "request id is Zebra-12 (0 file(s))". The queue's own letters may not survive in English. */
function requestId(output: string): number | null {
  const found = /^request id is .*-(\d{1,10}) \(\d+ file\(s\)\)$/m.exec(output);
  return found ? Number(found[1]) : null;
}

/** lp cancels the job that it could not fill. */
const isOver = (job: JobFacts): boolean => !job.hasBegun && (job.state === 'cancelled' || job.state === 'aborted');

function lpWords(end: ProgramEnd): string {
  if (end.kind !== 'ended') return 'CUPS did not answer in time';
  return end.errors
    .replace(/^lp: (?:Error - )?/, '')
    .replace(/\.$/, '')
    .slice(0, 200);
}
