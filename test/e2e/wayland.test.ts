import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { missingPackages, titleOf } from '../helpers/missing-packages.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import { goTo } from './page-actions.ts';

const missing = missingPackages('weston');
const socket = 'wayland-test';

describe.skipIf(missing.length > 0)(titleOf('Wayland', missing), () => {
  let folder: string;
  let compositor: ChildProcess;
  let station: LaunchedStation;

  beforeAll(async () => {
    // Its owner alone may read it, which both programs want of XDG_RUNTIME_DIR.
    folder = mkdtempSync(join(tmpdir(), 'packbench-wayland-'));
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    const size = ['--width=1440', '--height=900', '--idle-time=0'];
    compositor = spawn('weston', ['--backend=headless-backend.so', `--socket=${socket}`, ...size], {
      env,
      stdio: 'ignore',
    });
    await vi.waitUntil(() => existsSync(join(folder, socket)), { timeout: 10_000 });
    station = await launchStation({
      switches: ['--ozone-platform=wayland'],
      env: { XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: socket },
    });
  });

  afterAll(async () => {
    await station?.close();
    const ended = new Promise((resolve) => compositor.once('close', resolve));
    compositor.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the window of the station, which takes clicks and scans', async () => {
    const { app, page } = station;
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible())))
      .toEqual([true]);
    await goTo(page, 'Shipments');
    await page.locator('.shell[data-screen="shipments"]').waitFor();
    await goTo(page, 'Scan');
    await page.keyboard.type('NL7K2M9P4R6T8V2X4B6D\n');
    await page.getByRole('list', { name: 'Recent scans' }).getByText('NL7K2M9P4R6T8V2X4B6D').waitFor();
  });
});
