import { useId, useState } from 'react';
import type { Printer, PrinterState } from '../../../../shared/printing/printer.ts';
import type { PrinterConnection } from '../../../../shared/printing/printer-connection.ts';
import type { FoundPrinter } from '../../../../shared/printing/printer-discovery.ts';
import { type PrinterCommand, transportCapabilities } from '../../../../shared/printing/printer-transports.ts';
import { helpOfPrinter } from '../../../data/help.ts';
import { call } from '../../../data/station-client.ts';
import { type Action, useAction } from '../../../data/use-action.ts';
import {
  confirmationHint,
  connectionText,
  printerStateText,
  recoveryInstructions,
  warningText,
} from '../../../presentation/printer-text.ts';
import { messageText, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Details, MoreButton } from '../../../ui/disclosure.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge } from '../../../ui/tone.tsx';
import { HelpButton } from '../../help/help-button.tsx';
import { ConfirmButton, SettingsLine } from '../settings-controls.tsx';

interface PrinterLineProps {
  readonly printer: Printer;
  /** null before the station reports it. */
  readonly state: PrinterState | null;
  /** The same printer in the search results; null where it is not among them. */
  readonly found: FoundPrinter | null;
  readonly onEdit: () => void;
  /** Opens the form with the address of the socket behind its queue. */
  readonly onUseDirect: () => void;
}

/** One printer: its connection, its state and its actions. */
export function PrinterLine({ printer, state, found, onEdit, onUseDirect }: PrinterLineProps) {
  const action = useAction();
  const [message, setMessage] = useState<string | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const { name } = printer;
  const id = useId();
  const test = async () => {
    setMessage(null);
    const isSent = await action.run(() => call('printer.test', { name }));
    if (isSent) setMessage(text('printer-settings.test.sent', { name }));
  };
  return (
    <SettingsLine
      text={
        <>
          <p className="settings-line-name" id={id}>
            {name}
            {state?.isDefault && <StateBadge tone="success" word={text('printer-settings.default-badge')} />}
            {state && <PrinterBadge state={state} />}
          </p>
          {printerNotes(printer, state).map((note) => (
            <p key={note.text} className={note.isWarning ? 'settings-warning' : 'settings-hint'}>
              {note.text}
            </p>
          ))}
          {state && <HelpButton page={helpOfPrinter(state)} />}
          <Details lines={printerDetails(printer)} describedBy={id} />
        </>
      }
      buttons={
        <>
          <Button size="small" subject={name} isDisabled={action.isRunning} onPress={() => void test()}>
            {text('printer-settings.test')}
          </Button>
          <Button size="small" subject={name} onPress={onEdit}>
            {text('printer-settings.edit')}
          </Button>
          <MoreButton
            isOpen={showsMore}
            onPress={() => setShowsMore(!showsMore)}
            controls={`${id}-more`}
            describedBy={id}
          />
        </>
      }
    >
      {showsMore && (
        <div id={`${id}-more`} className="printer-more">
          <PrinterCommands printer={printer} action={action} onDone={setMessage} />
          <div className="settings-buttons">
            {!state?.isDefault && (
              <Button
                size="small"
                subject={name}
                isDisabled={action.isRunning}
                onPress={() => void action.run(() => call('printer.save', { printer: { ...printer, default: true } }))}
              >
                {text('printer-settings.make-default')}
              </Button>
            )}
            <ConfirmButton
              label={text('printer-settings.remove')}
              subject={name}
              consequence={text('printer-settings.remove.consequence')}
              confirmLabel={text('printer-settings.remove.confirm')}
              isDisabled={action.isRunning}
              onConfirm={() => action.run(() => call('printer.remove', { name }))}
            />
          </div>
        </div>
      )}
      {transportCapabilities(printer.connection).mayBeRaw && (
        <RawQueueNotice name={name} direct={found?.direct ?? null} onUseDirect={onUseDirect} />
      )}
      <div className="settings-line-news" role="status" aria-label={text('printer-settings.news', { name })}>
        {message && <NoticeStrip tone="information">{message}</NoticeStrip>}
      </div>
      <FailureStrip failure={action.failure} />
    </SettingsLine>
  );
}

interface PrinterCommandsProps {
  readonly printer: Printer;
  readonly action: Action;
  /** Receives what was done, in a sentence. */
  readonly onDone: (message: string | null) => void;
}

