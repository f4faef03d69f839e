import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { type Clock, startOfDay } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { ScanRow } from '../ports/write-context.ts';

/** Scans shown under "Recent scans". */
const recentScanCount = 20;

export interface ScanAnswers {
  /** The present state of what a scan found or started, read from disk. */
  answerFor(row: ScanRow): Promise<ScanAnswer>;
  /** The newest scans, and how many there were today. */
  recent(): Promise<{ scans: ScanAnswer[]; today: number }>;
}

/** Reads the facts behind earlier scans as they are now. Changes nothing. The renderer shows them as text. */
export function createScanAnswers({ records, clock }: { records: Records; clock: Clock }): ScanAnswers {
  const answerFor = async (row: ScanRow): Promise<ScanAnswer> => {
    // The command is read before the parcel, so that a finished deletion is never shown beside a parcel that still exists.
    const ownCommand = row.commandId === null ? null : await records.command(row.commandId);
    const parcel = row.parcelId === null ? null : await records.parcel(row.parcelId);
    const match = row.kind === 'choose parcel' ? await records.findByCode(row.code) : null;
    const ownJob = row.jobId === null ? null : await records.printJob(row.jobId);
    const existingId = parcel?.deletion?.commandId ?? (await deletionOfUnknownCode(row));
    const existing = ownCommand ?? (existingId === null ? null : await records.command(existingId));
    // A deletion that was rejected before this question was asked does not answer it.
    const command = row.kind === 'ask to delete' && existing !== null && existing.createdAt < row.at ? null : existing;
    return {
      scanId: row.id,
      at: row.at,
      code: row.code,
      mode: row.mode,
      kind: row.kind,
      parcel,
      choices: match?.parcels ?? [],
      job: ownJob ?? (row.mode === 'print' ? (parcel?.lastJob ?? null) : null),
      deletion: command && {
        commandId: command.id,
        state: command.state,
        endsAt: command.notBefore,
        failure: command.failure,
      },
    };
  };

  /** The deletion that a scan of a code unknown here found. */
  const deletionOfUnknownCode = async (row: ScanRow): Promise<number | null> => {
    if ((row.kind !== 'already counting' && row.kind !== 'unknown') || row.parcelId !== null) return null;
    return (await records.deletionOfUnknownCode(row.code))?.id ?? null;
  };

  return {
    answerFor,
    async recent() {
      const rows = await records.recentScans(recentScanCount);
      const scans = await Promise.all(rows.map(answerFor));
      return { scans, today: await records.countScansSince(startOfDay(clock.now())) };
    },
  };
}
