import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, _electron as electron, type Page } from 'playwright';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface LaunchOptions {
  /** An existing folder, for a second start on the same data; by default a new one, removed at the end. */
  userDataDir?: string;
  /** Such as `--provision=FILE` or `--password-store=gnome-libsecret`. */
  switches?: string[];
  /** Added to the variables of this process. */
  env?: Record<string, string>;
}

/** What the page's policy refused. */
export interface PolicyViolation {
  directive: string;
  blocked: string;
}

export interface LaunchedStation {
  app: ElectronApplication;
  /** The station's window, with its page shown. */
  page: Page;
  userDataDir: string;
  /** Errors on the page's console and uncaught errors, since it was shown. */
  consoleErrors: string[];
  /** Every violation of the page's policy since the page began. */
  policyViolations(): Promise<PolicyViolation[]>;
  /** Quits as closing the window does. */
  close(): Promise<void>;
}

/** Starts the built station on the real Electron and waits until it shows its page. Needs a display. */
export async function launchStation(options: LaunchOptions = {}): Promise<LaunchedStation> {
  const userDataDir = options.userDataDir ?? mkdtempSync(join(tmpdir(), 'packbench-e2e-'));
  const app = await launchApp(userDataDir, options);
  const consoleErrors: string[] = [];
  app.context().on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(unknownDirective)) consoleErrors.push(message.text());
  });
  app.context().on('weberror', (error) => consoleErrors.push(String(error.error())));
  const page = await app.firstWindow();
  // Its name depends on the language.
  await page.getByRole('navigation').first().waitFor();
  return {
    app,
    page,
    userDataDir,
    consoleErrors,
    policyViolations: () => page.evaluate(reportedViolations),
    async close() {
      await app.close();
      if (!options.userDataDir) rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts the built program and waits for no window. */
export function launchApp(
  userDataDir: string,
  { switches, env }: Omit<LaunchOptions, 'userDataDir'> = {},
): Promise<ElectronApplication> {
  const args = stationArguments(userDataDir, switches);
  return electron.launch({
    executablePath: electronPath(),
    args,
    // Playwright's default is off.
    chromiumSandbox: !args.includes('--no-sandbox'),
    env: stationVariables(env),
  });
}

/** Starts a station in a new folder with this provisioning file. */
export async function launchProvisioned(provisioning: object): Promise<LaunchedStation> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-provisioned-'));
  const file = join(folder, 'bench.json');
  writeFileSync(file, JSON.stringify(provisioning), { mode: 0o600 });
  const station = await launchStation({ switches: [`--provision=${file}`] });
  return {
    ...station,
    async close() {
      await station.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Chromium does not know this directive of the page's policy yet (`page-policy.ts`). */
const unknownDirective = "Unrecognized Content-Security-Policy directive 'webrtc'";

/** The parts of the body of a `csp-violation` report that are read. */
interface ViolationReport {
  effectiveDirective: string;
  blockedURL: string;
}

/** Runs in the page, whose browser keeps reports for an observer that comes later. */
function reportedViolations(): PolicyViolation[] {
  const observer = new ReportingObserver(() => {}, { types: ['csp-violation'], buffered: true });
  observer.observe();
  const bodies = observer.takeRecords().map(({ body }) => body as unknown as ViolationReport);
  observer.disconnect();
  return bodies.map(({ effectiveDirective, blockedURL }) => ({ directive: effectiveDirective, blocked: blockedURL }));
}

export interface EndedStation {
  code: number | null;
  standardError: string;
}

export interface RunOptions extends Omit<LaunchOptions, 'userDataDir'> {
  /** Ends it as a shutdown of the computer does, once it has written this to standard error. */
  until?: string;
}

/** Starts a station that is expected to exit; killed after 20 seconds, with `code` null. */
export function runStation(userDataDir: string, options: RunOptions = {}): Promise<EndedStation> {
  const child = spawn(electronPath(), stationArguments(userDataDir, options.switches), {
    env: stationVariables(options.env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
  let standardError = '';
  child.stderr.on('data', (chunk) => {
    const before = standardError;
    standardError += chunk;
    const { until } = options;
    if (until && !before.includes(until) && standardError.includes(until)) child.kill('SIGTERM');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code, standardError });
    });
  });
}

/** The violations that axe finds on the page, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // The parts that pass are not described one by one.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

interface Axe {
  run(options: { resultTypes: readonly string[] }): Promise<{ violations: AxeViolation[] }>;
}

interface AxeViolation {
  id: string;
  nodes: { target: string[] }[];
}

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let foundElectron: string | undefined;

/** From the variable that the test run sets, else from the script that prints it. */
export function electronPath(): string {
  foundElectron ??=
    process.env.ELECTRON_EXEC_PATH ||
    execFileSync(process.execPath, [join(root, 'scripts/electron-path.mjs')], { encoding: 'utf8' }).trim();
  return foundElectron;
}

function stationArguments(userDataDir: string, switches: readonly string[] = []): string[] {
  // A package has its program inside.
  const program = process.env.PACKBENCH_TEST_PACKAGE ? [] : [root];
  return [...program, ...machineSwitches(), `--user-data-dir=${userDataDir}`, ...switches];
}

/** What this machine makes Electron need; Chromium's own sandbox refuses root. */
export function machineSwitches(): string[] {
  const named = process.env.PACKBENCH_ELECTRON_SWITCHES;
  if (named !== undefined) return named.split(' ').filter((name) => name !== '');
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

export function stationVariables(env: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !/^ELECTRON_|^NODE_OPTIONS$|^VITEST/.test(name));
  return { ...(Object.fromEntries(own) as Record<string, string>), ...env };
}
