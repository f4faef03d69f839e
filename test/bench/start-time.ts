import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { electronPath, machineSwitches, root, stationVariables } from '../e2e/launch.ts';
import { debuggingAddress, processTree } from '../e2e/packaged-copy.ts';
import { type BenchRow, median, repetitions } from './bench-row.ts';
import { generatedParcel, makeBoardFile } from './board-file.ts';

const parcels = 1_000_000;
const starts = 7;
const coldStarts = repetitions;
/** Milliseconds after the verdict until memory is measured: work that a start postpones is done by then. */
const settleMs = 4_000;
/** Milliseconds without an answer after which the code is typed again. */
const retryMs = 3_000;

/** One start, from the start of the program. */
export interface MeasuredStart {
  /** Milliseconds until the field took keys. */
  usable: number;
  /** Milliseconds until the answer to the code was painted. */
  answered: number;
  /** Memory of all processes, each shared page divided among those that share it, MiB. */
  memory: number;
}

/**
 * From the start of the program to the painted answer to a code that is typed as soon as its field is there, with a million parcels
 * stored; beside an Electron window with one field, which shows what was typed. First starts have nothing in their folder but the
 * records; the same folder then starts again. Cold starts find none of their files in memory.
 */
export async function startTime(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-start-'));
  try {
    const station = join(folder, 'station');
    makeBoardFile(station, 'practice', parcels);
    const empty = emptyWindow(folder);
    const measured = { first: emptyPair(), later: emptyPair() };
    for (let index = 0; index < starts; index += 1) {
      const typed = generatedParcel(1 + index * 50_021);
      for (const when of ['first', 'later'] as const) {
        if (when === 'first') keepOnlyRecords(station);
        measured[when].ours.push(await measureStart(root, station, typed.customCode, typed.name));
        if (when === 'first') rmSync(empty.data, { recursive: true, force: true });
        measured[when].bare.push(await measureStart(empty.program, empty.data, typed.customCode, typed.customCode));
      }
    }
    const cold = emptyPair();
    for (let index = 0; index < coldStarts; index += 1) {
      const typed = generatedParcel(2 + index * 50_021);
      if (!dropPageCache()) break;
      cold.ours.push(await measureStart(root, station, typed.customCode, typed.name));
      if (!dropPageCache()) break;
      cold.bare.push(await measureStart(empty.program, empty.data, typed.customCode, typed.customCode));
    }
    const isCold = cold.bare.length === coldStarts;
    if (!isCold) console.error('Not measured: cold starts. Only root can take files out of the memory of Linux.');
    const rows = [row('first start', measured.first), row('later start', measured.later)];
    return [...rows, ...(isCold ? [row('cold start', cold)] : []), memoryRow(measured.later)];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Pair {
  ours: MeasuredStart[];
  bare: MeasuredStart[];
}

const emptyPair = (): Pair => ({ ours: [], bare: [] });

/** Targets are for starts whose files the system has in memory; a cold one waits for the disk as well. */
function row(name: 'first start' | 'later start' | 'cold start', { ours, bare }: Pair): BenchRow {
  const usable = [ours, bare].map((pair) => median(pair.map((start) => start.usable)).toFixed(0)).join(' beside ');
  return {
    id: name.replace(' ', '-'),
    name: `${name}${name === 'cold start' ? ' (its files only on disk)' : ''} to the verdict of a scan typed at once, ${parcels} parcels stored, beside an empty window (the fields took keys after ${usable} ms)`,
    unit: 'ms',
    better: 'lower',
    ours: ours.map(({ answered }) => answered),
    bare: bare.map(({ answered }) => answered),
    ...(name !== 'cold start' && { targets: [{ of: 'bare loop' as const, target: 1.25, bound: 1.4 }] }),
  };
}

const memoryRow = ({ ours, bare }: Pair): BenchRow => ({
  id: 'start-memory',
  name: 'memory of all processes after a later start, each shared page divided among them, beside an empty window',
  unit: 'MiB',
  better: 'lower',
  ours: ours.map(({ memory }) => memory),
  bare: bare.map(({ memory }) => memory),
});

/** The least program with a window and a field. */
export function emptyWindow(folder: string): { program: string; data: string } {
  const program = join(folder, 'empty-window');
  mkdirSync(program, { recursive: true });
  writeFileSync(join(program, 'package.json'), JSON.stringify({ name: 'empty-window', main: 'main.cjs' }));
  writeFileSync(
    join(program, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, width: 1280, height: 800 });
  window.once('ready-to-show', () => window.show());
  window.loadFile('index.html');
});`,
  );
  writeFileSync(
    join(program, 'index.html'),
    `<!doctype html><meta charset="utf-8"><input autofocus><p></p>
<script>
  document.querySelector('input').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') document.querySelector('p').textContent = event.target.value;
  });
