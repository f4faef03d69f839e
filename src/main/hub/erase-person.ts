import { join } from 'node:path';
import { type Erasure, maxPeople, shortestSearch } from '../../shared/settings/erasure.ts';
import { systemClock } from '../concurrency/waiting.ts';
import type { StartSidecar } from '../core/ports/desktop.ts';
import { erasureCalls } from '../station/files/erasure-calls.ts';
import { openRecordsIn } from '../storage/open-records.ts';
import { mainText, messageSentence } from '../text/main-text.ts';

export interface ErasePersonParts {
  dataFolder: string;
  /** A part of a name, telephone number or address. */
  text: string;
  /** False: what erasing would touch is shown, and nothing is changed. */
  isConfirmed: boolean;
  storageWorker: URL;
  startBackupProcess: StartSidecar;
  write(line: string): void;
}

/**
 * Shows who is found in the records of a hub, and erases all of them where that is confirmed. It works on connections of its own, beside a
 * hub that runs.
 * @returns false where a search text is too short, someone is one of too many, or the disk refused it
 */
export async function erasePerson(parts: ErasePersonParts): Promise<boolean> {
  const { dataFolder, text, isConfirmed, storageWorker, startBackupProcess, write } = parts;
  if (text.trim().length < shortestSearch) {
    write(mainText('hub.erase.too-short', { count: shortestSearch }));
    return false;
  }
  const records = openRecordsIn({
    folder: join(dataFolder, 'records'),
    workerFile: storageWorker,
    startBackups: startBackupProcess,
  });
  const calls = erasureCalls({
    ...{ erasure: records.erasure, environments: records.erasure.environments, clock: systemClock },
    // A hub has neither virtual printers nor practice, and no one reads a journal there.
    ...{ eraseFiles: async () => {}, note: async () => {}, announceAll: () => {} },
  });
  try {
    const found = await calls['erasure.find']({ text });
    if (!found.ok) return refuse(found.failure);
    const people = found.value.map(({ name, phone, address }) => ({ name, phone, address }));
    if (people.length === 0) {
      write(mainText('hub.erase.none', { text }));
      return true;
    }
    if (people.length === maxPeople) {
      write(mainText('hub.erase.too-many', { count: maxPeople }));
      return false;
    }
    for (const person of found.value)
      write(`  ${[person.name, person.phone, person.address].filter((part) => part !== null).join(', ')}`);
    const erased = await calls[isConfirmed ? 'erasure.erase' : 'erasure.preview']({ people });
    if (!erased.ok) return refuse(erased.failure);
    for (const line of linesOf(erased.value)) write(line);
    write(mainText(isConfirmed ? 'hub.erase.done' : 'hub.erase.confirm'));
    return true;
  } finally {
    await records.close();
  }

  function refuse({ message }: { message: Parameters<typeof messageSentence>[0] }): false {
    write(messageSentence(message));
    return false;
  }
}

function linesOf({ environments, backups }: Erasure): string[] {
  const counts = environments.map(({ environment, touched, unfinished }) => {
    const { orders, parcels, labels, events, entries } = touched;
    const line = mainText('hub.erase.touched', { environment, orders, parcels, labels, events, entries });
    return unfinished.count === 0 ? line : `${line} ${mainText('hub.erase.unfinished', { count: unfinished.count })}`;
  });
  return backups ? [...counts, mainText('hub.erase.backups', { day: backups.endAt.slice(0, 10) })] : counts;
}
