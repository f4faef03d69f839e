import { Download, FolderInput } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
  type PracticePoint,
  practiceBehaviours,
} from '../../../shared/settings/practice-behaviour.ts';
import { languages } from '../../../shared/values/language.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportProgress } from '../export-progress.tsx';
import { loadOnDemand } from '../load-on-demand.tsx';
import { NumberSetting, SettingCard, TextSetting, useSettingGroup } from './setting-group.tsx';
import { SettingsSwitch } from './settings-controls.tsx';
import '../shipments/imports.css';
import { importQuery } from '../../data/dropped-files.ts';
import { useQuery } from '../../data/query.ts';
import { Card } from '../../ui/card.tsx';

interface ViewProps {
  readonly view: StationView;
}

/** The name shown above every screen. */
export function StationCard({ view }: ViewProps) {
  const setting = useSettingGroup('station', view.settings);
  return (
    <SettingCard title={text('settings.station.title')} setting={setting}>
      <TextSetting setting={setting} field="name" label={text('settings.station.name')} />
    </SettingCard>
  );
}

/** Deletions and shifts. */
export function BenchCard({ view }: ViewProps) {
  const setting = useSettingGroup('bench', view.settings);
  return (
    <SettingCard title={text('settings.bench.title')} setting={setting}>
      <NumberSetting
        setting={setting}
        field="deleteUndoSeconds"
        label={text('settings.bench.undo-seconds')}
        description={text('settings.bench.undo-seconds.hint')}
      />
      <NumberSetting
        setting={setting}
        field="shiftHours"
        label={text('settings.bench.shift-hours')}
        description={text('settings.bench.shift-hours.hint')}
      />
    </SettingCard>
  );
}

/** Printing on creation. */
export function OrdersCard({ view }: ViewProps) {
  const setting = useSettingGroup('bench', view.settings);
  return (
    <SettingCard title={text('settings.orders.title')} setting={setting}>
      <SettingsSwitch
        label={text('settings.bench.print-on-create')}
        isOn={setting.shown.printOnCreate}
        onChange={(printOnCreate) => void setting.save({ printOnCreate })}
      />
    </SettingCard>
  );
}

