import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { failureParagraph, money, text } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.tsx';
import { missingFields, missingFieldText } from './batch-column-text.ts';
import type { BatchRowChoice } from './batch-data.ts';
import type { BatchRate } from './batch-rate.ts';

/** The summary at the top: tone, title, and the sentences under it. */
export interface SummaryText {
  readonly tone: Tone;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Rows that can be ordered. */
const readyRows = ({ rows, faulty, skipped }: Batch['counts']): number => Math.max(0, rows - faulty - skipped);

/** A draft: "4,980 rows ready, 20 with errors". */
export function draftSummary(batch: Batch): SummaryText {
  const { counts } = batch;
  const ready = readyRows(counts);
  return {
    tone: ready === 0 ? 'error' : counts.faulty > 0 ? 'warning' : 'success',
    title: text('batch.draft.ready', { ready, errors: counts.faulty, skipped: counts.skipped }),
    sentences: draftSentences(batch, ready),
  };
}

function draftSentences(batch: Batch, ready: number): readonly string[] {
  if (batch.why) return [failureParagraph(batch.why)];
  const [missing] = missingFields(batch);
  if (ready === 0 && missing) return [missingFieldText(missing)];
  const { orders, parcels, faulty } = batch.counts;
  // The price beside it names the orders.
  if (ready > 0 && batch.quote) return [text('batch.draft.not-ordered', { parcels })];
  if (ready === 0) return [faulty > 0 ? text('batch.draft.errors') : text('batch.draft.nothing')];
  return [
    faulty > 0
      ? text('batch.draft.orders-and-errors', { orders, parcels })
      : text('batch.draft.orders', { orders, parcels }),
  ];
}

/** Facts under a draft's summary: the price as far as it is known, and the rows with warnings. */
export function draftFacts({ quote, counts }: Batch, currency: string | null): readonly string[] {
  const warnings = counts.warned > 0 ? [text('batch.draft.warnings', { rows: counts.warned })] : [];
  if (!quote) return warnings;
  const { quoted, failed, total } = quote;
  const { orders } = counts;
  const amount = money(total, currency);
  const notChecked = Math.max(0, orders - quoted - failed);
  const price =
    quoted === 0
      ? text('batch.price.none')
      : quoted === orders
        ? text('batch.price.all', { amount, orders })
        : text('batch.price.some', { amount, quoted, orders });
  return [
    price,
    ...(failed > 0 ? [text('batch.price.without', { count: failed })] : []),
    ...(notChecked > 0 ? [text('batch.price.not-checked', { count: notChecked })] : []),
    ...warnings,
  ];
}

/** How many prices are checked. */
export function pricingProgress({ quote, counts: { orders } }: Batch): { share: number; label: string } {
  const checked = quote ? quote.quoted + quote.failed : 0;
  const share = orders === 0 ? 0 : Math.min(1, checked / orders);
  return { share, label: text('batch.price.progress', { checked, orders }) };
}

/** A question with its explanation and answers. */
export interface QuestionText {
  readonly question: string;
  readonly explanation: readonly string[];
  readonly yes: string;
  readonly no: string;
}

/** Before anything is bought. */
export function startQuestion({ counts, quote }: Batch, currency: string | null): QuestionText {
  const { orders, parcels, faulty } = counts;
  const quoted = quote?.quoted ?? 0;
  const unknown = orders - quoted;
  const amount = money(quote?.total ?? 0, currency);
  return {
    question:
      quoted > 0
        ? text('batch.start.question-with-price', { orders, amount })
        : text('batch.start.question', { orders }),
    explanation: [
      text('batch.start.parcels', { parcels }),
      ...(unknown === 0
        ? []
        : [quoted === 0 ? text('batch.start.no-price') : text('batch.start.some-prices', { count: unknown })]),
      ...(faulty > 0 ? [text('batch.start.errors', { rows: faulty })] : []),
    ],
    yes: text('batch.start.yes', { orders }),
    no: text('batch.start.no'),
  };
}

/** "128 of 412 created, 2 rejected, 1 uncertain". */
export const progressText = ({ created, orders, rejected, uncertain }: Batch['counts']): string =>
  text('batch.progress', { created, orders, rejected, uncertain });

/** How far a batch is, 0 to 1. */
export const createdShare = ({ counts }: Pick<Batch, 'counts'>, ended: number): number =>
  counts.orders === 0 ? 0 : Math.min(1, ended / counts.orders);

/** The rate and the time left, rounded. */
export function rateText(rate: BatchRate | null): string {
  if (!rate) return text('batch.rate.unknown');
  const perMinute = Math.max(1, Math.round(rate.perMinute));
  const minutes = rate.leftMs / 60_000;
  if (minutes < 1) return text('batch.rate', { perMinute, unit: 'seconds', left: 0 });
  if (minutes < 90) return text('batch.rate', { perMinute, unit: 'minutes', left: Math.round(minutes) });
  return text('batch.rate', { perMinute, unit: 'hours', left: Math.round(minutes / 60) });
}

/** The pause between two orders after the service answered 429; null where there is none. */
export function backoffText(pauseMs: number): string | null {
  if (pauseMs <= 0) return null;
  const seconds = pauseMs / 1000;
  return text('batch.backoff', { seconds: seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds) });
}

