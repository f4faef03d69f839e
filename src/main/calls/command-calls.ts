import { openStates } from '../../shared/command.ts';
import { success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

/** Most commands a list shows. */
const listLimit = 200;

type CommandCall =
  | 'deletion.undo'
  | 'deletions.pending'
  | 'commands.open'
  | 'command.take-back'
  | 'command.agree'
  | 'command.try-again'
  | 'command.delete-again'
  | 'command.settle'
  | 'command.put-away'
  | 'waiting.read';

/** The calls about what waits for the service. `bench` gives the one of this moment. */
export function commandCalls(bench: () => Bench): Handlers<CommandCall> {
  return {
    'deletion.undo': ({ commandId }) => bench().commandActs.takeBack(commandId),
    'deletions.pending': async () => success(await bench().deletions.pending()),
    'commands.open': async () => success(await bench().records.commands(openStates, listLimit)),
    'command.take-back': ({ commandId }) => bench().commandActs.takeBack(commandId),
    'command.agree': ({ commandId }) => bench().commandActs.agree(commandId),
    'command.try-again': ({ commandId }) => bench().commandActs.tryAgain(commandId),
    'command.delete-again': ({ commandId }) => bench().commandActs.deleteAgain(commandId),
    'command.settle': ({ commandId, isThere }) => bench().commandActs.settle(commandId, isThere),
    'command.put-away': ({ commandId }) => bench().commandActs.putAway(commandId),
    'waiting.read': async () => success(await bench().records.whatWaits()),
  };
}