/** What happens to commands in a label that change the printer beyond that label. */
export function LabelsCard({ view }: ViewProps) {
  const setting = useSettingGroup('printing', view.settings);
  return (
    <SettingCard title={text('settings.labels.title')} setting={setting} className="settings-printing">
      <RadioButtonGroup
        label={text('settings.labels.printer-settings')}
        showsLabel
        value={setting.shown.suspiciousCommands}
        onChange={(suspiciousCommands) => void setting.save({ suspiciousCommands })}
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
  const setting = useSettingGroup('spending', view.settings);
  return (
    <SettingCard title={text('settings.spending.title')} setting={setting}>
      <NumberSetting
        setting={setting}
        field="capPerHour"
        label={text('settings.spending.cap')}
        description={text('settings.spending.cap.hint', { currency: view.environment.currency })}
      />
    </SettingCard>
  );
}

/** The language of the screens, of dialogs and of exported files. The page is loaded again in it. */
export function LanguageCard({ view }: ViewProps) {
  const setting = useSettingGroup('station', view.settings);
  return (
    <SettingCard title={text('settings.language.title')} setting={setting}>
      <RadioButtonGroup
        label={text('settings.language.title')}
        value={setting.shown.language}
        onChange={(language) => void setting.save({ language })}
        radios={languages.map((value) => ({ value, label: text(`settings.language.${value}`) }))}
      />
    </SettingCard>
  );
}

/** How long records are kept, and the export of the journal. */
export function RecordsCard({ view }: ViewProps) {
  const setting = useSettingGroup('retention', view.settings);
  const exporting = useAction();
  return (
    <SettingCard title={text('settings.records.title')} setting={setting}>
      <NumberSetting
        setting={setting}
        field="days"
        label={text('settings.records.days')}
        description={text('settings.records.days.hint')}
      />
      <div className="settings-buttons">
        <Button
          size="small"
          icon={Download}
          isDisabled={exporting.isRunning}
          onPress={() => void exporting.run(() => call('journal.export', null))}
        >
          {text('settings.records.export-journal')}
        </Button>
      </div>
      <FailureStrip failure={exporting.failure} />
      <ExportProgress what="journal" />
    </SettingCard>
  );
}

const RehearsalList = loadOnDemand(async () => (await import('../help/rehearsals.tsx')).RehearsalList, false);

interface PracticeCardProps {
  readonly view: StationView;
}

const points = Object.keys(practiceBehaviours) as PracticePoint[];

/** How the practice service behaves where the interface document is silent; only in practice. */
export function PracticeCard({ view }: PracticeCardProps) {
  const setting = useSettingGroup('practice', view.settings);
  const { shown, save } = setting;
  const [isOpen, setIsOpen] = useState(false);
  if (view.environment.kind !== 'practice') return null;
  const changed = points.filter((point) => shown[point] !== defaultPracticeBehaviour[point]).length;
  return (
    <SettingCard title={text('settings.practice.title')} setting={setting}>
      <p className="settings-hint">{text('settings.practice.hint')}</p>
      <p role="status">{text('settings.practice.changed', { count: changed })}</p>
      {isOpen && points.map((point) => <PointSelect key={point} point={point} shown={shown} onChange={save} />)}
      <div className="settings-buttons">
        <Button size="small" tone="quiet" onPress={() => setIsOpen(!isOpen)}>
          {isOpen ? text('settings.practice.hide') : text('settings.practice.show')}
        </Button>
        {changed > 0 && (
          <Button size="small" onPress={() => void save(defaultPracticeBehaviour)}>
            {text('settings.practice.reset')}
          </Button>
        )}
      </div>
      <RehearsalList />
    </SettingCard>
  );
}

interface PointSelectProps<P extends PracticePoint> {
  readonly point: P;
  readonly shown: PracticeBehaviour;
  readonly onChange: (change: Partial<PracticeBehaviour>) => Promise<boolean>;
}

function PointSelect<P extends PracticePoint>({ point, shown, onChange }: PointSelectProps<P>) {
  const values: readonly string[] = practiceBehaviours[point];
  return (
    <Select
      label={text(`settings.practice-point.${point}`)}
      value={shown[point]}
      choices={values.map((value) => ({
        value,
        label: text(`settings.practice-choice.${point}.${value}` as ChoiceText),
      }))}
      onChange={(value) => void onChange({ [point]: value })}
    />
  );
}

/** The text of each choice. */
type ChoiceText = { [P in PracticePoint]: `settings.practice-choice.${P}.${PracticeBehaviour[P]}` }[PracticePoint];

/** The folder whose files are imported automatically. */
export function WatchedFolderSettings() {
  const { value, failure } = useQuery(importQuery);
  const action = useAction();
  const watched = value?.watched ?? null;
  return (
    <Card title={text('watched-folder.title')} className="settings-card">
      {watched === null ? (
        <p className="import-hint">{text('watched-folder.hint')}</p>
      ) : (
        <div>
          <p className="import-folder">{watched.path}</p>
          <p className="import-hint">
            {text(`watched-folder.state.${watched.state}`, { environment: watched.environment })}
          </p>
          {watched.problem !== null && (
            <p role="status" className="import-problem">
              {messageText(watched.problem)}
            </p>
          )}
        </div>
      )}
      <div className="import-buttons">
        <Button
          size="small"
          icon={FolderInput}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('import.choose-folder', null))}
        >
          {watched === null ? text('watched-folder.choose') : text('watched-folder.choose-other')}
        </Button>
        {watched !== null && (
          <Button
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('import.stop-watching', null))}
          >
            {text('watched-folder.stop')}
          </Button>
        )}
      </div>
      <FailureStrip failure={failure ?? action.failure} />
    </Card>
  );
}
