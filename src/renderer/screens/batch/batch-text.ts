import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { groupDigits } from '../../text/dates.ts';
import { failureParagraph, money } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.ts';
import { missingFields, missingWords } from './batch-column-text.ts';
import type { BatchRowChoice } from './batch-data.ts';
import type { BatchRate } from './batch-rate.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${groupDigits(count)} ${many}`;

const parcelsOf = ({ orders, parcels }: Batch['counts']): string =>
  `${counted(orders, 'order')} with ${counted(parcels, 'parcel')}`;

/** What the band says: tone, the large words, and one sentence under them. */
export interface SummaryText {
  readonly tone: Tone;
  readonly words: string;
  readonly sentence: string;
}

/** Rows that can be ordered as they are. */
const readyRows = ({ rows, faulty, skipped }: Batch['counts']): number => Math.max(0, rows - faulty - skipped);

/** A draft: "4 980 rows ready, 20 with faults". */
export function draftWords(batch: Batch): SummaryText {
  const { counts } = batch;
  const ready = readyRows(counts);
  const parts = [ready === 0 ? 'No row is ready' : `${counted(ready, 'row')} ready`];
  if (counts.faulty > 0) parts.push(`${groupDigits(counts.faulty)} with faults`);
  if (counts.skipped > 0) parts.push(`${groupDigits(counts.skipped)} left out`);
  return {
    tone: ready === 0 ? 'error' : counts.faulty > 0 ? 'warning' : 'success',
    words: parts.join(', '),
    sentence: draftSentence(batch, ready),
  };
}

function draftSentence(batch: Batch, ready: number): string {
  if (batch.why) return failureParagraph(batch.why);
  const [missing] = missingFields(batch);
  if (ready === 0 && missing) return missingWords(missing);
  const { counts } = batch;
  const faults = counts.faulty > 0 ? ' Rows with faults are not ordered: mend them, or leave them out.' : '';
  const warned = counts.warned > 0 ? ` ${counted(counts.warned, 'row')} to look at once more.` : '';
  if (ready === 0) return faults.trim() || 'Nothing is left to be ordered.';
  return `${parcelsOf(counts)}, not ordered yet.${faults}${warned}`;
}

/** What is known of the price, as far as it was asked. */
export function priceWords({ quote, counts }: Batch, currency: string | null): string | null {
  if (!quote) return null;
  const { quoted, failed, total, isRunning } = quote;
  const notAsked = Math.max(0, counts.orders - quoted - failed);
  const rest = [
    failed > 0 ? `${groupDigits(failed)} without a price` : '',
    notAsked > 0 ? `${groupDigits(notAsked)} not asked${isRunning ? ' yet' : ''}` : '',
  ].filter(Boolean);
  if (quoted === 0) return rest.length === 0 ? 'No price yet' : `No price yet: ${rest.join(', ')}`;
  const amount = money(total, currency);
  if (rest.length === 0)
    return `${amount} with tax for ${counts.orders === 1 ? 'the order' : `all ${groupDigits(counts.orders)} orders`}`;
  return `${amount} with tax for ${groupDigits(quoted)} of ${counted(counts.orders, 'order')}; ${rest.join(', ')}`;
}

/** How far the asking of prices is. */
export function pricingProgress({ quote, counts }: Batch): { share: number; words: string } {
  const asked = quote ? quote.quoted + quote.failed : 0;
  const share = counts.orders === 0 ? 0 : Math.min(1, asked / counts.orders);
  return { share, words: `${groupDigits(asked)} of ${groupDigits(counts.orders)} prices asked` };
}

/** The question before anything is bought. */
export function startQuestion(batch: Batch, currency: string | null): { words: string; more: string; yes: string } {
  const { counts, quote } = batch;
  const price = quote && quote.quoted > 0 ? `, ${money(quote.total, currency)}` : '';
  const unknown = counts.orders - (quote?.quoted ?? 0);
  const more = [
    `${counted(counts.parcels, 'parcel')}, one order after the other.`,
    unknown > 0
      ? `${unknown === counts.orders ? 'What they cost was not asked' : `What ${groupDigits(unknown)} of them cost is not known`}; it is charged all the same.`
      : '',
    counts.faulty > 0
      ? `${counted(counts.faulty, 'row')} with faults ${counts.faulty === 1 ? 'is' : 'are'} not ordered.`
      : '',
  ];
  return {
    words: `Create ${counted(counts.orders, 'order')}${price}?`,
    more: more.filter(Boolean).join(' '),
    yes: `Yes, buy ${groupDigits(counts.orders)}`,
  };
}

/** "128 of 412 created, 2 refused, 1 in doubt". */
export function createdWords({ created, orders, refused, uncertain }: Batch['counts']): string {
  const parts = [`${groupDigits(created)} of ${groupDigits(orders)} created`];
  if (refused > 0) parts.push(`${groupDigits(refused)} refused`);
  if (uncertain > 0) parts.push(`${groupDigits(uncertain)} in doubt`);
  return parts.join(', ');
}

/** How far a batch is, 0 to 1. */
export const createdShare = ({ counts }: Pick<Batch, 'counts'>, ended: number): number =>
  counts.orders === 0 ? 0 : Math.min(1, ended / counts.orders);

