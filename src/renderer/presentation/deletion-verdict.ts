import { CopyCheck } from 'lucide-react';
import type { CommandState } from '../../shared/orders/command.ts';
import type { ScanOutcomeKind } from '../../shared/scanning/scan-answer.ts';
import { failureParagraph, text } from '../text/text.ts';
import { commandDetails, isStoredSentence, pauseText } from './order-verdict.ts';
import { deletionStyles } from './state-styles.ts';
import {
  type DeletionFacts,
  headed,
  named,
  type Verdict,
  type VerdictFacts,
  type VerdictRule,
} from './verdict-facts.ts';

/** Whole seconds left, never under 0: it stays 0 until main reports the next state. */
export const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1000));

/** The state of a deletion, as a short phrase. A parcel is only called deleted once the service has confirmed it. */
export const deletionText = (state: CommandState): string => text(`deletion.state.${state}`);

/** "Deleting in 4 s". */
export const countdownText = (endsAt: number, now: number): string =>
  text('deletion.countdown', { seconds: secondsLeft(endsAt, now) });

/** Scans that started a deletion, or found one. */
const deletionScans: readonly ScanOutcomeKind[] = [
  'deleting',
  'deleting unknown',
  'already counting',
  'being deleted',
  'ask to delete',
];

/** Scans that ended with a label: an earlier deletion that was rejected says nothing about it. */
const printScans: readonly ScanOutcomeKind[] = ['printing', 'already counted', 'ask for copy', 'confirmed'];

/** The parcel's deletion in the given states. */
const inStates =
  (states: readonly CommandState[]) =>
  (facts: VerdictFacts): Verdict | null =>
    facts.deletion && states.includes(facts.deletion.state) ? stateVerdict(facts, facts.deletion) : null;

/** Deletions that are not settled. They come before everything but a conflict. */
export const openDeletionRules: readonly VerdictRule[] = [
  {
    name: 'deletion found by a second scan',
    decide: ({ deletion, scan }) =>
      deletion?.state === 'counting' && scan?.kind === 'already counting'
        ? named('warning', 'already-counting', { icon: CopyCheck })
        : null,
  },
  { name: 'deletion counting down', decide: inStates(['counting']) },
  { name: 'deletion waiting', decide: inStates(['waiting']) },
  { name: 'deletion needs confirmation', decide: inStates(['needs confirmation']) },
  { name: 'deletion sending', decide: inStates(['sending']) },
  { name: 'deletion uncertain', decide: inStates(['uncertain']) },
  { name: 'deletion blocked', decide: inStates(['blocked']) },
];

export const deletedRules: readonly VerdictRule[] = [
  {
    name: 'deletion confirmed',
    decide: (facts) =>
      facts.deletion?.state === 'done' && wasRequestedHere(facts) ? stateVerdict(facts, facts.deletion) : null,
  },
  {
    name: 'parcel deleted',
    decide: ({ parcel, deletion }) =>
      parcel?.deletedAt || deletion?.state === 'done'
        ? named('error', 'deleted', { icon: deletionStyles.counting.icon, values: { copies: parcel?.copies ?? 0 } })
        : null,
  },
];

/** Deletions that ended without an effect. A label printed since comes before them. */
export const failedDeletionRules: readonly VerdictRule[] = [
  {
    name: 'deletion rejected',
    decide: (facts) => {
      const { scan, parcel } = facts;
      // By itself it is shown until it is dismissed; of a parcel, other facts are newer.
      if (!scan) return parcel === null ? inStates(['rejected'])(facts) : null;
      const isAboutParcel = parcel !== null && (printScans.includes(scan.kind) || scan.kind === 'deleted');
      return isAboutParcel ? null : inStates(['rejected'])(facts);
    },
  },
  {
    name: 'deletion undone',
    decide: (facts) => {
      const { deletion, scan, parcel } = facts;
      if (!scan) return null;
      const isUndone = deletion?.state === 'undone' && (deletionScans.includes(scan.kind) || parcel === null);
      // The deletion that the scan found is gone: it was undone.
      const isGone = deletion === null && (scan.kind === 'already counting' || scan.kind === 'being deleted');
      return isUndone || isGone ? undoneVerdict(facts) : null;
    },
  },
];

/** True where the scan, or a button pressed after it, requested the deletion; else the label in hand is void. */
const wasRequestedHere = ({ scan, deletion }: VerdictFacts): boolean =>
  scan !== null &&
  deletion !== null &&
  (deletionScans.includes(scan.kind) || (scan.kind !== 'deleted' && deletion.createdAt >= scan.at));

function stateVerdict(facts: VerdictFacts, { state, endsAt, failure, retryAfterAt = 0 }: DeletionFacts): Verdict {
  const { parcel, now } = facts;
  const { tone, icon } = deletionStyles[state];
  // What a waiting one failed by is a detail; that it waits for another bench is its state.
  const isCause = state !== 'waiting' || failure?.message.code.startsWith('outbox.site-');
  const cause = failure && isCause && !isStoredSentence(failure) ? failureParagraph(failure) : null;
  const copies = parcel?.copies ?? 0;
  const pause = state === 'waiting' ? pauseText(retryAfterAt, now) : null;
  const status = cause ?? pause ?? text(`scan-verdict.deletion.${state}`, { copies, hasFailed: failure !== null });
  return headed(tone, deletionText(state), withOrigin(facts, status), {
    icon,
    details: commandDetails(failure, cause !== null),
    countdown: state === 'counting' ? countdownText(endsAt, now) : null,
  });
}

const undoneVerdict = (facts: VerdictFacts): Verdict => {
  const { tone, icon } = deletionStyles.undone;
  const sentence = facts.parcel ? text('scan-verdict.deletion.undone') : text('scan-verdict.deletion.undone-unknown');
  return headed(tone, deletionText('undone'), sentence, { icon });
};

/** A deletion of a code without a parcel says so, or names the state of the order that has the code. */
function withOrigin({ scan, parcel, order }: VerdictFacts, status: string): string {
  if (order) return text('scan-verdict.order-code', { state: order.state, status });
  const isUnknown = parcel === null && scan !== null;
  return isUnknown ? text('scan-verdict.unknown-code', { status }) : status;
}
