import { useState } from 'react';
import type { Environment } from '../../../shared/environment.ts';
import type { StationView } from '../../../shared/station-view.ts';
import { call } from '../../station.ts';
import { BigRadios } from '../../ui/big-radios.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { EditorButtons } from './editor-buttons.tsx';
import {
  blankEnvironment,
  dropsToken,
  type EnvironmentFaults,
  type EnvironmentFields,
  fieldsOfEnvironment,
  readEnvironment,
  tokenPlaceWords,
} from './environment-form.ts';

interface EnvironmentEditorProps {
  /** null: a new one. */
  readonly known: Environment | null;
  readonly environments: readonly Environment[];
  readonly vault: StationView['vault'];
  readonly onClose: () => void;
}

/** The fields of one service. The token goes in here, and nowhere comes out. */
export function EnvironmentEditor({ known, environments, vault, onClose }: EnvironmentEditorProps) {
  const [fields, setFields] = useState(known ? fieldsOfEnvironment(known) : blankEnvironment);
  const [faults, setFaults] = useState<EnvironmentFaults>({});
  const action = useAction();
  const hasToken = known !== null && vault.environmentsWithToken.includes(known.name);
  const set = (change: Partial<EnvironmentFields>) => setFields({ ...fields, ...change });
  const fieldOf = (name: Exclude<keyof EnvironmentFields, 'kind'>) => ({
    value: fields[name],
    onChange: (text: string) => set({ [name]: text }),
    error: faults[name] ?? null,
  });

  const save = async () => {
    const others = environments.filter((environment) => environment !== known);
    const read = readEnvironment(fields, others);
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    const { environment, token } = read;
    if (await action.run(() => call('environment.save', { environment, token }))) onClose();
  };

  return (
    <fieldset className="settings-editor" aria-label={known ? `Environment ${known.name}` : 'New environment'}>
      {known ? <h3>{known.name}</h3> : <TextField label="Name" isRequired {...fieldOf('name')} />}
      {!known && (
        <BigRadios
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
      {hasToken && dropsToken(fields, known) && (
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
