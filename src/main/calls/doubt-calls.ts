import { success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type DoubtCall = 'order.send-again' | 'order.replace' | 'order.alarms' | 'order.put-away-alarm';

/** The calls about orders in doubt. `bench` gives the one of this moment. */
export function doubtCalls(bench: () => Bench): Handlers<DoubtCall> {
  return {
    'order.send-again': ({ commandId }) => bench().outbox.sendAgain(commandId),
    async 'order.replace'({ commandId }) {
      const { doubt, orders } = bench();
      const replaced = await doubt.replace(commandId);
      return replaced.ok ? orders.progress(replaced.value.id) : replaced;
    },
    'order.alarms': async () => success(await bench().doubt.alarms()),
    'order.put-away-alarm': ({ alarmId }) => bench().doubt.putAwayAlarm(alarmId),
  };
}
