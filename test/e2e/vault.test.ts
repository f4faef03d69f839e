import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PrivateKeyring, startKeyring } from '../fakes/keyring.ts';
import { missingPackages, titleOf } from '../helpers/missing-packages.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { type Authority, issueFor, makeAuthority } from '../main/service/certificates.ts';
import { answerWith, type RawServer, startRawServer } from '../main/service/raw-server.ts';
import { type LaunchedStation, type LaunchOptions, launchStation } from './launch.ts';
import { answerQuestion, callStation } from './page-actions.ts';

const token = 'very-secret-token-1234567890';

let folder: string;
let userDataDir: string;
let station: LaunchedStation | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-vault-'));
  userDataDir = join(folder, 'station');
});
afterEach(async () => {
  await station?.close();
  station = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts on the same data each time. */
async function start(options: LaunchOptions): Promise<LaunchedStation> {
  await station?.close();
  station = await launchStation({ ...options, userDataDir });
  return station;
}

/** The switch for a file that sets up a sandbox, with its token. */
function withToken(): string {
  const file = join(folder, 'station.json');
  const environments = [{ name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', token }];
  writeFileSync(file, JSON.stringify({ environments }), { mode: 0o600 });
  return `--provision=${file}`;
}

interface VaultView {
  isProtected: boolean;
  environmentsWithToken: string[];
}

/** What the page can read of the vault, which never includes the token. */
async function vaultView({ page }: LaunchedStation): Promise<VaultView> {
  const answer = await page.evaluate(() =>
    (
      window as unknown as { station: { call(name: string, input: null): Promise<{ value: { vault: VaultView } }> } }
    ).station.call('station.read', null),
  );
  expect(JSON.stringify(answer)).not.toContain(token);
  return answer.value.vault;
}

/** Names of all files the station stored that hold the text. */
function filesWith(text: string): string[] {
  return readdirSync(userDataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

const missing = missingPackages('dbus', 'gnome-keyring', 'libsecret-1-0');

describe.skipIf(missing.length > 0)(titleOf('token vault on a real keyring', missing), () => {
  let keyring: PrivateKeyring;
  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring.close());

  it('keeps a token over a restart, and nowhere in the data folder can it be read', async () => {
    const switches = ['--password-store=gnome-libsecret'];
    const first = await start({ env: keyring.env, switches: [...switches, withToken()] });
    expect(await vaultView(first)).toEqual({ isProtected: true, environmentsWithToken: ['sandbox'] });
    const second = await start({ env: keyring.env, switches });
    expect(await vaultView(second)).toEqual({ isProtected: true, environmentsWithToken: ['sandbox'] });
    await second.close();
    station = undefined;
    expect(readFileSync(join(userDataDir, 'vault.json'), 'utf8')).toContain('"sandbox"');
    expect(filesWith(token)).toEqual([]);
  });

  itInLongRun(
    'reports that the keyring is gone at a later start, and reads the token again when it is back',
    async () => {
      const switches = ['--password-store=gnome-libsecret'];
      await start({ env: keyring.env, switches: [...switches, withToken()] });
      const without = await start({ env: keyring.env, switches: ['--password-store=basic'] });
      expect(await vaultView(without)).toEqual({ isProtected: false, environmentsWithToken: [] });
      await without.page
        .getByText(/saved token of sandbox cannot be read/)
        .first()
        .waitFor();
      const back = await start({ env: keyring.env, switches });
      expect((await vaultView(back)).environmentsWithToken).toEqual(['sandbox']);
    },
  );
});

describe('token vault without a keyring', () => {
  it('keeps a token until the end, never on disk, and the screen shows that', async () => {
    const switches = ['--password-store=basic'];
    const first = await start({ switches: [...switches, withToken()] });
    expect(await vaultView(first)).toEqual({ isProtected: false, environmentsWithToken: ['sandbox'] });
    await first.page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
    await first.page.getByRole('button', { name: 'Add environment' }).click();
    await first.page.getByText(/no keyring: the token is kept until you quit/).waitFor();
    const second = await start({ switches });
    expect(await vaultView(second)).toEqual({ isProtected: false, environmentsWithToken: [] });
    await second.close();
    station = undefined;
    expect(filesWith(token)).toEqual([]);
  });
});

it('token in an environment variable: no process of the station has it, whatever starts the station', async () => {
  const file = join(folder, 'station.json');
  const environments = [{ name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', tokenEnv: 'BENCH_TOKEN' }];
  writeFileSync(file, JSON.stringify({ environments, activeEnvironment: 'sandbox' }), { mode: 0o600 });
  const started = await start({ env: { BENCH_TOKEN: token }, switches: [`--provision=${file}`] });
  expect((await vaultView(started)).environmentsWithToken).toEqual(['sandbox']);
  const main = started.app.process().pid ?? 0;
  if (process.platform !== 'linux') return;
  const children = descendantsOf(main);
  // Two that Chromium starts before any code of an application, the page, and the network.
  expect(children.length).toBeGreaterThanOrEqual(4);
  expect(children.filter((pid) => hasInMemory(pid, token))).toEqual([]);
  for (const pid of [main, ...children]) expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain(token);
});

it('token in an environment variable: is there again where the station is opened while it closes, which starts it once', async () => {
  const file = join(folder, 'station.json');
  const environments = [{ name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', tokenEnv: 'BENCH_TOKEN' }];
  writeFileSync(file, JSON.stringify({ environments }), { mode: 0o600 });
  const { app } = await start({ env: { BENCH_TOKEN: token }, switches: [`--provision=${file}`] });
  const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
  let standardError = '';
  app.process().stderr?.on('data', (chunk) => {
    standardError += chunk;
  });
  await app.evaluate((electron) => {
    electron.app.relaunch = () => process.stderr.write(`starts again with ${process.env.BENCH_TOKEN}\n`);
    // As a second start does.
    const openAgain = (): void => void electron.app.emit('second-instance');
    electron.app.once('before-quit', () => setImmediate(openAgain));
    electron.app.once('will-quit', openAgain);
  });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {});
  expect(await ended).toBe(0);
  station = undefined;
  expect(standardError.split('starts again with ').slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^${token}\n`)),
  ]);
});

itInLongRun('variables that weaken connections or record them change nothing', async () => {
  const [known, other] = [makeAuthority('Known authority'), makeAuthority('Other authority')];
  const answer = (_: unknown, socket: Socket) => answerWith(socket, 401, '{"status":"error"}');
  const servers = [known, other].map((authority) => startRawServer({ tls: issueFor(authority), onRequest: answer }));
  const [trusted, foreign] = (await Promise.all(servers)) as [RawServer, RawServer];
  const authorityFile = (name: string, { certificatePem }: Authority): string => {
    writeFileSync(join(folder, name), certificatePem);
    return join(folder, name);
  };
  const file = join(folder, 'station.json');
  const baseUrl = `https://127.0.0.1:${trusted.port}`;
  const environments = [{ name: 'sandbox', kind: 'sandbox', baseUrl, token }];
  const network = { caFile: authorityFile('known.pem', known) };
  writeFileSync(file, JSON.stringify({ environments, network }), { mode: 0o600 });
  const otherFile = authorityFile('other.pem', other);
  const records = join(folder, 'records');
  mkdirSync(records);
  const env = {
    ...{ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: otherFile, SSL_CERT_FILE: otherFile },
    ...{ SSL_CERT_DIR: folder, NODE_USE_SYSTEM_CA: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' },
    ...{ SSLKEYLOGFILE: join(records, 'keys.log'), NODE_DEBUG: 'net,tls,http,http2,undici,fetch' },
    ...{ ELECTRON_ENABLE_LOGGING: '1', ELECTRON_LOG_FILE: join(records, 'electron.log') },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:9', ALL_PROXY: 'socks5://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' },
  };
  const { app, page } = await start({ env, switches: [`--provision=${file}`] });
  let standardError = '';
  app.process().stderr?.on('data', (text) => {
    standardError += text;
  });
  const test = (address: string, entered: string | null) =>
    callStation(page, 'environment.test', { environment: 'sandbox', baseUrl: address, labelUrl: null, token: entered });
  expect((await test(baseUrl, null)).checks).toContainEqual(
    expect.objectContaining({ check: 'certificate', outcome: 'passed' }),
  );
  expect(JSON.stringify(trusted.requests)).toContain(token);
  const asked = test(`https://127.0.0.1:${foreign.port}`, token);
  await answerQuestion(app, 'Yes');
  expect((await asked).checks).toContainEqual(expect.objectContaining({ check: 'certificate', outcome: 'failed' }));
  expect(foreign.requests).toEqual([]);
  await station?.close();
  station = undefined;
  expect(standardError).not.toContain(token);
  for (const record of readdirSync(records)) {
    expect(readFileSync(join(records, record), 'utf8'), record).not.toMatch(new RegExp(`CLIENT_|_SECRET|${token}`));
  }
  await Promise.all([trusted.close(), foreign.close()]);
});

function descendantsOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Searches all memory of a process but files that it only reads. */
function hasInMemory(pid: number, text: string): boolean {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const has = readFileSync(`/proc/${pid}/maps`, 'latin1')
    .split('\n')
    .some((line) => {
      const [, from, to, rights, inode] = /^(\w+)-(\w+) r(\S+) \S+ \S+ (\d+)/.exec(line) ?? [];
      if (from === undefined || to === undefined || (inode !== '0' && !rights?.startsWith('w'))) return false;
      const start = Number.parseInt(from, 16);
      const buffer = Buffer.alloc(Math.min(Number.parseInt(to, 16) - start, 64 * 1024 * 1024));
      return buffer.subarray(0, readInUse(memory, buffer, start)).includes(text);
    });
  closeSync(memory);
  return has;
}

/** 0 for memory that is reserved and not in use. */
function readInUse(memory: number, buffer: Buffer, position: number): number {
  try {
    return readSync(memory, buffer, 0, buffer.length, position);
  } catch {
    return 0;
  }
}
