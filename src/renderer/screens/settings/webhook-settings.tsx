import './webhook-settings.css';
import { useState } from 'react';
import { webhookOrigin } from '../../../shared/webhook-view.ts';
import { useMirror } from '../../stores/mirror.ts';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { UnmatchedEvents } from './unmatched-events.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookEditor } from './webhook-editor.tsx';
import { WebhookEvents } from './webhook-events.tsx';
import { WebhookLine } from './webhook-line.tsx';
import { WebhookListenerFields } from './webhook-listener-fields.tsx';
import { listeningWords, reachWords } from './webhook-words.ts';
import { webhooksMirror } from './webhooks-mirror.ts';

/** How the service's events reach the station, and what to enter in its dashboard for that. */
export function WebhookSettings() {
  const { value: view, failure } = useMirror(webhooksMirror);
  const [edited, setEdited] = useState<string | null>(null);
  if (!view) return <FailureStrip failure={failure} />;
  const { settings, listening, environments } = view;
  const reach = listening.kind === 'off' ? null : reachWords(settings);
  return (
    <Card title="Webhooks" className="settings-card">
      <p role="status" aria-label="Webhooks" className={listening.kind === 'failed' ? 'settings-warning' : ''}>
        {listeningWords(listening, settings)}
      </p>
      <WebhookListenerFields settings={settings} />
      {reach !== null && <p className="settings-hint">{reach}</p>}
      <ul aria-label="Webhooks by environment" className="settings-list">
        {environments.map((environment) => (
          <li key={environment.name}>
            {edited === environment.name ? (
              <WebhookEditor environment={environment} onClose={() => setEdited(null)} />
            ) : (
              <WebhookLine
                environment={environment}
                origin={webhookOrigin(settings)}
                onEdit={() => setEdited(environment.name)}
              />
            )}
          </li>
        ))}
      </ul>
      <WebhookEvents />
      <WebhookDeliveries deliveries={view.deliveries} canSendTest={view.canSendTest} />
      <UnmatchedEvents />
    </Card>
  );
}
