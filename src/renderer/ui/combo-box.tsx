import './field.css';
import { ChevronDown } from 'lucide-react';
import { ComboBox as AriaComboBox, Button, FieldError, Input, Label } from 'react-aria-components';
import { type Choice, Choices } from './select.tsx';
import { RequiredMark } from './text-field.tsx';

interface ComboBoxProps {
  readonly label: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly error?: string | null;
  readonly isRequired?: boolean;
}

/** Free text with known texts to choose from. */
export function ComboBox(props: ComboBoxProps) {
  const { label, text, onTextChange, choices, onChoose, error = null, isRequired = false } = props;
  return (
    <AriaComboBox
      className="field"
      inputValue={text}
      onInputChange={onTextChange}
      onChange={(key) => typeof key === 'string' && onChoose(key)}
      isInvalid={error !== null}
      isRequired={isRequired}
      validationBehavior="aria"
      allowsCustomValue
      menuTrigger="input"
    >
      <span className="field-head">
        <Label className="field-label">{label}</Label>
        {isRequired && <RequiredMark />}
      </span>
      <div className="field-combo">
        <Input className="field-input" />
        <Button className="field-combo-button">
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <FieldError className="field-error">{error}</FieldError>
      <Choices choices={choices} />
    </AriaComboBox>
  );
}
