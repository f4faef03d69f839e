import './field.css';
import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';

/** One thing to choose: what it is called, and a quiet line under it. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly detail?: string;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
}

/** One of a few. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, error = null, isDisabled = false } = props;
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={error !== null}
      isDisabled={isDisabled}
      validationBehavior="aria"
    >
      <Label className="field-label">{label}</Label>
      <Button className="field-input field-choices">
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? 'Choose'}</SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className="field-error">{error}</FieldError>
      <Choices choices={choices} />
    </AriaSelect>
  );
}

/** The list that opens under a select or a combo box. */
export function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <Popover className="choices">
      <ListBox className="choices-list" items={choices.map((choice) => ({ id: choice.value, ...choice }))}>
        {(choice) => (
          <ListBoxItem className="choice" textValue={choice.label}>
            <Text slot="label">{choice.label}</Text>
            {choice.detail && (
              <Text slot="description" className="choice-detail">
                {choice.detail}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
