import './print-jobs.css';
import { CircleCheck, CirclePause, Info, type LucideIcon, TriangleAlert, Unplug } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import { helpOfPrinter } from '../../data/help.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import {
  confirmationHint,
  connectionText,
  makesNoPaper,
  printerStateText,
  recoveryInstructions,
  warningText,
} from '../../presentation/printer-text.ts';
import { clockTime } from '../../text/dates.ts';
import { messageDetails, messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Details, MoreButton } from '../../ui/disclosure.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { HelpButton } from '../help/help-button.tsx';
import type { PrinterJobs } from './jobs-by-printer.ts';
import {
  type MoveTarget,
  type PrinterAction,
  type PrinterActions,
  printerActions,
  printerActionText,
} from './printer-actions.ts';

interface PrinterBandProps {
  readonly group: PrinterJobs;
  /** The other printers, the best one to move to first. */
  readonly others: readonly MoveTarget[];
  readonly environment: EnvironmentKind;
  /** Nothing is to be done about it: one line. */
  readonly isIdle: boolean;
  readonly now: number;
}

/** One printer: its state, what to do about it, and its buttons. */
export function PrinterBand({ group, others, environment, isIdle, now }: PrinterBandProps) {
  const { name, printer, waiting } = group;
  const action = useAction();
  const id = useId();
  const band = useRef<HTMLElement>(null);
  const look = bandLook(group, environment);
  const { icon: Icon } = look;
  const isWarning = look.tone === 'warning';
  const facts = printer ? bandFacts(printer, waiting, now) : [];
  const warning = printer ? warningText(printer) : null;
  return (
    <section
      className={`printer-band printer-band-${isWarning ? 'loud' : 'quiet'} tone-${look.tone}`}
      aria-labelledby={id}
      ref={band}
      tabIndex={-1}
    >
      <div className="printer-band-line">
        <Icon aria-hidden className="printer-band-icon" />
        <div className="printer-band-text">
          <h2 id={id} className="printer-band-title">
            {printer ? text('print-queue.printer', { name, state: stateText(printer, environment) }) : name}
          </h2>
          {(isIdle ? [] : look.lines).map((line) => (
            <p key={line} className="printer-band-instruction">
              {line}
            </p>
          ))}
          {facts.length > 0 && (
            <p className="printer-band-note printer-band-facts">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          )}
          {warning && (
            <p className="printer-band-note printer-band-caution">
              <TriangleAlert aria-hidden />
              {warning}
            </p>
          )}
          {printer && !isIdle && (
            <div className="print-job-more">
              <Details lines={bandDetails(printer)} describedBy={id} />
              <HelpButton page={helpOfPrinter(printer)} />
            </div>
          )}
        </div>
        <BandButtons
          name={name}
          actions={printerActions(group, others)}
          action={action}
          describedBy={id}
          onDone={() => band.current?.focus()}
        />
      </div>
      {action.failure && <FailureStrip failure={action.failure} />}
    </section>
  );
}

const stateText = (printer: PrinterState, environment: EnvironmentKind): string =>
  printer.reasons.length === 0 && makesNoPaper(printer, environment)
    ? text('printer.state.no-paper')
    : printerStateText(printer);

interface BandLook {
  readonly tone: 'warning' | 'success' | 'quiet';
  readonly icon: LucideIcon;
  readonly lines: readonly string[];
}

function bandLook({ printer, waiting }: PrinterJobs, environment: EnvironmentKind): BandLook {
  if (!printer) {
    return waiting > 0
      ? { tone: 'warning', icon: Unplug, lines: [text('print-queue.removed-printer-with-labels')] }
      : { tone: 'quiet', icon: Unplug, lines: [text('print-queue.removed-printer')] };
  }
  if (printer.reasons.length === 0 && makesNoPaper(printer, environment)) {
    return { tone: 'quiet', icon: Info, lines: [text('print-queue.no-paper')] };
  }
  if (printer.reasons.length === 0) {
    return { tone: 'success', icon: CircleCheck, lines: [printerHint(printer)].filter((line) => line !== null) };
  }
  const icon = isJustOnHold(printer) ? CirclePause : TriangleAlert;
  return { tone: 'warning', icon, lines: recoveryInstructions(printer) };
}

const printerHint = (printer: PrinterState): string | null =>
  transportCapabilities(printer.connection).isVirtual ? connectionText(printer.connection) : confirmationHint(printer);

/** What a print queue or the printer reports, since when it is held, and what it still has to print. */
function bandFacts({ message, since, reasons, labelsInPrinter }: PrinterState, waiting: number, now: number): string[] {
  return [
    message === null ? null : messageText(message),
    since === null ? null : text('print-queue.since', { time: clockTime(since, now) }),
    waiting > 0 && reasons.length > 0 ? text('print-queue.labels-waiting', { labels: waiting }) : null,
    labelsInPrinter ? text('print-queue.labels-in-printer', { labels: labelsInPrinter }) : null,
  ].filter((fact) => fact !== null);
}

function bandDetails({ connection, message }: PrinterState): string[] {
  return [
    ...(transportCapabilities(connection).isVirtual ? [] : [connectionText(connection)]),
    ...(message === null ? [] : messageDetails(message)),
  ];
}

const isJustOnHold = ({ reasons }: PrinterState): boolean => reasons.every((reason) => reason === 'on hold');

interface BandButtonsProps {
  readonly name: string;
  readonly actions: PrinterActions;
  readonly action: Action;
  readonly describedBy: string;
  /** Called when the action is done: its button may be gone. */
  readonly onDone: () => void;
}

function BandButtons({ name, actions, action, describedBy, onDone }: BandButtonsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const moreId = `${describedBy}-more`;
  const press = async (printerAction: PrinterAction): Promise<void> => {
    if (!(await action.run(() => runPrinterAction(name, printerAction)))) return;
    setIsOpen(false);
    onDone();
  };
  const buttonOf = (printerAction: PrinterAction) => (
    <Button
      key={printerActionText(printerAction)}
      size="small"
      describedBy={describedBy}
      isDisabled={action.isRunning}
      onPress={() => void press(printerAction)}
    >
      {printerActionText(printerAction)}
    </Button>
  );
  return (
    <div className="printer-band-buttons">
      {actions.shown.map(buttonOf)}
      {actions.more.length > 0 && (
        <MoreButton isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} controls={moreId} describedBy={describedBy} />
      )}
      {isOpen && actions.more.length > 0 && (
        <div id={moreId} className="more-buttons">
          {actions.more.map(buttonOf)}
        </div>
      )}
    </div>
  );
}

function runPrinterAction(name: string, printerAction: PrinterAction): Promise<Result<unknown>> {
  switch (printerAction.kind) {
    case 'move jobs':
      return call('printer.move-jobs', { from: name, to: printerAction.to.name });
    case 'pause':
      return call('printer.pause', { name });
    case 'resume':
      return call('printer.resume', { name });
    case 'turn off status checks':
      return call('printer.cannot-answer', { name });
    case 'accept':
      return call('printer.accept-identity', { name });
    case 'clear':
      return call('printer.command', { name, command: 'clear unfinished label' });
    default:
      return assertNever(printerAction);
  }
}
