import { describe, expect, it } from 'vitest';
import { resultBannerOf, soundFor } from '../../../src/renderer/presentation/scan-result-text.ts';
import { commandStates } from '../../../src/shared/orders/command.ts';
import type { HeldReason } from '../../../src/shared/printing/printer.ts';
import { scanOutcomeKinds } from '../../../src/shared/scanning/scan-answer.ts';
import { answerWith, jobWith, parcelWith } from '../fixtures.ts';

const deletionIn = (state: string, endsAt = 0) => ({ commandId: 1, state, endsAt, failureWords: null });

describe('the verdict', () => {
  it('has words, a shape or a tone’s own, and main’s sentence for every outcome of a scan', () => {
    for (const kind of scanOutcomeKinds) {
      const verdict = resultBannerOf(answerWith({ kind, parcel: null }), 0);
      expect(verdict.words).toMatch(/^[A-Z]/);
      expect(verdict.words.length).toBeLessThanOrEqual(24);
      expect(verdict.sentence).toBe('What main says.');
    }
  });

  it('of a look-up is the status in words', () => {
    expect(resultBannerOf(answerWith(), 0).words).toBe('To pick up');
    expect(resultBannerOf(answerWith({ parcel: parcelWith({ status: null }) }), 0).words).toBe('Found');
  });

  it('never says Deleted before the service did', () => {
    for (const state of commandStates) {
      const verdict = resultBannerOf(answerWith({ kind: 'deleting', deletion: deletionIn(state) }), 0);
      if (state === 'done') expect(verdict.words).toBe('Deleted');
      else expect(verdict.words).not.toMatch(/^Deleted/);
    }
  });

  it('counts the seconds down, and stays at 0 until main says what came', () => {
    const answer = answerWith({ kind: 'deleting', deletion: deletionIn('counting', 5000) });
    expect([0, 100, 4001, 5000, 9000].map((now) => resultBannerOf(answer, now).words)).toEqual([
      'Deleting in 5 s',
      'Deleting in 5 s',
      'Deleting in 1 s',
      'Deleting in 0 s',
      'Deleting in 0 s',
    ]);
  });

  it('never says Printed of a job that was only sent', () => {
    const words = (['queued', 'sending', 'sent', 'printed', 'held', 'uncertain'] as const).map(
      (state) => resultBannerOf(answerWith({ kind: 'printing', job: jobWith({ state }) }), 0).words,
    );
    expect(words).toEqual(['Queued', 'Sending', 'Sent', 'Printed', 'Held', 'Uncertain']);
  });

  it('of a label that its printer stopped at is no green check, but the hand movement that mends it', () => {
    const job = jobWith({ state: 'sent' });
    const inPrinter = { ...job, evidence: { ...job.evidence, formatsInPrinter: 0, labelsInPrinter: 1 } };
    const answer = answerWith({ kind: 'printing', job: inPrinter });
    const printer = (...reasons: HeldReason[]) => [{ name: job.printer, reasons }];
    expect(resultBannerOf(answer, 0, printer()).tone).toBe('success');
    expect(resultBannerOf(answer, 0, printer('on hold')).tone).toBe('success');
    expect(resultBannerOf(answer, 0, printer('paper out'))).toMatchObject({
      tone: 'warning',
      words: 'Sent',
      sentence: expect.stringContaining('paper out. Put in a new roll and close the head.'),
    });
    expect(resultBannerOf(answerWith({ kind: 'printing', job }), 0, printer('paper out')).tone).toBe('success');
  });

  it('follows a copy that was printed by a button after the scan', () => {
    const job = jobWith({ id: 2, state: 'sending', reprintReason: 'Damaged' });
    expect(resultBannerOf(answerWith({ parcel: parcelWith({ lastJob: job }) }), 0).words).toBe('Sending');
  });

  it('is not taken over by a copy printed before the scan', () => {
    const job = jobWith({ id: 2, createdAt: '2026-11-20T10:00:00.000Z' });
    expect(resultBannerOf(answerWith({ parcel: parcelWith({ lastJob: job }) }), 0).words).toBe('To pick up');
  });

  it('of a deletion that asks is the question, and the deletion itself once somebody pressed', () => {
    const asks = answerWith({ kind: 'ask to delete' });
    expect(resultBannerOf(asks, 0)).toMatchObject({ words: 'Picked up already', tone: 'warning' });
    expect(soundFor(asks)).toBe('warning');
    const counting = answerWith({ kind: 'ask to delete', deletion: deletionIn('counting', 5000) });
    expect(resultBannerOf(counting, 0).words).toBe('Deleting in 5 s');
  });

  it('of a deleted parcel’s label is that it is void', () => {
    const parcel = parcelWith({ deletedAt: '2026-11-21T10:00:00.000Z' });
    const answer = answerWith({ kind: 'deleted', parcel, deletion: deletionIn('done') });
    expect(resultBannerOf(answer, 0)).toMatchObject({ words: 'Deleted: void label', tone: 'error' });
  });
});

describe('the sound', () => {
  it('tells success, warning, error and a second scan of the same apart', () => {
    expect(soundFor(answerWith())).toBe('success');
    expect(soundFor(answerWith({ kind: 'deleting', deletion: deletionIn('counting') }))).toBe('success');
    expect(soundFor(answerWith({ kind: 'ask for copy' }))).toBe('warning');
    expect(soundFor(answerWith({ kind: 'unknown', parcel: null }))).toBe('error');
    expect(soundFor(answerWith({ kind: 'already counted' }))).toBe('already counted');
    expect(soundFor(answerWith({ kind: 'already counting', deletion: deletionIn('counting') }))).toBe(
      'already counted',
    );
  });
});
