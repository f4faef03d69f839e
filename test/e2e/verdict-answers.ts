import type { PrinterFacts, VerdictContext } from '../../src/renderer/presentation/verdict-facts.ts';
import type { Failure } from '../../src/shared/contract/failure.ts';
import { message } from '../../src/shared/messages/message.ts';
import type { Command, CommandState } from '../../src/shared/orders/command.ts';
import { type PrintJob, type PrintQuestion, printEvidenceSchema } from '../../src/shared/printing/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../src/shared/scanning/scan-answer.ts';
import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { answerWith, jobWith, parcelWith } from '../renderer/fixtures.ts';

/** An answer that leads to one row of the table of verdicts, with what surrounds it. */
export interface VerdictAnswer {
  readonly rule: string;
  readonly answer: ScanAnswer;
  readonly context: VerdictContext;
  /** One of the rows that need the most room: also in the short form. */
  readonly isLarge: boolean;
}

const answeredCode = 'NL7K2M9P4R6T8V2X4B6D';
const answeredReceiver = 'Muhammad Abdulrahman';

const before = '2026-11-21T09:00:00.000Z';
const since = '2026-11-21T10:00:01.000Z';

const printers: readonly PrinterFacts[] = [
  { name: 'Zebra A', reasons: [], connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 } },
  { name: 'Zebra B', reasons: [], connection: { kind: 'tcp', host: '10.0.0.9', port: 9100 } },
];
const withPrinter = (changes: Partial<PrinterFacts>): Partial<VerdictContext> => ({
  printers: printers.map((printer, index) => (index === 0 ? { ...printer, ...changes } : printer)),
});

const stored = { id: 1, state: 'stored', source: 'parcel zpl', format: 'zpl', url: '', sha256: 'abc' } as const;
const label: Parcel['label'] = { ...stored, failure: null, nextAttemptAt: null };
const recipient: Parcel['recipient'] = {
  name: answeredReceiver,
  phone: '+971 50 000 0000',
  addressText: '12 Palm Street, Flat 9, Al Barsha 1, behind the Mall of the Emirates, Dubai',
  postalCode: null,
};
const parcel = (changes: Partial<Parcel> = {}): Parcel => parcelWith({ recipient, label, ...changes });

const ofParcel = (kind: ScanOutcomeKind, mode: ScanAnswer['mode'], changes: Partial<Parcel> = {}): ScanAnswer =>
  answerWith({ kind, mode, parcel: parcel(changes) });

const ofJob = (changes: Partial<PrintJob>, kind: ScanOutcomeKind = 'printing'): ScanAnswer => {
  const job = jobWith(changes);
  const place = job.state === 'queued' || job.state === 'held' ? 2 : null;
  return { ...ofParcel(kind, 'print', { lastJob: job, copies: 1 }), job, labelsBefore: place };
};

const unreadable: Failure = { code: 'unreadable', message: message('label.unreadable-file') };
const refused: Failure = {
  code: 'rejected',
  message: message('service.rejected', { peer: 'service', host: 'service.example', status: 422 }),
  serviceText: 'The address is unknown.',
};

const deletionIn = (state: CommandState, failure: Failure | null = null): ScanAnswer['deletion'] => ({
  ...{ commandId: 1, state, endsAt: Date.now() + 3_600_000, createdAt: since, settledBy: null, requestLeft: false },
  failure,
});

const ofDeletion = (state: CommandState, kind: ScanOutcomeKind = 'deleting'): ScanAnswer => {
  const deletion = deletionIn(state);
  const isOpen = state !== 'done' && state !== 'undone' && state !== 'rejected';
  const own: Parcel['deletion'] = {
    ...{
      commandId: 1,
      state,
      notBefore: Date.now() + 3_600_000,
      requestLeft: false,
      settledBy: null,
      updatedAt: since,
    },
  };
  return { ...ofParcel(kind, 'delete', isOpen ? { deletion: own } : {}), deletion };
};

const order = (state: CommandState, changes: Partial<Command> = {}): ScanAnswer =>
  answerWith({
    kind: 'unknown',
    parcel: null,
    order: {
      ...{ id: 2, kind: 'create', state, codes: [answeredCode], parcelId: null, orderId: 1, attempts: 1 },
      ...{ requestLeft: false, notBefore: 0, retryAfterAt: 0, confirmedAt: null, knownPickedUp: false },
      ...{ quotedPrice: null, settledBy: null, failure: null, createdAt: before, updatedAt: since },
      ...changes,
    },
  });

const row = (
  rule: string,
  answer: ScanAnswer,
  { isLarge = false, ...context }: Partial<VerdictContext> & { isLarge?: boolean } = {},
): VerdictAnswer => ({
  rule,
  answer,
  context: { environmentKind: 'production', printers, now: Date.now(), ...context },
  isLarge,
});

