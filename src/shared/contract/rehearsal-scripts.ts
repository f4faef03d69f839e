/** The rehearsals, in the order in which they are offered. */
export const rehearsalIds = ['paper-out', 'cable-out'] as const;
export type RehearsalId = (typeof rehearsalIds)[number];

/** The faults that main makes, in the practice environment alone, as long as a step that names one is the present one. */
export type RehearsalFault =
  /** The practice printer reports that it has no paper. */
  | 'paper out'
  /** It loses the connection in the middle of a label. */
  | 'label cut off'
  /** It cannot be reached. */
  | 'cable out'
  /** It prints the label of the rehearsal's other parcel. */
  | 'other label'
  /** The practice service drops every connection. */
  | 'service down'
  /** It creates an order, and drops the connection without an answer or an event. */
  | 'answer lost'
  /** It rejects the token. */
  | 'token rejected';

/** What can be true of a rehearsal's parcels and orders at the station. */
export type RehearsalFact =
  | 'label stored'
  | 'label sent'
  | 'label uncertain'
  /** An operator decided about the label, or printed another copy. */
  | 'label settled'
  | 'second copy'
  | 'second label sent'
  /** The last copy, by a scan of the label or by an operator. */
  | 'label confirmed'
  /** By an operator, without a scan. */
  | 'label marked as printed'
  | 'label cancelled'
  | 'parcel looked up'
  | 'other parcel looked up'
  | 'deletion begun'
  | 'deletion undone'
  | 'deletion waits'
  | 'deletion blocked'
  | 'deletion done'
  | 'order found'
  | 'order marked as missing'
  | 'second order';

/** A part of the window that "Show me" points at. */
export type RehearsalPlace =
  | 'mode print'
  | 'mode delete'
  | 'mode look up'
  | 'result'
  | 'printer status'
  | 'pending deletions'
  | 'waiting to send'
  | 'needs attention';

/** A button of the strip; the right one unless it names the mistake that pressing it is. */
export interface RehearsalChoice {
  readonly id: string;
  readonly mistake?: string;
}

/** What a trainee is asked to do. Its sentences are `rehearsal.<rehearsal>.<step>` and the same with `.text`. */
export interface RehearsalStep {
  readonly id: string;
  readonly fault: RehearsalFault | null;
  /** The fact that fulfils it; without one it is fulfilled by the right choice. */
  readonly until?: RehearsalFact;
  readonly choices?: readonly RehearsalChoice[];
  /** The code that the trainee scans: of the box, or of the label that came out. */
  readonly code: 'parcel' | 'label' | 'other label' | null;
  readonly place: RehearsalPlace;
}

/** A fact that should not become true. Its sentence is `rehearsal.<rehearsal>.mistake.<id>`. */
export interface RehearsalMistake {
  readonly id: string;
  readonly fact: RehearsalFact;
  /** It is one only until this step is done. */
  readonly before?: string;
  /** Nothing can be rehearsed after it. */
  readonly isEnd?: true;
}

export interface Rehearsal {
  /** What it needs: one parcel, two, or an order whose answer was lost. */
  readonly needs: 'parcel' | 'two parcels' | 'uncertain order';
  readonly steps: readonly RehearsalStep[];
  readonly mistakes: readonly RehearsalMistake[];
}

/** The script of each rehearsal. */
export const rehearsals: Readonly<Record<RehearsalId, Rehearsal>> = {
  'paper-out': {
    needs: 'parcel',
    steps: [
      { id: 'print', fault: 'paper out', until: 'label stored', code: 'parcel', place: 'mode print' },
      { id: 'paper', fault: 'paper out', choices: [{ id: 'put-in-paper' }], code: null, place: 'printer status' },
      { id: 'wait', fault: null, until: 'label sent', code: null, place: 'result' },
      { id: 'confirm', fault: null, until: 'label confirmed', code: 'label', place: 'result' },
    ],
    mistakes: [
      { id: 'second-copy', fact: 'second copy' },
      { id: 'cancelled', fact: 'label cancelled' },
      { id: 'not-scanned', fact: 'label marked as printed' },
    ],
  },
  'cable-out': {
    needs: 'parcel',
    steps: [
      { id: 'print', fault: 'label cut off', until: 'label uncertain', code: 'parcel', place: 'mode print' },
      { id: 'cable', fault: 'cable out', choices: [{ id: 'plug-in-cable' }], code: null, place: 'printer status' },
      { id: 'tray', fault: null, choices: [{ id: 'look-in-tray' }], code: null, place: 'result' },
      { id: 'again', fault: null, until: 'second label sent', code: 'parcel', place: 'mode print' },
      { id: 'confirm', fault: null, until: 'label confirmed', code: 'label', place: 'result' },
    ],
    mistakes: [
      { id: 'not-looked', fact: 'label settled', before: 'tray' },
      { id: 'not-scanned', fact: 'label marked as printed' },
    ],
  },
};
