import { useState } from 'react';
import { fieldErrors } from '../../../../shared/contract/validation-issues.ts';
import { message } from '../../../../shared/messages/message.ts';
import {
  type EnteredWebhook,
  enteredWebhookSchema,
  type WebhooksView,
} from '../../../../shared/settings/webhook-view.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { type FieldErrors, type FormReading, useForm } from '../../../data/use-form.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { ConfirmButton, CopyButton, EnvironmentName, SettingsEditor, SettingsLine } from '../settings-controls.tsx';

interface EnvironmentWebhookProps {
  readonly environment: WebhookEnvironment;
  /** Where the service reaches the listener; null if unknown. */
  readonly origin: string | null;
}

/** One environment's webhook, or its form. */
export function EnvironmentWebhook(props: EnvironmentWebhookProps) {
  const [isEditing, setIsEditing] = useState(false);
  return isEditing ? (
    <WebhookEditor environment={props.environment} onClose={() => setIsEditing(false)} />
  ) : (
    <WebhookLine {...props} onEdit={() => setIsEditing(true)} />
  );
}

interface WebhookLineProps extends EnvironmentWebhookProps {
  readonly onEdit: () => void;
}

/** What to enter in the service's dashboard, and the webhook's actions. */
function WebhookLine({ environment, origin, onEdit }: WebhookLineProps) {
  const action = useAction();
  const { name, kind, webhook } = environment;
  const saveSecondValue = (otherValue: EnteredWebhook['otherValue']) => {
    if (!webhook) return Promise.resolve(false);
    const { path, headerName } = webhook;
    return action.run(() => call('webhook.save', { environment: name, path, headerName, value: null, otherValue }));
  };
  return (
    <SettingsLine
      text={
        <>
          <EnvironmentName name={name} kind={kind} />
          {webhook ? <DashboardEntry name={name} webhook={webhook} origin={origin} /> : <NoWebhook kind={kind} />}
        </>
      }
      buttons={
        <>
          {webhook?.hasOtherValue && (
            <>
              <ConfirmButton
                label={text('webhooks.use-second')}
                subject={name}
                consequence={text('webhooks.use-second.consequence')}
                confirmLabel={text('webhooks.use-second.confirm')}
                isDisabled={action.isRunning}
                onConfirm={() => saveSecondValue({ kind: 'in its place' })}
              />
              <Button
                size="small"
                subject={name}
                isDisabled={action.isRunning}
                onPress={() => void saveSecondValue({ kind: 'none' })}
              >
                {text('webhooks.remove-second')}
              </Button>
            </>
          )}
          <Button size="small" subject={name} onPress={onEdit}>
            {webhook ? text('webhooks.edit') : text('webhooks.set-up')}
          </Button>
          {webhook && (
            <ConfirmButton
              label={text('webhooks.remove')}
              subject={name}
              consequence={text('webhooks.remove.consequence', { environment: name })}
              confirmLabel={text('webhooks.remove.confirm')}
              isDisabled={action.isRunning}
              onConfirm={() => action.run(() => call('webhook.remove', { environment: name }))}
            />
          )}
        </>
      }
    >
      <FailureStrip failure={action.failure} />
    </SettingsLine>
  );
}

function NoWebhook({ kind }: Pick<WebhookEnvironment, 'kind'>) {
  return kind === 'practice' ? (
    <p className="settings-hint">{text('webhooks.practice')}</p>
  ) : (
    <p className="settings-warning">{text('webhooks.none')}</p>
  );
}

interface DashboardEntryProps {
  readonly name: string;
  readonly webhook: NonNullable<WebhookEnvironment['webhook']>;
  readonly origin: string | null;
}

/** The values for the service's dashboard. */
function DashboardEntry({ name, webhook, origin }: DashboardEntryProps) {
  const address = origin === null ? null : origin + webhook.path;
  return (
    <dl className="webhook-entry">
      <dt>{text('webhooks.entry.address')}</dt>
      <dd>
        <Code>{address ?? webhook.path}</Code>
        {address === null ? (
          <span className="settings-warning">{text('webhooks.entry.no-address')}</span>
        ) : (
          <CopyButton text={address} name={text('webhooks.copy.address', { environment: name })} />
        )}
      </dd>
      <dt>{text('webhooks.field.header-name')}</dt>
      <dd>
        <Code>{webhook.headerName}</Code>
        <CopyButton text={webhook.headerName} name={text('webhooks.copy.header-name', { environment: name })} />
      </dd>
      <dt>{text('webhooks.field.header-value')}</dt>
      <dd>{webhook.hasOtherValue ? text('webhooks.entry.two-values') : text('webhooks.entry.value-set')}</dd>
    </dl>
  );
}

