import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../shared/environment.ts';
import { failed, type Result, success } from '../shared/failure.ts';
import type { Printer } from '../shared/printer.ts';
import type { Settings } from '../shared/settings.ts';
import type { Waiting } from '../shared/waiting.ts';
import { composeImports, type OpenImports } from './compose-import.ts';
import type { Announce } from './core/announce.ts';
import type { BatchEdges } from './core/batch/batches.ts';
import { type Bench, createBench } from './core/bench.ts';
import type { Notices } from './core/notices.ts';
import type { Clock } from './core/ports/clock.ts';
import type { TokenVault } from './core/ports/desktop.ts';
import type { LabelPictures, OpenTransport } from './core/ports/printing.ts';
import type { OpenRecords } from './core/ports/records.ts';
import type { DeliveryService } from './core/ports/service.ts';
import { openExportFile } from './export/export-file.ts';
import { startPracticeService } from './practice/practice-service.ts';
import type { Webhook } from './practice/webhooks/webhook-sender.ts';
import { createDeliveryService } from './service/delivery-service.ts';
import { labelOrigin } from './service/service-address.ts';
import { addressesOf, tokenFor } from './service/token-keeping.ts';

export interface EnvironmentParts {
  dataFolder: string;
  settings: () => Settings;
  vault: TokenVault;
  openRecords: OpenRecords;
  /** Where this environment's practice service sends its events; null where that cannot be listened to. */
  openPracticeWebhook(environment: string): Promise<(Webhook & { close(): Promise<void> }) | null>;
  openTransport: (virtualLabelFolder: string) => OpenTransport;
  pictures: LabelPictures;
  batchEdges: BatchEdges;
  changePrinter(name: string, change: Partial<Printer>): void;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  onBug: (error: unknown) => void;
  /** True, once, for an environment whose token is new. */
  takeRenewed(environment: string): boolean;
}

/** The environment in use: its bench, and what was started for it. */
export interface OpenEnvironment {
  environment: Environment;
  bench: Bench;
  imports: OpenImports;
  /** Where its virtual printers keep their labels. */
  virtualLabelFolder: string;
  openTransport: OpenTransport;
  sendTestLabel(printer: Printer, bytes: Uint8Array): Promise<Result<null>>;
  /** Has the practice service send an event; null where the service is a real one. */
  sendTestEvent: (() => void) | null;
  /** True from the moment it is being closed. */
  isLeaving(): boolean;
  /** Gives what is left waiting. */
  close(): Promise<Waiting>;
}

/** Opens the active environment: its records, its service (practice brings its own), its printers' queue. */
export async function composeEnvironment(parts: EnvironmentParts): Promise<OpenEnvironment> {
  const settings = parts.settings();
  const environment = activeEnvironment(settings);
  const records = await parts.openRecords(environment.name);
  const served = await serve(parts, settings, environment);
  const virtualLabelFolder = join(parts.dataFolder, 'virtual-printer', environment.name);
  const openTransport = parts.openTransport(virtualLabelFolder);
  const bench = createBench({
    ...parts,
    environment,
    records,
    service: served.service,
    openTransport,
    openExportFile,
    random: Math.random,
    randomBytes: (size) => randomBytes(size),
  });
  await bench.start();
  if (parts.takeRenewed(environment.name)) await bench.outbox.tokenRenewed();
  const labels = labelOrigin(served.labelUrl);
  const imports = composeImports({
    ...{ ...parts, environment: environment.name, records },
    // Where none is set, no label's address is right.
    labelOrigin: labels.ok ? labels.value : '',
    onStored() {
      bench.labels.kick();
      bench.events.tellDeletions();
    },
  });
  imports.follow(settings);
  let isLeaving = false;
  return {
    environment,
    bench,
    imports,
    virtualLabelFolder,
    openTransport,
    async sendTestLabel(printer, bytes) {
      const opened = await openTransport(printer.connection).open(AbortSignal.timeout(10_000));
      if (!opened.ok) return opened;
      const delivery = await opened.value.send(bytes);
      parts.announce('virtual labels');
      return delivery.kind === 'handed over' ? success(null) : failed(delivery.failure);
    },
    sendTestEvent: served.sendTestEvent,
    isLeaving: () => isLeaving,
    async close() {
      isLeaving = true;
      await imports.close();
      const waiting = await bench.stop();
      await served.close();
      return waiting;
    },
  };
}

function activeEnvironment(settings: Settings): Environment {
  const active = settings.environments.find((entry) => entry.name === settings.activeEnvironment);
  if (!active) throw new Error('Settings name an active environment that is not there');
  return active;
}

interface Served {
  service: DeliveryService;
  labelUrl: string;
  sendTestEvent: (() => void) | null;
  close(): Promise<void>;
}

/** A practice environment without an address of its own is served from inside the station. */
async function serve(parts: EnvironmentParts, settings: Settings, environment: Environment): Promise<Served> {
  if (environment.kind === 'practice' && !environment.baseUrl) {
    const folder = join(parts.dataFolder, 'practice', environment.name);
    const webhook = await parts.openPracticeWebhook(environment.name);
    const practice = await startPracticeService({ folder, token: randomUUID(), webhook }).catch(async (fault) => {
      await webhook?.close();
      throw fault;
    });
    return {
      service: createDeliveryService(practice),
      labelUrl: practice.labelUrl,
      sendTestEvent: webhook && practice.sendTestEvent,
      async close() {
        await practice.close();
        await webhook?.close();
      },
    };
  }
  const addresses = addressesOf(environment);
  const token = await tokenFor(parts.vault, environment);
  const service = createDeliveryService({ ...addresses, token, ...(await networkOf(settings, parts.notices)) });
  return { service, labelUrl: addresses.labelUrl, sendTestEvent: null, close: async () => {} };
}

/** Proxy and private certificate authority, as far as they can be read. */
async function networkOf(settings: Settings, notices: Notices): Promise<{ proxy?: string; caPem?: string }> {
  const { proxy, caFile } = settings.network;
  const caPem = caFile ? await readFile(caFile, 'utf8').catch(() => null) : undefined;
  if (caPem === null) {
    notices.say({
      tone: 'error',
      text: `The certificate file ${caFile} cannot be read.`,
      next: 'Look at its path and rights.',
    });
  }
  return { ...(proxy ? { proxy } : {}), ...(caPem ? { caPem } : {}) };
}
