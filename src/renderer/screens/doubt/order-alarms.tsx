import './doubt.css';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OrderAlarm } from '../../../shared/order-alarm.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../words/use-now.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { alarmSentence } from './doubt-words.ts';

/** Replaced orders that gave a sign of life, until somebody puts that away. */
export function OrderAlarms() {
  const [mirror] = useState(() =>
    createMirror({ topics: ['commands', 'deletions'], read: () => call('order.alarms', null) }),
  );
  const { value: alarms, failure } = useMirror(mirror);
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
              onPutAway={() => void action.run(() => call('order.put-away-alarm', { alarmId: alarm.id }))}
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
  readonly onPutAway: () => void;
}

function Alarm({ alarm, now, isDisabled, onPutAway }: AlarmProps) {
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
      <Button size="small" isDisabled={isDisabled} onPress={onPutAway}>
        Put away <span className="only-spoken">alarm of {alarm.code}</span>
      </Button>
    </li>
  );
}
