import {
  Check,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  type LucideIcon,
  Printer,
  TriangleAlert,
} from 'lucide-react';
import { type PrintJob, type PrintJobState, printJobStateWords } from '../../shared/print-job.ts';
import type { Tone } from '../ui/tone.ts';

/** The colour and the shape beside each state of a print job. */
export const printJobLooks: Record<PrintJobState, { readonly tone: Tone; readonly icon: LucideIcon }> = {
  queued: { tone: 'information', icon: Clock },
  sending: { tone: 'information', icon: Printer },
  sent: { tone: 'success', icon: Check },
  printed: { tone: 'success', icon: CircleCheck },
  held: { tone: 'warning', icon: CirclePause },
  uncertain: { tone: 'warning', icon: TriangleAlert },
  failed: { tone: 'error', icon: CircleX },
  cancelled: { tone: 'quiet', icon: CircleSlash },
};

/** The job's state with its reasons: "Held: paper out". */
export function printJobWords(job: Pick<PrintJob, 'state' | 'reasons'>): string {
  const word = printJobStateWords[job.state];
  return job.state === 'held' && job.reasons.length > 0 ? `${word}: ${job.reasons.join(', ')}` : word;
}
