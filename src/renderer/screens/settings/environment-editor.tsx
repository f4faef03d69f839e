import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { type Environment, labelRedirectChoices, withoutApiPath } from '../../../shared/settings/environment.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText, text } from '../../text/text.ts';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import {
  blankEnvironment,
  dropsToken,
  type EnvironmentErrors,
  type EnvironmentFields,
  fieldsOfEnvironment,
  readEnvironment,
} from './environment-form.ts';
import { ServiceProfileField } from './service-profile-field.tsx';
import { EditorButtons } from './settings-controls.tsx';

interface EnvironmentEditorProps {
  /** null: a new one. */
  readonly existing: Environment | null;
  readonly environments: readonly Environment[];
  readonly vault: StationView['vault'];
  readonly onClose: () => void;
}

/** The form of one environment. A token can be entered here and is never shown anywhere. */
export function EnvironmentEditor({ existing, environments, vault, onClose }: EnvironmentEditorProps) {
  const [fields, setFields] = useState(existing ? fieldsOfEnvironment(existing) : blankEnvironment);
  const [errors, setErrors] = useState<EnvironmentErrors>({});
  const action = useAction();
  const hasToken = existing !== null && vault.environmentsWithToken.includes(existing.name);
  const set = (change: Partial<EnvironmentFields>) => setFields({ ...fields, ...change });
  const fieldOf = (name: Exclude<keyof EnvironmentFields, 'kind' | 'labelRedirects' | 'profile'>) => ({
    value: fields[name],
    onChange: (text: string) => set({ [name]: text }),
    error: errors[name] ? messageText(errors[name]) : null,
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
    <fieldset
      className="settings-editor"
      aria-label={
        existing ? text('environments.editor.name', { environment: existing.name }) : text('environments.editor.new')
      }
    >
      {existing ? (
        <h3>{existing.name}</h3>
      ) : (
        <TextField label={text('environments.field.name')} isRequired {...fieldOf('name')} />
      )}
      {!existing && (
        <RadioButtonGroup
          label={text('environments.field.kind')}
          showsLabel
          value={fields.kind}
          onChange={(kind) => set({ kind })}
          radios={(['sandbox', 'production'] as const).map((value) => ({
            value,
            label: text(`environments.kind.${value}`),
          }))}
        />
      )}
      {fields.kind !== 'practice' && (
        <>
          <TextField
            label={text('environments.field.base-url')}
            isCode
            isRequired
            description={baseUrlHint(fields.baseUrl)}
            {...fieldOf('baseUrl')}
          />
          <TextField label={text('environments.field.label-url')} isCode isRequired {...fieldOf('labelUrl')} />
          <p className="settings-hint">{text('environments.token.bound')}</p>
          <TextField
            label={text('environments.field.token')}
            type="password"
            isCode
            description={text('environments.token.hint', { hasToken, isProtected: vault.isProtected })}
            {...fieldOf('token')}
          />
        </>
      )}
      <RadioButtonGroup
        label={text('environments.field.label-redirects')}
        showsLabel
        value={fields.labelRedirects}
        onChange={(labelRedirects) => set({ labelRedirects })}
        radios={labelRedirectChoices.map((value) => ({ value, label: text(`environments.label-redirects.${value}`) }))}
      />
      <p className="settings-hint">{text('environments.label-redirects.hint')}</p>
      <TextField
        label={text('environments.field.currency')}
        description={text('environments.currency.hint')}
        {...fieldOf('currency')}
      />
      {fields.kind !== 'practice' && (
        <ServiceProfileField
          profile={fields.profile}
          onChange={(profile) => set({ profile })}
          error={errors.profile ? messageText(errors.profile) : null}
        />
      )}
      {hasToken && dropsToken(fields, existing) && (
        <NoticeStrip tone="warning">{text('environments.token.dropped')}</NoticeStrip>
      )}
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveLabel={text('environments.save')}
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
    </fieldset>
  );
}

/** What is used of a pasted address that contains the interface's path; blank where nothing is cut. */
function baseUrlHint(entered: string): string {
  const pasted = entered.trim();
  const address = withoutApiPath(pasted);
  return address === pasted ? '' : text('environments.base-url.path-cut', { address });
}
