import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import { codesOfReading } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import {
  decideScan,
  mayFindParcels,
  recordedScan,
  type ScanDecision,
  type ScanRow,
  scanAnswerOf,
} from '../../../shared/scanning/scan-decision.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import type { NextLabel } from '../../core/ports/print-records.ts';
import type { ScanToTake, TakenScan } from '../../core/ports/scan-records.ts';
import type { Activity } from '../../core/ports/write-context.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';
import { mayStartDeletion, queueLabel, startDeletion } from './print-and-delete-methods.ts';

type ScanMethod = 'takeScan' | 'scanAnswer' | 'recentScans';

/** What a scan made, found or started. */
interface Effect {
  kind: ScanOutcomeKind;
  job?: PrintJob;
  next?: NextLabel | null;
  deletion?: Command;
  note?: Pick<Activity, 'what' | 'code' | 'outcome'>;
}

/** The record methods for scans: what is done about one is decided in the transaction that stores it. */
export function scanRecords(tables: Tables): Pick<RecordsInThread, ScanMethod> {
  const { journal, scans, parcels, labels, printJobs, reading, writing } = tables;
  const answersOf = presentScans(tables);

  const decide = (scan: ScanToTake): ScanDecision => {
    const codes = codesOfReading(scan.reading);
    const matches = tables.findByCodes(codes);
    const found = codes.flatMap((code) => {
      const known = parcels.byIds(matches.get(code)?.parcelIds ?? []);
      return known.length > 0 ? [{ code, parcels: known }] : [];
    });
    return decideScan({ ...scan, found, samePressSince: scan.print.notSince });
  };

  const print = (scan: ScanToTake, parcelId: number, code: string): Effect => {
    const { outcome, ...target } = scan.print;
    const label = { ...target, parcelId, origin: 'scan', startedByCode: code, reprintReason: null } as const;
    const queued = queueLabel(tables, label, scan.at);
    if (queued === null) return { kind: 'no label' };
    if (queued === 'needs lead') return { kind: 'needs lead' };
    if (!queued.made) return { kind: 'already counted' };
    return {
      kind: 'printing',
      job: queued.job,
      next: queued.next,
      note: { what: queued.what, code: queued.job.code, outcome },
    };
  };

  const confirm = (at: string, job: PrintJob, kind: ScanOutcomeKind): Effect => {
    const printed = { state: 'printed', failure: null, evidence: { confirmedBy: 'scan' } } as const;
    const confirmed = printJobs.move(job.id, printJobActions.confirm, printed, at);
    if (!confirmed) throw new Error('A print job changed within a transaction');
    const outcome = message('journal.print.confirmed-by-scan');
    return { kind, job: confirmed, note: { what: 'scan-label', code: job.code, outcome } };
  };

  const remove = ({ at, deletion }: ScanToTake, customCode: string, parcelId: number | null): Effect => {
    if (!mayStartDeletion(tables, deletion)) return { kind: 'cannot delete' };
    if (journal.isCapReached('deletion', at) && !tables.commands.conflictingDeletion(customCode, parcelId))
      return { kind: 'needs lead' };
    const begun = startDeletion(tables, { customCode, parcelId, endsAt: deletion.endsAt }, at);
    if (!begun.begun) return { kind: 'already counting' };
    const outcome = message('journal.command.countdown-started');
    const kind = parcelId === null ? 'deleting unknown' : 'deleting';
    return { kind, deletion: begun.command, note: { what: 'delete', code: customCode, outcome } };
  };

  const carryOut = (scan: ScanToTake, decision: ScanDecision): Effect | Exclude<TakenScan, { kind: 'taken' }> => {
    switch (decision.act) {
      case 'record':
        return { kind: decision.kind };
      case 'check label': {
        const label = labels.bytes(decision.job.sentSha256 ?? decision.job.labelSha256);
        const check = { jobId: decision.job.id, carriesCode: false };
        if (label) return { kind: 'check label', jobId: check.jobId, code: decision.code, label };
        const checked = { ...scan, checks: { ...scan.checks, label: check } };
        return carryOut(checked, decide(checked));
      }
      case 'confirm print':
        return confirm(scan.at, decision.job, decision.kind);
      case 'request label':
        return { kind: 'request label', parcelId: decision.parcelId, label: decision.label };
      case 'print':
        return print(scan, decision.parcel.id, decision.code);
      case 'delete':
        return remove(scan, decision.customCode, decision.parcelId);
    }
  };

  return {
    takeScan: (scan) =>
      writing(() => {
        const decision = decide(scan);
        const effect = carryOut(scan, decision);
        if (effect.kind === 'check label' || effect.kind === 'request label') return effect;
        const { kind, job = null, next = null, deletion = null, note } = effect;
        const { at, mode, reading: read } = scan;
        const { code, parcelId } = decision;
        journal.add({ at, who: 'operator', code, ...(note ?? recordedScan(mode, kind)) });
        const row = scans.add({
          ...{ at, code, asTyped: read.asTyped, asUsKeyboard: read.asUsKeyboard, mode, kind, parcelId },
          ...{ jobId: job?.id ?? null, commandId: deletion?.id ?? null },
        });
        const [answer] = answersOf([row]);
        if (!answer) throw new Error('A scan without an answer');
        return { kind: 'taken', answer, job, next, deletion };
      }),
    scanAnswer: (id) =>
      reading(() => {
        const row = scans.byId(id);
        return row && (answersOf([row])[0] ?? null);
      }),
    recentScans: (limit, since) =>
      reading(() => ({ scans: answersOf(scans.newest(limit)), today: scans.countSince(since) })),
  };
}

