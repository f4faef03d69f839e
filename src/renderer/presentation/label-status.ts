import type { LucideIcon } from 'lucide-react';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { text } from '../text/text.ts';
import { type Tone, toneIcons } from '../ui/tone.tsx';
import { deletionText } from './deletion-verdict.ts';
import { copyElsewhereText } from './elsewhere-text.ts';
import { printJobStateText } from './print-job-text.ts';
import { verdictOn } from './verdict.ts';
import { factsOfParcel, type VerdictContext } from './verdict-facts.ts';

/** The state of a parcel's label. */
export interface LabelStatus {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly text: string;
}

/** A parcel's label in one line, in the colour of its verdict: void where the parcel is deleted, else its newest print job, else why there is none. */
export function labelStatus(parcel: Parcel, context: VerdictContext): LabelStatus {
  const elsewhere = copyElsewhereText(parcel, context.now);
  if (parcel.deletedAt !== null) return voidLabelStatus(parcel.copies, elsewhere);
  if (!isDeletedOrDeleting(parcel) && !parcel.lastJob) return statusWithoutJob(parcel, elsewhere);
  const { tone, icon } = verdictOn(factsOfParcel(parcel, context));
  const { deletion, lastJob } = parcel;
  return isDeletedOrDeleting(parcel) || !lastJob
    ? { tone, icon, text: deletionText(deletion?.state ?? 'counting') }
    : { tone, icon, text: printJobStateText(lastJob) };
}

/** @param elsewhere the copy of another bench */
function statusWithoutJob(parcel: Parcel, elsewhere: string | null): LabelStatus {
  if (elsewhere !== null) return statusOf(isPrintedElsewhere(parcel) ? 'success' : 'warning', elsewhere);
  if (parcel.needsLabelAssignment) return statusOf('warning', text('label.status.not-assigned'));
  if (isLabelAddressUnknown(parcel)) return statusOf('warning', text('label.status.address-unknown'));
  return storedLabelStatus(parcel.label);
}

const statusOf = (tone: Tone, labelText: string): LabelStatus => ({ tone, icon: toneIcons[tone], text: labelText });

const isPrintedElsewhere = ({ elsewhere }: Parcel): boolean => elsewhere?.copies[0]?.state === 'printed';

function voidLabelStatus(copies: number, elsewhere: string | null): LabelStatus {
  if (copies === 0 && elsewhere !== null) return statusOf('error', elsewhere);
  if (copies === 0) return statusOf('quiet', text('label.status.not-printed'));
  return statusOf('error', text('label.status.void', { copies }));
}

function storedLabelStatus(label: Parcel['label']): LabelStatus {
  if (!label) return statusOf('warning', text('label.status.none'));
  if (label.state === 'failed') return statusOf('error', text('label.status.failed'));
  if (label.state === 'on demand') return statusOf('quiet', text('label.status.on-demand'));
  if (label.state === 'pending') {
    return label.failure
      ? statusOf('warning', text('label.status.delayed'))
      : statusOf('information', text('label.status.pending'));
  }
  return statusOf('quiet', text('label.status.not-printed'));
}
