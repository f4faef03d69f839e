import './field.css';
import { NumberField as AriaNumberField, FieldError, Input, Label, Text } from 'react-aria-components';
import { RequiredMark } from './text-field.tsx';

interface NumberFieldProps {
  /** The accessible name, exactly. */
  readonly label: string;
  /** null: nothing is written. */
  readonly value: number | null;
  /** Told when the field is left or Enter is pressed. */
  readonly onChange: (value: number | null) => void;
  readonly error?: string | null;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly onFocus?: () => void;
}

const plainDigits: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 3 };

/** A number written by hand: no steppers, and the wheel does not change it. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, error = null, description, isRequired = false, isDisabled = false } = props;
  const { minimum, maximum, onFocus } = props;
  return (
    <AriaNumberField
      className="field"
      value={value ?? Number.NaN}
      onChange={(written) => onChange(Number.isNaN(written) ? null : written)}
      isInvalid={error !== null}
      isDisabled={isDisabled}
      isRequired={isRequired}
      validationBehavior="aria"
      formatOptions={plainDigits}
      isWheelDisabled
      {...(minimum !== undefined && { minValue: minimum })}
      {...(maximum !== undefined && { maxValue: maximum })}
      {...(onFocus && { onFocus })}
    >
      <span className="field-head">
        <Label className="field-label">{label}</Label>
        {isRequired && <RequiredMark />}
      </span>
      <Input className="field-input" />
      {description && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaNumberField>
  );
}
