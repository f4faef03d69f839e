import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Message } from '../../shared/messages/message.ts';
import { redacted } from '../../shared/messages/redaction.ts';
import { systemClock } from '../concurrency/waiting.ts';
import { instant } from '../core/ports/clock.ts';
import type { LogEntry, SidecarProcess, StartSidecar } from '../core/ports/desktop.ts';
import { makePrivate } from '../files/private-folder.ts';
import { openStationLog } from '../files/station-log.ts';
import { StorageError } from '../storage/storage-error.ts';
import { mainText, messageSentence } from '../text/main-text.ts';
import { erasePerson } from './erase-person.ts';
import { startHub } from './hub.ts';
import { readHubProvisioning } from './hub-provisioning.ts';
import { readHubSwitches } from './hub-switches.ts';
import { readOn } from './read-on.ts';

/** Exit codes: 0 ended by a signal, 1 could not start or go on, 2 command line or provisioning file refused. */
const failedCode = 1;
const refusedCode = 2;

/** Longest time to end, milliseconds: what is not done by then was not accepted. */
const longestEndMs = 4_500;

export interface HubProgramParts {
  /** The program of the records' thread; it is also started as a process, for a backup. */
  readonly storageWorker: URL;
  /** Starts it as one; without this, as a child of Node. */
  readonly startBackupProcess?: StartSidecar;
  /** Packbench's own version. */
  readonly version: string;
  writeError(text: string): void;
}

/**
 * Runs a hub until SIGTERM or SIGINT, or changes its records: erases a person, or has a paused bench read on.
 * @param args the command line behind the program's name
 * @returns the exit code
 */
export async function runHub(args: readonly string[], parts: HubProgramParts): Promise<number> {
  const { storageWorker, version, startBackupProcess = () => childProcess(storageWorker), writeError } = parts;
  const switches = readHubSwitches(args);
  if (switches.kind === 'help') {
    writeError(mainText('hub.usage'));
    return 0;
  }
  if (switches.kind === 'refused') {
    writeError(switches.reason);
    return refusedCode;
  }
  if (switches.kind !== 'run') {
    const dataFolder = resolve(switches.dataFolder);
    const change = { dataFolder, storageWorker, startBackupProcess, write: writeError };
    const { kind } = switches;
    const isDone = await (kind === 'erase'
      ? erasePerson({ ...switches, ...change })
      : readOn({ ...switches, ...change }));
    return isDone ? 0 : failedCode;
  }
  const provisioned = readHubProvisioning(switches.provision);
  for (const text of provisioned.messages) writeError(text);
  if (!provisioned.ok) return refusedCode;

  const dataFolder = resolve(switches.dataFolder);
  const log = await openLog(dataFolder, writeError).catch((error: unknown) => {
    writeError(mainText('hub.not-started', { reason: reasonOf(error) }));
    return null;
  });
  if (!log) return failedCode;
  const ended = new AbortController();
  const endsBy = (code: number): void => {
    ended.abort(code);
    setTimeout(() => process.exit(failedCode), longestEndMs).unref();
  };
  const stop = (): void => endsBy(0);
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    const hub = await startHub({
      ...{ dataFolder, settings: provisioned.settings, seed: provisioned.seed, clock: systemClock, log: log.write },
      version,
      ...{ healthPort: switches.healthPort, monitoringPort: switches.monitoringPort },
      ...{ storageWorker: { file: storageWorker }, startBackupProcess },
      onEnded(error) {
        log.write({ event: 'error', error });
        endsBy(failedCode);
      },
    });
    log.write({ event: 'started', port: hub.healthPort });
    if (!ended.signal.aborted)
      await new Promise<void>((done) => ended.signal.addEventListener('abort', () => done(), { once: true }));
    await hub.close();
    log.write({ event: 'stopped' });
    return ended.signal.reason;
  } catch (error) {
    writeError(mainText('hub.not-started', { reason: reasonOf(error) }));
    return failedCode;
  } finally {
    await log.close();
  }
}

/** The log on disk, and the same on standard error, warnings as sentences: there a service manager reads it. */
async function openLog(dataFolder: string, writeError: (text: string) => void) {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  makePrivate(dataFolder);
  const log = openStationLog({ folder: join(dataFolder, 'logs'), clock: systemClock, after: Promise.resolve() });
  return {
    write(entry: LogEntry): void {
      log.write(entry);
      const { message } = entry;
      if (entry.event === 'notice') writeError(messageSentence(message as Message));
      else writeError(JSON.stringify({ time: instant(systemClock.now()), ...(redacted(entry) as LogEntry) }));
    },
    close: log.close,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof StorageError) return messageSentence(error.failure.message);
  return error instanceof Error ? error.message : String(error);
}

function childProcess(file: URL): SidecarProcess {
  const child = fork(fileURLToPath(file), [], { execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  return {
    post: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
