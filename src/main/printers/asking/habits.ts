/** Whether a printer answers to one kind of question. */
export interface Habit {
  kind: 'unknown' | 'answers' | 'silent';
  /** Silences in a row. */
  silences: number;
  /** Times it was not asked since it was found silent. */
  passedOver: number;
}

/** What one printer answers to, learned while it is used: no printer answers to everything, and a silence costs a second. */
export interface PrinterHabits {
  /** `~HQES`. */
  readonly errorFlags: Habit;
  /** `~HS`. */
  readonly hostStatus: Habit;
  /** `! U1 getvar`, whatever the name. */
  readonly variables: Habit;
}

/** A known answerer may be silent that often before it counts as silent; an unknown one a time less. */
const silencesOfAnswerer = 3;
const silencesOfUnknown = 2;
/** After so many times not asked, a silent one is asked again: firmware and settings change. */
const passOver = 20;

const unknown = (): Habit => ({ kind: 'unknown', silences: 0, passedOver: 0 });

export const newHabits = (): PrinterHabits => ({
  errorFlags: unknown(),
  hostStatus: unknown(),
  variables: unknown(),
});

/** False where the question would only meet silence; counts the times it is passed over. */
export function isWorthAsking(habit: Habit): boolean {
  if (habit.kind !== 'silent') return true;
  habit.passedOver += 1;
  if (habit.passedOver <= passOver) return false;
  habit.passedOver = 0;
  return true;
}

export function noteAnswer(habit: Habit): void {
  habit.kind = 'answers';
  habit.silences = 0;
}

/** Only to be noted where something else was answered: a printer that says nothing at all has told nothing of its habits. */
export function noteSilence(habit: Habit): void {
  habit.silences += 1;
  if (habit.silences < (habit.kind === 'answers' ? silencesOfAnswerer : silencesOfUnknown)) return;
  habit.kind = 'silent';
  habit.passedOver = 0;
}
