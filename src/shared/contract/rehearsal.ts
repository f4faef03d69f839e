import { z } from 'zod';
import type { CommandState } from '../orders/command.ts';
import type { PrintJob, PrintJobState } from '../printing/print-job.ts';
import { type Rehearsal, type RehearsalFact, type RehearsalId, rehearsalIds, rehearsals } from './rehearsal-scripts.ts';

/**
 * Why a rehearsal is over. `failed`: a mistake left nothing to go on with. `interrupted`: the station was closed, or another environment
 * was opened.
 */
const rehearsalEnds = ['finished', 'stopped', 'failed', 'interrupted'] as const;
export type RehearsalEnd = (typeof rehearsalEnds)[number];

/** The progress of a rehearsal, as it is shown and stored. */
export const rehearsalProgressSchema = z.object({
  id: z.enum(rehearsalIds),
  /** The place of the present step in the script, from 0; the number of steps once all are done. */
  at: z.int().min(0),
  /** The mistakes made so far, each once. */
  mistakes: z.array(z.string().max(60)).max(20),
  /** Null while it runs. */
  end: z.enum(rehearsalEnds).nullable(),
});
export type RehearsalProgress = z.infer<typeof rehearsalProgressSchema>;

/** What is kept of a rehearsal, so that one that was cut short is shown as not finished, and its labels print nowhere. */
export const keptRehearsalSchema = z.object({
  progress: rehearsalProgressSchema,
  /** The numbers of its parcels. */
  parcels: z.array(z.int()).max(5),
});
export type KeptRehearsal = z.infer<typeof keptRehearsalSchema>;

/** A rehearsal as the window shows it. */
export const rehearsalViewSchema = rehearsalProgressSchema.extend({
  /** Its order is still being created: the first step is not shown yet. */
  isPreparing: z.boolean(),
  /** The code that the present step asks for, and the widths of its bars and spaces; null where it asks for none. */
  code: z.object({ text: z.string(), barWidths: z.array(z.int()) }).nullable(),
});
export type RehearsalView = z.infer<typeof rehearsalViewSchema>;

/** What happens to a rehearsal. */
export type RehearsalEvent =
  /** What is true at the station now. */
  | { readonly kind: 'facts'; readonly facts: readonly RehearsalFact[] }
  /** A button of the strip. */
  | { readonly kind: 'chosen'; readonly choice: string }
  | { readonly kind: 'ended'; readonly end: Exclude<RehearsalEnd, 'finished' | 'failed'> };

/** A rehearsal that begins. */
export const begunRehearsal = (id: RehearsalId): RehearsalProgress => ({ id, at: 0, mistakes: [], end: null });

/**
 * The progress after an event. Facts fulfil the present step at most, so that what is true before a step begins is read again for it. A
 * rehearsal that is over stays as it is.
 */
export function advanceRehearsal(progress: RehearsalProgress, event: RehearsalEvent): RehearsalProgress {
  if (progress.end !== null) return progress;
  const script = rehearsals[progress.id];
  const step = script.steps[progress.at];
  if (step === undefined) return progress;
  switch (event.kind) {
    case 'ended':
      return { ...progress, end: event.end };
    case 'chosen': {
      const choice = step.choices?.find(({ id }) => id === event.choice);
      if (choice === undefined) return progress;
      return choice.mistake === undefined ? stepDone(script, progress) : withMistakes(progress, [choice.mistake]);
    }
    case 'facts': {
      const made = script.mistakes.filter(({ fact, before }) => {
        const until = before === undefined ? script.steps.length : placeOf(script, before);
        return event.facts.includes(fact) && progress.at <= until;
      });
      const noted = withMistakes(
        progress,
        made.map(({ id }) => id),
      );
      if (made.some(({ isEnd }) => isEnd === true)) return { ...noted, end: 'failed' };
      return step.until !== undefined && event.facts.includes(step.until) ? stepDone(script, noted) : noted;
    }
  }
}

