import './settings.css';
import type { ComponentType } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import type { SettingGroup } from '../../../shared/settings/settings.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { text } from '../../text/text.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { EnvironmentSettings } from './environment-settings.tsx';
import { PracticeCard } from './practice-card.tsx';
import { PrinterSettings } from './printers/printer-settings.tsx';
import { AppearanceCard, BenchCard, LabelsCard, RecordsCard, SpendingCard, StationCard } from './setting-cards.tsx';
import { WatchedFolderSettings } from './watched-folder-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

interface SettingCardProps {
  readonly view: StationView;
}

/** The card of each group of settings. */
const groupCards: Readonly<Record<SettingGroup, ComponentType<SettingCardProps>>> = {
  station: StationCard,
  bench: BenchCard,
  spending: SpendingCard,
  printing: LabelsCard,
  retention: RecordsCard,
  appearance: AppearanceCard,
  webhooks: WebhookSettings,
  practice: PracticeCard,
};

type Cards = readonly (readonly [name: string, card: ComponentType<SettingCardProps>])[];

const groups = Object.entries(groupCards);
const wideGroups: readonly string[] = ['webhooks'] satisfies SettingGroup[];

/** The wide column holds what is set up once and has forms; the other one, what is saved as soon as it is chosen. */
const wideCards: Cards = [
  ['environments', EnvironmentSettings],
  ['printers', PrinterSettings],
  ...groups.filter(([group]) => wideGroups.includes(group)),
];
const narrowCards: Cards = [
  ...groups.filter(([group]) => !wideGroups.includes(group)),
  ['watched-folder', WatchedFolderSettings],
];

/** Everything an operator can set. */
export function SettingsScreen() {
  const { value: view, failure } = useQuery(stationViewQuery);
  return (
    <div className="screen settings">
      <h1 className="only-spoken">{text('settings.title')}</h1>
      <FailureStrip failure={failure} />
      {view && (
        <div className="settings-columns">
          <div className="settings-column">
            {wideCards.map(([name, Card]) => (
              <Card key={name} view={view} />
            ))}
          </div>
          <div className="settings-column">
            {narrowCards.map(([name, Card]) => (
              <Card key={name} view={view} />
            ))}
            <p className="settings-version">{text('settings.version', { version: view.version })}</p>
          </div>
        </div>
      )}
    </div>
  );
}
