import { useState } from 'react';
import { Switch } from 'react-aria-components';
import type { Settings } from '../../../shared/settings/settings.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import './settings.css';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';

type Bench = Settings['bench'];

/** How the bench deletes, and whether a created parcel prints at once. */
export function BenchSettings({ bench }: { readonly bench: Bench }) {
  // What was chosen counts until it is kept: two quick choices must not undo each other.
  const [chosen, setChosen] = useState<Bench | null>(null);
  const action = useAction();
  const shown = chosen ?? bench;
  const save = async (change: Partial<Bench>) => {
    const next = { ...shown, ...change };
    setChosen(next);
    await action.run(() => call('settings.bench', next));
    setChosen(null);
  };
  return (
    <Card title="At the bench" className="settings-card">
      <NumberField
        label="Seconds to take back a deletion"
        value={shown.deleteUndoSeconds}
        onChange={(seconds) => seconds !== null && void save({ deleteUndoSeconds: Math.round(seconds) })}
        description="1 to 60. The deletion is sent when they have passed."
        minimum={1}
        maximum={60}
      />
      <NumberField
        label="Hours of a shift"
        value={shown.shiftHours}
        onChange={(hours) => hours !== null && void save({ shiftHours: Math.round(hours) })}
        description="1 to 72. What waited longer for the service asks before it is sent."
        minimum={1}
        maximum={72}
      />
      <Switch
        className="switch"
        isSelected={shown.printOnCreate}
        onChange={(printOnCreate) => void save({ printOnCreate })}
      >
        <span className="switch-track" aria-hidden />
        <span className="switch-words">
          Print labels when an order is created
          <span className="switch-state" aria-hidden>
            {shown.printOnCreate ? 'On' : 'Off'}
          </span>
        </span>
      </Switch>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

type Policy = Settings['printing']['suspiciousCommands'];

/** What becomes of commands in a label that change the printer beyond it. */
export function PrintingSettings({ printing }: { readonly printing: Settings['printing'] }) {
  // What was chosen counts until it is kept.
  const [chosen, setChosen] = useState<Policy | null>(null);
  const action = useAction();
  const choose = async (suspiciousCommands: Policy) => {
    setChosen(suspiciousCommands);
    await action.run(() => call('settings.printing', { suspiciousCommands }));
    setChosen(null);
  };
  return (
    <Card title="Labels" className="settings-card settings-printing">
      <RadioButtonGroup
        label="Commands that change the printer"
        showsLabel
        value={chosen ?? printing.suspiciousCommands}
        onChange={(policy) => void choose(policy)}
        radios={[
          { value: 'take out', label: 'Take out' },
          { value: 'pass', label: 'Pass' },
        ]}
      />
      <p className="settings-hint">
        Some carriers’ labels set darkness, media or print mode, and every label after them is printed that way; a label
        that would harm the printer is always refused.
      </p>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

type SpendingLimit = Settings['spending'];

interface SpendingSettingsProps {
  readonly spending: SpendingLimit;
  readonly currency: string | null;
}

/** The most that orders may cost within an hour. */
export function SpendingSettings({ spending, currency }: SpendingSettingsProps) {
  const [chosen, setChosen] = useState<SpendingLimit | null>(null);
  const action = useAction();
  const save = async (capPerHour: number | null) => {
    setChosen({ capPerHour });
    await action.run(() => call('settings.spending', { capPerHour }));
    setChosen(null);
  };
  const unit = currency === null ? '' : ` In ${currency}.`;
  return (
    <Card title="Spending" className="settings-card">
      <NumberField
        label="Most charged within an hour"
        value={(chosen ?? spending).capPerHour}
        onChange={(cap) => void save(cap)}
        description={`Blank: no cap.${unit} An order over it is not created; one without a quote has its price asked first.`}
        minimum={0.01}
      />
      <FailureStrip failure={action.failure} />
    </Card>
  );
}