function stepDone({ steps }: Rehearsal, progress: RehearsalProgress): RehearsalProgress {
  const at = progress.at + 1;
  return { ...progress, at, end: at >= steps.length ? 'finished' : null };
}

function withMistakes(progress: RehearsalProgress, made: readonly string[]): RehearsalProgress {
  const mistakes = [...new Set([...progress.mistakes, ...made])];
  return mistakes.length === progress.mistakes.length ? progress : { ...progress, mistakes };
}

const placeOf = ({ steps }: Rehearsal, id: string): number => steps.findIndex((step) => step.id === id);

/** What was done right, and what was missed, by the names that the sentences have. */
export interface RehearsalResult {
  readonly done: readonly string[];
  readonly mistakes: readonly string[];
  /** Steps that were not reached. */
  readonly open: readonly string[];
}

/** The result of a rehearsal. A step that was done after a mistake counts as done; the mistake is named beside it. */
export function rehearsalResult({ id, at, mistakes }: RehearsalProgress): RehearsalResult {
  const steps = rehearsals[id].steps.map((step) => step.id);
  return { done: steps.slice(0, at), mistakes, open: steps.slice(at) };
}

/** What the station holds of the parcels and orders of a rehearsal. */
export interface RehearsalSnapshot {
  /** The print jobs of its parcel, oldest first. */
  readonly jobs: readonly {
    readonly state: PrintJobState;
    readonly confirmedBy: PrintJob['evidence']['confirmedBy'];
  }[];
  /** The other parcel of the rehearsal has a print job. */
  readonly hasOtherJob: boolean;
  /** The parcel's newest deletion, also an undone one. */
  readonly deletion: CommandState | null;
  /** What was looked up by a scan since the step began. */
  readonly lookedUp: readonly ('parcel' | 'other' | 'order')[];
  /** The order that the rehearsal created. */
  readonly order: CommandState | null;
  /** Orders that were created since the rehearsal began, besides its own. */
  readonly otherOrders: number;
}

/** The facts of a snapshot. A fact that a later state follows from is a fact too: no change between two readings is missed. */
export function rehearsalFacts(snapshot: RehearsalSnapshot): RehearsalFact[] {
  const { jobs, deletion, lookedUp, order } = snapshot;
  const [first, ...more] = jobs;
  const isSent = ({ state }: { readonly state: PrintJobState }): boolean => sentStates.includes(state);
  const isMarked = jobs.some(({ confirmedBy }) => confirmedBy === 'operator');
  const copies = jobs.filter(({ state }) => state !== 'cancelled');
  const facts: readonly (readonly [RehearsalFact, boolean])[] = [
    ['label stored', first !== undefined],
    ['label sent', jobs.some(isSent)],
    ['label uncertain', first !== undefined && ['uncertain', 'failed', 'printed'].includes(first.state)],
    ['label settled', isMarked || more.length > 0 || first?.state === 'failed'],
    ['second copy', copies.length > 1],
    ['second label sent', more.some(isSent)],
    ['label confirmed', (copies.at(-1)?.confirmedBy ?? null) !== null],
    ['label marked as printed', isMarked],
    ['label cancelled', jobs.some(({ state }) => state === 'cancelled')],
    ['other label stored', snapshot.hasOtherJob],
    ['parcel looked up', lookedUp.includes('parcel')],
    ['other parcel looked up', lookedUp.includes('other')],
    ['deletion begun', deletion !== null],
    ['deletion undone', deletion === 'undone'],
    ['deletion waits', deletion === 'waiting' || deletion === 'done'],
    ['deletion blocked', deletion === 'blocked' || deletion === 'done'],
    ['deletion done', deletion === 'done'],
    ['order looked up', lookedUp.includes('order')],
    ['order found', order === 'done'],
    ['order marked as missing', order === 'rejected' || order === 'undone'],
    ['second order', snapshot.otherOrders > 0],
  ];
  return facts.flatMap(([fact, isTrue]) => (isTrue ? fact : []));
}

const sentStates: readonly PrintJobState[] = ['sent', 'printed'];
