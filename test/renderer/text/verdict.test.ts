import { describe, expect, it } from 'vitest';
import { printJobStateText } from '../../../src/renderer/presentation/print-job-text.ts';
import { recentScanStyle, soundOf, scanVerdict as verdictOf } from '../../../src/renderer/presentation/verdict.ts';
import { type PrinterFacts, verdictContext } from '../../../src/renderer/presentation/verdict-facts.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { type CommandState, commandStates } from '../../../src/shared/orders/command.ts';
import type { PrintJob } from '../../../src/shared/printing/print-job.ts';
import type { HeldReason } from '../../../src/shared/printing/printer.ts';
import { type ScanAnswer, scanOutcomeKinds } from '../../../src/shared/scanning/scan-answer.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { answerWith, jobWith, parcelWith, severalLabelsAsked } from '../fixtures.ts';

const scannedAt = '2026-11-21T10:00:00.000Z';
const earlier = '2026-11-21T09:59:00.000Z';
const deletionIn = (state: CommandState, endsAt = 0) => ({
  ...{ commandId: 1, state, endsAt, failure: null, createdAt: scannedAt, requestLeft: false, settledBy: null },
});
const scanVerdict = (answer: ScanAnswer, now: number, printers: readonly PrinterFacts[] = []) =>
  verdictOf(answer, { ...verdictContext(null, now), printers });
const soundFor = (answer: ScanAnswer) => soundOf(verdictOf(answer, verdictContext(null, 0)));

describe('a code that the hub was asked for', () => {
  it.each([
    [{ kind: 'asking' }, 'Asking the hub of the site.'],
    [{ kind: 'unknown' }, 'The hub of the site does not know this code.'],
    [{ kind: 'away' }, 'The hub of the site cannot be asked now.'],
    [
      { kind: 'found', bench: 'bench-2', orderedAt: '2026-03-14T08:00:00.000Z', isPrinted: true },
      /^Known to the hub: ordered at bench-2, .*14.*, printed\.$/,
    ],
  ] as const)('says so beside the verdict: %o', (hub, said) => {
    const answer = answerWith({ kind: 'unknown', parcel: hub.kind === 'found' ? parcelWith() : null, hub });
    const { place } = scanVerdict(answer, Date.parse('2026-11-24T08:00:00.000Z'));
    if (typeof said === 'string') expect(place).toBe(said);
    else expect(place).toMatch(said);
  });
});