/** The commands that can be sent to a printer over its connection. Those that cost labels need confirmation. */
function PrinterCommands({ printer, action, onDone }: PrinterCommandsProps) {
  const { name } = printer;
  const { commands } = transportCapabilities(printer.connection);
  const sendCommand = async (command: PrinterCommand) => {
    onDone(null);
    const isSent = await action.run(() => call('printer.command', { name, command }));
    if (isSent) onDone(text(`printer-command.${command}.done`, { name }));
  };
  if (commands.length === 0) return null;
  return (
    <fieldset className="settings-buttons" aria-label={text('printer-settings.commands', { name })}>
      {commands.map((command) =>
        needsConfirmation(command) ? (
          <ConfirmButton
            key={command}
            label={text(`printer-command.${command}.label`)}
            subject={name}
            consequence={text(`printer-command.${command}.consequence`)}
            confirmLabel={text(`printer-command.${command}.confirm`)}
            cancelLabel={text('printer-command.cancel')}
            isDisabled={action.isRunning}
            onConfirm={() => sendCommand(command)}
          />
        ) : (
          <Button
            size="small"
            key={command}
            subject={name}
            isDisabled={action.isRunning}
            onPress={() => void sendCommand(command)}
          >
            {text(`printer-command.${command}.label`)}
          </Button>
        ),
      )}
    </fieldset>
  );
}

const confirmedCommands = ['calibrate', 'cancel all'] as const satisfies readonly PrinterCommand[];

/** True for a command that costs labels. */
export const needsConfirmation = (command: PrinterCommand): command is (typeof confirmedCommands)[number] =>
  confirmedCommands.some((confirmed) => confirmed === command);

function PrinterBadge({ state }: { readonly state: PrinterState }) {
  if (state.reasons.length > 0) return <StateBadge tone="warning" word={printerStateText(state)} />;
  return <StateBadge tone={state.answers ? 'success' : 'quiet'} word={printerStateText(state)} />;
}

export interface PrinterNote {
  readonly text: string;
  readonly isWarning: boolean;
}

/** The lines under a printer's name: what to do, and its settings. */
export function printerNotes(printer: Printer, state: PrinterState | null): PrinterNote[] {
  const { isVirtual } = transportCapabilities(printer.connection);
  const isHeld = state !== null && state.reasons.length > 0;
  const lines = [
    ...(isHeld ? recoveryInstructions(state) : []),
    isVirtual ? connectionText(printer.connection) : null,
    state && !isHeld ? confirmationHint(state) : null,
    state?.message ? messageText(state.message) : null,
    ...optionNotes(printer),
  ];
  const warning = state && warningText(state);
  return [
    ...lines.flatMap((line) => (line ? [{ text: line, isWarning: false }] : [])),
    ...(warning ? [{ text: warning, isWarning: true }] : []),
  ];
}

/** How a printer is reached, and its resolution. */
export function printerDetails({ connection, dotsPerMillimetre }: Printer): string[] {
  return [
    ...(transportCapabilities(connection).isVirtual ? [] : [connectionText(connection)]),
    ...(dotsPerMillimetre ? [text('printer-settings.note.resolution', { dots: dotsPerMillimetre })] : []),
  ];
}

/** One sentence for each setting that is not the usual one. */
function optionNotes({ neverAnswers, shared, productionOnly, paper, standIn }: Printer): (string | null)[] {
  return [
    standIn?.automatic ? text('printer-settings.note.stand-in-automatic', { printer: standIn.printer }) : null,
    standIn && !standIn.automatic ? text('printer-settings.note.stand-in', { printer: standIn.printer }) : null,
    neverAnswers ? text('printer-settings.note.never-answers') : null,
    shared ? text('printer-settings.note.shared') : null,
    productionOnly ? text('printer-settings.note.production-only') : null,
    paper ? text('printer-settings.note.paper', { width: paper.width, length: paper.length }) : null,
  ];
}

interface RawQueueNoticeProps {
  /** The printer's name on this station. */
  readonly name: string;
  /** The socket behind the raw queue; null where none is known. */
  readonly direct: PrinterConnection | null;
  readonly onUseDirect: () => void;
}

/** CUPS 3 has no raw queues: the printer's own address is better, where the printer also reports its status. */
function RawQueueNotice({ name, direct, onUseDirect }: RawQueueNoticeProps) {
  if (!direct) {
    return <p className="settings-hint printer-more">{text('printer-settings.raw-queue.unknown')}</p>;
  }
  return (
    <div className="printer-more">
      <NoticeStrip
        tone="warning"
        next={text('printer-settings.raw-queue.next', { place: connectionText(direct) })}
        actions={
          <Button size="small" subject={name} onPress={onUseDirect}>
            {text('printer-settings.use-address')}
          </Button>
        }
      >
        {text('printer-settings.raw-queue')}
      </NoticeStrip>
    </div>
  );
}
