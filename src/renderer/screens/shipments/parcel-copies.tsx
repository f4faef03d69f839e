import '../../ui/tone.css';
import type { PrintJob } from '../../../shared/print-job.ts';
import { clockTime } from '../../words/ages.ts';
import { printJobLooks, printJobWords } from '../../words/print-jobs.ts';

/** Every copy of the label that was asked for, newest first. */
export function ParcelCopies({ copies, now }: { readonly copies: readonly PrintJob[]; readonly now: number }) {
  if (copies.length === 0) return <p className="parcel-reason">None was asked for.</p>;
  return (
    <ul className="parcel-copies" aria-label="Copies">
      {copies.map((job) => (
        <Copy key={job.id} job={job} now={now} />
      ))}
    </ul>
  );
}

function Copy({ job, now }: { readonly job: PrintJob; readonly now: number }) {
  const { tone, icon: Icon } = printJobLooks[job.state];
  return (
    <li className={`tone-${tone}`}>
      <Icon aria-hidden />
      <span className="timeline-words">
        <span className="timeline-what">{printJobWords(job)}</span>
        <span className="timeline-when">{clockTime(job.updatedAt, now)}</span>
      </span>
      <span className="timeline-more">
        {job.reprintReason ? `${job.printer}. Why: ${job.reprintReason}` : job.printer}
      </span>
    </li>
  );
}
