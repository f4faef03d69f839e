import './app.css';
import {
  Bell,
  ChartColumn,
  FileInput,
  type LucideIcon,
  Plus,
  Printer,
  ScanBarcode,
  Settings,
  Truck,
} from 'lucide-react';
import { Activity, type ComponentType, type MouseEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { directionOf } from '../../shared/values/language.ts';
import { type ScreenName, showScreen, useScreen } from '../data/current-screen.ts';
import { dropDestination, importUploadStore } from '../data/dropped-files.ts';
import { attentionQuery, stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { loadAhead, loadOnDemand } from '../screens/load-on-demand.tsx';
import { ScanScreen } from '../screens/scan/scan-screen.tsx';
import { language } from '../text/page-language.ts';
import { text } from '../text/text.ts';
import { Notices, OfflineStrip, SiteStrip, UpdateStrip, WindowNotFocusedStrip } from './notices.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { PeopleStrip, TopBar } from './top-bar.tsx';

/** Only the first screen is part of the page's first file; the others are loaded ahead in this order. */
const screens: Readonly<Record<ScreenName, ComponentType>> = {
  scan: ScanScreen,
  shipments: loadOnDemand(async () => (await import('../screens/shipments/shipments-screen.tsx')).ShipmentsScreen),
  'new-order': loadOnDemand(async () => (await import('../screens/new-order/new-order-screen.tsx')).NewOrderScreen),
  'print-queue': loadOnDemand(
    async () => (await import('../screens/print-queue/print-queue-screen.tsx')).PrintQueueScreen,
  ),
  // Its charts are large, and no scan needs them.
  figures: loadOnDemand(async () => (await import('../screens/figures-screen.tsx')).FiguresScreen, false),
  settings: loadOnDemand(async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen),
  attention: loadOnDemand(async () => (await import('../screens/attention/attention-screen.tsx')).AttentionScreen),
  help: loadOnDemand(async () => (await import('../screens/help/help-screen.tsx')).HelpScreen),
};

/**
 * The window: what stands around every screen, and the screen. It is drawn in two steps: first the screen, in which a scan is answered, and
 * what stands around it when nothing more urgent is to be drawn.
 */
export function App() {
  const { current, opened } = useScreen();
  const isWhole = useDeferredValue(true, false);
  useEffect(loadAhead, []);
  return (
    <div className="shell" data-screen={current}>
      {isWhole ? <AroundTheScreen /> : <EmptyFrame />}
      <main className="shell-main">
        {opened.map((name) => {
          const Screen = screens[name];
          return (
            <Activity key={name} mode={name === current ? 'visible' : 'hidden'}>
              <ScreenBoundary>
                <Screen />
              </ScreenBoundary>
            </Activity>
          );
        })}
      </main>
      <ScreenBoundary>{isWhole && <Notices />}</ScreenBoundary>
    </div>
  );
}

/** As in index.html. */
function EmptyFrame() {
  return (
    <>
      <div className="environment" />
      <header className="top-bar" />
      <div className="navigation" />
    </>
  );
}

function AroundTheScreen() {
  return (
    <>
      <WindowNotFocusedStrip />
      <DropFiles />
      <ScreenBoundary>
        <OpenRehearsal />
      </ScreenBoundary>
      <ScreenBoundary>
        <TopBar />
      </ScreenBoundary>
      <ScreenBoundary>
        <div className="strips">
          <PeopleStrip />
          <OfflineStrip />
          <SiteStrip />
          <UpdateStrip />
        </div>
      </ScreenBoundary>
      <ScreenBoundary>
        <MainNavigation />
      </ScreenBoundary>
    </>
  );
}

const RehearsalStrip = loadOnDemand(async () => (await import('../screens/help/rehearsals.tsx')).RehearsalStrip, false);

/** The steps of a rehearsal, or its result; outside practice, and while there is none, nothing. */
function OpenRehearsal() {
  const { value: view } = useQuery(stationViewQuery);
  if (view?.isRehearsing !== true) return null;
  return (
    <div className="rehearsal-place">
      <RehearsalStrip />
    </div>
  );
}

/** The distance that the size of a verdict is drawn for, in metres. */
const designDistance = 0.7;

/** Keeps the theme, the size of targets and the scale of verdicts as the settings say, until the function it returns is called. Nearer than 0.7 m nothing shrinks. */
export function followAppearance(): () => void {
  return stationViewQuery.subscribe(({ value }) => {
    if (!value) return;
    const { theme, viewingDistance, gloves, hand } = value.settings.appearance;
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.style.setProperty('--viewing-scale', String(Math.max(1, viewingDistance / designDistance)));
    page.toggleAttribute('data-gloves', gloves);
    // The set-up of a new bench has a layout of its own.
    if (hand === 'both' || value.settings.setUp.isOpen) delete page.dataset.controls;
    else page.dataset.controls = (hand === 'left') === (directionOf(language) === 'ltr') ? 'start' : 'end';
    page.dataset.viewing = viewingDistance > designDistance ? 'far' : 'near';
  });
}

/** What the window of a second display shows in place of the app. */
export const VerdictScreen = loadOnDemand(
  async () => (await import('../screens/scan/verdict-screen.tsx')).VerdictScreen,
);

/** From the moment on that the settings want a second display, it is given each verdict, until the function it returns is called. */
export function followVerdictScreen(): () => void {
  let isLoaded = false;
  return stationViewQuery.subscribe(({ value }) => {
    if (isLoaded || !value?.settings.kiosk.verdictScreen) return;
    isLoaded = true;
    import('../screens/scan/verdict-screen.tsx').then(
      ({ sendVerdicts }) => sendVerdicts(),
      () => {
        isLoaded = false;
      },
    );
  });
}

const entries: readonly { readonly name: Exclude<ScreenName, 'help'>; readonly icon: LucideIcon }[] = [
  { name: 'scan', icon: ScanBarcode },
  { name: 'shipments', icon: Truck },
  { name: 'new-order', icon: Plus },
  { name: 'print-queue', icon: Printer },
  { name: 'figures', icon: ChartColumn },
  { name: 'settings', icon: Settings },
  { name: 'attention', icon: Bell },
];

/** Links to the screens; the last one with the number of entries that need a person. */
function MainNavigation() {
  const { current } = useScreen();
  const count = useQuery(attentionQuery).value?.total ?? 0;
  const countId = useId();
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
              aria-describedby={name === 'attention' ? countId : undefined}
              onClick={(event) => open(event, name)}
            >
              <Icon aria-hidden />
              {text(`navigation.${name}`)}
              {name === 'attention' && count > 0 && (
                <span className="navigation-count" aria-hidden>
                  {text('attention.count', { count })}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <span id={countId} hidden>
        {text('attention.count', { count })}
      </span>
    </nav>
  );
}

/** Files dropped onto the window go to the shown screen if it takes files; otherwise they are imported and Shipments, which shows the import, is opened. */
export function DropFiles() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const handleDragOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // Only a pointer that leaves the window has no related target.
    const handleDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const handleDrop = (event: DragEvent): void => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      const destination = dropDestination();
      if (destination) {
        destination.accept(files);
        return;
      }
      showScreen('shipments');
      void importUploadStore.accept(files);
    };
    window.addEventListener('dragover', handleDragOver);
    window.addEventListener('dragleave', handleDragLeave);
    window.addEventListener('drop', handleDrop);
    return () => {
      window.removeEventListener('dragover', handleDragOver);
      window.removeEventListener('dragleave', handleDragLeave);
      window.removeEventListener('drop', handleDrop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-files" aria-hidden>
      <p>
        <FileInput aria-hidden />
        {dropDestination()?.label ?? text('app.drop-files')}
      </p>
    </div>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
