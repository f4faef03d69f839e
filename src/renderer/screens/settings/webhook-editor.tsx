import { call } from '../../data/station-client.ts';
import { useForm } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { CopyButton, SettingsEditor } from './settings-controls.tsx';
import {
  fieldsOfWebhook,
  generateHeaderValue,
  readWebhook,
  type WebhookEnvironment,
  type WebhookFields,
} from './webhook-form.ts';

interface WebhookEditorProps {
  readonly environment: WebhookEnvironment;
  readonly onClose: () => void;
}

/** The form of one environment's webhook. Header values can be seen and copied only until they are saved. */
export function WebhookEditor({ environment, onClose }: WebhookEditorProps) {
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
