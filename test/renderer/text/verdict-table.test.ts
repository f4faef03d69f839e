import { describe, expect, it, test } from 'vitest';
import type { OfferedAction } from '../../../src/renderer/presentation/offered-actions.ts';
import { deletionStyles, orderStyles, printJobStyles } from '../../../src/renderer/presentation/state-styles.ts';
import { type DecidedVerdict, soundOf, verdictOn, verdictRules } from '../../../src/renderer/presentation/verdict.ts';
import {
  factsOfCommand,
  factsOfJob,
  factsOfParcel,
  type PrinterFacts,
  type VerdictFacts,
} from '../../../src/renderer/presentation/verdict-facts.ts';
import { type Sound, soundNames } from '../../../src/renderer/ui/sounds.ts';
import { type Command, commandStates } from '../../../src/shared/orders/command.ts';
import { type PrintJob, printEvidenceSchema, printJobStates } from '../../../src/shared/printing/print-job.ts';
import type { ScanMode } from '../../../src/shared/scanning/scan.ts';
import { type ScanOutcomeKind, scanOutcomeKinds } from '../../../src/shared/scanning/scan-answer.ts';
import { environmentKinds } from '../../../src/shared/settings/environment.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { jobWith, parcelWith, severalLabelsAsked } from '../fixtures.ts';

const before = '2026-11-21T09:00:00.000Z';
const scannedAt = '2026-11-21T10:00:00.000Z';
const since = '2026-11-21T10:00:01.000Z';
const code = 'NL7K2M9P4R6T8V2X4B6D';

const scanOf = (kind: ScanOutcomeKind, mode: ScanMode = 'look up') => ({
  ...{ kind, mode, code, at: scannedAt },
});

const deletionIn = (state: Command['state'], createdAt = since): VerdictFacts['deletion'] => ({
  ...{ commandId: 1, state, endsAt: 5000, failure: null, createdAt, requestLeft: false, settledBy: null },
});

const orderIn = (state: Command['state'], changes: Partial<Command> = {}): Command => ({
  ...{ id: 2, kind: 'create', state, codes: [code], parcelId: null, orderId: null, attempts: 1, requestLeft: true },
  ...{ notBefore: 0, retryAfterAt: 0, confirmedAt: null, knownPickedUp: false, quotedPrice: null, settledBy: null },
  ...{ failure: null, createdAt: before, updatedAt: before },
  ...changes,
});

const tcp: PrinterFacts = { name: 'Zebra A', reasons: [], connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 } };
const outOfPaper: PrinterFacts = { ...tcp, reasons: ['paper out'] };
const unreachable: PrinterFacts = { ...tcp, reasons: ['unreachable'] };
const virtual: PrinterFacts = { name: 'Zebra A', reasons: [], connection: { kind: 'virtual' } };
const printers = { none: null, ready: tcp, 'out of paper': outOfPaper, unreachable, virtual };

const stored = { id: 1, state: 'stored', source: 'parcel zpl', format: 'zpl', url: '', sha256: 'abc' } as const;
const label: Parcel['label'] = { ...stored, failure: null, nextAttemptAt: null };
const withLabel = (changes: Partial<Parcel> = {}) => parcelWith({ label, ...changes });

const facts = (changes: Partial<VerdictFacts>): VerdictFacts => ({
  ...{ scan: scanOf('found'), parcel: withLabel(), choices: 0, deletion: null, order: null, job: null },
  ...{ mayCopyJob: true, labelsBefore: null, printer: tcp, hasPrinter: true, environmentKind: 'production', now: 0 },
  ...changes,
});

/** An order has no countdown. */
const orders = commandStates.filter((state) => state !== 'counting').map((state) => orderIn(state));

const modesOf: Partial<Record<ScanOutcomeKind, readonly ScanMode[]>> = {
  found: ['look up'],
  'already counted': ['print'],
  printing: ['print'],
  'ask for copy': ['print'],
  confirmed: ['print'],
  'no label': ['print'],
  'no printer': ['print'],
  deleting: ['delete'],
  'deleting unknown': ['delete'],
  'ask to delete': ['delete'],
  'already counting': ['delete'],
  'cannot delete': ['delete'],
  'needs lead': ['print', 'delete'],
};

const inPrinter = (state: PrintJob['state']): PrintJob => {
  const job = jobWith({ state });
  return { ...job, evidence: { ...job.evidence, formatsInPrinter: 0, labelsInPrinter: 1 } };
};

