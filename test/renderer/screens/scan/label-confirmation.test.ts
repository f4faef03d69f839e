import { describe, expect, test } from 'vitest';
import { confirmLabelText, unconfirmedLabelOf } from '../../../../src/renderer/screens/scan/label-confirmation.tsx';
import { type PrintJob, printEvidenceSchema, printJobStates } from '../../../../src/shared/printing/print-job.ts';
import type { ScanAnswer } from '../../../../src/shared/scanning/scan-answer.ts';
import { answerWith, jobWith, parcelWith } from '../../fixtures.ts';

const code = 'NL7K2M9P4R6T8V2X4B6D';
/** Before the scan. */
const before = '2026-11-21T09:59:00.000Z';

/** A scan of the code, whose parcel has this newest job. */
const scanned = (kind: ScanAnswer['kind'], job: Partial<PrintJob>, changes: Partial<ScanAnswer> = {}): ScanAnswer =>
  answerWith({ kind, code, parcel: parcelWith({ lastJob: jobWith(job) }), ...changes });

describe('label confirmation after a scan', () => {
  test('an uncertain label is to be scanned, or marked as not printed', () => {
    const unconfirmed = unconfirmedLabelOf(scanned('found', { state: 'uncertain' }));
    expect(unconfirmed && confirmLabelText(unconfirmed)).toBe('Scan the printed label to confirm.');
    expect(unconfirmed?.isBlocking).toBe(true);
  });

  test('a later scan that confirms nothing asks for the label', () => {
    for (const state of ['sent', 'uncertain'] as const) {
      const unconfirmed = unconfirmedLabelOf(
        scanned('ask for copy', { state, startedByCode: code, createdAt: before }),
      );
      expect(unconfirmed && confirmLabelText(unconfirmed)).toBe('Do you have the printed label?');
    }
  });

  test('the scan that starts a job confirms nothing', () => {
    const unconfirmed = unconfirmedLabelOf(
      scanned('printing', { state: 'sent', startedByCode: code, createdAt: before }),
    );
    expect(unconfirmed).toMatchObject({ offersLabelInHand: false, isBlocking: false });
  });

  test('no question for a label that the printer still has', () => {
    const evidence = printEvidenceSchema.parse({ formatsInPrinter: 1 });
    expect(unconfirmedLabelOf(scanned('printing', { state: 'sent', evidence }))).toBeNull();
  });

  test('no question at first where the printer may confirm the print, but after a later scan', () => {
    const evidence = printEvidenceSchema.parse({ statusReport: 'answered', countBefore: 7 });
    expect(unconfirmedLabelOf(scanned('printing', { state: 'sent', evidence }))).toBeNull();
    expect(unconfirmedLabelOf(scanned('ask for copy', { state: 'sent', evidence }))).not.toBeNull();
  });

  test('a look-up asks about uncertain labels only, not about every sent one', () => {
    expect(unconfirmedLabelOf(scanned('found', { state: 'sent' }))).toBeNull();
  });

  test('no question for a job that is not finished, or whose outcome is known', () => {
    const asked = printJobStates.filter((state) => unconfirmedLabelOf(scanned('ask for copy', { state })) !== null);
    expect(asked).toEqual(['sent', 'uncertain']);
  });

  test('no question for a parcel that is deleted or counts down', () => {
    const deleted = parcelWith({ lastJob: jobWith({ state: 'uncertain' }), deletedAt: '2026-11-21T10:00:00.000Z' });
    expect(unconfirmedLabelOf(scanned('found', {}, { parcel: deleted }))).toBeNull();
    const deletion = {
      commandId: 1,
      state: 'counting',
      endsAt: 0,
      failure: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      requestLeft: false,
      settledBy: null,
    } as const;
    expect(unconfirmedLabelOf(scanned('found', { state: 'uncertain' }, { deletion }))).toBeNull();
  });
});
