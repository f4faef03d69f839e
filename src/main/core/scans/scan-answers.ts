import type { Command } from '../../../shared/orders/command.ts';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { type Clock, startOfDay } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { PrintRecords } from '../ports/print-records.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import type { JournalRecords, ScanRow } from '../ports/write-context.ts';

/** Scans shown under "Recent scans". */
const recentScanCount = 20;

export interface ScanAnswers {
  /** The present state of what a scan found or started, read from disk. */
  answerFor(row: ScanRow): Promise<ScanAnswer>;
  /** The newest scans, and how many there were today. */
  recent(): Promise<{ scans: ScanAnswer[]; today: number }>;
}

/** Reads the facts behind earlier scans as they are now. Changes nothing. The renderer shows them as text. */
export function createScanAnswers({
  records,
  clock,
}: {
  records: JournalRecords & CommandRecords & ShipmentRecords & PrintRecords;
  clock: Clock;
}): ScanAnswers {
  const answerFor = async (row: ScanRow): Promise<ScanAnswer> => {
    // Commands are read before the parcel, so that a finished deletion is never shown beside a parcel that still exists, and an order
    // that is created meanwhile is found as an order or as a parcel.
    const own = row.commandId === null ? null : await records.command(row.commandId);
    const isFoundAgain = row.parcelId === null && mayFindParcels.includes(row.kind);
    const openOrder = isFoundAgain ? await records.orderOfCode(row.code) : null;
    const found = isFoundAgain ? ((await records.findByCode(row.code))?.parcels ?? []) : [];
    const choices = row.kind === 'choose parcel' || found.length > 1 ? found : [];
    const [only] = choices.length === 0 ? found : [];
    const parcel = row.parcelId === null ? (only ?? null) : await records.parcel(row.parcelId);
    const job = await jobOf(row, parcel);
    return {
      scanId: row.id,
      at: row.at,
      code: row.code,
      mode: row.mode,
      kind: row.kind,
      parcel,
      choices,
      job,
      labelsBefore: job && printJobCan('send', job.state) ? await records.labelsBefore(job.id) : null,
      deletion: factsOf(await deletionOf(row, parcel, own)),
      order: parcel === null ? openOrder : await orderSinceDeletion(row.code, parcel),
    };
  };

  /** The parcel's newest job if it was made since the scan, else the one that the scan made or found. */
  const jobOf = async ({ at, mode, jobId }: ScanRow, parcel: Parcel | null): Promise<PrintJob | null> => {
    const last = parcel?.lastJob ?? null;
    if (last && (last.createdAt >= at || last.id === jobId)) return last;
    if (jobId !== null) return records.printJob(jobId);
    return mode === 'print' ? last : null;
  };

  /** The present deletion, else the one that the scan started, which was undone. */
  const deletionOf = async (row: ScanRow, parcel: Parcel | null, own: Command | null): Promise<Command | null> => {
    const presentId = parcel?.deletion?.commandId ?? null;
    const present =
      presentId !== null && presentId !== own?.id
        ? await records.command(presentId)
        : parcel === null && mayFindParcels.includes(row.kind)
          ? await records.deletionOfUnknownCode(row.code)
          : null;
    const deletion = present ?? own;
    // A deletion that was rejected before this question was asked does not answer it.
    return row.kind === 'ask to delete' && deletion !== null && deletion.createdAt < row.at ? null : deletion;
  };

  /** A new order with the code of a deleted parcel. */
  const orderSinceDeletion = async (code: string, { deletedAt }: Parcel): Promise<Command | null> => {
    if (deletedAt === null) return null;
    const order = await records.orderOfCode(code);
    return order !== null && order.createdAt > deletedAt ? order : null;
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

/** Scans that named no single parcel: their code may stand for an order, or for a parcel that became known since. */
const mayFindParcels: readonly ScanOutcomeKind[] = [
  'unknown',
  'choose parcel',
  'deleting unknown',
  'already counting',
  'cannot delete',
];

const factsOf = (command: Command | null): ScanAnswer['deletion'] =>
  command && {
    commandId: command.id,
    state: command.state,
    endsAt: command.notBefore,
    failure: command.failure,
    createdAt: command.createdAt,
    requestLeft: command.requestLeft,
    settledBy: command.settledBy,
  };
