import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import type { ScanMode } from '../../../../src/shared/scanning/scan.ts';
import type { AnsweredRequest } from '../../../fakes/service-with-labels.ts';
import { codeNumber, orderFor } from '../../core/outbox/outbox-fixture.ts';
import { orRefused, type ShiftBench } from './shift-bench.ts';

/** What the people of a shift asked for and answered: only this excuses a second copy, or a second request to delete. */
export interface Ledger {
  /** The codes that were ordered, oldest first. */
  readonly codes: string[];
  /** Jobs that print after an answer, and jobs of reprints with a reason, each as "bench-1 17". */
  readonly answeredJobs: Set<string>;
  readonly reprints: Set<string>;
  /** Deletions that were confirmed. */
  readonly confirmedCommands: Set<string>;
  /** Deletions of a code whose parcel had not arrived yet: one connected bench sends them without asking the one that ordered it. */
  readonly unknownDeletions: Set<string>;
  /** How often each question was answered, by its message code. */
  readonly questions: Map<string, number>;
}

/** What operators do at the benches of a shift. */
export interface Operators {
  readonly ledger: Ledger;
  /** Orders a parcel; its code. */
  create(bench: ShiftBench): Promise<string>;
  scan(bench: ShiftBench, mode: ScanMode, code: string): ReturnType<typeof scanAt>;
  /** Prints one more copy of something that this bench has printed, with a reason; null where there is nothing. */
  reprint(bench: ShiftBench): Promise<PrintJob | null>;
  /** Prints one more copy of that parcel, with a reason. */
  reprintParcel(bench: ShiftBench, parcelId: number): Promise<PrintJob | null>;
  /** Answers each open question of the bench as someone does who wants the label, or the deletion. */
  answer(bench: ShiftBench): Promise<void>;
  answerJob(bench: ShiftBench, job: PrintJob): Promise<boolean>;
  /** An order, its label, labels of earlier orders, now and then a deletion or a reprint, and the answers. */
  work(bench: ShiftBench): Promise<void>;
  /**
   * A parcel without a label is scanned at several benches at once, to print or to delete it, and not where it was ordered: they all ask
   * that bench for it. Nothing is answered meanwhile.
   */
  race(benches: readonly ShiftBench[]): Promise<void>;
}

export const jobKey = ({ name }: ShiftBench, jobId: number): string => `${name} ${jobId}`;

/** Chooses one of a list by chance. */
export const chooser =
  (random: () => number) =>
  <T>(from: readonly T[]): T | undefined =>
    from[Math.floor(random() * from.length)];

const scanAt = (bench: ShiftBench, mode: ScanMode, code: string) =>
  bench.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode });

/** The whole labels of that code that lie at the bench's printer. */
export const labelsOf = ({ printer }: ShiftBench, code: string): number =>
  printer.labels().filter((label) => label.includes(code)).length;

/** @param answered what the service was asked */
export function shiftOperators(random: () => number, answered: readonly AnsweredRequest[]): Operators {
  const choose = chooser(random);
  const ledger: Ledger = {
    ...{ codes: [], answeredJobs: new Set(), reprints: new Set() },
    ...{ confirmedCommands: new Set(), unknownDeletions: new Set(), questions: new Map() },
  };
  /** Parcels that were ordered and not scanned yet. */
  const toRace: { readonly code: string; readonly orderedAt: string }[] = [];
  const note = (question: string): void =>
    void ledger.questions.set(question, (ledger.questions.get(question) ?? 0) + 1);

  const scan: Operators['scan'] = async (bench, mode, code) => {
    const answer = await scanAt(bench, mode, code);
    if (answer.kind === 'deleting unknown' && answer.deletion)
      ledger.unknownDeletions.add(jobKey(bench, answer.deletion.commandId));
    return answer;
  };

  const create: Operators['create'] = async (bench) => {
    const code = codeNumber(ledger.codes.length + 1);
    ledger.codes.push(code);
    await bench.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
    return code;
  };

  const answerJob: Operators['answerJob'] = async (bench, { id, question }) => {
    if (!question?.answers.includes('print anyway')) return false;
    const given = await orRefused(bench.call('print-job.answer', { jobId: id, answer: 'print anyway' }));
    if (!given) return false;
    ledger.answeredJobs.add(jobKey(bench, id));
    note(question.message.code);
    return true;
  };

  /** Looks at the paper, and says what is there. */
  const settle = async (bench: ShiftBench, job: PrintJob, jobs: readonly PrintJob[]): Promise<void> => {
    const others = jobs.filter(({ code, state }) => code === job.code && (state === 'printed' || state === 'sent'));
    const printed = labelsOf(bench, job.code) > others.length;
    await orRefused(bench.call('print-job.settle', { jobId: job.id, printed }));
  };

  const answer: Operators['answer'] = async (bench) => {
    const jobs = await bench.call('print-jobs.list', null);
    for (const job of jobs) {
      await answerJob(bench, job);
      if (job.state === 'uncertain') await settle(bench, job, jobs);
    }
    for (const { id, state, kind, codes, failure } of await bench.call('commands.open', null)) {
      if (state === 'needs confirmation') {
        if (!(await orRefused(bench.call('command.confirm', { commandId: id })))) continue;
        ledger.confirmedCommands.add(jobKey(bench, id));
        note(failure?.message.code ?? kind);
      } else if (state === 'uncertain') {
        // Someone looks at the service.
        const isOrdered = answered.some(({ body, status }) => status < 300 && codes.every((one) => body.includes(one)));
        const isDeleted = answered.some(({ method, path, status }) => isDeletion(codes, method, path) && status < 300);
        await orRefused(bench.call('command.settle', { commandId: id, isThere: isOrdered && !isDeleted }));
      }
    }
  };

  const reprintParcel: Operators['reprintParcel'] = async (bench, parcelId) => {
    const job = await orRefused(
      bench.call('parcel.print', { parcelId, reprintReason: 'The box is wet', reprintKind: 'damaged' }),
    );
    // Otherwise it is an earlier job of the parcel that was not sent yet.
    if (job?.reprintReason) ledger.reprints.add(jobKey(bench, job.id));
    return job;
  };

  return {
    ...{ ledger, create, answer, answerJob, reprintParcel, scan },
    async reprint(bench) {
      const jobs = await bench.call('print-jobs.list', null);
      const printed = choose(jobs.filter(({ state }) => state === 'printed'));
      return printed ? reprintParcel(bench, printed.parcelId) : null;
    },
    async work(bench) {
      const scanned = ledger.codes.filter((code) => !toRace.some((next) => next.code === code));
      const [one, other] = [choose(scanned), choose(scanned)];
      await scan(bench, 'print', await create(bench));
      if (one) await scan(bench, 'print', one);
      const chance = random();
      if (other) await scan(bench, chance < 0.25 ? 'delete' : 'print', other);
      if (chance > 0.75) await this.reprint(bench);
      await answer(bench);
    },
    async race(benches) {
      const next = toRace.pop();
      const others = benches.filter(({ name }) => name !== next?.orderedAt);
      const mode = random() < 0.3 ? 'delete' : 'print';
      if (next) await Promise.all(others.map((bench) => scan(bench, mode, next.code)));
      // For the next time: by then its label is there, and others know it.
      const bench = choose(benches);
      if (bench) toRace.push({ code: await create(bench), orderedAt: bench.name });
    },
  };
}

/** True for a request to delete the parcel with one of these codes. */
export const isDeletion = (codes: readonly string[], method: string, path: string): boolean =>
  method === 'DELETE' && codes.some((code) => path.endsWith(`/${code}`));