/** All bytes were sent, and the printer did not end the connection. */
const notClosed: PrintJob = jobWith({ state: 'sent', evidence: printEvidenceSchema.parse({ closedCleanly: false }) });

/** A job in each state, and in each of the states of a held one. */
const jobs: readonly (PrintJob | null)[] = [
  null,
  ...printJobStates.map((state) => jobWith({ state })),
  jobWith({ state: 'held', reasons: ['paper out'] }),
  jobWith({ state: 'held', question: severalLabelsAsked }),
  jobWith({ state: 'held', question: { ...severalLabelsAsked, kind: 'site' } }),
  jobWith({ state: 'held', onHold: true }),
  jobWith({ state: 'failed', failure: { code: 'no-label', message: storedSentence('No label.') } }),
  inPrinter('sending'),
  inPrinter('sent'),
  notClosed,
];

const conflict = { state: 'in_transit', at: since } as const;
const parcels: readonly (Parcel | null)[] = [
  null,
  withLabel(),
  withLabel({ copies: 1 }),
  parcelWith({ label: null }),
  withLabel({ status: null }),
  withLabel({ status: { state: 'in_transit', source: 'webhook', at: before } }),
  withLabel({ deletedAt: since, copies: 1 }),
  withLabel({ deletedAt: before, deletionConflict: conflict }),
];

const deletions = [
  null,
  ...commandStates.map((state) => deletionIn(state)),
  ...(['done', 'rejected', 'undone'] as const).map((state) => deletionIn(state, before)),
];

/** Each outcome in the modes that lead to it. */
const scans = [
  ...scanOutcomeKinds.flatMap((kind) =>
    (modesOf[kind] ?? ['look up', 'print', 'delete']).map((mode) => scanOf(kind, mode)),
  ),
];

/** Every combination that can be reached: an order stands where no parcel does or a deleted one; a deletion cancels what waits to print. */
function* reachable(): Generator<VerdictFacts> {
  for (const scan of scans)
    for (const deletion of deletions) {
      for (const parcel of parcels)
        for (const order of parcel === null || parcel.deletedAt ? [null, ...orders] : [null])
          yield facts({ scan, parcel, deletion, order });
      if (deletion !== null && !['rejected', 'undone'].includes(deletion.state)) continue;
      for (const job of jobs)
        for (const printer of Object.values(printers))
          for (const environmentKind of environmentKinds)
            yield facts({ scan, parcel: withLabel({ copies: 1 }), deletion, job, printer, environmentKind });
    }
}

const openDeletions = ['counting', 'waiting', 'needs confirmation', 'sending', 'uncertain', 'blocked'] as const;

/** What must hold of the verdict on any facts; null where it does. */
function contradiction(given: VerdictFacts, { heading, sentence, tone, rule }: DecidedVerdict): string | null {
  const { parcel, deletion, order, job, printer, environmentKind, choices } = given;
  const terms = heading.split(' ').length;
  if (terms < 2 || terms > 4) return `a heading of ${terms} terms`;
  if (!/^[A-Z].*[.?]$/.test(sentence)) return 'no sentence';
  if (rule === 'not known' && (parcel || deletion || order || choices > 0)) return 'a known code reads "Not known"';
  if (parcel?.deletionConflict) return rule === 'conflicting reports' ? null : 'a hidden conflict';
  const open = deletion !== null && (openDeletions as readonly string[]).includes(deletion.state);
  if (open) return rule.startsWith('deletion') ? null : 'an open deletion is hidden';
  if (/^(Being deleted|Already being deleted|Deletion waiting)$/.test(heading)) return 'a deletion that does not run';
  if (heading === 'Parcel deleted' && !parcel?.deletedAt && deletion?.state !== 'done') return 'not deleted';
  const isPrinted = job?.state === 'printed' || (given.scan?.kind === 'confirmed' && job === null);
  if (heading === 'Printed and confirmed' && !isPrinted) return '"Printed" without evidence';
  if (tone === 'success' && rule.startsWith('label') && job?.state !== 'printed')
    return 'green without a confirmed print';
  const isVirtual = printer?.connection.kind === 'virtual';
  const isJobShown = rule.startsWith('label');
  if (tone === 'success' && isJobShown && isVirtual && environmentKind !== 'practice') return 'green without paper';
  if (isJobShown && job?.state === 'queued' && printer?.reasons.length && tone !== 'warning')
    return 'held and not a warning';
  if (rule.endsWith('uncertain') && tone !== 'warning') return 'uncertain is no warning';
  return null;
}

