import { existsSync } from 'node:fs';
import { app, BrowserWindow, nativeTheme, protocol, type Session, screen, session, type WebContents } from 'electron';
import type { Language } from '../../shared/values/language.ts';
import { isBrowserShortcut, type ServePage, servePageFiles } from './page-policy.ts';
import { restoreBounds, smallestWindow } from './window-bounds.ts';

declare global {
  interface ImportMeta {
    /** Set by the build: false in every build but that of `npm run dev`. */
    readonly env: { readonly DEV: boolean };
  }
}

/** The scheme of everything that a window shows. */
export const scheme = 'packbench';
const host = 'station';

/**
 * The address of the page in development, never in a production build: the page then comes from Vite's server on loopback, with
 * inline scripts and a socket for hot reload.
 */
const developmentServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
const developmentPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self' data:; connect-src 'self' ws:";

/** The page's origin, as its frame reports it. */
export const pageOrigin = developmentServer ? new URL(developmentServer).origin : `${scheme}://${host}`;

/**
 * Linux without a graphics card: Chromium would start a process for it twice, which ends each time, and the page's process waits 200 ms
 * for the third. What the page shows is drawn by the processor then in any case. Call before `ready`.
 */
export function skipMissingGraphics(): void {
  if (process.platform !== 'linux' || existsSync('/dev/dri')) return;
  app.commandLine.appendSwitch('disable-gpu');
  app.commandLine.appendSwitch('disable-software-rasterizer');
}

/** Linux: lets the page use the voices of the system's speech service, which is not asked before a setting needs it. Call before `ready`. */
export function allowVoices(): void {
  if (process.platform === 'linux') app.commandLine.appendSwitch('enable-speech-dispatcher');
}

/**
 * Linux: the part of Chromium that is for networks gets no process of its own. That process has no sandbox there, Chromium connects to
 * nothing, and it would cost 70 ms of processor time at each start. Call before `ready`.
 */
export function keepNetworkInProcess(): void {
  if (process.platform === 'linux') appendFeatures('enable-features', 'NetworkServiceInProcess2');
}

/** Adds to those that are given on the command line: Chromium takes the last switch alone. */
function appendFeatures(name: 'enable-features' | 'disable-features', feature: string): void {
  const features = [app.commandLine.getSwitchValue(name), feature];
  app.commandLine.appendSwitch(name, features.filter((one) => one !== '').join(','));
}

/**
 * Makes the page's scheme a secure origin, and leaves no host name to Chromium, which connects to nothing. WebRTC would ask for a name in
 * `.local` by multicast, whatever the rule makes of the name; without its feature it does not. Call before `ready`.
 */
export function registerPageScheme(): void {
  if (!developmentServer) app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  appendFeatures('disable-features', 'WebRtcHideLocalIpsWithMdns');
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
}

export interface WindowParts {
  pageFolder: string;
  preloadFile: string;
  /** The stored bounds, unparsed. */
  storedBounds: unknown;
  /** Called with the path of each file that the page is given. */
  onServed(path: string): void;
  /** The language that the page is to speak, asked whenever it is loaded. */
  language(): Language;
  onBug(error: unknown): void;
  /** The page's process ended again and again, and its page is not loaded again; resolves to true where it is to be after all. */
  onCrashLoop(): Promise<boolean>;
}

/** Opens an empty window that cannot navigate anywhere but to our page. */
export function openWindow({
  pageFolder,
  preloadFile,
  storedBounds,
  onServed,
  language,
  onBug,
  onCrashLoop,
}: WindowParts): BrowserWindow {
  // An in-memory session: the page stores nothing on disk.
  const pageSession = session.fromPartition('page');
  // Both wait for other threads, while this one makes the window and asks for the page, which is given when its session is closed.
  const pageFiles = Promise.all([servePageFiles(pageFolder, host, onServed, language), closeSession(pageSession)]).then(
    ([serve]) => serve,
  );
  if (developmentServer) allowDevelopmentServer(pageSession);
  else serveFrom(pageSession, pageFiles, onBug);
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  const restored = restoreBounds(
    storedBounds,
    [main, ...others].map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...restored.bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Packbench',
    show: false,
    // The page's paper in either theme, so that opening does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101317' : '#f4f3ef',
    webPreferences: pagePreferences(pageSession, preloadFile),
  });
  if (restored.maximised) window.maximize();
  showWhenReady(window, () => window.show());
  lockPage(window.webContents);
  reloadAfterCrash(window.webContents, onBug, onCrashLoop);
  return window;
}

/**
 * Shows a window when its page is loaded, or at its first frame, whichever comes first. Under Wayland a hidden window has no frames
 * (electron/electron#48859); elsewhere a frame that is drawn before is drawn again once the window is shown, and delays a start by 30 ms.
 */
function showWhenReady(window: BrowserWindow, show: () => void): void {
  let isShown = false;
  const showOnce = (): void => {
    if (!isShown && !window.isDestroyed()) show();
    isShown = true;
  };
  window.once('ready-to-show', showOnce);
  window.webContents.once('did-finish-load', showOnce);
}

const pagePreferences = (pageSession: Session, preload: string): Electron.WebPreferences => ({
  session: pageSession,
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  // No dialog of the page's own that could save a file.
  disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
  devTools: import.meta.env.DEV,
});

