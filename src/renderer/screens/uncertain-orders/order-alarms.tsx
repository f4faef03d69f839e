import './uncertain-orders.css';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { alarmSentence } from './uncertain-order-actions.ts';

/** Replaced orders that gave a sign of life, until somebody puts that away. */
export function OrderAlarms() {
  const [query] = useState(() =>
    createQuery({ topics: ['commands', 'deletions'], read: () => call('order.alarms', null) }),
  );
  const { value: alarms, failure } = useQuery(query);
  const action = useAction();
  const now = useNow(10_000);
  return (
    <>
      {alarms && alarms.length > 0 && (
        <ul aria-label="Alarms" className="order-alarms">
          {alarms.map((alarm) => (
            <Alarm
              key={alarm.id}
              alarm={alarm}
              now={now}
              isDisabled={action.isRunning}
              onDismiss={() => void action.run(() => call('order.dismiss-alarm', { alarmId: alarm.id }))}
            />
          ))}
        </ul>
      )}
      <FailureStrip failure={action.failure ?? failure} />
    </>
  );
}

interface AlarmProps {
  readonly alarm: OrderAlarm;
  readonly now: number;
  readonly isDisabled: boolean;
  readonly onDismiss: () => void;
}

function Alarm({ alarm, now, isDisabled, onDismiss }: AlarmProps) {
  return (
    <li className="order-alarm">
      <p>
        <CircleAlert aria-hidden />
        <strong>{alarmSentence(alarm, now)}</strong>
      </p>
      <p>
        It may be carried out and charged beside the new one. Ask the service, and delete the one that is not wanted.
      </p>
      <dl>
        <dt>Old code</dt>
        <dd>
          <Code>{alarm.code}</Code>
        </dd>
        <dt>{alarm.newCodes.length === 1 ? 'New code' : 'New codes'}</dt>
        {alarm.newCodes.map((code) => (
          <dd key={code}>
            <Code>{code}</Code>
          </dd>
        ))}
      </dl>
      <Button size="small" isDisabled={isDisabled} onPress={onDismiss}>
        Put away <span className="only-spoken">alarm of {alarm.code}</span>
      </Button>
    </li>
  );
}
