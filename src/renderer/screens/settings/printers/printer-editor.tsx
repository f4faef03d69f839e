import { dotsPerInch, type Printer } from '../../../../shared/printing/printer.ts';
import { type TransportKind, transportFields, transportKinds } from '../../../../shared/printing/printer-transports.ts';
import { call } from '../../../data/station-client.ts';
import { type Form, useForm } from '../../../data/use-form.ts';
import { text } from '../../../text/text.ts';
import { TextField } from '../../../ui/fields.tsx';
import { type Choice, Select } from '../../../ui/select.tsx';
import { SettingsEditor, SettingsSwitch } from '../settings-controls.tsx';
import { type PrinterFields, readPrinter } from './printer-form.ts';

interface PrinterEditorProps {
  /** null for a new printer. */
  readonly existing: Printer | null;
  /** What the fields show until they are changed. */
  readonly initialFields: PrinterFields;
  readonly printers: readonly Printer[];
  readonly onClose: () => void;
}

/** The form of one printer. Print jobs refer to their printer by name, so an existing printer keeps its name. */
export function PrinterEditor({ existing, initialFields, printers, onClose }: PrinterEditorProps) {
  const others = printers.filter((printer) => printer.name !== existing?.name);
  const form = useForm({
    saved: initialFields,
    read: (entered: PrinterFields) => readPrinter(entered, others),
    save: (printer) => call('printer.save', { printer }),
    onSaved: onClose,
    errorText: (error) => text(`printer-settings.error.${error}`),
  });

  return (
    <SettingsEditor
      form={form}
      label={existing ? text('printer-settings.edit-printer', { name: existing.name }) : text('printer-settings.new')}
      saveLabel={text('printer-settings.save')}
      onClose={onClose}
    >
      {existing ? (
        <h3>{existing.name}</h3>
      ) : (
        <TextField label={text('printer-settings.name')} isRequired {...form.textField('name')} />
      )}
      <PrinterConnectionFields form={form} />
      <PrinterOptionFields form={form} isDefaultNow={existing?.default ?? others.length === 0} others={others} />
      {form.isSaving && <p className="settings-hint">{text('printer-settings.confirm-address')}</p>}
    </SettingsEditor>
  );
}

type PrinterFormState = Form<PrinterFields>;

/** How the printer is reached. */
function PrinterConnectionFields({ form }: { readonly form: PrinterFormState }) {
  const { kind } = form.fields;
  return (
    <>
      <Select
        label={text('printer-settings.connection')}
        value={kind}
        choices={kindChoices()}
        onChange={(chosen) => form.change({ kind: chosen })}
      />
      <div className="settings-host">
        {transportFields(kind).map(({ name, isRequired }) => (
          <TextField
            key={name}
            label={text(`printer-settings.field.${name}`)}
            isRequired={isRequired}
            isCode
            {...form.textField(name)}
          />
        ))}
      </div>
      <p className="settings-hint">{text(`printer-transport.${kind}.hint`)}</p>
    </>
  );
}

const kindChoices = (): Choice<TransportKind>[] =>
  transportKinds.map((kind) => ({
    value: kind,
    label: text(`printer-transport.${kind}.label`),
    detail: text(`printer-transport.${kind}.detail`),
  }));

interface PrinterOptionFieldsProps {
  readonly form: PrinterFormState;
  /** The default printer stays the default until another one replaces it. */
  readonly isDefaultNow: boolean;
  readonly others: readonly Printer[];
}

/** The settings of a printer besides its connection. */
function PrinterOptionFields({ form, isDefaultNow, others }: PrinterOptionFieldsProps) {
  const { fields, change } = form;
  return (
    <>
      <div className="printer-sizes">
        <Select
          label={text('printer-settings.resolution')}
          value={fields.resolution}
          choices={resolutionChoices(fields.resolution)}
          onChange={(resolution) => change({ resolution })}
        />
        <TextField label={text('printer-settings.paper-width')} inputMode="decimal" {...form.textField('paperWidth')} />
        <TextField
          label={text('printer-settings.paper-length')}
          inputMode="decimal"
          {...form.textField('paperLength')}
        />
      </div>
      {!isDefaultNow && (
        <SettingsSwitch
          label={text('printer-settings.default')}
          isOn={fields.isDefault}
          onChange={(isDefault) => change({ isDefault })}
          description={text('printer-settings.default.description')}
        />
      )}
      <SettingsSwitch
        label={text('printer-settings.never-answers')}
        isOn={fields.neverAnswers}
        onChange={(neverAnswers) => change({ neverAnswers })}
        description={text('printer-settings.never-answers.description')}
      />
      <SettingsSwitch
        label={text('printer-settings.shared')}
        isOn={fields.shared}
        onChange={(shared) => change({ shared })}
        description={text('printer-settings.shared.description')}
      />
      <SettingsSwitch
        label={text('printer-settings.production-only')}
        isOn={fields.productionOnly}
        onChange={(productionOnly) => change({ productionOnly })}
        description={text('printer-settings.production-only.description')}
      />
      {others.length > 0 && <StandInFields form={form} others={others} />}
    </>
  );
}

function StandInFields({ form, others }: Pick<PrinterOptionFieldsProps, 'form' | 'others'>) {
  const { fields, change } = form;
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
        onChange={(standIn) => change({ standIn })}
      />
      {fields.standIn !== '' && (
        <SettingsSwitch
          label={text('printer-settings.stand-in.automatic')}
          isOn={fields.isStandInAutomatic}
          onChange={(isStandInAutomatic) => change({ isStandInAutomatic })}
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
