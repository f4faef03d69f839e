import type { Printer, PrinterCommand } from '../../../shared/printer.ts';
import { call } from '../../station.ts';
import type { Action } from '../use-action.ts';
import { AskingButton } from './asking-button.tsx';
import { NamedButton } from './named-button.tsx';
import { commandsOver, printerCommandWords } from './printer-command-words.ts';

interface PrinterCommandsProps {
  readonly printer: Printer;
  readonly action: Action;
  /** Told what the printer was told, in a sentence. */
  readonly onDone: (news: string | null) => void;
}

/** What a printer can be told while it is set up. What costs labels is asked about first. */
export function PrinterCommands({ printer, action, onDone }: PrinterCommandsProps) {
  const { name } = printer;
  const commands = commandsOver(printer.connection.kind);
  const tell = async (command: PrinterCommand) => {
    onDone(null);
    const isTold = await action.run(() => call('printer.command', { name, command }));
    if (isTold) onDone(`${name} was told: ${printerCommandWords[command].done}`);
  };
  if (commands.length === 0) return null;
  return (
    <fieldset className="settings-buttons" aria-label={`Tell ${name}`}>
      {commands.map((command) => {
        const { words, ask } = printerCommandWords[command];
        if (ask === null) {
          return (
            <NamedButton
              key={command}
              words={words}
              name={name}
              isDisabled={action.isRunning}
              onPress={() => void tell(command)}
            />
          );
        }
        return (
          <AskingButton
            key={command}
            words={words}
            name={name}
            {...ask}
            isDisabled={action.isRunning}
            onYes={() => tell(command)}
          />
        );
      })}
    </fieldset>
  );
}
