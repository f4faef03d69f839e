import './app.css';
import { type LucideIcon, Plus, Printer, ScanBarcode, Settings, Truck } from 'lucide-react';
import { Activity, type ComponentType, type MouseEvent } from 'react';
import { type ScreenName, showScreen, useScreen } from '../data/current-screen.ts';
import { stationViewQuery } from '../data/queries.ts';
import { NewOrderScreen } from '../screens/new-order/new-order-screen.tsx';
import { PrintQueueScreen } from '../screens/print-queue/print-queue-screen.tsx';
import { ScanScreen } from '../screens/scan/scan-screen.tsx';
import { SettingsScreen } from '../screens/settings/settings-screen.tsx';
import { ShipmentsScreen } from '../screens/shipments/shipments-screen.tsx';
import { text } from '../text/text.ts';
import { DropFiles } from './drop-files.tsx';
import { Notices, OfflineStrip, WindowNotFocusedStrip } from './notices.tsx';
import { TopBar } from './top-bar.tsx';

const screens: Readonly<Record<ScreenName, ComponentType>> = {
  scan: ScanScreen,
  shipments: ShipmentsScreen,
  'new-order': NewOrderScreen,
  'print-queue': PrintQueueScreen,
  settings: SettingsScreen,
};

/** The window: what stands around every screen, and the screen. */
export function App() {
  const { current, opened } = useScreen();
  return (
    <div className="shell">
      <WindowNotFocusedStrip />
      <DropFiles />
      <TopBar />
      <OfflineStrip />
      <MainNavigation />
      <main className="shell-main">
        {opened.map((name) => {
          const Screen = screens[name];
          return (
            <Activity key={name} mode={name === current ? 'visible' : 'hidden'}>
              <Screen />
            </Activity>
          );
        })}
      </main>
      <Notices />
    </div>
  );
}

/** The distance the sizes in theme.css are drawn for, in metres: 22 px of body text are 20 minutes of arc there. */
const designDistance = 0.7;

/** Keeps theme and sizes as the settings say, until the function it returns is called. Nearer than 0.7 m nothing shrinks. */
export function followAppearance(): () => void {
  return stationViewQuery.subscribe(({ value }) => {
    if (!value) return;
    const { theme, viewingDistance } = value.settings.appearance;
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.style.setProperty('--viewing-scale', String(Math.max(1, viewingDistance / designDistance)));
  });
}

const entries: readonly { readonly name: ScreenName; readonly icon: LucideIcon }[] = [
  { name: 'scan', icon: ScanBarcode },
  { name: 'shipments', icon: Truck },
  { name: 'new-order', icon: Plus },
  { name: 'print-queue', icon: Printer },
  { name: 'settings', icon: Settings },
];

/** Links to the five screens. */
function MainNavigation() {
  const { current } = useScreen();
  const open = (event: MouseEvent, name: ScreenName): void => {
    event.preventDefault();
    showScreen(name);
  };
  return (
    <nav className="navigation" aria-label={text('navigation.name')}>
      <ul>
        {entries.map(({ name, icon: Icon }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={name === current ? 'page' : undefined}
              onClick={(event) => open(event, name)}
            >
              <Icon aria-hidden />
              {text(`navigation.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
