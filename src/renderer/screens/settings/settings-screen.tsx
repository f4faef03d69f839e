import './settings.css';
import { useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { WatchedFolderSettings } from '../import/watched-folder-settings.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { BenchSettings } from './bench-settings.tsx';
import { EnvironmentSettings } from './environment-settings.tsx';
import { PrinterSettings } from './printer-settings.tsx';
import { PrintingSettings } from './printing-settings.tsx';
import { RecordSettings } from './record-settings.tsx';
import { SpendingSettings } from './spending-settings.tsx';
import { StationSettings } from './station-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

/** What an operator can set. Everything but the forms is kept as soon as it is chosen. */
export function SettingsScreen() {
  const { value: view, failure } = useMirror(stationViewMirror);
  return (
    <div className="screen settings">
      <h1 className="only-spoken">Settings</h1>
      <FailureStrip failure={failure} />
      {view && (
        <div className="settings-columns">
          <div className="settings-column">
            <EnvironmentSettings view={view} />
            <PrinterSettings view={view} />
            <WebhookSettings />
          </div>
          <div className="settings-column">
            <StationSettings name={view.settings.station.name} />
            <BenchSettings bench={view.settings.bench} />
            <SpendingSettings spending={view.settings.spending} currency={view.environment.currency} />
            <WatchedFolderSettings />
            <PrintingSettings printing={view.settings.printing} />
            <RecordSettings retention={view.settings.retention} />
            <AppearanceSettings appearance={view.settings.appearance} />
            <p className="settings-version">Packbench {view.version}</p>
          </div>
        </div>
      )}
    </div>
  );
}
