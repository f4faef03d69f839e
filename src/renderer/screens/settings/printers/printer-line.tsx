import { useId, useState } from 'react';
import type { Printer, PrinterConnection, PrinterState } from '../../../../shared/printing/printer.ts';
import type { FoundPrinter } from '../../../../shared/printing/printer-discovery.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import {
  confirmationHint,
  connectionText,
  printerStateText,
  recoveryInstructions,
  warningText,
} from '../../../presentation/printer-text.ts';
import { messageText } from '../../../text/text.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { ConfirmButton, NamedButton } from '../settings-controls.tsx';
import { PrinterCommands } from './printer-commands.tsx';

interface PrinterLineProps {
  readonly printer: Printer;
  /** null: not started yet. */
  readonly state: PrinterState | null;
  /** As a search found it; null where none has. */
  readonly found: FoundPrinter | null;
  readonly onEdit: () => void;
  /** Wants to be reached at the socket behind its queue. */
  readonly onUseDirect: () => void;
}

/** One printer: where it is, how it is, and what can be done with it. */
export function PrinterLine({ printer, state, found, onEdit, onUseDirect }: PrinterLineProps) {
  const action = useAction();
  const [message, setMessage] = useState<string | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const { name } = printer;
  const id = useId();
  const test = async () => {
    setMessage(null);
    const isSent = await action.run(() => call('printer.test', { name }));
    if (isSent) setMessage(`A test label was handed to ${name}. Look whether it came out.`);
  };
  return (
    <div className="settings-line">
      <div className="settings-line-text">
        <p className="settings-line-name" id={id}>
          {name}
          {state?.isDefault && <StateBadge tone="success" word="Default" />}
          {state && <PrinterBadge state={state} />}
        </p>
        {printerLineWords(printer, state).map(({ words, isWarning }) => (
          <p key={words} className={isWarning ? 'settings-warning' : 'settings-hint'}>
            {words}
          </p>
        ))}
      </div>
      <div className="settings-buttons">
        <NamedButton words="Test label" name={name} isDisabled={action.isRunning} onPress={() => void test()} />
        <NamedButton words="Edit" name={name} onPress={onEdit} />
        <MoreButton
          isOpen={showsMore}
          onPress={() => setShowsMore(!showsMore)}
          controls={`${id}-more`}
          describedBy={id}
        />
      </div>
      {showsMore && (
        <div id={`${id}-more`} className="printer-more">
          <PrinterCommands printer={printer} action={action} onDone={setMessage} />
          <div className="settings-buttons">
            {!state?.isDefault && (
              <NamedButton
                words="Make default"
                name={name}
                isDisabled={action.isRunning}
                onPress={() => void action.run(() => call('printer.save', { printer: { ...printer, default: true } }))}
              />
            )}
            <ConfirmButton
              words="Remove"
              name={name}
              consequence="Its unsent labels wait until it is set up again."
              confirmLabel="Remove it"
              cancelLabel="Keep it"
              isDisabled={action.isRunning}
              onConfirm={() => action.run(() => call('printer.remove', { name }))}
            />
          </div>
        </div>
      )}
      {printer.connection.kind === 'cups' && (
        <RawQueueNotice name={name} direct={found?.direct ?? null} onUseDirect={onUseDirect} />
      )}
      <div className="settings-line-news" role="status" aria-label={`News of ${name}`}>
        {message && <NoticeStrip tone="information">{message}</NoticeStrip>}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function PrinterBadge({ state }: { readonly state: PrinterState }) {
  if (state.reasons.length > 0) return <StateBadge tone="warning" word={printerStateText(state)} />;
  return <StateBadge tone={state.answers ? 'success' : 'quiet'} word={printerStateText(state)} />;
}

export interface LineWords {
  readonly words: string;
  readonly isWarning: boolean;
}

/** What stands under a printer's name: how it is reached, how it is, and what is said of it. */
export function printerLineWords(printer: Printer, state: PrinterState | null): LineWords[] {
  const warning = state && warningText(state);
  return [
    ...(state && state.reasons.length > 0 ? [...recoveryInstructions(state), connectionSentence(printer)] : []),
    ...(state && state.reasons.length === 0 ? [confirmationHint(state), connectionSentence(printer)] : []),
    ...(state ? [] : [connectionSentence(printer)]),
    state?.words && messageText(state.words),
    optionsSentence(printer),
  ]
    .flatMap((words) => (words ? [{ words, isWarning: false }] : []))
    .concat(warning ? [{ words: warning, isWarning: true }] : []);
}

const connectionSentence = ({ connection }: Printer): string => `${connectionText(connection)}.`;

/** A sentence for each thing that is not as usual; empty where all is. */
function optionsSentence({ neverAnswers, shared, productionOnly, dotsPerMillimetre, paper, standIn }: Printer): string {
  const sentences: string[] = [];
  if (standIn) {
    sentences.push(standIn.automatic ? `${standIn.printer} stands in by itself.` : `${standIn.printer} can stand in.`);
  }
  if (neverAnswers) sentences.push('Never tells how it is.');
  if (shared) sentences.push('Other computers print on it too.');
  if (productionOnly) sentences.push('Production labels only.');
  if (paper) sentences.push(`Paper of ${paper.width} x ${paper.length} mm.`);
  if (dotsPerMillimetre) sentences.push(`${dotsPerMillimetre} dots per mm.`);
  return sentences.join(' ');
}

interface RawQueueNoticeProps {
  /** The printer's name on this station. */
  readonly name: string;
  /** The socket behind the raw queue; null where none is known. */
  readonly direct: PrinterConnection | null;
  readonly onUseDirect: () => void;
}

/** Raw queues end with CUPS 3: their printers are better reached by their own address, where they also tell how they are. */
function RawQueueNotice({ name, direct, onUseDirect }: RawQueueNoticeProps) {
  if (!direct) {
    return (
      <p className="settings-hint printer-more">
        If this is a raw queue: those are deprecated, and a future version of CUPS will not have them. “Find printers”
        shows the printer’s own address, where it has one.
      </p>
    );
  }
  return (
    <div className="printer-more">
      <NoticeStrip
        tone="warning"
        next={`The printer itself is at ${connectionText(direct)}; there it also tells how it is.`}
        actions={<NamedButton words="Use its address" name={name} onPress={onUseDirect} />}
      >
        Raw print queues are deprecated: a future version of CUPS will not have them.
      </NoticeStrip>
    </div>
  );
}
