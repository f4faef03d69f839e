import { type ReactNode, useRef } from 'react';
import { type Failure, failed, type Result } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { fieldErrors } from '../../../shared/contract/validation-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ConnectionCheck } from '../../../shared/settings/connection-test.ts';
import { type Environment, environmentSchema } from '../../../shared/settings/environment.ts';
import { call } from '../../data/station-client.ts';
import { type FieldErrors, type Form, type FormReading, useForm } from '../../data/use-form.ts';
import { failureParagraph, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useFaultFocus } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import {
  type ConnectionTest,
  ConnectionTestResult,
  useConnectionTest,
} from '../settings/connections/connection-test.tsx';
import { StepLayout } from './printer-step.tsx';

interface ServiceFields {
  readonly kind: 'production' | 'sandbox';
  readonly baseUrl: string;
  readonly labelUrl: string;
  readonly token: string;
}

interface EnteredService {
  readonly environment: Environment;
  readonly token: string;
}

/** The form of the service step, which tests the connection before it saves it. */
export interface ServiceForm {
  readonly form: Form<ServiceFields>;
  readonly test: ConnectionTest;
  /** Tests, saves and uses the service; true if it did. */
  readonly connect: () => Promise<boolean>;
  /** Saves and uses it although the test did not pass. */
  readonly saveAnyway: () => Promise<boolean>;
}

/** The field that each check is about. */
const checkedFields = {
  address: 'baseUrl',
  certificate: 'baseUrl',
  token: 'token',
  'label host': 'labelUrl',
} as const satisfies Readonly<Record<ConnectionCheck['check'], keyof ServiceFields>>;

/** Production first: real orders under a badge that says sandbox would be the worse mistake. */
const blank: ServiceFields = { kind: 'production', baseUrl: '', labelUrl: '', token: '' };

/** The state of the service step. */
export function useServiceForm({ settings: { environments } }: StationView, onConnected: () => void): ServiceForm {
  const isTestSkipped = useRef(false);
  const form = useForm({
    saved: blank,
    read: (fields: ServiceFields) => readService(fields, environments),
    save: async ({ environment, token }): Promise<Result<unknown>> => {
      if (!isTestSkipped.current) {
        const checks = await test.run();
        if (checks === null || checks.some(isFailed)) return failed(testNotPassed);
      }
      const saved = await call('environment.save', { environment, token });
      return saved.ok ? call('environment.use', { name: environment.name }) : saved;
    },
    onSaved: onConnected,
  });
  const { baseUrl, labelUrl, token } = form.fields;
  const read = readService(form.fields, environments);
  // The environment that the fields would change, so that the test and saving ask the same question about its addresses.
  const changed = read.ok ? environments.find((entry) => entry.name === read.value.environment.name) : undefined;
  const test = useConnectionTest({
    ...{ environment: changed?.name ?? null, baseUrl: baseUrl.trim(), token: token.trim() },
    labelUrl: labelUrl.trim() === '' ? null : labelUrl.trim(),
  });
  const save = (skipsTest: boolean): Promise<boolean> => {
    isTestSkipped.current = skipsTest;
    return form.save();
  };
  return { form, test, connect: () => save(false), saveAnyway: () => save(true) };
}

const isFailed = ({ outcome }: ConnectionCheck): boolean => outcome === 'failed';

const testNotPassed: Failure = { code: 'not-allowed-now', message: message('connection-test.not-passed') };

/** The environment that the fields describe: the one named by its kind, or a new one where that name has another kind. */
export function readService(
  { kind, baseUrl, labelUrl, token }: ServiceFields,
  environments: readonly Environment[],
): FormReading<EnteredService, FieldErrors<ServiceFields>> {
  const known = environments.find((entry) => entry.name.toLowerCase() === kind);
  const name = known && known.kind !== kind ? text('set-up.service.second-name', { kind }) : (known?.name ?? kind);
  const parsed = environmentSchema.safeParse({
    ...(known?.kind === kind && { ...known, labelUrl: undefined, profile: undefined }),
    ...{ name, kind, baseUrl },
    ...(labelUrl.trim() !== '' && { labelUrl }),
  });
  const errors = fieldErrors<keyof ServiceFields>(parsed.error);
  if (baseUrl.trim() === '') errors.baseUrl = message('settings.base-url-missing');
  if (token.trim() === '') errors.token = message('service.token-empty');
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { environment: parsed.data, token } };
}

interface ServiceStepProps {
  readonly view: StationView;
  readonly form: ServiceForm;
  /** The button that skips the step. */
  readonly skip: ReactNode;
}

/** The service: its address, its token, and a test of both. */
export function ServiceStep({ view, form: { form, test, connect, saveAnyway }, skip }: ServiceStepProps) {
  const fields = useRef<HTMLDivElement>(null);
  const focusFault = useFaultFocus(fields);
  const { name, kind } = view.environment;
  const goOn = () => void connect().then((isSaved) => isSaved || focusFault());
  const onKeyDown = (key: string) => key === 'Enter' && goOn();
  /** A text field, with what is wrong with its text or what failed in the test of it. */
  const testedField = (field: 'baseUrl' | 'token' | 'labelUrl') => {
    const state = form.textField(field);
    const fault = test.checks?.find((check) => isFailed(check) && checkedFields[check.check] === field);
    return { ...state, onKeyDown, error: state.error ?? (fault ? failureParagraph(fault) : null) };
  };
  return (
    <StepLayout
      buttons={
        <>
          <Button tone="solid" size="small" onPress={goOn}>
            {text('set-up.service.connect')}
          </Button>
          {skip}
        </>
      }
    >
      {kind !== 'practice' && <p className="set-up-hint">{text('set-up.service.current', { environment: name })}</p>}
      <div ref={fields} className="set-up-fields">
        <TextField
          label={text('environments.field.base-url')}
          isCode
          isRequired
          description={text('set-up.service.address.hint')}
          {...testedField('baseUrl')}
        />
        <TextField
          label={text('environments.field.token')}
          type="password"
          isCode
          isRequired
          description={text('set-up.service.token.hint', { isProtected: view.vault.isProtected })}
          {...testedField('token')}
        />
        <TextField
          label={text('environments.field.label-url')}
          isCode
          description={text('set-up.service.labels.hint')}
          {...testedField('labelUrl')}
        />
        <RadioButtonGroup
          label={text('environments.field.kind')}
          showsLabel
          value={form.fields.kind}
          onChange={(chosen) => form.change({ kind: chosen })}
          radios={(['production', 'sandbox'] as const).map((value) => ({
            value,
            label: text(`environments.kind.${value}`),
          }))}
        />
      </div>
      <ConnectionTestResult test={test} />
      <FailureStrip
        failure={form.failure}
        comesIntoView
        actions={
          <Button size="small" onPress={() => void saveAnyway()}>
            {text('set-up.service.save-anyway')}
          </Button>
        }
      />
    </StepLayout>
  );
}
