/**
 * What may stand in a printer's input, begun and not ended: it would swallow the next label. `ours`: a label of this station was cut
 * off. `maybe`: nobody knows what the last run of the station left.
 */
export type Unfinished = 'none' | 'maybe' | 'ours';

export interface InputLook {
  /** What the printer tells of it; null where it does not. */
  readonly isPartial: boolean | null;
  readonly left: Unfinished;
  /** Other computers print on it too. */
  readonly isShared: boolean;
  /** A label of ours is about to be sent. */
  readonly isBeforeLabel: boolean;
}

/** What to do about it: ours is dropped (`~JX` drops nothing else), another computer's is waited for, and left alone without need. */
export function judgeInput({ isPartial, left, isShared, isBeforeLabel }: InputLook): 'leave' | 'clear' | 'wait' {
  if (isPartial === false) return 'leave';
  if (isPartial && left === 'ours') return 'clear';
  if (!isBeforeLabel) return 'leave';
  if (isPartial) return isShared ? 'wait' : 'clear';
  return left === 'ours' || (left === 'maybe' && !isShared) ? 'clear' : 'leave';
}
