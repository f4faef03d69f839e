import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/contract/failure.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { sha256Of } from '../../core/fingerprint.ts';
import type { Clock, RetentionTime } from '../../core/ports/clock.ts';
import type { RecordBackups, RecordErasure } from '../../core/ports/records.ts';
import { retentionLimits } from '../../core/record-maintenance.ts';
import type { IsRemoved } from '../../practice/order-store.ts';
import { removeVirtualLabels, virtualLabelFolder } from '../../printers/virtual.ts';
import type { OpenEnvironment } from '../open-environment.ts';

/** What the files of erased people are known by. */
export interface ErasedFiles {
  isNamed(text: string): boolean;
  codes: readonly string[];
  /** Of labels. */
  hashes: readonly string[];
  /** Something of them is not finished, and stays. */
  isUnfinished: boolean;
}

export interface EnvironmentFilesParts {
  dataFolder: string;
  erasure: RecordErasure;
  backups: Pick<RecordBackups, 'removeOldRecords'>;
  settings: () => Settings;
  ifOpen: () => Pick<OpenEnvironment, 'environment' | 'removePracticeOrders'> | null;
  retentionTime: RetentionTime;
  clock: Clock;
}

const dayMs = 24 * 3_600_000;

/** The files of every environment on this computer, also of those that were never opened or were removed from the settings. */
export function environmentFiles(parts: EnvironmentFilesParts) {
  const { dataFolder, erasure, settings, clock } = parts;
  /** When the records of each environment were last looked through. */
  const lookedAt = new Map<string, number>();

  const removePracticeOrders = async (environment: string, isRemoved: IsRemoved): Promise<void> => {
    const open = parts.ifOpen();
    if (open?.environment.name === environment) return open.removePracticeOrders(isRemoved);
    const folder = await folderNamed(join(dataFolder, 'practice'), environment);
    if (folder === null) return;
    const { removeStoredOrders } = await import('../../practice/order-store.ts');
    await removeStoredOrders(folder, isRemoved);
  };
  const labelFolder = async (environment: string): Promise<string> =>
    (await folderNamed(join(dataFolder, 'virtual-printer'), environment)) ??
    virtualLabelFolder(dataFolder, environment);

  return {
    erasure,
    /** Every environment with records, under its name in the settings where it is still there. */
    async environments(): Promise<string[]> {
      const named = new Map(settings().environments.map(({ name }) => [name.toLowerCase(), name]));
      return (await erasure.environments()).map((name) => named.get(name) ?? name);
    },
    /** Removes labels of virtual printers, and orders of the practice service, that are of these people. */
    async eraseFiles(environment: string, { isNamed, codes, hashes, isUnfinished }: ErasedFiles): Promise<void> {
      await removeVirtualLabels(await labelFolder(environment), ({ bytes }) => {
        const text = Buffer.from(bytes).toString('utf8');
        return (
          isNamed(withoutCommands(text)) ||
          codes.some((code) => text.includes(code)) ||
          hashes.includes(sha256Of(bytes))
        );
      });
      await removePracticeOrders(
        environment,
        (order) => order.codes.some((code) => codes.includes(code)) || (!isUnfinished && order.texts.some(isNamed)),
      );
    },
    /**
     * Removes what is older than the days kept: labels of virtual printers, orders of the practice service, and, once a day, the
     * records of an environment that is not open. An open one does that while it is idle.
     */
    async removeOld(environment: string): Promise<Result<unknown> | null> {
      const limits = retentionLimits(await parts.retentionTime(), settings().retention.days);
      await removeVirtualLabels(await labelFolder(environment), ({ at }) => at < limits.before);
      await removePracticeOrders(environment, ({ createdAt }) => createdAt < Date.parse(limits.before));
      if (parts.ifOpen()?.environment.name === environment) return null;
      if (clock.now() - (lookedAt.get(environment) ?? Number.NEGATIVE_INFINITY) < dayMs) return null;
      lookedAt.set(environment, clock.now());
      return parts.backups.removeOldRecords(environment, limits);
    },
  };
}

/** The fields of a ZPL label, without the commands that they follow: "^FDAli" is the word "Ali". */
const withoutCommands = (zpl: string): string => zpl.replace(/[\^~][a-z][a-z0-9@]/gi, ' ');

/** The folder of that name in any case, as file systems and the settings may differ in it; null where there is none. */
async function folderNamed(parent: string, name: string): Promise<string | null> {
  const names = await readdir(parent).catch((): string[] => []);
  const found = names.find((one) => one.toLowerCase() === name.toLowerCase());
  return found === undefined ? null : join(parent, found);
}
