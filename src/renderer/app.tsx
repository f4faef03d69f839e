import './app.css';
import { Activity, type ComponentType } from 'react';
import { NewOrderScreen } from './screens/new-order/new-order-screen.tsx';
import { PrintQueueScreen } from './screens/print-queue/print-queue-screen.tsx';
import { ScanScreen } from './screens/scan/scan-screen.tsx';
import { SettingsScreen } from './screens/settings/settings-screen.tsx';
import { ShipmentsScreen } from './screens/shipments/shipments-screen.tsx';
import { DeafWindowStrip } from './shell/deaf-window-strip.tsx';
import { DropFiles } from './shell/drop-files.tsx';
import { MainNavigation } from './shell/main-navigation.tsx';
import { Notices } from './shell/notices.tsx';
import { OfflineStrip } from './shell/offline-strip.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { type ScreenName, useScreen } from './stores/current-screen.ts';

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
      <DeafWindowStrip />
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
