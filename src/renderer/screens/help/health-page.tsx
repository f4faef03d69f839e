import './health.css';
import { RefreshCw, Settings } from 'lucide-react';
import { useEffect } from 'react';
import type { HealthCheck, HealthCheckName, HealthState } from '../../../shared/contract/health-view.ts';
import { type SettingsSection, showSettingsSection } from '../../data/current-screen.ts';
import { helpOfCheck } from '../../data/help.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { reasonsText, recoveryInstructions, warningText } from '../../presentation/printer-text.ts';
import { clockTime } from '../../text/dates.ts';
import { messageDetails, messageNextStep, messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Details } from '../../ui/disclosure.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { StateBadge, type Tone } from '../../ui/tone.tsx';
import { HelpButton } from './help-button.tsx';

const healthQuery = createQuery({
  topics: ['health', 'station', 'webhook deliveries'],
  gatherMs: 250,
  read: () => call('health.read', null),
});

/** The numbered checks of the station. The service is asked when the page opens and when an operator wants it. */
export function HealthChecks() {
  const { value: view, failure } = useQuery(healthQuery);
  const action = useAction();
  const check = (): void => void action.run(() => call('health.check', null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(check, []);
  if (!view) return <FailureStrip failure={failure} />;
  const { checks, isChecking, checkedAt } = view;
  const count = checks.filter(({ state }) => state === 'attention' || state === 'failed').length;
  return (
    <section className="health-checks" aria-label={text('health.list')}>
      <div className="check-head">
        <p role="status">{isChecking ? text('health.checking') : text('health.summary', { count })}</p>
        {checkedAt !== null && <p className="check-quiet">{text('health.checked-at', { at: clockTime(checkedAt) })}</p>}
        <Button size="small" icon={RefreshCw} isDisabled={isChecking} onPress={check}>
          {text('health.check-now')}
        </Button>
      </div>
      <ul aria-label={text('health.list')} className="check-list">
        {checks.map((one) => (
          <HealthLine key={one.number} {...one} />
        ))}
      </ul>
      <FailureStrip failure={action.failure ?? failure} />
    </section>
  );
}

const tones: Readonly<Record<HealthState, Tone>> = {
  ok: 'success',
  attention: 'warning',
  failed: 'error',
  'not checked': 'quiet',
  'not used': 'quiet',
};

/** Where each check is set up. */
const sections: Readonly<Record<HealthCheckName, SettingsSection>> = {
  service: 'service',
  token: 'service',
  'label-host': 'service',
  printer: 'printers',
  scanner: 'bench',
  clock: 'service',
  disk: 'about',
  records: 'records',
  backups: 'records',
  webhooks: 'webhooks',
  certificate: 'service',
  update: 'about',
  crashes: 'about',
  site: 'site',
};

function HealthLine({ check, number, subject, state, message, printer }: HealthCheck) {
  const title = text('health.title', { name: text(`health.check.${check}`), subject });
  const isWrong = state === 'attention' || state === 'failed' || state === 'not checked';
  const held = printer !== undefined && printer.reasons.length > 0;
  const found = held ? reasonsText(printer.reasons) : ((printer && warningText(printer)) ?? messageText(message));
  const next = held ? recoveryInstructions(printer) : [messageNextStep(message) ?? ''];
  return (
    <li className="check-line">
      <span className="check-number" aria-hidden>
        {number}
      </span>
      <div className="check-text">
        <h3>
          <span className="only-spoken">{text('health.number', { number })} </span>
          {title}
        </h3>
        <p>
          {found} {isWrong && <span className="check-next">{next.join(' ')}</span>}
        </p>
        {isWrong && (
          <div className="check-links">
            <Button
              size="small"
              tone="quiet"
              icon={Settings}
              subject={title}
              onPress={() => showSettingsSection(sections[check])}
            >
              {text('health.open-settings')}
            </Button>
            <HelpButton page={helpOfCheck({ check, printer, message })} />
            <Details lines={messageDetails(message)} />
          </div>
        )}
      </div>
      <StateBadge tone={tones[state]} word={text(`health.state.${state}`)} />
    </li>
  );
}
