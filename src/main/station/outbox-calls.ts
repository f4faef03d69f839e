import { success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { openStates } from '../../shared/orders/command.ts';
import { answerShared } from '../core/outbox/shared-answers.ts';
import type { StationRuntime } from './station-runtime.ts';

/** Most commands a list shows. */
const listLimit = 200;

type CommandCall =
  | 'deletion.undo'
  | 'deletions.pending'
  | 'commands.open'
  | 'command.undo'
  | 'command.confirm'
  | 'command.retry'
  | 'command.delete-again'
  | 'command.settle'
  | 'command.dismiss'
  | 'shared-questions.read'
  | 'shared-questions.answer'
  | 'waiting.read';

/** The calls about commands that wait for the service. `runtime` returns the current station runtime. */
export function commandCalls(runtime: () => StationRuntime): Handlers<CommandCall> {
  return {
    'deletion.undo': ({ commandId }) => runtime().outboxActions.undo(commandId),
    'deletions.pending': async () => success(await runtime().deletions.pending()),
    'commands.open': async () => success(await runtime().records.commands(openStates, listLimit)),
    'command.undo': ({ commandId }) => runtime().outboxActions.undo(commandId),
    'command.confirm': ({ commandId, asked }) => runtime().outboxActions.confirm(commandId, asked),
    'command.retry': ({ commandId }) => runtime().outboxActions.retry(commandId),
    'command.delete-again': ({ commandId }) => runtime().outboxActions.deleteAgain(commandId),
    'command.settle': ({ commandId, isThere }) => runtime().outboxActions.settle(commandId, isThere),
    'command.dismiss': ({ commandId }) => runtime().outboxActions.dismiss(commandId),
    'shared-questions.read': async () => success(await runtime().records.sharedQuestions()),
    'shared-questions.answer': ({ question, goesOn }) => answerShared(runtime(), question, goesOn),
    'waiting.read': async () => success(await runtime().records.countWaiting()),
  };
}

type UncertainOrderCall =
  | 'order.send-again'
  | 'order.used-codes'
  | 'order.replace'
  | 'order.alarms'
  | 'order.dismiss-alarm';

/** The calls about uncertain orders. `runtime` returns the current station runtime. */
export function uncertainOrderCalls(runtime: () => StationRuntime): Handlers<UncertainOrderCall> {
  return {
    'order.send-again': ({ commandId, evenIfBookedTwice }) => runtime().outbox.sendAgain(commandId, evenIfBookedTwice),
    'order.used-codes': async () => success({ areRejected: await runtime().usedCodes.areRejected() }),
    async 'order.replace'({ commandId }) {
      const { uncertainOrders, orders } = runtime();
      const replaced = await uncertainOrders.replace(commandId);
      return replaced.ok ? orders.progress(replaced.value.id) : replaced;
    },
    'order.alarms': async () => success(await runtime().uncertainOrders.alarms()),
    'order.dismiss-alarm': ({ alarmId }) => runtime().uncertainOrders.dismissAlarm(alarmId),
  };
}
