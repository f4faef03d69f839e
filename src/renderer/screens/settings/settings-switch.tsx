import { useId } from 'react';
import { Switch } from 'react-aria-components';

interface SettingsSwitchProps {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** What it does, in one sentence. */
  readonly description: string;
}

/** Something that is on or off, said in a word as well as shown. */
export function SettingsSwitch({ label, isOn, onChange, description }: SettingsSwitchProps) {
  const id = useId();
  return (
    <Switch className="switch" isSelected={isOn} onChange={onChange} aria-label={label} aria-describedby={id}>
      <span className="switch-track" aria-hidden />
      <span className="switch-words">
        {label}
        <span className="switch-state">
          <span aria-hidden>{isOn ? 'On. ' : 'Off. '}</span>
          <span id={id}>{description}</span>
        </span>
      </span>
    </Switch>
  );
}
