import { useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

type SpendingSettingsValue = Settings['spending'];

interface SpendingSettingsProps {
  readonly spending: SpendingSettingsValue;
  readonly currency: string | null;
}

/** The most that orders may cost within an hour. */
export function SpendingSettings({ spending, currency }: SpendingSettingsProps) {
  const [chosen, setChosen] = useState<SpendingSettingsValue | null>(null);
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
