import { useState } from 'react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import type { Environment } from '../../../../shared/settings/environment.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../../ui/radio-button-group.tsx';
import { EditorButtons } from '../settings-controls.tsx';
import {
  blankEnvironment,
  dropsToken,
  type EnvironmentErrors,
  type EnvironmentFields,
  fieldsOfEnvironment,
  readEnvironment,
  tokenPlaceWords,
} from './environment-form.ts';

interface EnvironmentEditorProps {
  /** null: a new one. */
  readonly existing: Environment | null;
  readonly environments: readonly Environment[];
  readonly vault: StationView['vault'];
  readonly onClose: () => void;
}

/** The fields of one service. The token goes in here, and nowhere comes out. */
export function EnvironmentEditor({ existing, environments, vault, onClose }: EnvironmentEditorProps) {
  const [fields, setFields] = useState(existing ? fieldsOfEnvironment(existing) : blankEnvironment);
  const [errors, setErrors] = useState<EnvironmentErrors>({});
  const action = useAction();
  const hasToken = existing !== null && vault.environmentsWithToken.includes(existing.name);
  const set = (change: Partial<EnvironmentFields>) => setFields({ ...fields, ...change });
  const fieldOf = (name: Exclude<keyof EnvironmentFields, 'kind'>) => ({
    value: fields[name],
    onChange: (text: string) => set({ [name]: text }),
    error: errors[name] ?? null,
  });

  const save = async () => {
    const others = environments.filter((environment) => environment !== existing);
    const read = readEnvironment(fields, others);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const { environment, token } = read;
    if (await action.run(() => call('environment.save', { environment, token }))) onClose();
  };

  return (
    <fieldset className="settings-editor" aria-label={existing ? `Environment ${existing.name}` : 'New environment'}>
      {existing ? <h3>{existing.name}</h3> : <TextField label="Name" isRequired {...fieldOf('name')} />}
      {!existing && (
        <RadioButtonGroup
          label="Kind"
          showsLabel
          value={fields.kind}
          onChange={(kind) => set({ kind })}
          radios={[
            { value: 'sandbox', label: 'Sandbox' },
            { value: 'production', label: 'Production' },
          ]}
        />
      )}
      {fields.kind !== 'practice' && (
        <>
          <TextField label="Base URL" isCode isRequired {...fieldOf('baseUrl')} />
          <TextField label="Label URL" isCode isRequired {...fieldOf('labelUrl')} />
          <p className="settings-hint">
            A token belongs to these two addresses: changing either one drops it until it is entered again.
          </p>
          <TextField
            label="Token"
            type="password"
            isCode
            description={`${hasToken ? 'Blank: the kept one stays. ' : ''}${tokenPlaceWords(vault.isProtected)}`}
            {...fieldOf('token')}
          />
        </>
      )}
      <TextField label="Currency" description="Shown beside prices; the service names none." {...fieldOf('currency')} />
      {hasToken && dropsToken(fields, existing) && (
        <NoticeStrip tone="warning">An address changed: saving drops the kept token. Enter it again.</NoticeStrip>
      )}
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveWords="Save environment"
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
    </fieldset>
  );
}
