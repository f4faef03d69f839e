import './app.css';
import { Activity, type ComponentType } from 'react';
import { type ScreenName, useScreen } from '../data/current-screen.ts';
import { stationViewQuery } from '../data/queries.ts';
import { NewOrderScreen } from '../screens/new-order/new-order-screen.tsx';
import { PrintQueueScreen } from '../screens/print-queue/print-queue-screen.tsx';
import { ScanScreen } from '../screens/scan/scan-screen.tsx';
import { SettingsScreen } from '../screens/settings/settings-screen.tsx';
import { ShipmentsScreen } from '../screens/shipments/shipments-screen.tsx';
import { DropFiles } from './drop-files.tsx';
import { MainNavigation } from './main-navigation.tsx';
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

/** The distance the sizes in tokens.css are drawn for, in metres: 22 px of body text are 20 minutes of arc there. */
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
