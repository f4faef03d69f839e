/** The rehearsals, in the order in which they are offered. */
export const rehearsalIds = [
  'paper-out',
  'cable-out',
  'service-down',
  'lost-answer',
  'wrong-label',
  'deletion-undone',
  'token-expired',
] as const;
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
  /** It creates orders, and drops the connection without an answer; their events come when the fault ends. */
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
  /** The label of the rehearsal's other parcel. */
  | 'other label stored'
  | 'parcel looked up'
  | 'other parcel looked up'
  | 'deletion begun'
  | 'deletion undone'
  | 'deletion waits'
  | 'deletion blocked'
  | 'deletion done'
  | 'order looked up'
  | 'order found'
  | 'order marked as missing'
  | 'second order';

/** A part of the window that "Show me" points at. */
export type RehearsalPlace =
  | 'mode print'
  | 'mode delete'
  | 'mode look up'
  | 'result'
  | 'station status'
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
      { id: 'paper', fault: 'paper out', choices: [{ id: 'put-in-paper' }], code: null, place: 'station status' },
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
      { id: 'cable', fault: 'cable out', choices: [{ id: 'plug-in-cable' }], code: null, place: 'station status' },
      { id: 'tray', fault: null, choices: [{ id: 'look-in-tray' }], code: null, place: 'result' },
      { id: 'again', fault: null, until: 'second label sent', code: 'parcel', place: 'mode print' },
      { id: 'confirm', fault: null, until: 'label confirmed', code: 'label', place: 'result' },
    ],
    mistakes: [
      { id: 'not-looked', fact: 'label settled', before: 'tray' },
      { id: 'not-scanned', fact: 'label marked as printed' },
    ],
  },
  'service-down': {
    needs: 'parcel',
    steps: [
      { id: 'delete', fault: 'service down', until: 'deletion waits', code: 'parcel', place: 'mode delete' },
      {
        ...{ id: 'wait', fault: 'service down', code: null, place: 'waiting to send' },
        choices: [{ id: 'delete-again', mistake: 'repeated' }, { id: 'leave-waiting' }],
      },
      { id: 'sent', fault: null, until: 'deletion done', code: null, place: 'waiting to send' },
    ],
    mistakes: [{ id: 'undone', fact: 'deletion undone', before: 'wait' }],
  },
  'lost-answer': {
    needs: 'uncertain order',
    steps: [
      {
        ...{ id: 'decide', fault: 'answer lost', code: null, place: 'needs attention' },
        choices: [{ id: 'create-again', mistake: 'created-again' }, { id: 'check-order' }],
      },
      { id: 'look', fault: 'answer lost', until: 'order looked up', code: 'parcel', place: 'mode look up' },
      { id: 'wait', fault: null, until: 'order found', code: null, place: 'result' },
    ],
    mistakes: [
      { id: 'created-again', fact: 'second order' },
      { id: 'marked-missing', fact: 'order marked as missing', isEnd: true },
    ],
  },
  'wrong-label': {
    needs: 'two parcels',
    steps: [
      { id: 'print', fault: 'other label', until: 'label sent', code: 'parcel', place: 'mode print' },
      { id: 'check', fault: null, until: 'other parcel looked up', code: 'other label', place: 'mode look up' },
      {
        ...{ id: 'decide', fault: null, code: null, place: 'result' },
        choices: [{ id: 'use-label', mistake: 'wrong-box' }, { id: 'destroy-label' }],
      },
      { id: 'again', fault: null, until: 'second label sent', code: 'parcel', place: 'result' },
      { id: 'confirm', fault: null, until: 'label confirmed', code: 'label', place: 'result' },
    ],
    mistakes: [
      { id: 'not-checked', fact: 'label settled', before: 'check' },
      { id: 'printed-other', fact: 'other label stored' },
      { id: 'not-scanned', fact: 'label marked as printed' },
    ],
  },
  'deletion-undone': {
    needs: 'parcel',
    steps: [
      { id: 'delete', fault: null, until: 'deletion begun', code: 'parcel', place: 'mode delete' },
      { id: 'undo', fault: null, until: 'deletion undone', code: null, place: 'pending deletions' },
      { id: 'check', fault: null, until: 'parcel looked up', code: 'parcel', place: 'mode look up' },
    ],
    mistakes: [{ id: 'too-late', fact: 'deletion done', isEnd: true }],
  },
  'token-expired': {
    needs: 'parcel',
    steps: [
      { id: 'delete', fault: 'token rejected', until: 'deletion blocked', code: 'parcel', place: 'mode delete' },
      {
        ...{ id: 'ask', fault: 'token rejected', code: null, place: 'station status' },
        choices: [{ id: 'delete-again', mistake: 'repeated' }, { id: 'ask-lead' }],
      },
      {
        ...{ id: 'token', fault: 'token rejected', code: null, place: 'waiting to send' },
        choices: [{ id: 'enter-token' }],
      },
      { id: 'sent', fault: null, until: 'deletion done', code: null, place: 'waiting to send' },
    ],
    mistakes: [{ id: 'undone', fact: 'deletion undone' }],
  },
};
