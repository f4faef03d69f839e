import './settings.css';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { WatchedFolderSettings } from '../imports/watched-folder-settings.tsx';
import { BenchSettings, PrintingSettings, SpendingSettings } from './bench-settings.tsx';
import { EnvironmentSettings } from './environments/environment-settings.tsx';
import { PrinterSettings } from './printers/printer-settings.tsx';
import { AppearanceSettings, RecordSettings, StationSettings } from './station-settings.tsx';
import { WebhookSettings } from './webhooks/webhook-settings.tsx';

/** What an operator can set. Everything but the forms is kept as soon as it is chosen. */
export function SettingsScreen() {
  const { value: view, failure } = useQuery(stationViewQuery);
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
