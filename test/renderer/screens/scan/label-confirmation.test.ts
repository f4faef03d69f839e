import { describe, expect, test } from 'vitest';
import { confirmLabelWords, unconfirmedLabelOf } from '../../../../src/renderer/screens/scan/label-confirmation.tsx';
import { type PrintJob, printEvidenceSchema, printJobStates } from '../../../../src/shared/printing/print-job.ts';
import type { ScanAnswer } from '../../../../src/shared/scanning/scan-answer.ts';
import { answerWith, jobWith, parcelWith } from '../../fixtures.ts';

const code = 'NL7K2M9P4R6T8V2X4B6D';
/** Before the scan. */
const before = '2026-11-21T09:59:00.000Z';

/** A scan of the code, whose parcel has this newest job. */
const scanned = (kind: ScanAnswer['kind'], job: Partial<PrintJob>, changes: Partial<ScanAnswer> = {}): ScanAnswer =>
  answerWith({ kind, code, parcel: parcelWith({ lastJob: jobWith(job) }), ...changes });

describe('what is asked about a label after a scan', () => {
  test('one in doubt is to be scanned, or said not to have come out', () => {
    const unsettled = unconfirmedLabelOf(scanned('found', { state: 'uncertain' }));
    expect(unsettled && confirmLabelWords(unsettled)).toBe('Scan the label in your hand, or press Not printed.');
    expect(unsettled?.isBlocking).toBe(true);
  });

  test('where the parcel was scanned since and that proved nothing, the hand is asked', () => {
    for (const state of ['sent', 'uncertain'] as const) {
      const unsettled = unconfirmedLabelOf(scanned('ask for copy', { state, startedByCode: code, createdAt: before }));
      expect(unsettled && confirmLabelWords(unsettled)).toBe('Is its label in your hand?');
    }
  });

  test('the scan that starts a job proves nothing and is no answer', () => {
    const unsettled = unconfirmedLabelOf(
      scanned('printing', { state: 'sent', startedByCode: code, createdAt: before }),
    );
    expect(unsettled).toMatchObject({ offersLabelInHand: false, isBlocking: false });
  });

  test('nothing is asked of a label that the printer still has', () => {
    const evidence = printEvidenceSchema.parse({ formatsInPrinter: 1 });
    expect(unconfirmedLabelOf(scanned('printing', { state: 'sent', evidence }))).toBeNull();
  });

  test('nothing is asked at once where the printer may prove it by itself, and later it is', () => {
    const evidence = printEvidenceSchema.parse({ told: 'answered', countBefore: 7 });
    expect(unconfirmedLabelOf(scanned('printing', { state: 'sent', evidence }))).toBeNull();
    expect(unconfirmedLabelOf(scanned('ask for copy', { state: 'sent', evidence }))).not.toBeNull();
  });

  test('a look-up asks about doubt alone, not about every label that was sent', () => {
    expect(unconfirmedLabelOf(scanned('found', { state: 'sent' }))).toBeNull();
  });

  test('nothing is asked of a job that is not over, or whose end is known', () => {
    const asked = printJobStates.filter((state) => unconfirmedLabelOf(scanned('ask for copy', { state })) !== null);
    expect(asked).toEqual(['sent', 'uncertain']);
  });

  test('nothing is asked of a parcel that is deleted or counts down', () => {
    const deleted = parcelWith({ lastJob: jobWith({ state: 'uncertain' }), deletedAt: '2026-11-21T10:00:00.000Z' });
    expect(unconfirmedLabelOf(scanned('found', {}, { parcel: deleted }))).toBeNull();
    const deletion = { commandId: 1, state: 'counting', endsAt: 0, failureWords: null };
    expect(unconfirmedLabelOf(scanned('found', { state: 'uncertain' }, { deletion }))).toBeNull();
  });
});
