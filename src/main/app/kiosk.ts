import { resolve } from 'node:path';
import { app, type BrowserWindow, powerSaveBlocker } from 'electron';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ApplyKiosk, KeepAwake } from '../core/ports/desktop.ts';
import { autostartFile, setAutostart } from './autostart.ts';
import { commandLineValue } from './refused-switches.ts';

/** Gives the window the whole screen and starts the station with the computer, as the settings say. */
export function createKiosk(window: BrowserWindow): ApplyKiosk {
  return async (kiosk) => {
    if (!window.isDestroyed() && window.isKiosk() !== kiosk.fullScreen) window.setKiosk(kiosk.fullScreen);
    return startWithComputer(kiosk);
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
