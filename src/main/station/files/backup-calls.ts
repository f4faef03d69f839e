import { type Failure, failed, success } from '../../../shared/contract/failure.ts';
import type { Handlers } from '../../../shared/contract/station-contract.ts';
import { message } from '../../../shared/messages/message.ts';
import type { RecordBackups, StoppedWork } from '../../core/ports/records.ts';

export interface BackupCallsParts {
  opened: () => { environment: { name: string } };
  backups: Pick<RecordBackups, 'list' | 'lostWork' | 'prepareRestore'>;
  /** Ends the station and starts it again. */
  restart(): void;
}

/** The calls about backups of the records. A backup takes their place while the station starts: nothing has them open then. */
export function backupCalls(
  parts: BackupCallsParts,
): Handlers<'backups.list' | 'backups.lost-work' | 'backups.restore'> {
  const { backups, opened } = parts;
  let isRestoring = false;
  return {
    'backups.list': () => backups.list(opened().environment.name),
    async 'backups.lost-work'({ name }) {
      const lost = await backups.lostWork(opened().environment.name, name);
      return lost.ok ? success({ lost: lost.value }) : lost;
    },
    async 'backups.restore'({ name }) {
      if (isRestoring) return failed(restoring);
      isRestoring = true;
      const prepared = await backups.prepareRestore(opened().environment.name, name);
      isRestoring = prepared.ok;
      if (!prepared.ok) return prepared;
      parts.restart();
      return success(null);
    },
  };
}

const restoring: Failure = { code: 'not-allowed-now', message: message('storage.restoring') };

/** The notice about records that are a copy. */
export const copiedRecords = (environment: string, stopped: StoppedWork) =>
  ({ tone: 'warning', message: message('storage.copied-records', { environment, ...stopped }) }) as const;
