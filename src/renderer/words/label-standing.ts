import type { LucideIcon } from 'lucide-react';
import { isDeletedOrDeleting, isLabelUntold, type Parcel } from '../../shared/parcel.ts';
import { type Tone, toneIcons } from '../ui/tone.ts';
import { deletionWords } from './deletions.ts';
import { printJobLooks, printJobWords } from './print-jobs.ts';

/** Where a parcel's label stands, in a few words. */
export interface LabelStanding {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly words: string;
}

type LabelFacts = Pick<Parcel, 'label' | 'lastJob' | 'copies' | 'deletedAt' | 'deletion' | 'missing'>;

/** What a line says of a parcel's label: void where the parcel goes, else its newest print job, else why there is none. */
export function labelStanding(parcel: LabelFacts): LabelStanding {
  if (parcel.deletedAt !== null) return voidLabel(parcel.copies);
  if (isDeletedOrDeleting(parcel)) return standing('error', leavingWords(parcel.deletion));
  if (parcel.lastJob) return { ...printJobLooks[parcel.lastJob.state], words: printJobWords(parcel.lastJob) };
  if (isLabelUntold(parcel)) return standing('warning', 'Import its label');
  return keptLabel(parcel.label);
}

const standing = (tone: Tone, words: string): LabelStanding => ({ tone, icon: toneIcons[tone], words });

function voidLabel(copies: number): LabelStanding {
  if (copies === 0) return standing('quiet', 'Not on paper');
  return standing('error', copies === 1 ? 'Tear up 1 label' : `Tear up ${copies} labels`);
}

/** Without the seconds, which a line does not follow. */
function leavingWords(deletion: Parcel['deletion']): string {
  if (!deletion || deletion.state === 'counting') return 'Being deleted';
  return deletionWords(deletion.state, 0, 0).words;
}

function keptLabel(label: Parcel['label']): LabelStanding {
  if (!label) return standing('warning', 'No 4x6 label');
  if (label.state === 'failed') return standing('error', 'Label not fetched');
  if (label.state === 'wanted') return standing('information', 'Label on its way');
  return standing('quiet', 'Not printed');
}