/** The present states of scans: one statement for each kind of record, however many scans there are. */
function presentScans(tables: Tables): (rows: readonly ScanRow[]) => ScanAnswer[] {
  const { parcels, printJobs, commands } = tables;
  const codesOf = (rows: readonly ScanRow[]): string[] => [...new Set(rows.map(({ code }) => code))];

  return (rows) => {
    const unnamed = rows.filter(mayFindParcels);
    const matches = tables.findByCodes(codesOf(unnamed));
    const idsOf = (row: ScanRow): readonly number[] =>
      row.parcelId !== null ? [row.parcelId] : mayFindParcels(row) ? (matches.get(row.code)?.parcelIds ?? []) : [];
    const known = new Map(parcels.byIds([...new Set(rows.flatMap(idsOf))]).map((parcel) => [parcel.id, parcel]));
    const parcelsOf = (row: ScanRow): Parcel[] => idsOf(row).flatMap((id) => known.get(id) ?? []);
    const deleted = rows.filter((row) => parcelsOf(row).some(({ deletedAt }) => deletedAt !== null));

    const queue = new Map(
      printJobs.inQueue(jobsToRead(rows, [...known.values()])).map((entry) => [entry.job.id, entry]),
    );
    const found = commands.ofScans({
      ids: [
        ...rows.flatMap(({ commandId }) => commandId ?? []),
        ...[...known.values()].flatMap(({ deletion }) => deletion?.commandId ?? []),
      ],
      orderCodes: codesOf([...unnamed, ...deleted]),
      deletionCodes: codesOf(unnamed),
    });
    return rows.map((row) =>
      scanAnswerOf(row, {
        parcels: parcelsOf(row),
        job: (id) => queue.get(id)?.job ?? null,
        labelsBefore: (id) => queue.get(id)?.labelsBefore ?? null,
        command: (id) => found.byId.get(id) ?? null,
        order: (mayFindParcels(row) || deleted.includes(row) ? found.orders.get(row.code) : null) ?? null,
        deletionOfCode: (mayFindParcels(row) ? found.deletions.get(row.code) : null) ?? null,
      }),
    );
  };
}

/** Jobs that no parcel shows as its newest, and those that wait in a printer's queue. */
function jobsToRead(rows: readonly ScanRow[], known: readonly Parcel[]): number[] {
  const last = known.flatMap(({ lastJob }) => lastJob ?? []);
  const shown = new Set(last.map(({ id }) => id));
  const others = rows.flatMap(({ jobId }) => (jobId !== null && !shown.has(jobId) ? [jobId] : []));
  const waiting = last.filter(({ state }) => state === 'queued' || state === 'held').map(({ id }) => id);
  return [...new Set([...others, ...waiting])];
}
