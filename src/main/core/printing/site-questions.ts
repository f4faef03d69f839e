import { createHash } from 'node:crypto';
import { ofParcels } from '../../../shared/contract/changes.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { PrintJob, PrintQuestion } from '../../../shared/printing/print-job.ts';
import { benchName } from '../../../shared/site/parcel-at-site.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import { type AskedQuestion, benchesAsked, type HoldingAnswer, type ParcelHolding } from '../ports/parcel-holding.ts';
import type { PrintRecords } from '../ports/print-records.ts';
import { activityAt } from '../ports/write-context.ts';

/** What stands between a job and its printer because of the other benches of a site. */
export type SiteCheck =
  | { readonly kind: 'question'; readonly question: PrintQuestion }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface SiteQuestions {
  /** Null where the label may be sent. */
  check(job: PrintJob): Promise<SiteCheck | null>;
  stop(): Promise<void>;
}

export interface SiteQuestionsParts {
  holding: ParcelHolding;
  records: Pick<PrintRecords, 'printJobsAskedAtSite' | 'movePrintJob'>;
  clock: Clock;
  announce: Announce;
  /** Jobs may be sent again. */
  onReady(): void;
  onBug: (error: unknown) => void;
}

/** Most jobs looked at in one round that wait for another bench or an answer about it, those without an answer to give first. */
const maxWaiting = 200;
/** After a refused read or write they are looked at again, milliseconds. */
const againMs = 1_000;

/**
 * Asks before a label of a parcel that another bench may have printed, or holds. A job that waits for another bench has a question without
 * answers, so that labels behind it pass; it is looked at again with each change of what the benches share.
 */
export function createSiteQuestions({
  holding,
  records,
  clock,
  announce,
  ...parts
}: SiteQuestionsParts): SiteQuestions {
  const mayPrint = ({ parcelId, evidence: { confirmedAtSite } }: PrintJob): Promise<HoldingAnswer> =>
    holding.may(parcelId, 'print', { has: (key) => confirmedAtSite.includes(storedKey(key)) });

  const lookAgain = async (job: PrintJob): Promise<boolean> => {
    const found = checkOf(await mayPrint(job));
    if (found?.kind === 'question' && isSame(found.question, job.question)) return false;
    const outcome = message('journal.print.queued');
    const change = { state: 'queued', question: null, ifQuestion: 'site' } as const;
    const activity = activityAt(clock.now(), 'station', 'resume-print', job.code, outcome);
    await records.movePrintJob(job.id, ['held'], change, { activity });
    announce(...ofParcels([job.parcelId], 'print jobs', 'parcels'));
    return true;
  };

  const queue = createTimedQueue(
    clock,
    async (stopping) => {
      const jobs = await records.printJobsAskedAtSite(maxWaiting);
      let isReady = false;
      try {
        for (const job of jobs) {
          if (stopping()) return;
          isReady = (await lookAgain(job)) || isReady;
        }
      } finally {
        if (isReady) parts.onReady();
      }
      // On a quiet site nothing else brings those behind them.
      if (isReady && jobs.length === maxWaiting) queue.wake();
    },
    parts.onBug,
    againMs,
  );
  const stopListening = holding.onChanged(() => queue.wake());

  return {
    check: async (job) => checkOf(await mayPrint(job)),
    stop() {
      stopListening();
      return queue.stop();
    },
  };
}

function checkOf(answer: HoldingAnswer): SiteCheck | null {
  switch (answer.kind) {
    case 'act':
      return null;
    case 'ask': {
      const questions = askedFirst(answer.questions);
      return question(questionMessage(questions), {
        answers: ['print anyway'],
        keys: questions.map(({ key }) => storedKey(key)),
      });
    }
    case 'wait':
      return question(
        answer.bench === null
          ? message('print-question.site-waiting')
          : message('print-question.site-waiting-for-bench', { bench: benchName(answer.bench) }),
      );
    case 'refuse':
      if (answer.reason === 'site-unreachable') return question(message('print-question.site-unreachable'));
      return { kind: 'failed', failure: deletedElsewhere };
  }
}

/** Longest key that is stored as it is, characters. A hostile bench can make thousands of copies for one question. */
const longestKey = 200;

const storedKey = (key: string): string =>
  key.length <= longestKey ? key : `sha256 ${createHash('sha256').update(key).digest('hex')}`;

/**
 * True where "print anyway" makes a further copy, beside those at other benches. Once answered, the same label is none again: it prints
 * once.
 */
export const asksForFurtherCopy = ({ question, evidence }: PrintJob): boolean =>
  question?.message.code === 'print-question.site-copies' &&
  // No other key is so long that its hash is stored.
  !evidence.confirmedAtSite.some((key) => /^(copies-elsewhere|sha256) /.test(key));

const question = (
  text: Message,
  { answers, keys }: Pick<PrintQuestion, 'answers' | 'keys'> = { answers: [], keys: [] },
): SiteCheck => ({ kind: 'question', question: { kind: 'site', message: text, answers, keys } });

/** Copies elsewhere are asked about by themselves behind a deletion: one sentence cannot name both. */
const askedFirst = (questions: readonly AskedQuestion[]): readonly AskedQuestion[] =>
  questions.some(({ kind }) => kind === 'deletion-sent')
    ? questions.filter(({ kind }) => kind !== 'copies-elsewhere')
    : questions;

/** Its copies elsewhere first: they are what the operator must not print a second time. */
function questionMessage(questions: readonly AskedQuestion[]): Message {
  const copies = benchesAsked(questions, 'copies-elsewhere');
  if (copies !== null) return message('print-question.site-copies', { benches: copies });
  const senders = benchesAsked(questions, 'deletion-sent');
  if (senders !== null) return message('print-question.site-deletion-sent', { benches: senders });
  const holder = benchesAsked(questions, 'take-over');
  if (holder !== null) return message('print-question.site-holder-away', { bench: holder });
  return message('print-question.site-unknown-holder');
}

const isSame = (one: PrintQuestion, other: PrintQuestion | null): boolean =>
  other !== null && JSON.stringify([one.message, one.keys]) === JSON.stringify([other.message, other.keys]);

const deletedElsewhere: Failure = { code: 'not-allowed-now', message: message('print-job.deleted-at-site') };
