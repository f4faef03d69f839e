import './field.css';
import { TextField as AriaTextField, FieldError, Input, Label, Text, TextArea } from 'react-aria-components';

interface TextFieldProps {
  /** The accessible name, exactly; the required-mark stands outside it. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it and what to do; null where nothing is. */
  readonly error?: string | null;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Lines to show; more than one makes it a text area. */
  readonly lines?: number;
  /** Codes and addresses of machines: mono type. */
  readonly isCode?: boolean;
  readonly type?: 'text' | 'password' | 'tel' | 'email' | 'url' | 'search';
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
}

/** A field with its name above and its fault beside it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error = null, description, isRequired = false, isDisabled = false } = props;
  const { lines = 1, isCode = false, type = 'text', onBlur, onFocus } = props;
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
      {...(onBlur && { onBlur })}
      {...(onFocus && { onFocus })}
    >
      <span className="field-head">
        <Label className="field-label">{label}</Label>
        {isRequired && <RequiredMark />}
      </span>
      {lines > 1 ? <TextArea className={inputClass} rows={lines} /> : <Input className={inputClass} />}
      {description && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

/** "needed" beside a field's name, and not part of it. */
export function RequiredMark() {
  return (
    <span className="field-required" aria-hidden>
      needed
    </span>
  );
}
