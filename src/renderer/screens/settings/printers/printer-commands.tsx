import type { Printer } from '../../../../shared/printing/printer.ts';
import { type PrinterCommand, transportCapabilities } from '../../../../shared/printing/printer-transports.ts';
import { call } from '../../../data/station-client.ts';
import type { Action } from '../../../data/use-action.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirmation.tsx';

interface PrinterCommandsProps {
  readonly printer: Printer;
  readonly action: Action;
  /** Receives what was done, in a sentence. */
  readonly onDone: (message: string | null) => void;
}

/** The commands that can be sent to a printer over its connection. Those that cost labels need confirmation. */
export function PrinterCommands({ printer, action, onDone }: PrinterCommandsProps) {
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
