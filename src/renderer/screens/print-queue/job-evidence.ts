import { assertNever } from '../../../shared/failure.ts';
import type { PrintJob } from '../../../shared/print-job.ts';
import { ageWords, clockTime } from '../../words/ages.ts';
import { inThrees } from '../../words/digits.ts';

/**
 * What is known of a job, in one or two plain sentences.
 * @param place its place in the printer's line, from 1; null where it no longer stands in line.
 */
export function jobEvidence(job: PrintJob, place: number | null): string {
  switch (job.state) {
    case 'queued':
      return `Not sent yet. ${placeWords(place)}`;
    case 'held':
      return `${job.failure ? `${job.failure.message} ` : ''}Not sent yet. ${placeWords(place)}`;
    case 'sending':
      return `${inThrees(job.bytesTotal)} bytes on their way to the printer.`;
    case 'sent':
      return `All ${inThrees(job.bytesHandedOver)} bytes handed over. No word from the printer.`;
    case 'printed':
      return job.bytesHandedOver === job.bytesTotal
        ? `The label was seen on paper. All ${inThrees(job.bytesTotal)} bytes handed over.`
        : 'The label was seen on paper.';
    case 'uncertain':
      return `${uncertainWords(job)} Scan the label if you have it.`;
    case 'failed':
      return job.failure?.message ?? 'Somebody looked: no label came out.';
    case 'cancelled':
      return 'Cancelled before it was sent.';
    default:
      return assertNever(job.state);
  }
}

function uncertainWords(job: PrintJob): string {
  const bytes = `${inThrees(job.bytesHandedOver)} of ${inThrees(job.bytesTotal)} bytes`;
  return job.failure ? `${job.failure.message} ${bytes} were handed over.` : `The connection ended after ${bytes}.`;
}

function placeWords(place: number | null): string {
  if (place === null) return '';
  return place === 1 ? 'First in line.' : `${place - 1} before it in line.`;
}

/** When it was made, and for how long it has been waiting or standing as it is: "14:05, waiting 3 min". */
export function jobTimeWords(job: PrintJob, now: number): string {
  const made = clockTime(job.createdAt, now);
  const isWaiting = job.state === 'queued' || job.state === 'held';
  const age = ageWords(job.createdAt, now);
  if (isWaiting && age !== 'just now') return `${made}, waiting ${age.replace(/ ago$/, '')}`;
  return `${made}, ${age}`;
}