/**
 * Opens the window of a second display, with the same page in another role. It never takes the focus, so that no scan goes to it; what it
 * may call is decided by `ipc.ts`. Call after `openWindow`, which gives the page's session its files.
 */
export function openVerdictWindow(preloadFile: string, area: Electron.Rectangle, onBug: (error: unknown) => void) {
  const window = new BrowserWindow({
    ...area,
    title: 'Packbench',
    frame: false,
    focusable: false,
    skipTaskbar: true,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101317' : '#f4f3ef',
    webPreferences: pagePreferences(session.fromPartition('page'), preloadFile),
  });
  showWhenReady(window, () => window.showInactive());
  lockPage(window.webContents);
  reloadAfterCrash(window.webContents, onBug, async () => false);
  window.loadURL(`${developmentServer ?? `${pageOrigin}/`}?verdict`).catch(onBug);
  return window;
}

/**
 * Gives the page its files. Not with `protocol.handle`: its requests, responses and streams load 50 ms of Node's own program before the
 * page gets its first byte. And not their bytes: those would go through this thread, which has the station's program to read meanwhile,
 * and the page would begin when that was read. A thread of Chromium sends the files.
 */
function serveFrom({ protocol }: Session, pageFiles: Promise<ServePage>, onBug: (error: unknown) => void): void {
  const failed = -2;
  protocol.registerFileProtocol(scheme, (request, answer) => {
    pageFiles
      .then((serve) => answer(serve(request)))
      .catch((error) => {
        onBug(error);
        answer({ error: failed });
      });
  });
}

/** Loads our page into the window. */
export async function loadPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(developmentServer ?? `${pageOrigin}/`);
}

/** Loads the page again: at once, or when the load that is under way has ended, which it would break off. */
export function reloadPage(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  const page = window.webContents;
  if (page.isLoading()) page.once('did-stop-loading', () => page.reload());
  else page.reload();
}

/**
 * Called when the program is started a second time. In front of a page that crashed, and in place of a station that cannot start, there is
 * a message. False where no window is left.
 */
export function bringToFront(station: BrowserWindow): boolean {
  const isShown = (one: BrowserWindow): boolean => one.isFocusable() && one.isVisible();
  const isStation = !station.isDestroyed() && !station.webContents.isCrashed();
  const message = isStation ? undefined : BrowserWindow.getAllWindows().find(isShown);
  const window = message ?? station;
  if (window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}

/** No program listens there: a connection through this proxy fails, over TCP, and also where a policy of the page would not reach. */
const noProxy = 'socks5://127.0.0.1:1';

/** A session without network, permissions and downloads. */
export async function closeSession(closed: Session): Promise<void> {
  if (!developmentServer) {
    await closed.setProxy({ mode: 'fixed_servers', proxyRules: noProxy, proxyBypassRules: '<-loopback>' });
  }
  closed.setPermissionRequestHandler((_page, _permission, answer) => answer(false));
  closed.setPermissionCheckHandler(() => false);
  closed.setDevicePermissionHandler(() => false);
  closed.setSpellCheckerEnabled(false);
  closed.on('will-download', (event) => event.preventDefault());
}

function allowDevelopmentServer(pageSession: Session): void {
  pageSession.webRequest.onHeadersReceived(({ responseHeaders }, answer) =>
    answer({ responseHeaders: { ...responseHeaders, 'Content-Security-Policy': [developmentPolicy] } }),
  );
}

function lockPage(page: WebContents): void {
  page.on('will-frame-navigate', (event) => event.preventDefault());
  page.on('will-redirect', (event) => event.preventDefault());
  page.on('will-attach-webview', (event) => event.preventDefault());
  page.setWindowOpenHandler(() => ({ action: 'deny' }));
  // WebRTC sends no UDP past the proxy; its TCP goes to the proxy, which is none.
  page.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  // The page cannot prevent quitting.
  page.on('will-prevent-unload', (event) => event.preventDefault());
  page.on('before-input-event', (event, key) => {
    if (!import.meta.env.DEV && isBrowserShortcut(key)) event.preventDefault();
  });
  page.on('dom-ready', () => {
    page.setZoomFactor(1);
    void page.setVisualZoomLevelLimits(1, 1);
  });
}

/** Most times a minute that a crashed page is loaded again without a person. */
const maxReloads = 3;

/** Reloads a crashed page at once; one that crashes again and again only where `onCrashLoop` allows it. */
function reloadAfterCrash(
  page: WebContents,
  onBug: (error: unknown) => void,
  onCrashLoop: () => Promise<boolean>,
): void {
  let reloads: number[] = [];
  page.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || page.isDestroyed()) return;
    onBug(new Error(`The page's process ended: ${reason}`));
    const now = Date.now();
    reloads = reloads.filter((at) => now - at < 60_000);
    if (reloads.length < maxReloads) {
      reloads.push(now);
      page.reload();
      return;
    }
    onCrashLoop().then((isWanted) => {
      if (!isWanted || page.isDestroyed()) return;
      reloads = [];
      page.reload();
    }, onBug);
  });
}

/** Saves the bounds half a second after each change, and when the window closes. */
export function saveBoundsOnChange(window: BrowserWindow, boundsStore: { write(bounds: object): void }): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    boundsStore.write({ bounds: window.getNormalBounds(), maximised: window.isMaximized() });
  };
  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, 500);
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('close', keep);
  app.on('before-quit', () => clearTimeout(timer));
}
