import {
  CopyCheck,
  type LucideIcon,
  PackageSearch,
  Printer,
  ScanBarcode,
  Search,
  SearchX,
  Split,
  Trash2,
  Truck,
} from 'lucide-react';
import { isCustomCode } from '../../shared/orders/custom-code.ts';
import type { PrintJobState } from '../../shared/printing/print-job.ts';
import type { ScanMode } from '../../shared/scanning/scan.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../shared/scanning/scan-answer.ts';
import { isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../shared/shipments/shipment-state.ts';
import type { HubAnswer } from '../../shared/site/hub-look-up.ts';
import { clockTime } from '../text/dates.ts';
import { failureText, messageText, text } from '../text/text.ts';
import type { Sound } from '../ui/sounds.ts';
import { type Tone, toneIcons } from '../ui/tone.tsx';
import { deletedRules, failedDeletionRules, openDeletionRules } from './deletion-verdict.ts';
import { copyElsewhereText } from './elsewhere-text.ts';
import { holdingReason, isWithoutPaper, type JobFacts, jobRules } from './job-verdict.ts';
import { type OfferedAction, offeredActions, unknownCodeOffers } from './offered-actions.ts';
import { orderRules } from './order-verdict.ts';
import { heldCause, isMarkedNotPrinted, nextLabelAttemptText } from './print-job-text.ts';
import { shipmentStateStyles } from './state-styles.ts';
import {
  factsOfScan,
  headed,
  named,
  type Verdict,
  type VerdictContext,
  type VerdictFacts,
  type VerdictRule,
} from './verdict-facts.ts';

/** A verdict, the row of the table that decided it, and what may be done now. */
export interface DecidedVerdict extends Verdict {
  readonly rule: string;
  readonly actions: readonly OfferedAction[];
}

/** A row that applies to scans of these kinds only. */
const ofScans =
  (kinds: readonly ScanOutcomeKind[], decide: VerdictRule['decide']): VerdictRule['decide'] =>
  (facts) =>
    facts.scan && kinds.includes(facts.scan.kind) ? decide(facts) : null;

const hasJob = (facts: VerdictFacts): facts is JobFacts => facts.job !== null;

const onItsWay: readonly PrintJobState[] = ['queued', 'sending', 'sent'];

/** True where what is shown is about the print job: the scan made it or found it, or it was made since. */
function isAboutJob({ scan, job, deletion }: VerdictFacts): boolean {
  if (job === null) return false;
  if (scan === null || scan.kind === 'printing' || scan.kind === 'already counted' || scan.kind === 'confirmed')
    return true;
  const isRejectedSince = deletion?.state === 'rejected' && deletion.createdAt > job.createdAt;
  return job.createdAt >= scan.at && !isRejectedSince;
}

/**
 * The one table of verdicts: the first row that applies decides. What is true now comes before how the parcel was found, and what
 * forbids to ship it before everything else.
 */
export const verdictRules: readonly VerdictRule[] = [
  {
    name: 'conflicting reports',
    decide: ({ parcel }) => {
      const state = parcel?.deletionConflict?.state;
      return state ? named('warning', 'deletion-conflict', { values: { state } }) : null;
    },
  },
  ...openDeletionRules,
  ...orderRules,
  ...deletedRules,
  {
    name: 'label requested twice',
    decide: ofScans(['already counted'], (facts) =>
      hasJob(facts) && onItsWay.includes(facts.job.state) && !isWithoutPaper(facts) && holdingReason(facts) === null
        ? named('information', 'already-requested', { icon: CopyCheck })
        : null,
    ),
  },
  ...jobRules.map(
    ({ name, decide }): VerdictRule => ({
      name,
      decide: (facts) => (hasJob(facts) && isAboutJob(facts) ? decide(facts) : null),
    }),
  ),
  ...failedDeletionRules,
  {
    name: 'several parcels',
    decide: ({ choices }) =>
      choices > 0 ? named('warning', 'choose-parcel', { icon: Split, values: { count: choices } }) : null,
  },
  { name: 'scanner not safe', decide: ofScans(['unsafe scanner'], () => named('error', 'unsafe-scanner')) },
  { name: 'code unclear', decide: ofScans(['ambiguous layout'], () => named('error', 'unclear')) },
  { name: 'not a code', decide: ofScans(['not a code'], () => named('error', 'not-a-code', { icon: ScanBarcode })) },
  {
    name: 'label printed before',
    decide: ofScans(['ask for copy'], ({ job }) =>
      job && isMarkedNotPrinted(job)
        ? named('warning', 'marked-not-printed')
        : named('warning', 'printed-before', { values: { state: job?.state ?? null } }),
    ),
  },
  {
    name: 'no printer',
    decide: ofScans(['no printer'], ({ hasPrinter }) => (hasPrinter ? null : named('error', 'no-printer'))),
  },
  {
    name: 'no label',
    decide: ({ scan, parcel }) =>
      scan?.mode === 'print' && parcel && parcel.label?.state !== 'stored' ? noLabelVerdict(parcel) : null,
  },
  {
    name: 'lead needed',
    decide: ofScans(['needs lead'], ({ scan }) =>
      named('warning', 'lead-needed', { values: { mode: scan?.mode ?? null } }),
    ),
  },
  {
    name: 'label ready',
    decide: ({ scan, parcel }) =>
      scan?.mode === 'print' && parcel?.copies === 0 ? named('information', 'label-ready', { icon: Printer }) : null,
  },
  {
    name: 'already picked up',
    decide: ofScans(['ask to delete'], ({ parcel }) => {
      const question = parcel && pickedUpQuestion(parcel);
      if (!question) return null;
      return headed('warning', text('scan-verdict.heading.picked-up'), messageText(question), { icon: Truck });
    }),
  },
  {
    name: 'cannot be deleted',
    decide: ofScans(['cannot delete'], ({ scan, parcel }) =>
      named('error', 'cannot-delete', {
        values: { isDeletable: isCustomCode(parcel ? (parcel.customCode ?? '') : (scan?.code ?? '')) },
      }),
    ),
  },
  { name: 'parcel found', decide: ({ parcel }) => parcel && foundVerdict(parcel) },
];

/** A copy that another bench of the site printed, as a sentence; null where there is none. */
function copyElsewhere({ parcel, now }: VerdictFacts): string | null {
  const copy = parcel && copyElsewhereText(parcel, now);
  return copy && text('elsewhere.sentence', { copy });
}

/** The verdict on the present facts. */
export function verdictOn(facts: VerdictFacts): DecidedVerdict {
  const actions = offeredActions(facts);
  for (const { name, decide } of verdictRules) {
    const decided = decide(facts);
    if (decided) return { ...decided, place: decided.place ?? copyElsewhere(facts), rule: name, actions };
  }
  const offers = unknownCodeOffers(facts);
  const values = { mode: facts.scan?.mode ?? null, mayOrder: offers.includes('order code') };
  return { ...named('error', 'unknown', { icon: SearchX, values }), rule: 'not known', actions: offers };
}

/** The verdict on a scan, as it is now. */
export function scanVerdict(answer: ScanAnswer, context: VerdictContext): DecidedVerdict {
  const decided = verdictOn(factsOfScan(answer, context));
  // Once a label is on its way, its place in the queue is said.
  return answer.hub && !answer.job ? { ...decided, place: hubText(answer.hub, context.now) } : decided;
}

/** What the hub of the site said of a code that was not known here. */
function hubText(hub: HubAnswer, now: number): string {
  if (hub.kind !== 'found') return text(`scan-verdict.hub.${hub.kind}`);
  const { bench, orderedAt, isPrinted } = hub;
  const time = clockTime(orderedAt, now);
  return text(isPrinted ? 'scan-verdict.known-to-hub.printed' : 'scan-verdict.known-to-hub.ordered', { bench, time });
}

/** What is heard of each colour. */
const soundOfTone: Readonly<Record<Tone, Sound>> = {
  success: 'done',
  information: 'waiting',
  quiet: 'done',
  warning: 'warning',
  error: 'refused',
};

/** Rows that mean something else to the ear than their colour to the eye. */
const soundOfRule: Readonly<Partial<Record<string, Partial<Record<Tone, Sound>>>>> = {
  'label requested twice': { information: 'already scanned' },
  'deletion found by a second scan': { warning: 'already scanned' },
  // A countdown is shown in red, but its start is what the operator asked for.
  'deletion counting down': { error: 'waiting' },
  // Nothing waits: the answer is complete.
  'parcel found': { information: 'done' },
  'label ready': { information: 'done' },
};

/** What is heard of a verdict: exactly one tone. */
export const soundOf = ({ rule, tone }: Pick<DecidedVerdict, 'rule' | 'tone'>): Sound =>
  soundOfRule[rule]?.[tone] ?? soundOfTone[tone];

const modeIcons: Readonly<Record<ScanMode, LucideIcon>> = { 'look up': Search, print: Printer, delete: Trash2 };

/** The colour and the shape of a line under Recent scans: those of the mode, or of a fault. */
export function recentScanStyle({ mode }: ScanAnswer, { tone, countdown }: Verdict): { tone: Tone; icon: LucideIcon } {
  if (countdown !== null) return { tone: 'quiet', icon: modeIcons[mode] };
  return { tone, icon: tone === 'error' ? toneIcons.error : modeIcons[mode] };
}

function foundVerdict(parcel: Parcel): Verdict {
  const state = parcel.status?.state;
  const style = state ? shipmentStateStyles[state] : { tone: 'information' as const, icon: PackageSearch };
  return named(style.tone, 'found', {
    icon: style.icon,
    values: {
      hasStatus: state !== undefined,
      status: state ? text(`shipment.state.${state}`) : null,
      label: printStateOf(parcel),
      cause: parcel.lastJob?.state === 'held' ? heldCause(parcel.lastJob) : null,
    },
  });
}

/** `none`: no copy, and none on its way; `elsewhere`: another bench has one. */
function printStateOf({ copies, lastJob, elsewhere }: Parcel): PrintJobState | 'none' | 'elsewhere' | null {
  const isWaiting = lastJob?.state === 'queued' || lastJob?.state === 'held';
  if (copies > 0 || isWaiting) return lastJob?.state ?? null;
  return elsewhere && elsewhere.copies.length > 0 ? 'elsewhere' : 'none';
}

function noLabelVerdict(parcel: Parcel): Verdict {
  const { label } = parcel;
  return named('warning', 'no-label', {
    values: { why: noLabelReason(parcel) },
    details: label?.failure ? [failureText(label.failure), nextLabelAttemptText(label)] : [],
  });
}

function noLabelReason(parcel: Parcel): 'unassigned' | 'unknown' | 'none' | 'failed' | 'delayed' | 'pending' {
  if (parcel.needsLabelAssignment) return 'unassigned';
  if (isLabelAddressUnknown(parcel)) return 'unknown';
  if (!parcel.label) return 'none';
  if (parcel.label.state === 'failed') return 'failed';
  return parcel.label.failure ? 'delayed' : 'pending';
}
