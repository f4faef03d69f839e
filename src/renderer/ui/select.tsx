import './fields.css';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Select as AriaSelect,
  Button,
  ComboBoxStateContext,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  OverlayTriggerStateContext,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { text } from '../text/text.ts';

/** A choice with its label and a secondary line. */
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
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? text('select.choose')}</SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className="field-error">{error}</FieldError>
      <Choices choices={choices} />
    </AriaSelect>
  );
}

/** The list that opens under a select or a combo box. */
export function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  useClosedWhenHidden();
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

/** Closes the list when its screen is hidden, for example by a scan. It would be open again, over all else, when the screen is shown next. */
function useClosedWhenHidden(): void {
  const list = useContext(OverlayTriggerStateContext);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  useEffect(() => () => latest.current?.close(), []);
}

interface ComboBoxProps {
  readonly label: string;
  /** The one that is chosen now; null: none is. */
  readonly value: string | null;
  readonly choices: readonly Choice[];
  /** Also called where the chosen one is chosen again. */
  readonly onChoose: (value: string) => void;
  readonly isDisabled?: boolean;
}

/** One of many, found by typing a part of its name. Enter takes the first match, or the one marked with the arrow keys. */
export function ComboBox({ label, value, choices, onChoose, isDisabled = false }: ComboBoxProps) {
  /** What the operator typed; null while nothing is searched for. Changes of the text by the widget itself are ignored. */
  const [searchText, setSearchText] = useState<string | null>(null);
  const chosen = choices.find((choice) => choice.value === value);

  const choose = (key: unknown) => {
    if (typeof key !== 'string') return;
    setSearchText(null);
    onChoose(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { ariaExpanded } = event.currentTarget;
    if (event.key !== 'Enter' || ariaExpanded !== 'true') return;
    if (event.currentTarget.getAttribute('aria-activedescendant')) return;
    const first = choices.find((choice) => contains(choice.label, searchText ?? ''));
    if (!first) return;
    event.preventDefault();
    choose(first.value);
  };

  return (
    <AriaComboBox
      className="field"
      inputValue={searchText ?? chosen?.label ?? ''}
      value={null}
      onChange={choose}
      onBlur={() => setSearchText(null)}
      defaultFilter={contains}
      isDisabled={isDisabled}
      allowsCustomValue
      menuTrigger="manual"
    >
      <Label className="field-label">{label}</Label>
      <div className="field-combo">
        <SearchInput
          placeholder={choices.length === 0 ? text('select.none-yet') : text('select.choose')}
          onSearch={setSearchText}
          onKeyDown={onKeyDown}
        />
        <Button className="field-button">
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <Choices choices={choices} />
    </AriaComboBox>
  );
}

interface SearchInputProps {
  readonly placeholder: string;
  readonly onSearch: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Typing opens the list; a text that changes because another choice was made does not. */
function SearchInput({ placeholder, onSearch, onKeyDown }: SearchInputProps) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      className="field-input"
      placeholder={placeholder}
      onInput={(event) => {
        onSearch(event.currentTarget.value);
        list?.open(null, 'input');
      }}
      onKeyDownCapture={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

const contains = (label: string, part: string): boolean => label.toLowerCase().includes(part.trim().toLowerCase());