describe('verdict table', () => {
  it('contradicts the present in no combination of states that can be reached', () => {
    const contradictions = new Map<string, VerdictFacts>();
    const rules = new Set<string>();
    const heard = new Set<Sound>();
    let combinations = 0;
    for (const given of reachable()) {
      const decided = verdictOn(given);
      combinations += 1;
      rules.add(decided.rule);
      heard.add(soundOf(decided));
      const what = contradiction(given, decided);
      if (what) contradictions.set(`${decided.rule} (${given.scan?.kind}): ${what}`, given);
    }
    expect([...contradictions.keys()]).toEqual([]);
    expect(combinations).toBeGreaterThan(5_000);
    expect([...heard].sort()).toEqual([...soundNames].sort());
    const needOtherFacts = ['several parcels', 'no printer'];
    const reached = [...rules, ...needOtherFacts].sort();
    expect(reached).toEqual([...verdictRules.map(({ name }) => name), 'not known'].sort());
  });

  const unknown = { parcel: null, scan: scanOf('unknown') };
  const printing = { scan: scanOf('printing', 'print') };
  const job = (changes: Partial<PrintJob>) => ({ ...printing, job: jobWith(changes) });
  const rows: readonly (readonly [string, DecidedVerdict['tone'], string, Partial<VerdictFacts>])[] = [
    ['Conflicting reports', 'warning', 'conflicting reports', { parcel: withLabel({ deletionConflict: conflict }) }],
    [
      'Already being deleted',
      'warning',
      'deletion found by a second scan',
      { scan: scanOf('already counting'), deletion: deletionIn('counting') },
    ],
    ['Being deleted', 'error', 'deletion counting down', { deletion: deletionIn('counting') }],
    ['Deletion waiting', 'warning', 'deletion waiting', { deletion: deletionIn('waiting') }],
    [
      'Deletion needs confirmation',
      'warning',
      'deletion needs confirmation',
      { deletion: deletionIn('needs confirmation') },
    ],
    ['Sending deletion', 'warning', 'deletion sending', { deletion: deletionIn('sending') }],
    ['Deletion uncertain', 'warning', 'deletion uncertain', { deletion: deletionIn('uncertain') }],
    ['Deletion blocked', 'warning', 'deletion blocked', { deletion: deletionIn('blocked') }],
    ['Deletion undone', 'success', 'deletion undone', { scan: scanOf('already counting', 'delete') }],
    [
      'Deletion undone',
      'success',
      'deletion undone',
      { scan: scanOf('deleting', 'delete'), deletion: deletionIn('undone') },
    ],
    ['Deletion undone', 'success', 'deletion undone', { ...unknown, deletion: deletionIn('undone', before) }],
    [
      'Not deleted',
      'error',
      'deletion rejected',
      { scan: scanOf('deleting', 'delete'), deletion: deletionIn('rejected') },
    ],
    [
      'Parcel deleted',
      'success',
      'deletion confirmed',
      { scan: scanOf('deleting', 'delete'), deletion: deletionIn('done') },
    ],
    [
      'Parcel deleted',
      'error',
      'parcel deleted',
      { parcel: withLabel({ deletedAt: before }), deletion: deletionIn('done', before) },
    ],
    ['Order waiting', 'warning', 'order waiting', { ...unknown, order: orderIn('waiting') }],
    [
      'Order needs confirmation',
      'warning',
      'order needs confirmation',
      { ...unknown, order: orderIn('needs confirmation') },
    ],
    ['Sending order', 'information', 'order sending', { ...unknown, order: orderIn('sending') }],
    ['Order uncertain', 'warning', 'order uncertain', { ...unknown, order: orderIn('uncertain') }],
    ['Order blocked', 'warning', 'order blocked', { ...unknown, order: orderIn('blocked') }],
    ['Order rejected', 'error', 'order rejected', { ...unknown, order: orderIn('rejected') }],
    ['Order undone', 'quiet', 'order undone', { ...unknown, order: orderIn('undone') }],
    ['Order created', 'warning', 'order created', { ...unknown, order: orderIn('done') }],
    ['Status: To pick up', 'information', 'parcel found', { scan: scanOf('unknown') }],
    ['Not known', 'error', 'not known', unknown],
    [
      'No paper: practice printer',
      'warning',
      'label on a printer without paper',
      { ...job({ state: 'sent' }), printer: virtual },
    ],
    [
      'Sent to printer',
      'information',
      'label sent',
      { ...job({ state: 'sent' }), printer: virtual, environmentKind: 'practice' },
    ],
    ['Paper out', 'warning', 'label waits for its printer', { ...job({ state: 'queued' }), printer: outOfPaper }],
    [
      'Paper out',
      'warning',
      'label waits for its printer',
      { ...job({ state: 'held', reasons: ['paper out'] }), printer: null },
    ],
    [
      'Paper out',
      'warning',
      'label waits for its printer',
      { scan: scanOf('already counted', 'print'), job: jobWith({ state: 'queued' }), printer: outOfPaper },
    ],
    [
      'Already requested',
      'information',
      'label requested twice',
      { scan: scanOf('already counted', 'print'), job: jobWith({ state: 'queued' }) },
    ],
    [
      'Printer unreachable',
      'warning',
      'label sent before the printer was lost',
      { ...printing, job: notClosed, printer: unreachable },
    ],
    ['Sent to printer', 'information', 'label sent', { ...job({ state: 'sent' }), printer: unreachable }],
    [
      'Printer unreachable',
      'warning',
      'label waits for its printer',
      { ...job({ state: 'sending' }), printer: unreachable },
    ],
    ['Queued for printing', 'information', 'label queued', job({ state: 'queued' })],
    ['Sending to printer', 'information', 'label sending', job({ state: 'sending' })],
    ['Printed and confirmed', 'success', 'label printed', job({ state: 'printed' })],
    ['Printing uncertain', 'warning', 'label uncertain', job({ state: 'uncertain' })],
    ['Marked as not printed', 'warning', 'label marked as not printed', job({ state: 'failed' })],
    ['Printing cancelled', 'quiet', 'label cancelled', job({ state: 'cancelled' })],
    ['No printer set up', 'error', 'no printer', { scan: scanOf('no printer', 'print'), hasPrinter: false }],
    ['Ready to print', 'information', 'label ready', { scan: scanOf('no printer', 'print') }],
    ['Ready to print', 'information', 'label ready', { scan: scanOf('no label', 'print') }],
    ['No label yet', 'warning', 'no label', { scan: scanOf('no label', 'print'), parcel: parcelWith() }],
    ['Choose a parcel', 'warning', 'several parcels', { ...unknown, choices: 2 }],
  ];

  test.each(rows)('%s, %s: %s', (heading, tone, rule, given) => {
    expect(verdictOn(facts(given))).toMatchObject({ heading, tone, rule });
  });

  it('of a label that waits for its printer names the place in the queue', () => {
    const waiting = { ...job({ state: 'queued' }), printer: outOfPaper, labelsBefore: 2 };
    expect(verdictOn(facts(waiting))).toMatchObject({
      sentence: expect.stringContaining('Put in a new roll'),
      place: '2 labels before this one on Zebra A.',
    });
    expect(verdictOn(facts({ ...waiting, labelsBefore: 0 })).place).toBe('Next to print on Zebra A.');
  });

  it('of a replaced order says that a new one replaces it', () => {
    const failure = { code: 'not-allowed-now', message: { code: 'uncertain-order.replaced', params: {} } } as const;
    expect(verdictOn(facts({ ...unknown, order: orderIn('undone', { failure }) })).heading).toBe('Order replaced');
  });

  it('of a deletion of an ordered code names the order, not an unknown code', () => {
    const deleting = { parcel: null, scan: scanOf('deleting unknown', 'delete'), deletion: deletionIn('counting') };
    expect(verdictOn(facts({ ...deleting, order: orderIn('uncertain') })).sentence).toBe(
      'The order with this code is uncertain. Press Ctrl Z or Undo to keep the parcel.',
    );
    expect(verdictOn(facts(deleting)).sentence).toMatch(/^This station does not know this code\./);
  });
});