describe('scan verdict', () => {
  it('has a short heading and a sentence for every outcome of a scan', () => {
    for (const kind of scanOutcomeKinds) {
      const verdict = scanVerdict(answerWith({ kind, parcel: null }), 0);
      expect(verdict.heading).toMatch(/^[A-Z]\S*( \S+){1,3}$/);
      expect(verdict.heading.length).toBeLessThanOrEqual(24);
      expect(verdict.sentence).toMatch(/^[A-Z].*[.?]$/);
    }
  });

  it('of a look-up names the status', () => {
    expect(scanVerdict(answerWith(), 0).heading).toBe('Status: To pick up');
    expect(scanVerdict(answerWith({ parcel: parcelWith({ status: null }) }), 0).heading).toBe('Parcel found');
  });

  it('of a look-up says what holds the label', () => {
    const heldFor = (reasons: HeldReason[]) => {
      const lastJob = jobWith({ state: 'held', reasons });
      return scanVerdict(answerWith({ parcel: parcelWith({ copies: 0, lastJob }) }), 0).sentence;
    };
    expect(heldFor(['paper out'])).toBe('The label is held: Paper out.');
    expect(heldFor([])).toBe('The label is held.');
  });

  it('never says that a parcel is deleted before the service confirmed it', () => {
    const headings = commandStates.map(
      (state) => scanVerdict(answerWith({ kind: 'deleting', deletion: deletionIn(state) }), 0).heading,
    );
    expect(headings.filter((heading) => heading === 'Parcel deleted')).toHaveLength(1);
    expect(headings[commandStates.indexOf('done')]).toBe('Parcel deleted');
  });

  it('counts the seconds down, and stays at 0 until main reports the next state', () => {
    const answer = answerWith({ kind: 'deleting', deletion: deletionIn('counting', 5000) });
    expect([0, 100, 4001, 5000, 9000].map((now) => scanVerdict(answer, now).countdown)).toEqual([
      'Deleting in 5 s',
      'Deleting in 5 s',
      'Deleting in 1 s',
      'Deleting in 0 s',
      'Deleting in 0 s',
    ]);
    expect(scanVerdict(answer, 100).heading).toBe('Being deleted');
  });

  it('is never "Printed" for a job that was only sent', () => {
    const headings = (['queued', 'sending', 'sent', 'printed', 'held', 'uncertain'] as const).map(
      (state) => scanVerdict(answerWith({ kind: 'printing', job: jobWith({ state }) }), 0).heading,
    );
    expect(headings).toEqual([
      'Queued for printing',
      'Sending to printer',
      'Sent to printer',
      'Printed and confirmed',
      'Label on hold',
      'Printing uncertain',
    ]);
  });

  it('of a held label names the cause and what to do', () => {
    const held = (change: Partial<PrintJob>) =>
      scanVerdict(answerWith({ kind: 'printing', job: jobWith({ state: 'held', ...change }) }), 0);
    expect(held({ reasons: ['paper out'] })).toMatchObject({
      heading: 'Paper out',
      sentence: 'Put in a new roll and close the printer lid. Printing resumes automatically.',
    });
    expect(held({ onHold: true }).heading).toBe('Label paused');
    expect(held({ question: severalLabelsAsked }).heading).toBe('Needs your answer');
  });

  it('keeps byte counts and failures for Details', () => {
    const failure = {
      code: 'printer-cut-off',
      message: storedSentence('The connection to the printer broke.'),
    } as const;
    const job = jobWith({ state: 'uncertain', bytesSent: 40, failure });
    expect(scanVerdict(answerWith({ kind: 'printing', job }), 0)).toMatchObject({
      sentence: 'The label may not have printed. Scan the printed label, or mark it as not printed.',
      details: ['The connection to the printer broke.', '40 of 100 bytes sent.'],
    });
  });

  it('of a label that stopped in its printer is a warning with the recovery instruction', () => {
    const job = jobWith({ state: 'sent' });
    const inPrinter = { ...job, evidence: { ...job.evidence, formatsInPrinter: 0, labelsInPrinter: 1 } };
    const answer = answerWith({ kind: 'printing', job: inPrinter });
    const connection = { kind: 'tcp', host: '10.0.0.8', port: 9100 } as const;
    const printer = (...reasons: HeldReason[]) => [{ name: job.printer, reasons, connection }];
    expect(scanVerdict(answer, 0, printer()).tone).toBe('information');
    expect(scanVerdict(answer, 0, printer('on hold')).tone).toBe('information');
    expect(scanVerdict(answer, 0, printer('paper out'))).toMatchObject({
      tone: 'warning',
      heading: 'Paper out',
      sentence: expect.stringContaining('Put in a new roll and close the printer lid.'),
    });
    expect(scanVerdict(answerWith({ kind: 'printing', job }), 0, printer('paper out')).tone).toBe('information');
  });

  it('of a practice printer mentions that there is no paper', () => {
    const printers = [{ name: 'Zebra A', reasons: [], connection: { kind: 'virtual' } as const }];
    const answer = answerWith({ kind: 'printing', job: jobWith({ state: 'sent' }) });
    expect(scanVerdict(answer, 0, printers).sentence).toBe('No paper: practice printer only.');
  });

  it('follows a copy that was printed by a button after the scan', () => {
    const job = jobWith({ id: 2, state: 'sending', reprintReason: 'Damaged' });
    const answer = answerWith({ parcel: parcelWith({ lastJob: job }), job });
    expect(scanVerdict(answer, 0).heading).toBe('Sending to printer');
  });

  it('is not replaced by a copy printed before the scan', () => {
    const job = jobWith({ id: 2, createdAt: '2026-11-20T10:00:00.000Z' });
    const answer = answerWith({ parcel: parcelWith({ lastJob: job }), job });
    expect(scanVerdict(answer, 0).heading).toBe('Status: To pick up');
  });

  it('of a deletion that needs confirmation is the question, and the deletion itself once confirmed', () => {
    const needsConfirmation = answerWith({
      kind: 'ask to delete',
      parcel: parcelWith({ status: { state: 'in_transit', source: 'webhook', at: '2026-11-21T10:00:00.000Z' } }),
    });
    expect(scanVerdict(needsConfirmation, 0)).toMatchObject({
      heading: 'Already picked up',
      sentence: 'This parcel is in transit. Delete it anyway?',
      tone: 'warning',
    });
    expect(soundFor(needsConfirmation)).toBe('warning');
    const counting = answerWith({ kind: 'ask to delete', deletion: deletionIn('counting', 5000) });
    expect(scanVerdict(counting, 0).countdown).toBe('Deleting in 5 s');
  });

  it('of a deleted parcel asks to destroy its label', () => {
    const parcel = parcelWith({ deletedAt: '2026-11-21T10:00:00.000Z', copies: 1 });
    const answer = answerWith({ kind: 'deleted', parcel, deletion: deletionIn('done') });
    expect(scanVerdict(answer, 0)).toMatchObject({
      heading: 'Parcel deleted',
      sentence: 'Destroy the old label.',
      tone: 'error',
    });
  });

  it('of a code unknown here says this, and why its deletion was rejected', () => {
    const failure = { code: 'rejected', message: message('outbox.parcel-exists') } as const;
    const deletion = { ...deletionIn('rejected'), failure };
    expect(scanVerdict(answerWith({ kind: 'deleting unknown', parcel: null, deletion }), 0)).toMatchObject({
      heading: 'Not deleted',
      sentence: 'This station does not know this code. The parcel exists: an operator decided so after a later event.',
    });
  });

  it('of a label printed after a rejected deletion is the label’s, not the deletion’s', () => {
    const printed = answerWith({ kind: 'printing', job: jobWith({ state: 'sent' }), deletion: deletionIn('rejected') });
    expect(scanVerdict(printed, 0).heading).toBe('Sent to printer');
    const lookedUp = answerWith({ kind: 'found', deletion: deletionIn('rejected') });
    expect(scanVerdict(lookedUp, 0).heading).toBe('Not deleted');
  });

  it('of a label that was already printed says what became of the earlier copy', () => {
    const headingFor = (state: PrintJob['state']) =>
      scanVerdict(answerWith({ kind: 'ask for copy', job: jobWith({ state, createdAt: earlier }) }), 0).heading;
    expect((['sent', 'printed', 'failed'] as const).map(headingFor)).toEqual([
      'Already sent',
      'Already printed',
      'Marked as not printed',
    ]);
  });

  it('of a label that was refused because its parcel is being deleted gives that reason, not that someone marked the label', () => {
    const failure = { code: 'not-allowed-now', message: message('print-job.deleted-at-site') } as const;
    const refused = jobWith({ state: 'failed', failure });
    const verdict = scanVerdict(answerWith({ kind: 'printing', job: refused }), 0);
    expect(verdict.heading).toBe('Not printed');
    expect(verdict.sentence).toBe(
      'A bench asked to delete this parcel. If the parcel is still needed, undo the deletion, then print the label again.',
    );
    const earlierJob = { ...refused, createdAt: earlier };
    expect(scanVerdict(answerWith({ kind: 'ask for copy', job: earlierJob }), 0).heading).toBe('Possibly printed');
  });

  it('of a label that only waits for other benches says that it waits, not that it needs an answer', () => {
    const waits = message('print-question.site-waiting-for-bench', { bench: 'bench-2' });
    const question = { kind: 'site' as const, message: waits, answers: [] };
    const job = jobWith({ state: 'held', question });
    expect(scanVerdict(answerWith({ kind: 'printing', job }), 0)).toMatchObject({
      ...{ heading: 'Waiting for other benches', sentence: 'Waiting for bench-2 to release this parcel.' },
    });
    expect(printJobStateText(job)).toBe('Held: Waiting for other benches');
    const asked = { ...question, answers: ['print anyway' as const] };
    expect(scanVerdict(answerWith({ kind: 'printing', job: { ...job, question: asked } }), 0).heading).toBe(
      'Needs your answer',
    );
  });

  it('is one line under Recent scans: a fault in its colour, else the mode of the scan', () => {
    const toneOf = (change: Partial<ScanAnswer>) => {
      const answer = answerWith(change);
      return recentScanStyle(answer, scanVerdict(answer, 0)).tone;
    };
    expect(toneOf({ kind: 'printing', job: jobWith({ state: 'held' }) })).toBe('warning');
    expect(toneOf({ kind: 'deleting', deletion: deletionIn('counting') })).toBe('quiet');
    expect(toneOf({ kind: 'deleting', deletion: deletionIn('waiting') })).toBe('warning');
    expect(toneOf({ kind: 'deleting', deletion: deletionIn('rejected') })).toBe('error');
  });
});

describe('scan sound', () => {
  it('differs for done, waiting, warning, refused and a second scan of the same code', () => {
    expect(soundFor(answerWith())).toBe('done');
    expect(soundFor(answerWith({ kind: 'printing', job: jobWith({ state: 'queued' }) }))).toBe('waiting');
    expect(soundFor(answerWith({ kind: 'printing', job: jobWith({ state: 'printed' }) }))).toBe('done');
    expect(soundFor(answerWith({ kind: 'deleting', deletion: deletionIn('counting') }))).toBe('waiting');
    expect(soundFor(answerWith({ kind: 'ask for copy' }))).toBe('warning');
    expect(soundFor(answerWith({ kind: 'unknown', parcel: null }))).toBe('refused');
    expect(soundFor(answerWith({ kind: 'already counted', job: jobWith() }))).toBe('already scanned');
    expect(soundFor(answerWith({ kind: 'already counting', deletion: deletionIn('counting') }))).toBe(
      'already scanned',
    );
  });
});
