import { type LucideIcon, Pencil, RotateCw, Send, Trash2, Undo2, X } from 'lucide-react';
import type { Result } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import type { CommandOffer, OfferedAction } from '../../presentation/offered-actions.ts';
import { type TextKey, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { editRejectedOrder } from '../new-order/requested-draft.tsx';

/** "Send" is offered besides. */
export const answersBeforeSettling = ({ state }: Pick<Command, 'state'>): number => (state === 'uncertain' ? 0 : 1);

interface CommandButton {
  readonly action: CommandOffer;
  readonly labelKey: TextKey;
  readonly icon: LucideIcon;
  /** `asked`: the question that the operator read. */
  readonly run: (commandId: number, asked?: Message) => Promise<Result<unknown>>;
}

/**
 * The buttons of a command, in this order, where the verdict offers them. The actions for an uncertain order need more
 * explanation than a button has (screens/uncertain-orders).
 */
export const commandButtons: readonly CommandButton[] = [
  {
    action: 'confirm',
    labelKey: 'waiting-to-send.send',
    icon: Send,
    run: (commandId, asked) => call('command.confirm', { commandId, asked }),
  },
  {
    action: 'retry',
    labelKey: 'waiting-to-send.try-again',
    icon: RotateCw,
    run: (commandId) => call('command.retry', { commandId }),
  },
  {
    action: 'deleteAgain',
    labelKey: 'waiting-to-send.delete-again',
    icon: Trash2,
    run: (commandId) => call('command.delete-again', { commandId }),
  },
  {
    action: 'undo',
    labelKey: 'waiting-to-send.undo',
    icon: Undo2,
    run: (commandId) => call('command.undo', { commandId }),
  },
  {
    action: 'correct',
    labelKey: 'order.edit-and-try-again',
    icon: Pencil,
    run: (commandId) => editRejectedOrder(commandId),
  },
  {
    action: 'dismiss',
    labelKey: 'button.dismiss',
    icon: X,
    run: (commandId) => call('command.dismiss', { commandId }),
  },
];

interface CommandButtonsProps {
  readonly commandId: number;
  /** The question that is shown, where there is one: the answer counts for it alone. */
  readonly asked?: Message | undefined;
  /** What the verdict offers. */
  readonly actions: readonly OfferedAction[];
  readonly size?: 'regular' | 'small';
  /** The id of the element that names the codes. */
  readonly describedBy?: string;
}

/** What can be done about an order or a deletion: the same on every screen. */
export function CommandButtons({ commandId, asked, actions, size = 'regular', describedBy }: CommandButtonsProps) {
  const action = useAction();
  return (
    <>
      {commandButtons
        .filter((button) => actions.includes(button.action))
        .map(({ action: name, labelKey, icon, run }, index) => (
          <Button
            key={name}
            {...choiceCommand(index)}
            size={size}
            {...(size === 'regular' && { icon })}
            {...(describedBy !== undefined && { describedBy })}
            isDisabled={action.isRunning}
            onPress={() => void action.run<unknown>(() => run(commandId, asked))}
          >
            {text(labelKey)}
          </Button>
        ))}
      <FailureStrip failure={action.failure} />
    </>
  );
}
