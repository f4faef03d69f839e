import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { fieldErrors } from '../../../shared/contract/validation-issues.ts';
import { stationSchema } from '../../../shared/settings/settings.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportProgress } from '../export-progress.tsx';
import { SettingsSwitch } from './settings-controls.tsx';
import { useSavedGroup } from './use-saved-group.ts';

interface SettingCardProps {
  readonly view: StationView;
}

/** The name shown above every screen. */
export function StationCard({ view }: SettingCardProps) {
  // null: nothing was typed, the field shows the saved name.
  const [edited, setEdited] = useState<string | null>(null);
  const { shown, save, isSaving, failure } = useSavedGroup('station', view.settings);
  const name = edited ?? shown.name;
  const errors = fieldErrors<'name'>(stationSchema.safeParse({ name }).error);
  const isChanged = name.trim() !== shown.name;
  const saveName = async () => {
    if (await save({ name })) setEdited(null);
  };
  return (
    <Card title={text('settings.station.title')} className="settings-card">
      <TextField
        label={text('settings.station.name')}
        value={name}
        onChange={setEdited}
        error={errors.name ? messageText(errors.name) : null}
      />
      <div className="settings-buttons">
        <Button size="small" onPress={() => void saveName()} isDisabled={!isChanged || isSaving}>
          {text('settings.station.save')}
        </Button>
      </div>
      <FailureStrip failure={failure} />
    </Card>
  );
}

/** Deletions, shifts and printing on creation. */
export function BenchCard({ view }: SettingCardProps) {
  const { shown, save, failure } = useSavedGroup('bench', view.settings);
  return (
    <Card title={text('settings.bench.title')} className="settings-card">
      <NumberField
        label={text('settings.bench.undo-seconds')}
        value={shown.deleteUndoSeconds}
        onChange={(seconds) => seconds !== null && void save({ deleteUndoSeconds: Math.round(seconds) })}
        description={text('settings.bench.undo-seconds.hint')}
        minimum={1}
        maximum={60}
      />
      <NumberField
        label={text('settings.bench.shift-hours')}
        value={shown.shiftHours}
        onChange={(hours) => hours !== null && void save({ shiftHours: Math.round(hours) })}
        description={text('settings.bench.shift-hours.hint')}
        minimum={1}
        maximum={72}
      />
      <SettingsSwitch
        label={text('settings.bench.print-on-create')}
        isOn={shown.printOnCreate}
        onChange={(printOnCreate) => void save({ printOnCreate })}
      />
      <FailureStrip failure={failure} />
    </Card>
  );
}

/** What happens to commands in a label that change the printer beyond that label. */
export function LabelsCard({ view }: SettingCardProps) {
  const { shown, save, failure } = useSavedGroup('printing', view.settings);
  return (
    <Card title={text('settings.labels.title')} className="settings-card settings-printing">
      <RadioButtonGroup
        label={text('settings.labels.printer-settings')}
        showsLabel
        value={shown.suspiciousCommands}
        onChange={(suspiciousCommands) => void save({ suspiciousCommands })}
        radios={[
          { value: 'take out', label: text('settings.labels.remove') },
          { value: 'pass', label: text('settings.labels.keep') },
        ]}
      />
      <p className="settings-hint">{text('settings.labels.hint')}</p>
      <FailureStrip failure={failure} />
    </Card>
  );
}

/** The most that orders may cost within an hour. */
export function SpendingCard({ view }: SettingCardProps) {
  const { shown, save, failure } = useSavedGroup('spending', view.settings);
  return (
    <Card title={text('settings.spending.title')} className="settings-card">
      <NumberField
        label={text('settings.spending.cap')}
        value={shown.capPerHour}
        onChange={(capPerHour) => void save({ capPerHour })}
        description={text('settings.spending.cap.hint', { currency: view.environment.currency })}
        minimum={0.01}
      />
      <FailureStrip failure={failure} />
    </Card>
  );
}

/** Theme and viewing distance. */
export function AppearanceCard({ view }: SettingCardProps) {
  const { shown, save, failure } = useSavedGroup('appearance', view.settings);
  return (
    <Card title={text('settings.appearance.title')} className="settings-card settings-appearance">
      <RadioButtonGroup
        label={text('settings.appearance.theme')}
        showsLabel
        value={shown.theme}
        onChange={(theme) => void save({ theme })}
        radios={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: text(`settings.appearance.theme.${value}`),
        }))}
      />
      <Select
        label={text('settings.appearance.distance')}
        value={String(shown.viewingDistance)}
        choices={distanceChoices(shown.viewingDistance)}
        onChange={(distance) => void save({ viewingDistance: Number(distance) })}
      />
      <p className="settings-hint">{text('settings.appearance.distance.hint')}</p>
      <FailureStrip failure={failure} />
    </Card>
  );
}

/** Distances offered, in metres; 0.7 is an arm's length. */
const offeredDistances = [0.5, 0.7, 1, 1.25, 1.5, 2];

/** The distances to choose from, including the present one. */
export function distanceChoices(present: number): { value: string; label: string }[] {
  const distances = [...new Set([...offeredDistances, present])].sort((one, other) => one - other);
  return distances.map((distance) => ({
    value: String(distance),
    label: text('settings.appearance.distance.choice', { distance }),
  }));
}

/** How long records are kept, and the export of the journal. */
export function RecordsCard({ view }: SettingCardProps) {
  const { shown, save, failure } = useSavedGroup('retention', view.settings);
  const exporting = useAction();
  return (
    <Card title={text('settings.records.title')} className="settings-card">
      <NumberField
        label={text('settings.records.days')}
        value={shown.days}
        onChange={(days) => days !== null && void save({ days: Math.round(days) })}
        description={text('settings.records.days.hint')}
        minimum={1}
        maximum={3650}
      />
      <FailureStrip failure={failure} />
      <div className="settings-line">
        <Button
          icon={Download}
          isDisabled={exporting.isRunning}
          onPress={() => void exporting.run(() => call('journal.export', null))}
        >
          {text('settings.records.export-journal')}
        </Button>
      </div>
      <ExportProgress what="journal" />
      <FailureStrip failure={exporting.failure} />
    </Card>
  );
}