const large = { isLarge: true };
const choices = [1, 2, 3, 4, 5].map((position) =>
  parcel({ id: position, position, parcelCount: 5, customCode: `${answeredCode.slice(0, -1)}${position + 1}` }),
);
const conflict = { state: 'in_transit', at: since } as const;
const virtual: Partial<PrinterFacts> = { connection: { kind: 'virtual' } };
const copiesAsked: PrintQuestion = {
  kind: 'several copies',
  message: message('print-question.several-copies', { count: 3 }),
  answers: ['print one', 'print anyway'],
};
const siteWaits: PrintQuestion = {
  kind: 'site',
  message: message('print-question.site-waiting-for-bench', { bench: 'bench-12' }),
  answers: [],
};
const partlySent = printEvidenceSchema.parse({ closedCleanly: false });

/** One answer for each row of the table of verdicts, and those of a row that need more room. */
export const verdictAnswers = (): readonly VerdictAnswer[] => [
  row('conflicting reports', ofParcel('found', 'look up', { deletedAt: before, deletionConflict: conflict }), large),
  row('deletion found by a second scan', ofDeletion('counting', 'already counting')),
  row('deletion counting down', ofDeletion('counting')),
  row('deletion waiting', ofDeletion('waiting')),
  row('deletion needs confirmation', ofDeletion('needs confirmation'), large),
  row('deletion sending', ofDeletion('sending')),
  row('deletion uncertain', ofDeletion('uncertain'), large),
  row('deletion blocked', ofDeletion('blocked')),
  row('order waiting', order('waiting')),
  row('order needs confirmation', order('needs confirmation')),
  row('order sending', order('sending')),
  row('order uncertain', order('uncertain', { requestLeft: true }), large),
  row('order blocked', order('blocked')),
  row('order rejected', order('rejected', { failure: refused }), large),
  row('order undone', order('undone')),
  row('order created', order('done')),
  row('deletion confirmed', ofDeletion('done')),
  row('parcel deleted', ofParcel('deleted', 'print', { deletedAt: before, copies: 1 })),
  row('label requested twice', ofJob({ state: 'queued' }, 'already counted')),
  row('label on a printer without paper', ofJob({ state: 'sent' }), { ...withPrinter(virtual), ...large }),
  row('label waits for its printer', ofJob({ state: 'held', reasons: ['paper out'] }), {
    ...withPrinter({ reasons: ['paper out'] }),
    ...large,
  }),
  row('label sent before the printer was lost', ofJob({ state: 'sent', evidence: partlySent }), {
    ...withPrinter({ reasons: ['unreachable'] }),
    ...large,
  }),
  row('label needs an answer', ofJob({ state: 'held', question: copiesAsked }), large),
  row('label waits for other benches', ofJob({ state: 'held', question: siteWaits }), large),
  row('label paused', ofJob({ state: 'held', onHold: true }), large),
  row('label held', ofJob({ state: 'held' })),
  row('label queued', ofJob({ state: 'queued' })),
  row('label sending', ofJob({ state: 'sending' })),
  row('label sent', ofJob({ state: 'sent' })),
  row('label printed', ofJob({ state: 'printed' })),
  row('label uncertain', ofJob({ state: 'uncertain' }), large),
  row('label marked as not printed', ofJob({ state: 'failed' })),
  row('label failed', ofJob({ state: 'failed', failure: unreadable })),
  row('label cancelled', ofJob({ state: 'cancelled' })),
  row('deletion rejected', { ...ofDeletion('rejected'), deletion: deletionIn('rejected', refused) }, large),
  row('deletion undone', ofDeletion('undone')),
  row('several parcels', answerWith({ kind: 'choose parcel', mode: 'print', parcel: null, choices }), large),
  row('scanner not safe', answerWith({ kind: 'unsafe scanner', mode: 'delete', parcel: null })),
  row('lead needed', ofParcel('needs lead', 'delete')),
  row('code unclear', answerWith({ kind: 'ambiguous layout', mode: 'delete', parcel: null })),
  row('not a code', answerWith({ kind: 'not a code', parcel: null })),
  row('label printed before', ofJob({ state: 'uncertain', createdAt: before }, 'ask for copy'), large),
  row('no printer', ofParcel('no printer', 'print'), { printers: [] }),
  row('no label', ofParcel('no label', 'print', { label: null })),
  row('label ready', ofParcel('no label', 'print')),
  row(
    'already picked up',
    ofParcel('ask to delete', 'delete', { status: { state: 'picked_up', source: 'webhook', at: before } }),
    large,
  ),
  row('cannot be deleted', ofParcel('cannot delete', 'delete')),
  row('parcel found', ofParcel('found', 'look up')),
  row('not known', answerWith({ kind: 'unknown', parcel: null }), large),
];
