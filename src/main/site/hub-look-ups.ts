import { askedCodeSchema, type HubAnswer } from '../../shared/site/hub-look-up.ts';
import { createWishLimit } from '../../shared/site/wish-limit.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { HubQuestions } from '../core/ports/scan-records.ts';
import type { AppliedFacts, SiteRecords } from '../core/ports/site-records.ts';

/** Asks the hub for codes that are not known here; at the hub, answers. */
export interface HubLookUps extends HubQuestions {
  /** `isLive`: questions that waited in the engine are not answered: no scan waits for them any more. */
  applied(applied: AppliedFacts, isLive: boolean): void;
  close(): void;
}

export interface HubLookUpsParts {
  records: Pick<SiteRecords, 'siteBenches' | 'sendLookUp' | 'answerLookUp'>;
  clock: Clock;
  isHub: boolean;
  isConnected(): boolean;
  onAnswer(): void;
  onBug: (error: unknown) => void;
}

/** Longest wait for an answer, milliseconds. One that comes later is shown too. */
const answerWithinMs = 4_000;
/** A code that the hub did not know is asked for again after this time, milliseconds. */
const askAgainMs = 10 * 60_000;
/** A hub that was not heard of for longer, milliseconds, is not asked. */
const heardWithinMs = 2 * 24 * 60 * 60 * 1000;
/** Most codes whose answer is kept. */
const maxKept = 200;

/** Of several hubs one may be younger, or have missed something: what any of them found stays found, and printed. */
function joined(known: HubAnswer | undefined, next: HubAnswer): HubAnswer {
  if (known?.kind !== 'found' || next.kind === 'asking') return next;
  return next.kind === 'found' ? { ...next, isPrinted: next.isPrinted || known.isPrinted } : known;
}

export function createHubLookUps(parts: HubLookUpsParts): HubLookUps {
  const { records, clock } = parts;
  const limit = createWishLimit();
  const answers = new Map<string, { answer: HubAnswer; at: number }>();
  const timers = new Set<() => void>();

  const set = (code: string, answer: HubAnswer): void => {
    answers.delete(code);
    answers.set(code, { answer, at: clock.now() });
    const [oldest] = answers.keys();
    if (answers.size > maxKept && oldest !== undefined) answers.delete(oldest);
    parts.onAnswer();
  };

  const ask = async (code: string): Promise<void> => {
    const now = clock.now();
    const hubs = (await records.siteBenches()).filter(({ isHub }) => isHub);
    if (hubs.length === 0) return;
    const isHere = parts.isConnected() && hubs.some(({ lastHeardAt }) => now - Date.parse(lastHeardAt) < heardWithinMs);
    if (!isHere || limit.note('', now).kind === 'ignored') return set(code, { kind: 'away' });
    set(code, { kind: 'asking' });
    const cancel = clock.after(answerWithinMs, () => {
      timers.delete(cancel);
      if (answers.get(code)?.answer.kind === 'asking') set(code, { kind: 'away' });
    });
    timers.add(cancel);
    await records.sendLookUp(code, instant(now));
  };

  return {
    ask(code) {
      if (!askedCodeSchema.safeParse(code).success) return;
      const known = answers.get(code);
      const isRecent = known !== undefined && clock.now() - known.at < askAgainMs;
      if (!isRecent || known.answer.kind === 'away') void ask(code).catch(parts.onBug);
    },
    answerOf: (code) => answers.get(code)?.answer ?? null,
    applied({ lookUps, hubAnswers }, isLive) {
      for (const { code, answer } of hubAnswers) set(code, joined(answers.get(code)?.answer, answer));
      for (const { by, code } of parts.isHub && isLive ? lookUps : [])
        if (limit.note(by, clock.now()).kind === 'heard')
          void records.answerLookUp({ to: by, code }, instant(clock.now())).catch(parts.onBug);
    },
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
