import { useState } from 'react';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { CopyButton, EditorButtons } from './settings-controls.tsx';
import {
  fieldsOfWebhook,
  generateHeaderValue,
  readWebhook,
  type WebhookEnvironment,
  type WebhookErrors,
  type WebhookFields,
} from './webhook-form.ts';

interface WebhookEditorProps {
  readonly environment: WebhookEnvironment;
  readonly onClose: () => void;
}

/** The form of one environment's webhook. Header values can be seen and copied only until they are saved. */
export function WebhookEditor({ environment, onClose }: WebhookEditorProps) {
  const [fields, setFields] = useState(() => fieldsOfWebhook(environment));
  const [errors, setErrors] = useState<WebhookErrors>({});
  const action = useAction();
  const { webhook } = environment;
  const fieldOf = (name: keyof WebhookFields) => ({
    value: fields[name],
    onChange: (text: string) => setFields({ ...fields, [name]: text }),
    error: errors[name] ? messageText(errors[name]) : null,
  });
  const save = async () => {
    const read = readWebhook(fields, environment);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok && (await action.run(() => call('webhook.save', read.webhook)))) onClose();
  };
  const valueButtons = (name: 'value' | 'otherValue', label: string) => (
    <div className="settings-buttons">
      <Button
        size="small"
        subject={label}
        onPress={() =>
          setFields({ ...fields, [name]: generateHeaderValue((size) => crypto.getRandomValues(new Uint8Array(size))) })
        }
      >
        {text('webhooks.generate')}
      </Button>
      <CopyButton text={fields[name]} name={label} />
    </div>
  );

  return (
    <fieldset className="settings-editor" aria-label={text('webhooks.editor.name', { environment: environment.name })}>
      <h3>{environment.name}</h3>
      <TextField label={text('webhooks.field.path')} isCode isRequired {...fieldOf('path')} />
      <TextField label={text('webhooks.field.header-name')} isCode isRequired {...fieldOf('headerName')} />
      <TextField
        label={text('webhooks.field.header-value')}
        isCode
        isRequired={webhook === null}
        description={text('webhooks.header-value.hint', { isSaved: webhook !== null })}
        {...fieldOf('value')}
      />
      {valueButtons('value', text('webhooks.field.header-value'))}
      {webhook && (
        <>
          <TextField
            label={text('webhooks.field.second-header-value')}
            isCode
            description={text('webhooks.second-header-value.hint')}
            {...fieldOf('otherValue')}
          />
          {valueButtons('otherValue', text('webhooks.field.second-header-value'))}
        </>
      )}
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveLabel={text('webhooks.save')}
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
    </fieldset>
  );
}
