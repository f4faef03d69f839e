import './fields.css';
import { TriangleAlert } from 'lucide-react';
import { TextField as AriaTextField, FieldError, Input, Label, Text, TextArea } from 'react-aria-components';
import { text } from '../text/text.ts';

interface TextFieldProps {
  /** The accessible name, exactly; the required-mark stands outside it. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong and what to do; null where the value is valid. */
  readonly error?: string | null;
  /** What is unusual about the value; not shown while there is an error. */
  readonly warning?: string | null;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Lines to show; more than one makes it a text area. */
  readonly lines?: number;
  /** Codes and addresses: monospaced. */
  readonly isCode?: boolean;
  readonly type?: 'text' | 'password' | 'tel' | 'email' | 'url' | 'search';
  /** Identifies the field in its form, to move the focus there. */
  readonly fieldName?: string;
  /** A number that is read as it was written. */
  readonly inputMode?: 'decimal';
  /** Gets the text of the field. */
  readonly onBlur?: (text: string) => void;
  readonly onKeyDown?: (key: string, text: string) => void;
  readonly onFocus?: () => void;
}

/** A field with its label above and its error below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error = null, warning = null, isRequired = false, isDisabled = false } = props;
  const { description, lines = 1, isCode = false, type = 'text', inputMode, fieldName } = props;
  const { onBlur, onFocus, onKeyDown } = props;
  const inputClass = isCode ? 'field-input field-code' : 'field-input';
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      isDisabled={isDisabled}
      isRequired={isRequired}
      validationBehavior="aria"
      type={type}
      autoComplete="off"
      spellCheck="false"
      {...(fieldName !== undefined && { name: fieldName })}
      {...(inputMode && { inputMode })}
      {...(onBlur && { onBlur: ({ target }) => onBlur((target as HTMLInputElement).value) })}
      {...(onFocus && { onFocus })}
      {...(onKeyDown && {
        onKeyDown: (event) => {
          onKeyDown(event.key, (event.target as HTMLInputElement).value);
          event.continuePropagation();
        },
      })}
    >
      <span className="field-head">
        <Label className="field-label">{label}</Label>
        {isRequired && <RequiredMark />}
      </span>
      {lines > 1 ? <TextArea className={inputClass} rows={lines} /> : <Input className={inputClass} />}
      {(description || (warning && error === null)) && (
        <Text slot="description" className="field-description">
          {description}
          {warning && error === null && <Warning>{warning}</Warning>}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

function Warning({ children }: { readonly children: string }) {
  return (
    <span className="field-warning">
      <TriangleAlert aria-hidden />
      <span>
        <span className="only-spoken">{text('field.warning')} </span>
        {children}
      </span>
    </span>
  );
}

/** The mark beside a required field's name; not part of the name. */
function RequiredMark() {
  return (
    <span className="field-required" aria-hidden>
      {text('field.required')}
    </span>
  );
}

interface RangeFieldProps {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  /** The value as text, shown beside the label and announced. */
  readonly shown: string;
  readonly onChange: (value: number) => void;
}

/** Steps of a hundred: each is heard or seen as another. */
const rangeStep = 5;

/** A part of a hundred, set by dragging or by the arrow keys. */
export function RangeField({ label, value, shown, onChange }: RangeFieldProps) {
  return (
    <label className="field">
      <span className="field-head">
        <span className="field-label">{label}</span>
        <span className="field-value" aria-hidden>
          {shown}
        </span>
      </span>
      <input
        type="range"
        className="field-range"
        aria-label={label}
        aria-valuetext={shown}
        min={0}
        max={100}
        step={rangeStep}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  );
}
