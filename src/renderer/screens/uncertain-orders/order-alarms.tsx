import './uncertain-orders.css';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Details } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { alarmDetails, alarmSentence } from './uncertain-order-actions.ts';

/** Replaced orders that turned out to exist, until each alarm is dismissed. */
export function OrderAlarms() {
  const [query] = useState(() =>
    createQuery({ topics: ['commands', 'deletions'], read: () => call('order.alarms', null) }),
  );
  const { value: alarms, failure } = useQuery(query);
  const now = useNow(10_000);
  return (
    <>
      {alarms && alarms.length > 0 && (
        <ul aria-label={text('order-alarm.list')} className="order-alarms">
          {alarms.map((alarm) => (
            <Alarm key={alarm.id} alarm={alarm} now={now} />
          ))}
        </ul>
      )}
      <FailureStrip failure={failure} />
    </>
  );
}

interface AlarmProps {
  readonly alarm: OrderAlarm;
  readonly now: number;
}

/** One alarm, with both orders' codes and its "Dismiss". */
export function Alarm({ alarm, now }: AlarmProps) {
  const action = useAction();
  const dismiss = () => call('order.dismiss-alarm', { alarmId: alarm.id });
  return (
    <li className="order-alarm">
      <p>
        <CircleAlert aria-hidden />
        <strong>{alarmSentence(alarm, now)}</strong>
      </p>
      <p>{text('order-alarm.next')}</p>
      <dl>
        <dt>{text('order-alarm.old-code')}</dt>
        <dd>
          <Code>{alarm.code}</Code>
        </dd>
        <dt>{text('order-alarm.new-codes', { count: alarm.newCodes.length })}</dt>
        {alarm.newCodes.map((code) => (
          <dd key={code}>
            <Code>{code}</Code>
          </dd>
        ))}
      </dl>
      <Details lines={alarmDetails(alarm)} />
      <Button size="small" isDisabled={action.isRunning} onPress={() => void action.run(dismiss)}>
        <span aria-hidden>{text('button.dismiss')}</span>
        <span className="only-spoken">{text('order-alarm.dismiss', { code: alarm.code })}</span>
      </Button>
      <HelpButton page="replaced-order" />
      <FailureStrip failure={action.failure} />
    </li>
  );
}
