import { FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import type { ConnectionField } from '../../../../shared/settings/connection-test.ts';
import {
  type Environment,
  labelRedirectChoices,
  type ServiceProfile,
  withoutApiPath,
} from '../../../../shared/settings/environment.ts';
import { clearSettingsTarget } from '../../../data/current-screen.ts';
import { call } from '../../../data/station-client.ts';
import { useForm } from '../../../data/use-form.ts';
import { clockTime } from '../../../text/dates.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { NoticeStrip } from '../../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../../ui/radio-button-group.tsx';
import { SettingsEditor } from '../settings-controls.tsx';
import { ConnectionTestPanel } from './connection-test.tsx';
import {
  blankEnvironment,
  dropsToken,
  type EnvironmentFields,
  enteredConnection,
  fieldsOfEnvironment,
  readEnvironment,
  readProfile,
} from './environment-form.ts';

interface EnvironmentEditorProps {
  /** null: a new one. */
  readonly existing: Environment | null;
  readonly environments: readonly Environment[];
  readonly vault: StationView['vault'];
  /** The field that takes the focus now, where something else led here. */
  readonly focusField?: ConnectionField | null;
  readonly onClose: () => void;
}

/** The form of one environment. A token can be entered here and is never shown anywhere. */
export function EnvironmentEditor(props: EnvironmentEditorProps) {
  const { existing, environments, vault, focusField = null, onClose } = props;
  const form = useForm({
    saved: existing ? fieldsOfEnvironment(existing) : blankEnvironment,
    read: (entered: EnvironmentFields) =>
      readEnvironment(
        entered,
        environments.filter((environment) => environment !== existing),
      ),
    save: (environment) => call('environment.save', environment),
    onSaved: onClose,
  });
  const { fields, textField } = form;
  const hasToken = existing !== null && vault.environmentsWithToken.includes(existing.name);

  return (
    <SettingsEditor
      form={form}
      label={
        existing ? text('environments.editor.name', { environment: existing.name }) : text('environments.editor.new')
      }
      saveLabel={text('environments.save')}
      onClose={onClose}
      focusField={focusField}
      onFieldFocused={clearSettingsTarget}
    >
      {existing ? (
        <h3>{existing.name}</h3>
      ) : (
        <TextField label={text('environments.field.name')} isRequired {...textField('name')} />
      )}
      {!existing && (
        <RadioButtonGroup
          label={text('environments.field.kind')}
          showsLabel
          value={fields.kind}
          onChange={(kind) => form.change({ kind })}
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
            fieldName="baseUrl"
            {...textField('baseUrl')}
          />
          <TextField label={text('environments.field.label-url')} isCode isRequired {...textField('labelUrl')} />
          <p className="settings-hint">{text('environments.token.bound')}</p>
          <TextField
            label={text('environments.field.token')}
            type="password"
            isCode
            description={text('environments.token.hint', { hasToken, isProtected: vault.isProtected })}
            fieldName="token"
            {...textField('token')}
          />
          <ConnectionTestPanel entered={enteredConnection(fields, existing)} />
        </>
      )}
      <RadioButtonGroup
        label={text('environments.field.label-redirects')}
        showsLabel
        value={fields.labelRedirects}
        onChange={(labelRedirects) => form.change({ labelRedirects })}
        radios={labelRedirectChoices.map((value) => ({ value, label: text(`environments.label-redirects.${value}`) }))}
      />
      <p className="settings-hint">{text('environments.label-redirects.hint')}</p>
      <TextField
        label={text('environments.field.currency')}
        description={text('environments.currency.hint')}
        {...textField('currency')}
      />
      <TextField
        label={text('environments.field.utc-offset')}
        isCode
        description={text('environments.utc-offset.hint')}
        {...textField('utcOffset')}
      />
      {fields.kind !== 'practice' && (
        <ServiceProfileField
          profile={fields.profile}
          onChange={(profile) => form.change({ profile })}
          error={form.errorOf('profile')}
        />
      )}
      {hasToken && dropsToken(fields, existing) && (
        <NoticeStrip tone="warning">{text('environments.token.dropped')}</NoticeStrip>
      )}
    </SettingsEditor>
  );
}

/** What is used of a pasted address that contains the interface's path; blank where nothing is cut. */
function baseUrlHint(entered: string): string {
  const pasted = entered.trim();
  const address = withoutApiPath(pasted);
  return address === pasted ? '' : text('environments.base-url.path-cut', { address });
}

/** Largest profile file that is read, bytes; a profile has about one thousand. */
const largestFile = 64 * 1024;

interface ServiceProfileFieldProps {
  readonly profile: ServiceProfile | null;
  readonly onChange: (profile: ServiceProfile | null) => void;
  readonly error: string | null;
}

/** The profile that `npm run check-service` wrote of a service: loaded from its file, or removed. */
export function ServiceProfileField({ profile, onChange, error }: ServiceProfileFieldProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const load = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (!file) return;
    const read = file.size > largestFile ? null : readProfile(await file.text());
    setIsUnreadable(read === null);
    if (read) onChange(read);
  };
  return (
    <div>
      <p className="settings-hint">
        {profile === null
          ? text('environments.profile.none')
          : text('environments.profile.loaded', { service: profile.baseUrl, time: clockTime(profile.checkedAt) })}
      </p>
      <div className="settings-buttons">
        <FileTrigger acceptedFileTypes={['.json']} onSelect={(files) => void load(files)}>
          <Button size="small" icon={FileUp}>
            {text('environments.profile.load')}
          </Button>
        </FileTrigger>
        {profile !== null && (
          <Button size="small" tone="quiet" icon={X} onPress={() => onChange(null)}>
            {text('environments.profile.remove')}
          </Button>
        )}
      </div>
      {isUnreadable && (
        <p role="alert" className="settings-warning">
          {text('environments.profile.unreadable')}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="settings-warning">
          {error}
        </p>
      )}
    </div>
  );
}
