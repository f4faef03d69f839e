import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { Handlers } from '../../../shared/contract/station-contract.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import {
  type Erasure,
  type ErasureOfEnvironment,
  type FoundPerson,
  keptDays,
  maxPeople,
  namesOneOf,
  type PersonData,
} from '../../../shared/settings/erasure.ts';
import { type Clock, instant } from '../../core/ports/clock.ts';
import type { RecordErasure } from '../../core/ports/records.ts';
import type { ErasedFiles } from './environment-files.ts';

export interface ErasureCallsParts {
  erasure: RecordErasure;
  /** Every environment with records. */
  environments(): Promise<string[]>;
  /** Removes labels of virtual printers, and orders of the practice service, that are of these people. */
  eraseFiles(environment: string, erased: ErasedFiles): Promise<void>;
  /** Writes to the journal of the environment in use. */
  note(what: ActivityKind, outcome: Message): Promise<void>;
  /** The records may have changed in any place. */
  announceAll(): void;
  clock: Clock;
}

const dayMs = 24 * 3_600_000;

/** The calls that erase people, in the records of every environment, one after the other. */
export function erasureCalls(parts: ErasureCallsParts): Handlers<'erasure.find' | 'erasure.preview' | 'erasure.erase'> {
  const { erasure, clock } = parts;
  let isRunning = false;

  const runAlone = async <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (isRunning) return failed(erasing);
    isRunning = true;
    try {
      return await work();
    } finally {
      isRunning = false;
    }
  };

  const erase = async (people: readonly PersonData[], isPreview: boolean): Promise<Result<Erasure>> => {
    const environments: ErasureOfEnvironment[] = [];
    const backups: number[] = [];
    for (const environment of await parts.environments()) {
      backups.push(...(await erasure.backupTimes(environment)));
      const erased = await erasure.erase(environment, people, { isPreview, at: instant(clock.now()) });
      if (!erased.ok) return erased;
      const { codes, hashes, ...counts } = erased.value;
      const isUnfinished = counts.unfinished.count > 0;
      if (!isPreview) await parts.eraseFiles(environment, { isNamed: namesOneOf(people), codes, hashes, isUnfinished });
      environments.push({ environment, ...counts });
    }
    const newest = Math.max(...backups);
    const endAt = backups.length === 0 ? null : instant(newest + keptDays * dayMs);
    return success({ environments, backups: endAt === null ? null : { count: backups.length, endAt } });
  };

  return {
    'erasure.find': ({ text }) =>
      runAlone(async () => {
        const people = new Map<string, FoundPerson>();
        for (const environment of await parts.environments()) {
          const found = await erasure.find(environment, text);
          if (!found.ok) return found;
          for (const { orders, ...person } of found.value) {
            const key = JSON.stringify(person);
            people.set(key, { ...person, orders: orders + (people.get(key)?.orders ?? 0) });
          }
        }
        return success([...people.values()].slice(0, maxPeople));
      }),
    'erasure.preview': ({ people }) => runAlone(() => erase(people, true)),
    'erasure.erase': ({ people }) =>
      runAlone(async () => {
        const erased = await erase(people, false);
        parts.announceAll();
        if (!erased.ok) return erased;
        const sum = (kind: 'orders' | 'parcels' | 'labels'): number =>
          erased.value.environments.reduce((all, { touched }) => all + touched[kind], 0);
        const counts = { orders: sum('orders'), parcels: sum('parcels'), labels: sum('labels') };
        await parts.note('erase-person', message('journal.person-erased', counts));
        return erased;
      }),
  };
}

const erasing: Failure = { code: 'not-allowed-now', message: message('storage.erasing') };
