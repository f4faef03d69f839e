import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../../shared/settings/settings.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportProgress } from '../common/export-progress.tsx';

/** The name over every screen. */
export function StationSettings({ name }: { readonly name: string }) {
  // null: nothing was written, the field follows what is kept.
  const [edited, setEdited] = useState<string | null>(null);
  const action = useAction();
  const text = edited ?? name;
  const isChanged = text.trim() !== name;
  const save = async () => {
    if (await action.run(() => call('settings.station-name', { name: text }))) setEdited(null);
  };
  return (
    <Card title="Station" className="settings-card">
      <TextField
        label="Station name"
        value={text}
        onChange={setEdited}
        error={text.trim() === '' ? 'Fill in a name' : text.trim().length > 60 ? 'At most 60 characters' : null}
      />
      <div className="settings-buttons">
        <Button size="small" onPress={() => void save()} isDisabled={!isChanged || action.isRunning}>
          Save name
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

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
      <RadioButtonGroup
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

/** Distances offered, in metres; 0.7 is an arm's length. */
const offered = [0.5, 0.7, 1, 1.25, 1.5, 2];

/** The distances to choose from, with the present one among them. */
export function distanceChoices(present: number): { value: string; label: string }[] {
  const distances = [...new Set([...offered, present])].sort((one, other) => one - other);
  return distances.map((distance) => ({ value: String(distance), label: `${distance} m` }));
}

type Retention = Settings['retention'];

/** How long records are kept, and the journal as a file. */
export function RecordSettings({ retention }: { readonly retention: Retention }) {
  const [chosen, setChosen] = useState<Retention | null>(null);
  const saving = useAction();
  const exporting = useAction();
  const save = async (days: number) => {
    setChosen({ days });
    await saving.run(() => call('settings.retention', { days }));
    setChosen(null);
  };
  return (
    <Card title="Records" className="settings-card">
      <NumberField
        label="Days to keep records"
        value={(chosen ?? retention).days}
        onChange={(days) => days !== null && void save(Math.round(days))}
        description="1 to 3650. What is older and waits for nothing is removed while the bench is quiet, with its labels."
        minimum={1}
        maximum={3650}
      />
      <FailureStrip failure={saving.failure} />
      <div className="settings-line">
        <Button
          icon={Download}
          isDisabled={exporting.isRunning}
          onPress={() => void exporting.run(() => call('journal.export', null))}
        >
          Export journal
        </Button>
      </div>
      <ExportProgress what="journal" />
      <FailureStrip failure={exporting.failure} />
    </Card>
  );
}