/** How fast it goes and when it will be through, no more exactly than anybody knows. */
export function paceWords(rate: BatchRate | null): string {
  if (!rate) return 'How fast it goes shows after a few orders';
  const each =
    rate.perMinute >= 1.5
      ? `About ${groupDigits(Math.round(rate.perMinute))} orders a minute`
      : 'Less than 2 orders a minute';
  return `${each}, ${leftWords(rate.leftMs)}`;
}

function leftWords(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90) return `about ${groupDigits(Math.round(minutes))} min left`;
  return `about ${groupDigits(Math.round(minutes / 60))} h left`;
}

/** Why there is a pause between two orders; null where there is none. */
export function pauseWords(pauseMs: number): string | null {
  if (pauseMs <= 0) return null;
  const seconds = pauseMs / 1000;
  const long = seconds < 10 ? `${Number(seconds.toFixed(1))} s` : `${Math.round(seconds)} s`;
  return `Slower, since the service was asked too often: ${long} between two orders`;
}

/** A batch that was started: what the band says of it. */
export function startedWords(batch: Batch): SummaryText {
  const { state, counts, why } = batch;
  const left = counts.open;
  const doubt = counts.uncertain > 0 ? ` ${uncertainWords(counts.uncertain)}` : '';
  const reason = why ? failureParagraph(why) : '';
  switch (state) {
    case 'running':
      return {
        tone: why ? 'warning' : 'information',
        words: createdWords(counts),
        sentence: reason || `One order is created after the other.${doubt}`,
      };
    case 'paused':
      return {
        tone: 'warning',
        words: `Paused: ${createdWords(counts)}`,
        sentence:
          reason ||
          `${counted(left, 'order')} ${left === 1 ? 'waits' : 'wait'}. Nothing leaves until you press Resume.${doubt}`,
      };
    case 'stopped':
      return {
        tone: counts.uncertain > 0 ? 'warning' : 'quiet',
        words: `Stopped: ${createdWords(counts)}`,
        sentence: `${left === 0 ? 'Nothing was left' : `${counted(left, 'order')} ${left === 1 ? 'is' : 'are'} never created by this batch`}.${doubt}`,
      };
    case 'done':
    case 'draft':
      return {
        tone: counts.uncertain > 0 || counts.refused > 0 ? 'warning' : 'success',
        words: counts.created === counts.orders ? `All ${groupDigits(counts.orders)} created` : createdWords(counts),
        sentence: `${notOrdered(counts)}${doubt}`.trim() || 'Every order of this batch exists.',
      };
  }
}

function notOrdered({ refused, faulty, skipped }: Batch['counts']): string {
  const rows = faulty + skipped;
  const parts = [
    refused > 0 ? `${counted(refused, 'order')} ${refused === 1 ? 'was' : 'were'} refused: the table says why.` : '',
    rows > 0 ? `${counted(rows, 'row')} with faults or left out ${rows === 1 ? 'was' : 'were'} not ordered.` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** Where to settle what nobody knows. */
const uncertainWords = (count: number): string =>
  `${count === 1 ? 'One order is' : `${groupDigits(count)} orders are`} in doubt: settle ${count === 1 ? 'it' : 'them'} under Print queue, Waiting to send.`;

/** What was charged, and where the result is. */
export function chargedWords({ charged, counts }: Batch, currency: string | null): string | null {
  return counts.created === 0 ? null : `${money(charged, currency)} charged with tax, as far as the answers told`;
}

/** Announced when it changes: the state, not every order. */
export function standingWords({ state, name }: Pick<Batch, 'state' | 'name'>): string {
  switch (state) {
    case 'draft':
      return `${name} can be looked at`;
    case 'running':
      return `${name} is running`;
    case 'paused':
      return `${name} is paused`;
    case 'stopped':
      return `${name} was stopped`;
    case 'done':
      return `${name} is done`;
  }
}

/** The question before what is left is given up. */
export function stopQuestion({ counts }: Pick<Batch, 'counts'>): {
  words: string;
  more: string;
  yes: string;
  no: string;
} {
  const left = counts.open;
  const onTheWay = counts.onTheWay > 0 ? ' The one on its way now is waited for.' : '';
  return {
    words: 'Stop this batch for good?',
    more: `${counted(left, 'order')} ${left === 1 ? 'is' : 'are'} left and will never be created by this batch. What was created stays.${onTheWay}`,
    yes: 'Yes, stop it',
    no: 'Go on',
  };
}

/** The question before a batch is put away; null where nothing would be lost. */
export function dismissQuestion({ state, resultFile }: Pick<Batch, 'state' | 'resultFile'>): string | null {
  if (state === 'draft') return 'Put this batch away? Nothing of it was ordered; what was mended here is lost.';
  return resultFile === null
    ? 'The result was never written to a file. The orders stay under Shipments; which row became which is lost.'
    : null;
}

/** How many rows the table shows, and which. */
export function rowsWords(total: number | null, only: BatchRowChoice): string {
  if (total === null) return '';
  const rows = counted(total, 'row');
  switch (only) {
    case 'all':
      return rows;
    case 'with problems':
      return total === 0 ? 'No row with problems' : `${rows} with problems`;
    case 'not created':
      return total === 0 ? 'No row is left uncreated' : `${rows} not created`;
  }
}

/** True where a cell can be mended and a row left out. */
export const canEditBatch = ({ state }: Pick<Batch, 'state'>): boolean => batchCan('match', state);
