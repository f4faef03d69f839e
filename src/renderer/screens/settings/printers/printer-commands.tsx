import { assertNever } from '../../../../shared/contract/failure.ts';
import type { Printer, PrinterCommand, PrinterConnection } from '../../../../shared/printing/printer.ts';
import { call } from '../../../data/station-client.ts';
import type { Action } from '../../../data/use-action.ts';
import { ConfirmButton, NamedButton } from '../settings-controls.tsx';

interface PrinterCommandsProps {
  readonly printer: Printer;
  readonly action: Action;
  /** Told what the printer was told, in a sentence. */
  readonly onDone: (message: string | null) => void;
}

/** What a printer can be told while it is set up. What costs labels is asked about first. */
export function PrinterCommands({ printer, action, onDone }: PrinterCommandsProps) {
  const { name } = printer;
  const commands = commandsFor(printer.connection.kind);
  const sendCommand = async (command: PrinterCommand) => {
    onDone(null);
    const isSent = await action.run(() => call('printer.command', { name, command }));
    if (isSent) onDone(`${name} was told: ${printerCommandWords[command].done}`);
  };
  if (commands.length === 0) return null;
  return (
    <fieldset className="settings-buttons" aria-label={`Tell ${name}`}>
      {commands.map((command) => {
        const { words, confirmation } = printerCommandWords[command];
        if (confirmation === null) {
          return (
            <NamedButton
              key={command}
              words={words}
              name={name}
              isDisabled={action.isRunning}
              onPress={() => void sendCommand(command)}
            />
          );
        }
        return (
          <ConfirmButton
            key={command}
            words={words}
            name={name}
            {...confirmation}
            isDisabled={action.isRunning}
            onConfirm={() => sendCommand(command)}
          />
        );
      })}
    </fieldset>
  );
}

interface CommandWords {
  /** On the button. */
  readonly words: string;
  /** After "was told:", a sentence. */
  readonly done: string;
  /** What is asked first, where it costs something; null where it does not. */
  readonly confirmation: {
    readonly consequence: string;
    readonly confirmLabel: string;
    readonly cancelLabel: string;
  } | null;
}

/** How the commands to a printer are offered and reported. */
export const printerCommandWords: Record<PrinterCommand, CommandWords> = {
  calibrate: {
    words: 'Calibrate',
    done: 'calibrate. It feeds a few labels.',
    confirmation: {
      consequence: 'It feeds a few blank labels to measure them.',
      confirmLabel: 'Calibrate it',
      cancelLabel: 'Leave it',
    },
  },
  pause: { words: 'Pause', done: 'pause. It prints nothing until it is told to resume.', confirmation: null },
  resume: { words: 'Resume', done: 'resume.', confirmation: null },
  'cancel all': {
    words: 'Cancel all in it',
    done: 'cancel all. Labels that were in it did not come out: look at its jobs in the Print queue.',
    confirmation: {
      consequence: 'Every label in the printer is dropped, those of other computers too. What was not sent yet stays.',
      confirmLabel: 'Drop them all',
      cancelLabel: 'Leave them',
    },
  },
  'clear unfinished label': {
    words: 'Clear unfinished label',
    done: 'forget the label it has only a part of.',
    confirmation: null,
  },
  'ignore media commands': {
    words: 'Keep labels from changing media settings',
    done: 'keep its print mode and media settings, whatever a label says.',
    confirmation: null,
  },
};

/** What can be told over which connection: a print queue carries what may wait behind labels, the Windows spooler nothing but labels. */
export function commandsFor(kind: PrinterConnection['kind']): readonly PrinterCommand[] {
  switch (kind) {
    case 'tcp':
    case 'usb':
      return offered;
    case 'cups':
      return ['calibrate', 'ignore media commands'];
    case 'windows':
    case 'virtual':
      return [];
    default:
      return assertNever(kind);
  }
}

const offered: readonly PrinterCommand[] = [
  'calibrate',
  'pause',
  'resume',
  'cancel all',
  'clear unfinished label',
  'ignore media commands',
];