</script>`,
  );
  return { program, data: join(folder, 'empty-window-data') };
}

/** Takes every file out of the system's memory, as after the computer was switched on; false where that is not possible. */
function dropPageCache(): boolean {
  if (process.platform !== 'linux') return false;
  // What still waits to be written would stay.
  execFileSync('sync');
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

function keepOnlyRecords(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (name !== 'records') rmSync(join(dataFolder, name), { recursive: true, force: true });
  }
}

/** Starts a program, types a code as soon as it has a field, and waits until its page shows the answer. */
export async function measureStart(
  program: string,
  dataFolder: string,
  code: string,
  answer: string,
  switches: readonly string[] = [],
): Promise<MeasuredStart> {
  const began = performance.now();
  const child = spawn(
    electronPath(),
    [program, ...machineSwitches(), `--user-data-dir=${dataFolder}`, '--remote-debugging-port=0', ...switches],
    { env: stationVariables(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const driver = await connectTo(await debuggingAddress(child));
    const { usable, answered } = await driver.typeAtOnce(code, answer);
    await pause(settleMs);
    const memory = memoryOf(child.pid ?? 0);
    driver.quit();
    await ended;
    return { usable: usable - began, answered: answered - began, memory };
  } finally {
    child.kill('SIGKILL');
  }
}

interface Driver {
  typeAtOnce(code: string, answer: string): Promise<{ usable: number; answered: number }>;
  quit(): void;
}

interface ReceivedMessage {
  method?: string;
  sessionId?: string;
  params?: { sessionId: string; targetInfo: { type: string }; payload: string };
}

/**
 * Reports from inside the page, once: a field is there, and the answer is painted. It reads `textContent`: to read `innerText` at each
 * change laid the whole page out each time, 60 ms of a start that the empty window did not pay.
 */
const reporter = (answer: string): string => `(() => {
  if (globalThis.isReporting) return;
  globalThis.isReporting = true;
  let isUsable = false;
  const look = () => {
    if (!isUsable && document.querySelector('input')) {
      isUsable = true;
      // After a frame: Chromium drops keys for a window that has not been drawn yet.
      requestAnimationFrame(() => setTimeout(() => report('usable')));
    }
    if (!document.body?.textContent.includes(${JSON.stringify(answer)})) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => report('answered')));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  look();
})()`;

/** Speaks Chromium's own debugging protocol, because a test driver's own start would be measured with the program's. */
async function connectTo(address: string): Promise<Driver> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let lastId = 0;
  const send = (method: string, params: object = {}, sessionId?: string): void => {
    lastId += 1;
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
  };
  return {
    typeAtOnce: (code, answer) =>
      new Promise((resolve) => {
        let usable = 0;
        let page: string | undefined;
        const type = (): void => {
          for (const text of code) send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text }, page);
          send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', key: 'Enter', code: 'Enter' }, page);
        };
        // One start in fifty: Chromium dropped the keys, because main had not shown the window yet, or the reporter ran before its binding was there.
        const again = setInterval(() => {
          if (usable > 0) type();
          else send('Runtime.evaluate', { expression: `delete globalThis.isReporting; ${reporter(answer)}` }, page);
        }, retryMs);
        socket.addEventListener('message', ({ data }) => {
          const { method, params } = JSON.parse(String(data)) as ReceivedMessage;
          if (method === 'Target.attachedToTarget' && params) {
            if (params.targetInfo.type === 'page') {
              page = params.sessionId;
              send('Page.enable', {}, page);
              send('Runtime.enable', {}, page);
              // Keys arrive although no window manager gave the window the focus.
              send('Emulation.setFocusEmulationEnabled', { enabled: true }, page);
              send('Runtime.addBinding', { name: 'report' }, page);
              send('Page.addScriptToEvaluateOnNewDocument', { source: reporter(answer) }, page);
              send('Runtime.evaluate', { expression: reporter(answer) }, page);
            }
            send('Runtime.runIfWaitingForDebugger', {}, params.sessionId);
          }
          if (method !== 'Runtime.bindingCalled' || !params) return;
          if (params.payload === 'usable') {
            usable = performance.now();
            type();
          } else {
            clearInterval(again);
            resolve({ usable, answered: performance.now() });
          }
        });
        send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
      }),
    quit: () => send('Browser.close'),
  };
}

/** The program and all processes that it started, as Linux divides their memory; NaN elsewhere. */
function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kibibytes = processTree(pid).map(({ id }) =>
    Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]),
  );
  return kibibytes.reduce((sum, value) => sum + value, 0) / 1024;
}
