import { useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { BigRadios } from '../../ui/big-radios.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { distanceChoices } from './distance-choices.ts';

type Appearance = Settings['appearance'];

/** Light or dark, and how far away the screen is read. */
export function AppearanceSettings({ appearance }: { readonly appearance: Appearance }) {
  const [chosen, setChosen] = useState<Appearance | null>(null);
  const action = useAction();
  const shown = chosen ?? appearance;
  const save = async (change: Partial<Appearance>) => {
    const next = { ...shown, ...change };
    setChosen(next);
    await action.run(() => call('settings.appearance', next));
    setChosen(null);
  };
  return (
    <Card title="Appearance" className="settings-card settings-appearance">
      <BigRadios
        label="Theme"
        showsLabel
        value={shown.theme}
        onChange={(theme) => void save({ theme })}
        radios={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Select
        label="Viewing distance"
        value={String(shown.viewingDistance)}
        choices={distanceChoices(shown.viewingDistance)}
        onChange={(distance) => void save({ viewingDistance: Number(distance) })}
      />
      <p className="settings-hint">Everything grows with it, so that it reads as well from afar.</p>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}
