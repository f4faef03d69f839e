import './field.css';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useContext, useState } from 'react';
import { ComboBox as AriaComboBox, Button, ComboBoxStateContext, Input, Label } from 'react-aria-components';
import { type Choice, Choices } from './select.tsx';

interface ComboBoxProps {
  readonly label: string;
  /** The one that is chosen now; null: none is. */
  readonly value: string | null;
  readonly choices: readonly Choice[];
  /** Told also where the one that is chosen already is chosen again. */
  readonly onChoose: (value: string) => void;
  readonly isDisabled?: boolean;
}

/** One of many, found by writing a part of its name. Enter takes the first that is left, or the one marked with the arrow keys. */
export function ComboBox({ label, value, choices, onChoose, isDisabled = false }: ComboBoxProps) {
  /** What a hand looks for; null while none does. The widget's own changes of the text are not heard. */
  const [sought, setSought] = useState<string | null>(null);
  const chosen = choices.find((choice) => choice.value === value);

  const choose = (key: unknown) => {
    if (typeof key !== 'string') return;
    setSought(null);
    onChoose(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { ariaExpanded } = event.currentTarget;
    if (event.key !== 'Enter' || ariaExpanded !== 'true') return;
    if (event.currentTarget.getAttribute('aria-activedescendant')) return;
    const first = choices.find((choice) => contains(choice.label, sought ?? ''));
    if (!first) return;
    event.preventDefault();
    choose(first.value);
  };

  return (
    <AriaComboBox
      className="field"
      inputValue={sought ?? chosen?.label ?? ''}
      value={null}
      onChange={choose}
      onBlur={() => setSought(null)}
      defaultFilter={contains}
      isDisabled={isDisabled}
      allowsCustomValue
      menuTrigger="manual"
    >
      <Label className="field-label">{label}</Label>
      <div className="field-combo">
        <SearchInput
          placeholder={choices.length === 0 ? 'None yet' : 'Choose'}
          onSeek={setSought}
          onKeyDown={onKeyDown}
        />
        <Button className="field-combo-button">
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <Choices choices={choices} />
    </AriaComboBox>
  );
}

interface SearchInputProps {
  readonly placeholder: string;
  readonly onSeek: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Writing opens the list; a text that changes because another one is chosen now does not. */
function SearchInput({ placeholder, onSeek, onKeyDown }: SearchInputProps) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      className="field-input"
      placeholder={placeholder}
      onInput={(event) => {
        onSeek(event.currentTarget.value);
        list?.open(null, 'input');
      }}
      onKeyDownCapture={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.trim().toLowerCase());
