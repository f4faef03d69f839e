import type { StationView } from '../../../shared/contract/station-view.ts';
import { type Environment, labelRedirectChoices, withoutApiPath } from '../../../shared/settings/environment.ts';
import { call } from '../../data/station-client.ts';
import { useForm } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { TextField } from '../../ui/fields.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import {
  blankEnvironment,
  dropsToken,
  type EnvironmentFields,
  fieldsOfEnvironment,
  readEnvironment,
} from './environment-form.ts';
import { ServiceProfileField } from './service-profile-field.tsx';
import { SettingsEditor } from './settings-controls.tsx';

interface EnvironmentEditorProps {
  /** null: a new one. */
  readonly existing: Environment | null;
  readonly environments: readonly Environment[];
  readonly vault: StationView['vault'];
  readonly onClose: () => void;
}

/** The form of one environment. A token can be entered here and is never shown anywhere. */
export function EnvironmentEditor({ existing, environments, vault, onClose }: EnvironmentEditorProps) {
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
            {...textField('baseUrl')}
          />
          <TextField label={text('environments.field.label-url')} isCode isRequired {...textField('labelUrl')} />
          <p className="settings-hint">{text('environments.token.bound')}</p>
          <TextField
            label={text('environments.field.token')}
            type="password"
            isCode
            description={text('environments.token.hint', { hasToken, isProtected: vault.isProtected })}
            {...textField('token')}
          />
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