/** A batch that was started. */
export function startedSummary(batch: Batch): SummaryText {
  const { state, counts, why } = batch;
  const { open: left, uncertain } = counts;
  const uncertainOrders = uncertain > 0 ? [text('batch.uncertain', { count: uncertain })] : [];
  const progress = progressText(counts);
  switch (state) {
    case 'running':
      return {
        tone: why ? 'warning' : 'information',
        title: progress,
        sentences: why ? [failureParagraph(why)] : [text('batch.running.hint'), ...uncertainOrders],
      };
    case 'paused':
      return {
        tone: 'warning',
        title: text('batch.paused.title', { progress }),
        sentences: why ? [failureParagraph(why)] : [text('batch.paused.hint', { left }), ...uncertainOrders],
      };
    case 'stopped':
      return {
        tone: uncertain > 0 ? 'warning' : 'quiet',
        title: text('batch.stopped.title', { progress }),
        sentences: [text('batch.stopped.hint', { left }), ...uncertainOrders],
      };
    case 'done':
    case 'draft': {
      const problems = [...notOrdered(counts), ...uncertainOrders];
      return {
        tone: uncertain > 0 || counts.rejected > 0 ? 'warning' : 'success',
        title: counts.created === counts.orders ? text('batch.done.all', { orders: counts.orders }) : progress,
        sentences: problems.length > 0 ? problems : [text('batch.done.hint')],
      };
    }
  }
}

function notOrdered({ rejected, faulty, skipped }: Batch['counts']): readonly string[] {
  const rows = faulty + skipped;
  return [
    ...(rejected > 0 ? [text('batch.done.rejected', { count: rejected })] : []),
    ...(rows > 0 ? [text('batch.done.not-ordered', { rows })] : []),
  ];
}

/** What was charged; null before the first order. */
export const chargedText = ({ charged, counts }: Batch, currency: string | null): string | null =>
  counts.created === 0 ? null : text('batch.charged', { amount: money(charged, currency) });

/** Announced when it changes: the state, not every order. */
export const batchStateText = ({ state, name }: Pick<Batch, 'state' | 'name'>): string =>
  text('batch.state-line', { name, state });

/** Before the remaining orders are abandoned. */
export const stopQuestion = ({ counts: { open: left, onTheWay } }: Pick<Batch, 'counts'>): QuestionText => ({
  question: text('batch.stop.question'),
  explanation: [text('batch.stop.explanation', { left }), ...(onTheWay > 0 ? [text('batch.stop.sending')] : [])],
  yes: text('batch.stop.yes'),
  no: text('batch.stop.no'),
});

/** Before a batch is dismissed; null where nothing would be lost. */
export function dismissQuestion({ state, resultFile }: Pick<Batch, 'state' | 'resultFile'>): QuestionText | null {
  if (state !== 'draft' && resultFile !== null) return null;
  return {
    question: text('batch.dismiss.question'),
    explanation: [state === 'draft' ? text('batch.dismiss.draft') : text('batch.dismiss.result')],
    yes: text('batch.dismiss.yes'),
    no: text('batch.dismiss.no'),
  };
}

/** How many rows the table shows, and which. */
export const rowsText = (total: number | null, only: BatchRowChoice): string =>
  total === null ? '' : text(`batch.rows-shown.${only}`, { count: total });

/** True where a cell can be changed and a row left out. */
export const canEditBatch = ({ state }: Pick<Batch, 'state'>): boolean => batchCan('match', state);
