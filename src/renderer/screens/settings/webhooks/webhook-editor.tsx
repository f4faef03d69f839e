import { useState } from 'react';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { CopyButton, EditorButtons, NamedButton } from '../settings-controls.tsx';
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

/** The fields of one environment's webhook. Values can be read and copied until they are saved, and never again. */
export function WebhookEditor({ environment, onClose }: WebhookEditorProps) {
  const [fields, setFields] = useState(() => fieldsOfWebhook(environment));
  const [errors, setErrors] = useState<WebhookErrors>({});
  const action = useAction();
  const { webhook } = environment;
  const fieldOf = (name: keyof WebhookFields) => ({
    value: fields[name],
    onChange: (text: string) => setFields({ ...fields, [name]: text }),
    error: errors[name] ?? null,
  });
  const save = async () => {
    const read = readWebhook(fields, environment);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok && (await action.run(() => call('webhook.save', read.webhook)))) onClose();
  };
  const valueButtons = (name: 'value' | 'otherValue', words: string) => (
    <div className="settings-buttons">
      <NamedButton
        words="Make one"
        name={words}
        onPress={() =>
          setFields({ ...fields, [name]: generateHeaderValue((size) => crypto.getRandomValues(new Uint8Array(size))) })
        }
      />
      <CopyButton text={fields[name]} name={words} />
    </div>
  );

  return (
    <fieldset className="settings-editor" aria-label={`Webhook of ${environment.name}`}>
      <h3>{environment.name}</h3>
      <TextField label="Path" isCode isRequired {...fieldOf('path')} />
      <TextField label="Header name" isCode isRequired {...fieldOf('headerName')} />
      <TextField
        label="Header value"
        isCode
        isRequired={webhook === null}
        description={`${webhook ? 'Blank: the kept one stays. ' : ''}Enter the same in the dashboard; once saved, it is never shown again.`}
        {...fieldOf('value')}
      />
      {valueButtons('value', 'Header value')}
      {webhook && (
        <>
          <TextField
            label="Second header value"
            isCode
            description="To change the value without losing an event: both are valid until you use the second one only."
            {...fieldOf('otherValue')}
          />
          {valueButtons('otherValue', 'Second header value')}
        </>
      )}
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveWords="Save webhook"
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
    </fieldset>
  );
}