describe('offered actions', () => {
  it('never print or delete a parcel that is deleted or being deleted, and decide a conflict first', () => {
    const printing: readonly OfferedAction[] = ['print', 'print again', 'answer', 'resume', 'move', 'delete'];
    const wrong = new Set<string>();
    for (const given of reachable()) {
      const { actions } = verdictOn(given);
      const { parcel, deletion } = given;
      const isOpen = deletion !== null && (openDeletions as readonly string[]).includes(deletion.state);
      const isDeleted = parcel?.deletedAt || deletion?.state === 'done';
      if ((isOpen || isDeleted) && actions.some((action) => printing.includes(action))) wrong.add(`${actions}`);
      if (parcel?.deletionConflict && `${actions}` !== 'decide conflict') wrong.add(`conflict: ${actions}`);
    }
    expect([...wrong]).toEqual([]);
  });

  const code404: Partial<VerdictFacts> = { scan: scanOf('unknown'), parcel: null };
  test.each<[string, Partial<VerdictFacts>, readonly OfferedAction[]]>([
    ['an unknown code', code404, ['order code', 'import order', 'change environment']],
    [
      'an unknown code that is no custom code',
      { ...code404, scan: { ...scanOf('unknown'), code: 'DO4471902K7' } },
      ['import order', 'change environment'],
    ],
    ['a rejected order', { ...code404, order: orderIn('rejected') }, ['correct', 'dismiss']],
    ['an uncertain order', { ...code404, order: orderIn('uncertain') }, ['settle', 'sendAgain', 'replace']],
    [
      'a waiting order that was never sent',
      { ...code404, order: orderIn('waiting', { requestLeft: false }) },
      ['undo', 'retry'],
    ],
    ['a waiting order that may have been sent', { ...code404, order: orderIn('waiting') }, ['retry']],
    ['a deletion that counts down', { deletion: deletionIn('counting') }, ['undo']],
    ['a deletion to confirm', { deletion: deletionIn('needs confirmation') }, ['undo', 'confirm']],
    ['an uncertain deletion', { deletion: deletionIn('uncertain') }, ['settleDeletion']],
    ['a rejected deletion', { deletion: deletionIn('rejected') }, ['print', 'delete', 'deleteAgain', 'dismiss']],
    ['a parcel', {}, ['print', 'delete']],
    ['a parcel without a label', { parcel: parcelWith() }, ['delete']],
    [
      'an uncertain label',
      { parcel: withLabel({ lastJob: jobWith({ state: 'uncertain' }) }) },
      ['confirm printed', 'mark not printed', 'print again', 'delete'],
    ],
    [
      'a queued label',
      { parcel: withLabel({ lastJob: jobWith({ state: 'queued' }) }) },
      ['cancel', 'pause', 'move', 'delete'],
    ],
  ])('%s', (_, given, actions) => expect(verdictOn(facts(given)).actions).toEqual(actions));

  it('of a label are those of its row in Print queue', () => {
    const context = { environmentKind: 'production', printers: [outOfPaper], now: 0 } as const;
    for (const state of printJobStates) {
      const job = jobWith({ state });
      const row = verdictOn(factsOfJob(job, { labelsBefore: 1, isNewest: true }, context));
      const parcel = withLabel({ lastJob: job });
      const present = { parcel, job, labelsBefore: 1, printer: outOfPaper };
      const scan = verdictOn(facts({ ...present, scan: scanOf('printing', 'print') }));
      const panel = verdictOn(factsOfParcel(parcel, context));
      expect(row.actions).toEqual(scan.actions.filter((action) => action !== 'delete'));
      expect(panel.actions).toEqual(scan.actions);
      expect([row.tone, row.icon, row.heading, row.sentence]).toEqual([
        scan.tone,
        scan.icon,
        scan.heading,
        scan.sentence,
      ]);
      expect([panel.tone, panel.heading]).toEqual([scan.tone, scan.heading]);
    }
  });

  it('of an order are those of its row under Waiting to send', () => {
    const context = { environmentKind: 'production', printers: [tcp], now: 0 } as const;
    for (const order of orders) {
      const { rule, actions, tone, sentence } = verdictOn(factsOfCommand(order, context));
      expect({ rule, actions, tone, sentence }).toEqual(
        (({ rule, actions, tone, sentence }) => ({ rule, actions, tone, sentence }))(
          verdictOn(facts({ ...code404, order })),
        ),
      );
    }
    const deletion = orderIn('rejected', { kind: 'delete' });
    expect(verdictOn(factsOfCommand(deletion, context))).toMatchObject({
      rule: 'deletion rejected',
      actions: ['deleteAgain', 'dismiss'],
    });
  });
});

describe('state styles', () => {
  it('show Uncertain as one warning, whatever is uncertain', () => {
    const styles = [printJobStyles, deletionStyles, orderStyles].map((table) => table.uncertain);
    expect(new Set(styles).size).toBe(1);
    expect(styles[0]?.tone).toBe('warning');
  });

  it('of orders and deletions are the same where the state means the same', () => {
    const differing = commandStates.filter((state) => orderStyles[state] !== deletionStyles[state]);
    expect(differing).toEqual(['counting', 'sending', 'undone']);
  });

  it('show Sent as neutral, and only Printed as a success', () => {
    const green = printJobStates.filter((state) => printJobStyles[state].tone === 'success');
    expect(green).toEqual(['printed']);
    expect(printJobStyles.sent.tone).toBe('information');
  });
});