interface WebhookEditorProps {
  readonly environment: WebhookEnvironment;
  readonly onClose: () => void;
}

/** The form of one environment's webhook. Header values can be seen and copied only until they are saved. */
function WebhookEditor({ environment, onClose }: WebhookEditorProps) {
  const form = useForm({
    saved: fieldsOfWebhook(environment),
    read: (entered: WebhookFields) => readWebhook(entered, environment),
    save: (entered) => call('webhook.save', entered),
    onSaved: onClose,
  });
  const { fields, textField } = form;
  const { webhook } = environment;
  const valueButtons = (name: 'value' | 'otherValue', label: string) => (
    <div className="settings-buttons">
      <Button
        size="small"
        subject={label}
        onPress={() =>
          form.change({ [name]: generateHeaderValue((size) => crypto.getRandomValues(new Uint8Array(size))) })
        }
      >
        {text('webhooks.generate')}
      </Button>
      <CopyButton text={fields[name]} name={label} />
    </div>
  );

  return (
    <SettingsEditor
      form={form}
      label={text('webhooks.editor.name', { environment: environment.name })}
      saveLabel={text('webhooks.save')}
      onClose={onClose}
    >
      <h3>{environment.name}</h3>
      <TextField label={text('webhooks.field.path')} isCode isRequired {...textField('path')} />
      <TextField label={text('webhooks.field.header-name')} isCode isRequired {...textField('headerName')} />
      <TextField
        label={text('webhooks.field.header-value')}
        isCode
        isRequired={webhook === null}
        description={text('webhooks.header-value.hint', { isSaved: webhook !== null })}
        {...textField('value')}
      />
      {valueButtons('value', text('webhooks.field.header-value'))}
      {webhook && (
        <>
          <TextField
            label={text('webhooks.field.second-header-value')}
            isCode
            description={text('webhooks.second-header-value.hint')}
            {...textField('otherValue')}
          />
          {valueButtons('otherValue', text('webhooks.field.second-header-value'))}
        </>
      )}
    </SettingsEditor>
  );
}

export type WebhookEnvironment = WebhooksView['environments'][number];

/** The form of an environment's webhook. Blank values: the saved ones stay. */
export interface WebhookFields {
  readonly path: string;
  readonly headerName: string;
  readonly value: string;
  readonly otherValue: string;
}

/** The saved values, or a usable path and header name. */
export function fieldsOfWebhook({ name, webhook }: WebhookEnvironment): WebhookFields {
  return {
    path: webhook?.path ?? `/webhooks/${name.trim().toLowerCase().replaceAll(' ', '-')}`,
    headerName: webhook?.headerName ?? 'X-Packbench-Key',
    value: '',
    otherValue: '',
  };
}

/** Reads the fields, or gives the error of each. */
export function readWebhook(
  fields: WebhookFields,
  { name, webhook }: WebhookEnvironment,
): FormReading<EnteredWebhook, FieldErrors<WebhookFields>> {
  const value = fields.value.trim();
  const other = fields.otherValue.trim();
  const parsed = enteredWebhookSchema.safeParse({
    environment: name,
    path: fields.path.trim(),
    headerName: fields.headerName.trim(),
    value: value === '' ? null : value,
    otherValue: other === '' ? { kind: 'stays' } : { kind: 'new', value: other },
  });
  const errors = fieldErrors<keyof WebhookFields>(parsed.error);
  if (value === '' && !webhook) errors.value = message('settings.header-value-missing');
  if (other !== '' && other === value) errors.otherValue = message('settings.header-values-equal');
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, value: parsed.data } : { ok: false, errors };
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random value: 32 letters and digits without look-alikes, more than 180 bits. */
export function generateHeaderValue(randomBytes: (size: number) => Uint8Array): string {
  let value = '';
  while (value.length < 32) {
    // Bytes above the largest multiple of the alphabet's length would favour its first letters.
    const fair = randomBytes(64).filter((byte) => byte < 256 - (256 % letters.length));
    for (const byte of fair) value += letters[byte % letters.length] ?? '';
  }
  return value.slice(0, 32);
}
