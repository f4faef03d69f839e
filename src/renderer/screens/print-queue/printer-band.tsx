import './print-queue-screen.css';
import { CircleCheck, CirclePause, type LucideIcon, TriangleAlert, Unplug } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import type { PrinterJobs } from './jobs-by-printer.ts';
import { type PrinterAction, type PrinterActions, printerActions, printerActionWords } from './printer-actions.ts';
import {
  printerFootnotes,
  printerStateWords,
  quietWords,
  recoverySentences,
  warningSentence,
} from './printer-state-text.ts';

interface PrinterBandProps {
  readonly group: PrinterJobs;
  /** The other printers, the best one to move to first. */
  readonly others: readonly string[];
  readonly now: number;
}

/** One printer: how it is, the hand movement that mends it, and what a person may do about it. */
export function PrinterBand({ group, others, now }: PrinterBandProps) {
  const { name, printer, waiting } = group;
  const action = useAction();
  const id = useId();
  const band = useRef<HTMLElement>(null);
  const look = bandLook(group);
  const { icon: Icon } = look;
  const isWarning = look.tone === 'warning';
  const notes = printer ? printerFootnotes(printer, waiting, now) : [];
  const warning = printer ? warningSentence(printer) : null;
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
            {printer ? `${name}: ${printerStateWords(printer)}` : name}
          </h2>
          <p className="printer-band-words">{look.words}</p>
          {notes.map((note) => (
            <p key={note} className="printer-band-note">
              {note}
            </p>
          ))}
          {warning && (
            <p className="printer-band-note printer-band-caution">
              <TriangleAlert aria-hidden />
              {warning}
            </p>
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

interface BandLook {
  readonly tone: 'warning' | 'success' | 'quiet';
  readonly icon: LucideIcon;
  readonly words: string;
}

function bandLook({ printer, waiting }: PrinterJobs): BandLook {
  if (!printer) {
    const words = 'No longer set up here.';
    return waiting > 0
      ? {
          tone: 'warning',
          icon: Unplug,
          words: `${words} What it had to print waits: give it to another printer, or cancel it.`,
        }
      : { tone: 'quiet', icon: Unplug, words };
  }
  if (printer.reasons.length === 0) return { tone: 'success', icon: CircleCheck, words: quietWords(printer) };
  const icon = isJustOnHold(printer) ? CirclePause : TriangleAlert;
  return { tone: 'warning', icon, words: recoverySentences(printer) };
}

const isJustOnHold = ({ reasons }: PrinterState): boolean => reasons.every((reason) => reason === 'on hold');

interface BandButtonsProps {
  readonly name: string;
  readonly actions: PrinterActions;
  readonly action: Action;
  readonly describedBy: string;
  /** The button that was pressed may be gone. */
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
      key={printerActionWords(printerAction)}
      size="small"
      describedBy={describedBy}
      isDisabled={action.isRunning}
      onPress={() => void press(printerAction)}
    >
      {printerActionWords(printerAction)}
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
    case 'use':
      return call('printer.move-jobs', { from: name, to: printerAction.printer });
    case 'hold':
      return call('printer.pause', { name });
    case 'go on':
      return call('printer.resume', { name });
    case 'cannot answer':
      return call('printer.cannot-answer', { name });
    case 'accept':
      return call('printer.accept-identity', { name });
    case 'clear':
      return call('printer.command', { name, command: 'clear unfinished label' });
    default:
      return assertNever(printerAction);
  }
}
