import { assertNever } from '../../../../shared/contract/failure.ts';
import type { Printer } from '../../../../shared/printing/printer.ts';
import { NumberField, TextField } from '../../../ui/fields.tsx';
import { type Choice, Select } from '../../../ui/select.tsx';
import { SettingsSwitch } from '../settings-controls.tsx';
import type { ConnectionKind, PrinterErrors, PrinterFields } from './printer-form.ts';

interface PrinterConnectionFieldsProps {
  readonly fields: PrinterFields;
  readonly errors: PrinterErrors;
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** How the printer is reached. */
export function PrinterConnectionFields({ fields, errors, onChange }: PrinterConnectionFieldsProps) {
  return (
    <>
      <Select label="Connection" value={fields.kind} choices={kinds} onChange={(kind) => onChange({ kind })} />
      <FieldsOfKind fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}

type TextOf = 'host' | 'port' | 'queue' | 'path' | 'printer';

function FieldsOfKind({ fields, errors, onChange }: PrinterConnectionFieldsProps) {
  const fieldOf = (name: TextOf) => ({
    value: fields[name],
    onChange: (text: string) => onChange({ [name]: text }),
    error: errors[name] ?? null,
    isCode: true,
  });
  switch (fields.kind) {
    case 'tcp':
      return (
        <div className="settings-host">
          <TextField label="Host" isRequired {...fieldOf('host')} />
          <TextField label="Port" {...fieldOf('port')} />
        </div>
      );
    case 'cups':
      return (
        <>
          <TextField label="Queue" isRequired {...fieldOf('queue')} />
          <p className="settings-hint">
            CUPS tells what became of a job, not of the label. Raw queues are deprecated: where the printer has an
            address of its own, use that.
          </p>
        </>
      );
    case 'usb':
      return <TextField label="Device" isRequired {...fieldOf('path')} />;
    case 'windows':
      return (
        <>
          <TextField label="Windows printer" isRequired {...fieldOf('printer')} />
          <p className="settings-hint">Windows tells what became of a job, not of the label.</p>
        </>
      );
    case 'virtual':
      return <p className="settings-hint">Shows each label as a picture in this window, and keeps it as a file.</p>;
    default:
      return assertNever(fields.kind);
  }
}

const kinds: readonly Choice<ConnectionKind>[] = [
  { value: 'tcp', label: 'Network address', detail: 'Straight to the printer; it tells how it is' },
  { value: 'usb', label: 'USB device (Linux)', detail: 'Straight to the printer; it tells how it is' },
  { value: 'cups', label: 'CUPS queue', detail: 'Through this computer’s print system' },
  { value: 'windows', label: 'Windows printer', detail: 'Through the Windows spooler' },
  { value: 'virtual', label: 'Virtual', detail: 'A picture in this window' },
];

interface PrinterOptionFieldsProps {
  readonly fields: PrinterFields;
  readonly errors: PrinterErrors;
  /** The default printer stays it until another one is made the default. */
  readonly isDefaultNow: boolean;
  readonly others: readonly Printer[];
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** What is said of a printer beside how it is reached. */
export function PrinterOptionFields(props: PrinterOptionFieldsProps) {
  const { fields, errors, isDefaultNow, others, onChange } = props;
  return (
    <>
      <div className="printer-sizes">
        <Select
          label="Resolution"
          value={fields.resolution}
          choices={resolutionChoices(fields.resolution)}
          onChange={(resolution) => onChange({ resolution })}
        />
        <NumberField
          label="Paper width (mm)"
          value={fields.paperWidth}
          onChange={(paperWidth) => onChange({ paperWidth })}
          error={errors.paperWidth ?? null}
        />
        <NumberField
          label="Paper length (mm)"
          value={fields.paperLength}
          onChange={(paperLength) => onChange({ paperLength })}
          error={errors.paperLength ?? null}
        />
      </div>
      {!isDefaultNow && (
        <SettingsSwitch
          label="Default printer"
          isOn={fields.isDefault}
          onChange={(isDefault) => onChange({ isDefault })}
          description="Labels go here when nobody names a printer."
        />
      )}
      <SettingsSwitch
        label="Never answers"
        isOn={fields.neverAnswers}
        onChange={(neverAnswers) => onChange({ neverAnswers })}
        description="It never tells how it is: its silence is no fault, and its labels stay “Sent” until they are scanned."
      />
      <SettingsSwitch
        label="Shared with other computers"
        isOn={fields.shared}
        onChange={(shared) => onChange({ shared })}
        description="Its counter then proves nothing."
      />
      <SettingsSwitch
        label="Production labels only"
        isOn={fields.productionOnly}
        onChange={(productionOnly) => onChange({ productionOnly })}
        description="Practice and sandbox labels are asked about first."
      />
      {others.length > 0 && <StandInFields fields={fields} others={others} onChange={onChange} />}
    </>
  );
}

function StandInFields({ fields, others, onChange }: Pick<PrinterOptionFieldsProps, 'fields' | 'others' | 'onChange'>) {
  const choices = [{ value: '', label: 'None' }, ...others.map(({ name }) => ({ value: name, label: name }))];
  return (
    <>
      <Select label="Stand-in" value={fields.standIn} choices={choices} onChange={(standIn) => onChange({ standIn })} />
      {fields.standIn !== '' && (
        <SettingsSwitch
          label="Stands in by itself"
          isOn={fields.isStandInAutomatic}
          onChange={(isStandInAutomatic) => onChange({ isStandInAutomatic })}
          description="Off: when this printer is held, you are asked. On: what waits goes over. What this printer may hold already never does."
        />
      )}
    </>
  );
}

/** What is set is always among them. */
export function resolutionChoices(set: string): Choice[] {
  const isUsual = standardResolutions.some(({ value }) => value === set);
  return isUsual ? standardResolutions : [...standardResolutions, { value: set, label: `${set} dots per mm` }];
}

const standardResolutions: Choice[] = [
  { value: '', label: 'As it tells', detail: 'For printers that can be asked' },
  { value: '6', label: '152 dpi', detail: '6 dots per mm' },
  { value: '8', label: '203 dpi', detail: '8 dots per mm' },
  { value: '12', label: '300 dpi', detail: '12 dots per mm' },
  { value: '24', label: '600 dpi', detail: '24 dots per mm' },
];
