import './scan-actions.css';
import {
  ArrowLeftRight,
  FileInput,
  ListChecks,
  type LucideIcon,
  PackagePlus,
  Play,
  Printer,
  PrinterX,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { type PrintAnswer, type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import { type BarcodeCommand, choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/shipment-state.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import type { OfferedAction } from '../../presentation/offered-actions.ts';
import { deleteDisabledReason, needsReprintReason } from '../../presentation/parcel-text.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { scanVerdict } from '../../presentation/verdict.ts';
import { messageText, serviceSentences, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete, ResolveDeletionConflict } from '../deletion-questions.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { orderWithCode } from '../new-order/requested-draft.tsx';
import { CommandButtons } from '../print-queue/command-buttons.tsx';
import { allJobActions, type JobAction } from '../print-queue/job-actions.ts';
import { LabelButtons, useMoveTargets } from '../print-queue/label-buttons.tsx';
import type { MoveTarget } from '../print-queue/printer-actions.ts';
import { AnswerForAll } from '../print-queue/shared-questions.tsx';
import { SettleDeletionButtons, UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';
import { UncertainOrderChoices } from '../uncertain-orders/uncertain-order-panel.tsx';
import { useVerdictContext } from '../verdict-context.ts';
import {
  ConfirmLabelButtons,
  confirmLabelText,
  type UnconfirmedLabel,
  unconfirmedLabelOf,
} from './label-confirmation.tsx';

/** Names the scanned parcel for the buttons about its label. */
export const answerCodeId = 'answer-code';

interface ScanActionsProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  /** Another copy is requested; it needs a reason. */
  readonly onAskReason: () => void;
}

/** The actions for the scanned parcel. While its label is uncertain, that is resolved first. */
export function ScanActions({ answer, parcel, onAskReason }: ScanActionsProps) {
  const action = useAction();
  const { rule, actions } = scanVerdict(answer, useVerdictContext(0));
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  if (parcel.deletionConflict !== null) {
    return (
      <div className="parcel-actions">
        <ResolveDeletionConflict parcelId={parcel.id} conflict={parcel.deletionConflict} isQuestionShown />
      </div>
    );
  }
  if (parcel.deletion?.state === 'uncertain' && parcel.deletedAt === null) return <SettleDeletion answer={answer} />;
  if (isDeletedOrDeleting(parcel)) {
    const isShown = answer.deletion?.commandId === parcel.deletion?.commandId;
    return <DeletionActions deletion={isShown ? answer.deletion : parcel.deletion} actions={actions} />;
  }
  const unconfirmed = unconfirmedLabelOf(answer);
  const question = parcel.lastJob?.question ?? null;
  // The verdict already shows the question.
  const isQuestionShown = rule === 'label needs an answer' || rule === 'label waits for other benches';
  const prompt = question
    ? !isQuestionShown && messageText(question.message)
    : unconfirmed && confirmLabelText(unconfirmed);
  const mayDelete = !question && !unconfirmed?.isBlocking;
  const asksToDelete = rule === 'already picked up';
  if (asksToDelete || isConfirmingDelete) {
    // The verdict already shows the question.
    const onCancel = isConfirmingDelete ? () => setIsConfirmingDelete(false) : null;
    return (
      <div className="parcel-actions">
        <ConfirmDelete parcel={parcel} isQuestionShown={asksToDelete} onCancel={onCancel} />
      </div>
    );
  }
  // Just sent: whether it printed is answered first.
  const mayPrint = !unconfirmed || unconfirmed.isBlocking;
  const deleteButton = <DeleteButton parcel={parcel} action={action} onAsk={() => setIsConfirmingDelete(true)} />;
  return (
    <div className={prompt && mayPrint ? 'parcel-actions parcel-actions-asks' : 'parcel-actions'}>
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        {prompt && <p className="parcel-actions-question">{prompt}</p>}
        {unconfirmed && <ConfirmLabelButtons unconfirmed={unconfirmed} action={action} />}
        {mayPrint && <PrintButton parcel={parcel} action={action} onAskReason={onAskReason} />}
        {parcel.lastJob && (
          <MoreLabelActions
            parcel={parcel}
            job={parcel.lastJob}
            actions={actions}
            unconfirmed={unconfirmed}
            onAskReason={onAskReason}
          >
            {!mayDelete && actions.includes('delete') && deleteButton}
          </MoreLabelActions>
        )}
        {mayDelete && deleteButton}
      </div>
    </div>
  );
}

interface ActionButtonProps {
  readonly parcel: Parcel;
  readonly action: Action;
}

/** For a label in the queue: answers to its question, another printer in place of a held one, Resume, and Cancel printing. */
function WaitingButtons({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const jobId = job.id;
  const best = useBestMove(job);
  const buttonOf = (icon: LucideIcon, label: string, run: () => Promise<Result<unknown>>, command?: BarcodeCommand) => (
    <Button
      key={label}
      icon={icon}
      {...(command && { command })}
      isDisabled={action.isRunning}
      onPress={() => void action.run(run)}
    >
      {label}
    </Button>
  );
  const answersOf = (nameOf: (answer: PrintAnswer) => string): ReactNode =>
    job.question?.answers.map((answer, index) =>
      buttonOf(
        Printer,
        nameOf(answer),
        () => call('print-job.answer', { jobId, answer, asked: job.question?.message }),
        choiceCommand(index).command,
      ),
    );
  return (
    <>
      {job.question?.kind === 'site' ? (
        <AnswerForAll about="print" id={jobId}>
          {(shared) =>
            answersOf(() => text(shared ? 'shared-question.answer-one.print' : 'print-job.answer.print anyway'))
          }
        </AnswerForAll>
      ) : (
        answersOf(printAnswerText)
      )}
      {best &&
        buttonOf(
          Printer,
          text('print-queue.action.move', { printer: best.name, makesNoPaper: false }),
          () => call('print-job.move', { jobId, printer: best.name }),
          'move to stand-in',
        )}
      {job.onHold &&
        printJobCan('resume', job.state) &&
        buttonOf(Play, text('parcel.resume-printing'), () => call('print-job.resume', { jobId }), 'yes')}
      {buttonOf(
        PrinterX,
        text('parcel.cancel-printing'),
        () => call('print-job.cancel', { jobId }),
        job.question ? 'no' : undefined,
      )}
    </>
  );
}

/** The best other printer, while the label's own does not print; null where there is none. */
function useBestMove(job: PrintJob): MoveTarget | null {
  const { value: view } = useQuery(stationViewQuery);
  const [to] = useMoveTargets(job);
  if (!view || job.question !== null || !printJobCan('move', job.state)) return null;
  const own = view.printers.find(({ name }) => name === job.printer);
  return own?.reasons.length === 0 || to === undefined || to.makesNoPaper ? null : to;
}

interface MoreLabelActionsProps extends Pick<ScanActionsProps, 'parcel' | 'onAskReason'> {
  readonly job: PrintJob;
  /** What the verdict offers. */
  readonly actions: readonly OfferedAction[];
  readonly unconfirmed: UnconfirmedLabel | null;
  readonly children: ReactNode;
}

/** What the verdict offers besides the buttons that are shown. */
function MoreLabelActions({ parcel, job, actions, unconfirmed, onAskReason, children }: MoreLabelActionsProps) {
  const others = useMoveTargets(job);
  const best = useBestMove(job);
  const isShown = (one: JobAction): boolean => {
    switch (one.kind) {
      case 'answer':
      case 'cancel':
      case 'resume':
        return true;
      case 'move':
        return one.to.name === best?.name;
      case 'mark not printed':
        return unconfirmed !== null;
      case 'confirm printed':
        return unconfirmed?.offersLabelInHand ?? false;
      case 'print again':
        return unconfirmed?.isBlocking ?? true;
      case 'pause':
        return false;
      default:
        return assertNever(one);
    }
  };
  const more = allJobActions(job, { actions, others, copies: parcel.copies }).filter((one) => !isShown(one));
  return (
    <LabelButtons
      job={job}
      actions={{ shown: [], more }}
      size="regular"
      describedBy={answerCodeId}
      onAskReason={onAskReason}
    >
      {children}
    </LabelButtons>
  );
}

function PrintButton({ parcel, action, onAskReason }: ActionButtonProps & Pick<ScanActionsProps, 'onAskReason'>) {
  const { lastJob } = parcel;
  if (lastJob && printJobCan('cancel', lastJob.state)) return <WaitingButtons job={lastJob} action={action} />;
  const mayBeOnPaper = needsReprintReason(parcel);
  // Marked as not printed by an operator: that is the reason.
  const reprintReason = lastJob && isMarkedNotPrinted(lastJob) ? notPrintedReason() : null;
  const print = (): void => {
    void action.run(() => call('parcel.print', { parcelId: parcel.id, reprintReason, reprintKind: 'not printed' }));
  };
  return (
    <Button
      icon={Printer}
      {...((mayBeOnPaper || reprintReason) && { command: 'print again' as const })}
      isDisabled={action.isRunning}
      disabledReason={scanPrintDisabledReason(parcel)}
      onPress={mayBeOnPaper ? onAskReason : print}
    >
      {text(mayBeOnPaper || reprintReason ? 'parcel.print-again' : 'parcel.print')}
    </Button>
  );
}

function scanPrintDisabledReason({ label, lastJob, needsLabelAssignment }: Parcel): string | null {
  if (needsLabelAssignment) return text('parcel.not-printable.not-assigned');
  if (label === null) return text('parcel.not-printable.no-label');
  if (lastJob?.state === 'sending') return text('parcel.not-printable.sending');
  return lastJob && isInPrinter(lastJob) ? text('parcel.not-printable.in-printer') : null;
}

function DeleteButton({ parcel, action, onAsk }: ActionButtonProps & { readonly onAsk: () => void }) {
  const remove = (): void => void action.run(() => call('parcel.delete', { parcelId: parcel.id }));
  return (
    <Button
      tone="delete"
      icon={Trash2}
      isDisabled={action.isRunning}
      disabledReason={deleteDisabledReason(parcel)}
      onPress={isPickedUp(parcel) ? onAsk : remove}
    >
      {text('parcel.delete')}
    </Button>
  );
}

interface UnknownCodeActionsProps {
  readonly code: string;
  readonly actions: readonly OfferedAction[];
}

/** The next steps for a code that nothing here has. */
export function UnknownCodeActions({ code, actions }: UnknownCodeActionsProps) {
  const action = useAction();
  return (
    <div className="parcel-actions">
      <div className="parcel-actions-row unknown-code-actions">
        {actions.includes('order code') && (
          <Button icon={PackagePlus} command="choice 1" onPress={() => orderWithCode(code)}>
            {text('scan.order-code')}
          </Button>
        )}
        {actions.includes('import order') && (
          <Button
            icon={FileInput}
            command="choice 2"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('import.choose-files', null))}
          >
            {text('uncertain-order.import.button')}
          </Button>
        )}
        {actions.includes('change environment') && (
          <Button icon={ArrowLeftRight} command="choice 3" onPress={() => showScreen('settings')}>
            {text('scan.change-environment')}
          </Button>
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

/** What can be done about an order that has the scanned code; an uncertain one explains each choice. */
export function OrderActions({
  order,
  actions,
}: {
  readonly order: Command;
  readonly actions: readonly OfferedAction[];
}) {
  if (order.state === 'uncertain') return <UncertainOrderChoices command={order} />;
  return (
    <CommandActions command={order} actions={actions} said={serviceSentences(order.failure)}>
      <Button icon={ListChecks} onPress={() => showScreen('print-queue')}>
        {text('scan.show-order')}
      </Button>
      <HelpButton page={order.state === 'rejected' ? 'rejected-order' : null} />
    </CommandActions>
  );
}

interface CommandActionsProps {
  readonly command: Pick<Command, 'id' | 'failure'>;
  readonly actions: readonly OfferedAction[];
  /** What the service said about it. */
  readonly said?: readonly string[];
  readonly children?: ReactNode;
}

/** The buttons of an order or a deletion, in a row of their own. */
function CommandActions({ command: { id, failure }, actions, said = [], children }: CommandActionsProps) {
  return (
    <div className="parcel-actions">
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="parcel-actions-row">
        <CommandButtons commandId={id} asked={failure?.message} actions={actions} />
        {children}
      </div>
    </div>
  );
}

/** The answers for a parcel, or a code unknown here, whose deletion is uncertain. */
export function SettleDeletion({ answer: { deletion, parcel } }: Pick<ScanActionsProps, 'answer'>) {
  const commandId = parcel?.deletion?.commandId ?? deletion?.commandId ?? null;
  if (commandId === null) return null;
  const serviceText = (deletion?.commandId === commandId && deletion.failure?.serviceText) || null;
  return (
    <div className="parcel-actions">
      <UncertainDeletion commandId={commandId} serviceText={serviceText} parcel={parcel} />
    </div>
  );
}

/** Send, Undo and the answer for all stand before the answers about one that may have been carried out. */
const answersBefore = 3;

interface DeletionActionsProps {
  readonly deletion: (Pick<Command, 'state'> & Partial<Command> & { readonly commandId: number }) | null;
  readonly actions: readonly OfferedAction[];
}

/** What can be done about a deletion that waits, or was rejected. While it counts down, Undo stands under Pending deletions. */
export function DeletionActions({ deletion, actions }: DeletionActionsProps) {
  const action = useAction();
  // Of a deletion that is done, the actions are those of an order with the code again, which has buttons of its own.
  if (!deletion || deletion.state === 'counting' || deletion.state === 'done' || actions.length === 0) return null;
  const { commandId, state, failure = null } = deletion;
  return (
    <CommandActions command={{ id: commandId, failure }} actions={actions}>
      {state === 'needs confirmation' && <AnswerForAll about="delete" id={commandId} />}
      {actions.includes('settleDeletion') && <SettleDeletionButtons {...{ commandId, answersBefore, action }} />}
      <FailureStrip failure={action.failure} />
    </CommandActions>
  );
}
