import { useState } from 'react';
import { Switch } from 'react-aria-components';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

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
