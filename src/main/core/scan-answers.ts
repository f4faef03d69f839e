import type { RecentScan, ScanAnswer } from '../../shared/scan-answer.ts';
import type { Deletions } from './deletions.ts';
import { type Clock, startOfDay } from './ports/clock.ts';
import type { Records, ScanRow } from './ports/records.ts';
import { outcomeWords, sentenceFor } from './scan-words.ts';

/** Scans shown under "Recent scans". */
const recentScanCount = 20;

export interface ScanAnswers {
  /** What is shown of a scan, from what is on disk now. */
  of(row: ScanRow): Promise<ScanAnswer>;
  /** The newest scans, and how many there were today. */
  recent(): Promise<{ scans: RecentScan[]; today: number }>;
}

/** Tells what is true now of scans taken earlier. Changes nothing. */
export function createScanAnswers({
  records,
  clock,
  deletions,
}: {
  records: Records;
  clock: Clock;
  deletions: Deletions;
}): ScanAnswers {
  const of = async (row: ScanRow): Promise<ScanAnswer> => {
    // The command before the parcel: one that is done is then never shown beside a parcel that still lives.
    const ownCommand = row.commandId === null ? null : await records.command(row.commandId);
    const parcel = row.parcelId === null ? null : await records.parcel(row.parcelId);
    const match = row.kind === 'choose parcel' ? await records.findByCode(row.code) : null;
    const ownJob = row.jobId === null ? null : await records.printJob(row.jobId);
    const job = ownJob ?? (row.mode === 'print' ? (parcel?.lastJob ?? null) : null);
    const metId = parcel?.deletion?.commandId ?? (await unknownDeletion(row));
    const met = ownCommand ?? (metId === null ? null : await records.command(metId));
    // A question is not answered by a deletion that was refused before it was asked.
    const command = row.kind === 'ask to delete' && met !== null && met.createdAt < row.at ? null : met;
    const facts = { row, parcel, job, command, choices: match?.parcels.length ?? 0 };
    return {
      scanId: row.id,
      at: row.at,
      code: row.code,
      mode: row.mode,
      kind: row.kind,
      sentence: sentenceFor(facts),
      parcel,
      choices: match?.parcels ?? [],
      job,
      deletion: command && {
        commandId: command.id,
        state: command.state,
        endsAt: command.notBefore,
        failureWords: command.failure?.message ?? null,
      },
    };
  };

  /** The countdown that a second scan of a code unknown here met. */
  const unknownDeletion = async (row: ScanRow): Promise<number | null> => {
    if (row.kind !== 'already counting' || row.parcelId !== null) return null;
    const pending = await deletions.pending();
    return pending.find((command) => command.codes.includes(row.code))?.id ?? null;
  };

  return {
    of,
    async recent() {
      const rows = await records.recentScans(recentScanCount);
      const scans = await Promise.all(
        rows.map(async (row): Promise<RecentScan> => {
          const answer = await of(row);
          const { scanId, at, code, mode, kind } = answer;
          return { scanId, at, code, mode, kind, outcome: outcomeWords(answer) };
        }),
      );
      return { scans, today: await records.countScansSince(startOfDay(clock.now())) };
    },
  };
}
