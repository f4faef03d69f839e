import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ScanMode, ScanReading } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import type { ScanChecks } from '../../../shared/scanning/scan-decision.ts';
import type { ScannerTrust } from '../../../shared/scanning/scanner-trust.ts';
import { carriesCode } from '../../zpl/bar-code-fields.ts';
import type { Announce } from '../notices.ts';
import type { Deletions } from '../outbox/pending-deletions.ts';
import { type Clock, instant, startOfDay } from '../ports/clock.ts';
import type { HubQuestions, JournalRecords } from '../ports/scan-records.ts';
import type { LabelDownloads } from '../printing/label-downloads.ts';
import type { PrintQueue } from '../printing/print-queue.ts';

/** Scans shown under "Recent scans". */
const recentScanCount = 20;

export interface ScansParts {
  records: JournalRecords;
  clock: Clock;
  announce: Announce;
  printQueue: Pick<PrintQueue, 'target' | 'expectLabel' | 'jobScanned'>;
  deletions: Pick<Deletions, 'limits' | 'begunByScan' | 'exclusively'>;
  labels: Pick<LabelDownloads, 'requestAgain'>;
  hub?: HubQuestions | undefined;
  /** What the scanner of a scan may delete. */
  trust(reading: ScanReading): ScannerTrust;
}

export interface Scans {
  /** Processes a scan: it is on disk, with everything it causes, before this answers. */
  process(reading: ScanReading, mode: ScanMode): Promise<Result<ScanAnswer>>;
  /** The present state of an earlier scan. */
  answer(scanId: number): Promise<Result<ScanAnswer>>;
  /** The newest scans, and how many there were today. */
  recent(): Promise<{ scans: ScanAnswer[]; today: number }>;
}

/**
 * Processes scans: look-ups, labels and deletions. One transaction decides about a scan and carries it out
 * (shared/scanning/scan-decision.ts); it is asked a second time where a label must be read or downloaded first.
 */
export function createScans(parts: ScansParts): Scans {
  const { records, clock, announce, printQueue, deletions, labels, hub, trust } = parts;
  const withHub = (answer: ScanAnswer): ScanAnswer => {
    const said = hub?.answerOf(answer.code);
    return said && answer.kind === 'unknown' ? { ...answer, hub: said } : answer;
  };
  const process = async (reading: ScanReading, mode: ScanMode, checks: ScanChecks): Promise<ScanAnswer> => {
    const [print, deletion] = [printQueue.target(), deletions.limits()];
    const taken = await records.takeScan({
      ...{ at: instant(clock.now()), reading, mode, checks, print, deletion },
      trust: trust(reading),
    });
    switch (taken.kind) {
      case 'check label': {
        const label = { jobId: taken.jobId, carriesCode: carriesCode(taken.label, taken.code) };
        return process(reading, mode, { ...checks, label });
      }
      case 'request label':
        await labels.requestAgain(taken.parcelId, taken.label);
        return process(reading, mode, { ...checks, labelRequested: true });
      case 'taken':
        if (taken.job) printQueue.jobScanned(taken.job, taken.next);
        if (taken.deletion) deletions.begunByScan(taken.deletion);
        announce('scans');
        if (taken.answer.kind === 'unknown') hub?.ask(taken.answer.code);
        return withHub(taken.answer);
    }
  };

  return {
    async process(reading, mode) {
      const expectNone = mode === 'print' ? printQueue.expectLabel() : () => {};
      try {
        const take = () => process(reading, mode, { label: null, labelRequested: false });
        return success(await (mode === 'delete' ? deletions.exclusively(take) : take()));
      } finally {
        expectNone();
      }
    },
    async answer(scanId) {
      const answer = await records.scanAnswer(scanId);
      return answer
        ? success(withHub(answer))
        : failed({ code: 'not-found-locally', message: message('scan.not-found') });
    },
    recent: () => records.recentScans(recentScanCount, startOfDay(clock.now())),
  };
}
