import '../settings.css';
import './connection-test.css';
import { PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionCheck, EnteredConnection } from '../../../../shared/settings/connection-test.ts';
import { call } from '../../../data/station-client.ts';
import { type Action, useAction } from '../../../data/use-action.ts';
import { messageDetails, messageNextStep, messageText, quotedServiceText, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Details } from '../../../ui/disclosure.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge, type Tone } from '../../../ui/tone.tsx';

/** A test of the entered connection. */
export interface ConnectionTest {
  /** The result for what is entered now; null before the test, and after a change. */
  readonly checks: readonly ConnectionCheck[] | null;
  /** The result, also shown; null where the test could not run. */
  readonly run: () => Promise<readonly ConnectionCheck[] | null>;
  readonly action: Action;
}

/** Tests what is entered, and drops the result as soon as something else is entered. */
export function useConnectionTest(entered: EnteredConnection): ConnectionTest {
  const action = useAction();
  const [result, setResult] = useState<{ tested: string; checks: readonly ConnectionCheck[] } | null>(null);
  const current = JSON.stringify(entered);
  return {
    checks: result?.tested === current ? result.checks : null,
    action,
    async run() {
      let checks: readonly ConnectionCheck[] | null = null;
      await action.run(async () => {
        const answer = await call('environment.test', entered);
        if (answer.ok) checks = answer.value.checks;
        return answer;
      });
      if (checks) setResult({ tested: current, checks });
      return checks;
    },
  };
}

const tones: Readonly<Record<ConnectionCheck['outcome'], Tone>> = {
  passed: 'success',
  failed: 'error',
  'not checked': 'quiet',
};

/** The button "Test connection" with the result of each check. */
export function ConnectionTestPanel({ entered }: { readonly entered: EnteredConnection }) {
  const test = useConnectionTest(entered);
  return (
    <div className="connection-test">
      <Button size="small" icon={PlugZap} isDisabled={test.action.isRunning} onPress={() => void test.run()}>
        {text('connection-test.button')}
      </Button>
      <ConnectionTestResult test={test} />
    </div>
  );
}

/** The result of each check on a line of its own, with what to do about it. */
export function ConnectionTestResult({ test: { checks, action } }: { readonly test: ConnectionTest }) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (checks) result.current?.scrollIntoView({ block: 'nearest' });
  }, [checks]);
  return (
    <>
      <div ref={result} role="status" aria-label={text('connection-test.name')}>
        {action.isRunning && <p className="connection-test-running">{text('connection-test.in-progress')}</p>}
        {checks && (
          <ul aria-label={text('connection-test.name')}>
            {checks.map((check) => (
              <ConnectionCheckLine key={check.check} {...check} />
            ))}
          </ul>
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </>
  );
}

function ConnectionCheckLine({ check, outcome, message, serviceText }: ConnectionCheck) {
  const next = messageNextStep(message);
  return (
    <li className="connection-check">
      <StateBadge tone={tones[outcome]} word={text(`connection-test.outcome.${outcome}`)} />
      <div className="connection-check-text">
        <p>
          <b>{text(`connection-test.check.${check}`)}</b> {messageText(message)}
          {outcome !== 'passed' && next && <span className="connection-check-next"> {next}</span>}
          {serviceText && <span className="connection-check-next"> {quotedServiceText(serviceText)}</span>}
        </p>
        <Details lines={messageDetails(message)} />
      </div>
    </li>
  );
}
