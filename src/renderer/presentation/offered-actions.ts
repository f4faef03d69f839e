import {
  type Command,
  type CommandAction,
  commandActions,
  commandOffers,
  unansweredStates,
} from '../../shared/orders/command.ts';
import { isCustomCode } from '../../shared/orders/custom-code.ts';
import type { PrintJob, PrintJobState } from '../../shared/printing/print-job.ts';
import { noPrinterName } from '../../shared/printing/print-job.ts';
import { isDeletedOrDeleting } from '../../shared/shipments/parcel.ts';
import { deleteDisabledReason, printDisabledReason } from './parcel-text.ts';
import { isInPrinter } from './print-job-text.ts';
import type { VerdictFacts } from './verdict-facts.ts';

/** What can be done about a label. */
export type LabelAction =
  | 'answer'
  | 'resume'
  | 'cancel'
  | 'pause'
  | 'move'
  | 'confirm printed'
  | 'mark not printed'
  | 'print again';

/** What an operator can do about an order or a deletion. */
export type CommandOffer = Exclude<CommandAction, 'send'>;

/** What an operator can do about a code that nothing here has. */
type UnknownCodeOffer = 'order code' | 'import order' | 'change environment';

/** What can be done about what a verdict shows, by name: every screen offers these, and no others. */
export type OfferedAction = LabelAction | CommandOffer | UnknownCodeOffer | 'decide conflict' | 'print' | 'delete';

/** By the state of a print job, the most likely first; `labelOffers` adds the conditions besides the state. */
const labelActions: Readonly<Record<PrintJobState, readonly LabelAction[]>> = {
  queued: ['cancel', 'pause', 'move'],
  held: ['answer', 'resume', 'cancel', 'pause', 'move'],
  sending: [],
  sent: ['print again', 'mark not printed', 'confirm printed'],
  printed: ['print again'],
  uncertain: ['confirm printed', 'mark not printed', 'print again'],
  failed: ['print again'],
  cancelled: ['print again'],
};

function labelOffers(action: LabelAction, job: PrintJob, mayCopy: boolean): boolean {
  switch (action) {
    case 'answer':
      return (job.question?.answers.length ?? 0) > 0;
    case 'resume':
      return job.onHold && job.question === null;
    case 'pause':
      return !job.onHold && job.question === null && job.printer !== noPrinterName;
    case 'print again':
      return mayCopy && !isInPrinter(job);
    default:
      return true;
  }
}

const commandOffered = (command: Parameters<typeof commandOffers>[1]): readonly CommandOffer[] =>
  (Object.keys(commandActions) as CommandAction[]).filter(
    (action): action is CommandOffer => action !== 'send' && commandOffers(action, command),
  );

/** Counting down, or accepted and not yet answered by the service. */
export const isPending = ({ state }: Pick<Command, 'state'>): boolean =>
  state === 'counting' || unansweredStates.includes(state);

/**
 * What may be done now, in the order of the verdicts: a conflict is decided first, then an open deletion, then an order that no parcel
 * came of. Nothing is printed of a deleted parcel.
 */
export function offeredActions(facts: VerdictFacts): readonly OfferedAction[] {
  const { parcel, deletion, order } = facts;
  if (parcel?.deletionConflict) return ['decide conflict'];
  if (deletion && isPending(deletion)) return commandOffered({ kind: 'delete', ...deletion });
  if (order && !(deletion?.state === 'done' && deletion.createdAt > order.createdAt)) return commandOffered(order);
  if (deletion?.state === 'done' || (parcel && isDeletedOrDeleting(parcel))) return [];
  const rejected = deletion?.state === 'rejected' ? commandOffered({ kind: 'delete', ...deletion }) : [];
  return [...offersOfLabel(facts), ...offersOfParcel(facts), ...rejected];
}

function offersOfLabel({ parcel, job: shown, mayCopyJob }: VerdictFacts): readonly LabelAction[] {
  const job = parcel?.lastJob ?? shown;
  if (job === null) return [];
  const mayCopy = parcel?.lastJob ? true : mayCopyJob;
  const isPrintable = parcel === null || printDisabledReason(parcel) === null;
  return labelActions[job.state].filter(
    (action) => labelOffers(action, job, mayCopy) && (action !== 'print again' || isPrintable),
  );
}

function offersOfParcel({ parcel }: VerdictFacts): readonly OfferedAction[] {
  if (parcel === null) return [];
  const { lastJob } = parcel;
  const isFirst = lastJob === null && printDisabledReason(parcel) === null;
  const mayDelete = deleteDisabledReason(parcel) === null;
  return [...(isFirst ? (['print'] as const) : []), ...(mayDelete ? (['delete'] as const) : [])];
}

/** For a code that no parcel, order or deletion here has. Only a custom code can be ordered. */
export const unknownCodeOffers = ({ scan }: VerdictFacts): readonly UnknownCodeOffer[] => [
  ...(scan && isCustomCode(scan.code) ? (['order code'] as const) : []),
  'import order',
  'change environment',
];
