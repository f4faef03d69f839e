import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { message } from '../../shared/messages/message.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { WebhookSource } from '../../shared/settings/webhook-source.ts';
import type {
  EnteredWebhook,
  ListedDelivery,
  WebhookListening,
  WebhooksView,
} from '../../shared/settings/webhook-view.ts';
import { type AddressConfirmation, webhookQuestion } from './address-confirmation.ts';
import { changeSettings, type SettingsAccess } from './settings-calls.ts';

type WebhookCall = 'webhooks.read' | 'webhook.save' | 'webhook.remove' | 'webhook.send-test';

export interface WebhookCallsParts extends SettingsAccess {
  addresses: AddressConfirmation;
  webhooks: { listening(): WebhookListening; deliveries(): ListedDelivery[] };
  /** Makes the practice service send an event; null if the active environment is not practice. */
  sendTest: () => (() => void) | null;
}

/** The calls about the webhook listener. Header values are written but never returned. */
export function webhookCalls(parts: WebhookCallsParts): Handlers<WebhookCall> {
  const changed = (edit: (settings: Settings) => Settings): Result<null> => {
    const saved = changeSettings(parts, edit);
    return saved.ok ? success(null) : saved;
  };
  const withWebhook = (name: string, edit: (known: Environment) => Environment): Result<null> =>
    changed((settings) => ({
      ...settings,
      environments: settings.environments.map((entry) => (entry.name === name ? edit(entry) : entry)),
    }));

  const webhookOf = (name: string): Result<WebhookSource | undefined> => {
    const known = parts.settings().environments.find((entry) => entry.name === name);
    return known ? success(known.webhook) : failed(unknownEnvironment);
  };

  return {
    async 'webhooks.read'() {
      const { webhooks, environments } = parts.settings();
      return success({
        settings: webhooks,
        listening: parts.webhooks.listening(),
        environments: environments.map(withoutHeaderValue),
        canSendTest: parts.sendTest() !== null,
        deliveries: parts.webhooks.deliveries(),
      });
    },
    async 'webhook.save'(entered) {
      const name = entered.environment;
      const known = webhookOf(name);
      if (!known.ok) return known;
      const source = sourceOf(entered, known.value);
      if (!source.ok) return source;
      const isAllowed = await parts.addresses.confirm(webhookQuestion(name, known.value, source.value));
      if (!isAllowed.ok) return isAllowed;
      // The settings may have changed while the question was open.
      const later = webhookOf(name);
      if (!later.ok) return later;
      const webhook = sourceOf(entered, later.value);
      return webhook.ok ? withWebhook(name, (entry) => ({ ...entry, webhook: webhook.value })) : webhook;
    },
    'webhook.remove': async ({ environment }) => withWebhook(environment, ({ webhook: _, ...entry }) => entry),
    async 'webhook.send-test'() {
      const send = parts.sendTest();
      if (!send) return failed(notPractice);
      send();
      return success(null);
    },
  };
}

function withoutHeaderValue({ name, kind, webhook }: Environment): WebhooksView['environments'][number] {
  if (!webhook) return { name, kind, webhook: null };
  const { path, header } = webhook;
  return { name, kind, webhook: { path, headerName: header.name, hasOtherValue: header.otherValue !== undefined } };
}

/** The entered webhook; a value left blank stays unchanged. */
function sourceOf(entered: EnteredWebhook, known: WebhookSource | undefined): Result<WebhookSource> {
  const { path, headerName: name, otherValue } = entered;
  const keptOther = known?.header.otherValue;
  const value = otherValue.kind === 'in its place' ? keptOther : (entered.value ?? known?.header.value);
  if (value === undefined) return failed(valueMissing);
  const other = otherValue.kind === 'new' ? otherValue.value : otherValue.kind === 'stays' ? keptOther : undefined;
  return success({ path, header: { name, value, ...(other !== undefined && { otherValue: other }) } });
}

const unknownEnvironment: Failure = { code: 'not-found-locally', message: message('environment.unknown') };

const valueMissing: Failure = { code: 'invalid-input', message: message('settings.header-value-missing') };

const notPractice: Failure = { code: 'not-allowed-now', message: message('webhook.test-only-in-practice') };
