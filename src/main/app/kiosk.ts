import { resolve } from 'node:path';
import { app, type BrowserWindow, powerSaveBlocker, screen } from 'electron';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ApplyKiosk, KeepAwake } from '../core/ports/desktop.ts';
import { autostartFile, setAutostart } from './autostart.ts';
import { commandLineValue } from './refused-switches.ts';
import { openVerdictWindow, reloadPage } from './window.ts';
import { secondDisplay } from './window-bounds.ts';

export interface KioskParts {
  window: BrowserWindow;
  preloadFile: string;
  /** The window of the second display opened, or closed. */
  onVerdictWindow(window: BrowserWindow | null): void;
  onBug(error: unknown): void;
}

/** What the settings of the kiosk change outside the page. */
export interface Kiosk {
  apply: ApplyKiosk;
  /** The language is another. */
  reload(): void;
}

/** Gives the window the whole screen, shows the verdict on a second display, and starts the station with the computer. */
export function createKiosk({ window, preloadFile, onVerdictWindow, onBug }: KioskParts): Kiosk {
  let isVerdictWanted = false;
  let verdict: BrowserWindow | null = null;
  const close = (): void => {
    if (verdict && !verdict.isDestroyed()) verdict.destroy();
    verdict = null;
    onVerdictWindow(null);
  };
  /** Opens, moves or closes the second window: displays come and go. */
  const place = (): void => {
    const displays = screen.getAllDisplays().map(({ bounds }) => bounds);
    const area = isVerdictWanted && !window.isDestroyed() ? secondDisplay(displays, window.getBounds()) : null;
    if (area === null) {
      close();
    } else if (verdict && !verdict.isDestroyed()) {
      verdict.setBounds(area);
    } else {
      verdict = openVerdictWindow(preloadFile, area, onBug);
      onVerdictWindow(verdict);
    }
  };
  screen.on('display-added', place);
  screen.on('display-removed', place);
  screen.on('display-metrics-changed', place);
  window.on('moved', place);
  // Without the station's window nothing is left to show.
  window.on('closed', () => {
    isVerdictWanted = false;
    close();
  });
  return {
    async apply(kiosk) {
      if (!window.isDestroyed() && window.isKiosk() !== kiosk.fullScreen) window.setKiosk(kiosk.fullScreen);
      isVerdictWanted = kiosk.verdictScreen;
      place();
      return startWithComputer(kiosk);
    },
    reload() {
      if (verdict) reloadPage(verdict);
    },
  };
}

/** What starts this station again: the program, and the switches that name its data folder and its provisioning file. */
function ownCommand(): string[] {
  const folder = commandLineValue(process.argv, 'user-data-dir') === null ? null : app.getPath('userData');
  const provisioning = commandLineValue(process.argv, 'provision');
  return [
    process.execPath,
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(folder === null ? [] : [`--user-data-dir=${folder}`]),
    ...(provisioning === null ? [] : [`--provision=${resolve(provisioning)}`]),
  ];
}

async function startWithComputer({ startWithComputer: isOn }: Settings['kiosk']): Promise<boolean> {
  const command = ownCommand();
  if (process.platform === 'linux') return setAutostart(autostartFile(process.env), command, isOn);
  const [path = process.execPath, ...args] = command;
  // An entry that was never made is not taken away.
  if (app.getLoginItemSettings({ path, args }).openAtLogin !== isOn) {
    app.setLoginItemSettings({ openAtLogin: isOn, path, args });
  }
  return app.getLoginItemSettings({ path, args }).openAtLogin === isOn;
}

/** Keeps the computer from sleeping while work waits; its display may still be switched off. */
export function createKeepAwake(): KeepAwake {
  let blocker: number | null = null;
  return (isNeeded) => {
    if (isNeeded) {
      blocker ??= powerSaveBlocker.start('prevent-app-suspension');
      return;
    }
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = null;
  };
}
