import './buttons.css';
import type { LucideIcon } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  /** The accessible name, exactly. */
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The key that picks it, or another hint; not part of the name. */
  readonly hint?: string;
  /** The colour it fills with when chosen. */
  readonly tone?: 'look-up' | 'print' | 'delete' | 'ink';
}

interface RadioButtonGroupProps<Value extends string> {
  /** The group's accessible name. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly radios: readonly RadioOption<Value>[];
  /** Shows the group's name above it. */
  readonly showsLabel?: boolean;
}

/** One of two to four, as big buttons side by side. */
export function RadioButtonGroup<Value extends string>(props: RadioButtonGroupProps<Value>) {
  const { label, value, onChange, radios, showsLabel = false } = props;
  return (
    <RadioGroup
      className="big-radios"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
    >
      {showsLabel && (
        <span className="big-radios-label" aria-hidden>
          {label}
        </span>
      )}
      <div className="big-radios-row">
        {radios.map(({ value: own, label: name, icon: Icon, hint, tone = 'ink' }) => (
          <Radio key={own} value={own} aria-label={name} className={`big-radio big-radio-${tone}`}>
            {Icon && <Icon aria-hidden />}
            <span>{name}</span>
            {hint && (
              <kbd className="big-radio-hint" aria-hidden>
                {hint}
              </kbd>
            )}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
