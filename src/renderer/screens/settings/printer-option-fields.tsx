import type { Printer } from '../../../shared/printer.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { type Choice, Select } from '../../ui/select.tsx';
import type { PrinterFaults, PrinterFields } from './printer-form.ts';
import { SettingsSwitch } from './settings-switch.tsx';

interface PrinterOptionFieldsProps {
  readonly fields: PrinterFields;
  readonly faults: PrinterFaults;
  /** The default printer stays it until another one is made the default. */
  readonly isDefaultNow: boolean;
  readonly others: readonly Printer[];
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** What is said of a printer beside how it is reached. */
export function PrinterOptionFields(props: PrinterOptionFieldsProps) {
  const { fields, faults, isDefaultNow, others, onChange } = props;
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
          error={faults.paperWidth ?? null}
        />
        <NumberField
          label="Paper length (mm)"
          value={fields.paperLength}
          onChange={(paperLength) => onChange({ paperLength })}
          error={faults.paperLength ?? null}
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
          isOn={fields.standsInByItself}
          onChange={(standsInByItself) => onChange({ standsInByItself })}
          description="Off: when this printer is held, you are asked. On: what waits goes over. What this printer may hold already never does."
        />
      )}
    </>
  );
}

/** What is set is always among them. */
export function resolutionChoices(set: string): Choice[] {
  const isUsual = usualResolutions.some(({ value }) => value === set);
  return isUsual ? usualResolutions : [...usualResolutions, { value: set, label: `${set} dots per mm` }];
}

const usualResolutions: Choice[] = [
  { value: '', label: 'As it tells', detail: 'For printers that can be asked' },
  { value: '6', label: '152 dpi', detail: '6 dots per mm' },
  { value: '8', label: '203 dpi', detail: '8 dots per mm' },
  { value: '12', label: '300 dpi', detail: '12 dots per mm' },
  { value: '24', label: '600 dpi', detail: '24 dots per mm' },
];
