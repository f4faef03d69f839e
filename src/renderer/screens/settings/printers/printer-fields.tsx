import { dotsPerInch, type Printer } from '../../../../shared/printing/printer.ts';
import { type TransportKind, transportFields, transportKinds } from '../../../../shared/printing/printer-transports.ts';
import { text } from '../../../text/text.ts';
import { NumberField, TextField } from '../../../ui/fields.tsx';
import { type Choice, Select } from '../../../ui/select.tsx';
import { SettingsSwitch } from '../settings-controls.tsx';
import type { PrinterError, PrinterErrors, PrinterFields } from './printer-form.ts';

interface PrinterConnectionFieldsProps {
  readonly fields: PrinterFields;
  readonly errors: PrinterErrors;
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** How the printer is reached. */
export function PrinterConnectionFields({ fields, errors, onChange }: PrinterConnectionFieldsProps) {
  return (
    <>
      <Select
        label={text('printer-settings.connection')}
        value={fields.kind}
        choices={kindChoices()}
        onChange={(kind) => onChange({ kind })}
      />
      <FieldsOfKind fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}

function FieldsOfKind({ fields, errors, onChange }: PrinterConnectionFieldsProps) {
  return (
    <>
      <div className="settings-host">
        {transportFields(fields.kind).map(({ name, isRequired }) => (
          <TextField
            key={name}
            label={text(`printer-settings.field.${name}`)}
            isRequired={isRequired}
            value={fields[name]}
            onChange={(value) => onChange({ [name]: value })}
            error={errorText(errors[name])}
            isCode
          />
        ))}
      </div>
      <p className="settings-hint">{text(`printer-transport.${fields.kind}.hint`)}</p>
    </>
  );
}

const kindChoices = (): Choice<TransportKind>[] =>
  transportKinds.map((kind) => ({
    value: kind,
    label: text(`printer-transport.${kind}.label`),
    detail: text(`printer-transport.${kind}.detail`),
  }));

/** The sentence of a field's error. */
export const errorText = (error: PrinterError | undefined): string | null =>
  error === undefined ? null : text(`printer-settings.error.${error}`);

interface PrinterOptionFieldsProps {
  readonly fields: PrinterFields;
  readonly errors: PrinterErrors;
  /** The default printer stays the default until another one replaces it. */
  readonly isDefaultNow: boolean;
  readonly others: readonly Printer[];
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** The settings of a printer besides its connection. */
export function PrinterOptionFields(props: PrinterOptionFieldsProps) {
  const { fields, errors, isDefaultNow, others, onChange } = props;
  return (
    <>
      <div className="printer-sizes">
        <Select
          label={text('printer-settings.resolution')}
          value={fields.resolution}
          choices={resolutionChoices(fields.resolution)}
          onChange={(resolution) => onChange({ resolution })}
        />
        <NumberField
          label={text('printer-settings.paper-width')}
          value={fields.paperWidth}
          onChange={(paperWidth) => onChange({ paperWidth })}
          error={errorText(errors.paperWidth)}
        />
        <NumberField
          label={text('printer-settings.paper-length')}
          value={fields.paperLength}
          onChange={(paperLength) => onChange({ paperLength })}
          error={errorText(errors.paperLength)}
        />
      </div>
      {!isDefaultNow && (
        <SettingsSwitch
          label={text('printer-settings.default')}
          isOn={fields.isDefault}
          onChange={(isDefault) => onChange({ isDefault })}
          description={text('printer-settings.default.description')}
        />
      )}
      <SettingsSwitch
        label={text('printer-settings.never-answers')}
        isOn={fields.neverAnswers}
        onChange={(neverAnswers) => onChange({ neverAnswers })}
        description={text('printer-settings.never-answers.description')}
      />
      <SettingsSwitch
        label={text('printer-settings.shared')}
        isOn={fields.shared}
        onChange={(shared) => onChange({ shared })}
        description={text('printer-settings.shared.description')}
      />
      <SettingsSwitch
        label={text('printer-settings.production-only')}
        isOn={fields.productionOnly}
        onChange={(productionOnly) => onChange({ productionOnly })}
        description={text('printer-settings.production-only.description')}
      />
      {others.length > 0 && <StandInFields fields={fields} others={others} onChange={onChange} />}
    </>
  );
}

function StandInFields({ fields, others, onChange }: Pick<PrinterOptionFieldsProps, 'fields' | 'others' | 'onChange'>) {
  const choices = [
    { value: '', label: text('printer-settings.stand-in.none') },
    ...others.map(({ name }) => ({ value: name, label: name })),
  ];
  return (
    <>
      <Select
        label={text('printer-settings.stand-in')}
        value={fields.standIn}
        choices={choices}
        onChange={(standIn) => onChange({ standIn })}
      />
      {fields.standIn !== '' && (
        <SettingsSwitch
          label={text('printer-settings.stand-in.automatic')}
          isOn={fields.isStandInAutomatic}
          onChange={(isStandInAutomatic) => onChange({ isStandInAutomatic })}
          description={text('printer-settings.stand-in.automatic.description')}
        />
      )}
    </>
  );
}

/** The usual resolutions, and the current one in any case. */
export function resolutionChoices(current: string): Choice[] {
  const isUsual = current === '' || usualResolutions.some((dots) => String(dots) === current);
  const resolutions = isUsual ? usualResolutions : [...usualResolutions, Number(current)];
  return [
    {
      value: '',
      label: text('printer-settings.resolution.detected'),
      detail: text('printer-settings.resolution.detected.detail'),
    },
    ...resolutions.map((dots) => ({
      value: String(dots),
      label: text('printer-settings.resolution.dpi', { dpi: dotsPerInch(dots) }),
      detail: text('printer-settings.resolution.dots', { dots }),
    })),
  ];
}

/** Dots per millimetre. */
const usualResolutions: readonly number[] = [6, 8, 12, 24];
