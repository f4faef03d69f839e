import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { fieldErrors } from '../../../shared/contract/validation-issues.ts';
import { stationSchema } from '../../../shared/settings/settings.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { useForm } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportProgress } from '../export-progress.tsx';
import { SettingsSwitch } from './settings-controls.tsx';
import { useSavedGroup } from './use-saved-group.ts';

interface ViewProps {
  readonly view: StationView;
}

interface SettingCardProps {
  readonly title: string;
  /** Why the last change was not saved. */
  readonly failure: Failure | null;
  readonly className?: string;
  readonly children: ReactNode;
}

function SettingCard({ title, failure, className = '', children }: SettingCardProps) {
  return (
    <Card title={title} className={`settings-card ${className}`}>
      {children}
      <FailureStrip failure={failure} />
    </Card>
  );
}

interface WholeNumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly description: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly onSave: (value: number) => Promise<boolean>;
}

/** A whole number that is saved as soon as it is entered; an emptied field saves nothing. */
function WholeNumberField({ onSave, ...field }: WholeNumberFieldProps) {
  return <NumberField {...field} onChange={(value) => value !== null && void onSave(Math.round(value))} />;
}

/** The name shown above every screen. */
export function StationCard({ view }: ViewProps) {
  const { name } = view.settings.station;
  const form = useForm({
    saved: { name },
    read: (entered: { readonly name: string }) => {
      const parsed = stationSchema.safeParse(entered);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, errors: fieldErrors<'name'>(parsed.error) };
    },
    save: (value) => call('settings.save', { group: 'station', value }),
  });
  return (
    <SettingCard title={text('settings.station.title')} failure={form.failure}>
      <TextField label={text('settings.station.name')} {...form.textField('name')} />
      <div className="settings-buttons">
        <Button
          size="small"
          onPress={() => void form.save()}
          isDisabled={form.fields.name.trim() === name || form.isSaving}
        >
          {text('settings.station.save')}
        </Button>
      </div>
    </SettingCard>
  );
}

/** Deletions, shifts and printing on creation. */
export function BenchCard({ view }: ViewProps) {
  const { shown, save, failure } = useSavedGroup('bench', view.settings);
  return (
    <SettingCard title={text('settings.bench.title')} failure={failure}>
      <WholeNumberField
        label={text('settings.bench.undo-seconds')}
        value={shown.deleteUndoSeconds}
        onSave={(seconds) => save({ deleteUndoSeconds: seconds })}
        description={text('settings.bench.undo-seconds.hint')}
        minimum={1}
        maximum={60}
      />
      <WholeNumberField
        label={text('settings.bench.shift-hours')}
        value={shown.shiftHours}
        onSave={(hours) => save({ shiftHours: hours })}
        description={text('settings.bench.shift-hours.hint')}
        minimum={1}
        maximum={72}
      />
      <SettingsSwitch
        label={text('settings.bench.print-on-create')}
        isOn={shown.printOnCreate}
        onChange={(printOnCreate) => void save({ printOnCreate })}
      />
    </SettingCard>
  );
}

/** What happens to commands in a label that change the printer beyond that label. */
export function LabelsCard({ view }: ViewProps) {
  const { shown, save, failure } = useSavedGroup('printing', view.settings);
  return (
    <SettingCard title={text('settings.labels.title')} failure={failure} className="settings-printing">
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
    </SettingCard>
  );
}

/** The most that orders may cost within an hour. */
export function SpendingCard({ view }: ViewProps) {
  const { shown, save, failure } = useSavedGroup('spending', view.settings);
  return (
    <SettingCard title={text('settings.spending.title')} failure={failure}>
      <NumberField
        label={text('settings.spending.cap')}
        value={shown.capPerHour}
        onChange={(capPerHour) => void save({ capPerHour })}
        description={text('settings.spending.cap.hint', { currency: view.environment.currency })}
        minimum={0.01}
      />
    </SettingCard>
  );
}

/** Theme and viewing distance. */
export function AppearanceCard({ view }: ViewProps) {
  const { shown, save, failure } = useSavedGroup('appearance', view.settings);
  return (
    <SettingCard title={text('settings.appearance.title')} failure={failure} className="settings-appearance">
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
    </SettingCard>
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
export function RecordsCard({ view }: ViewProps) {
  const { shown, save, failure } = useSavedGroup('retention', view.settings);
  const exporting = useAction();
  return (
    <SettingCard title={text('settings.records.title')} failure={failure ?? exporting.failure}>
      <WholeNumberField
        label={text('settings.records.days')}
        value={shown.days}
        onSave={(days) => save({ days })}
        description={text('settings.records.days.hint')}
        minimum={1}
        maximum={3650}
      />
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
    </SettingCard>
  );
}
