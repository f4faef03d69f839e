import { describe, expect, it } from 'vitest';
import { type PreFlight, preFlight } from '../../../../src/main/core/printing/pre-flight.ts';
import { message } from '../../../../src/shared/messages/message.ts';

const facts: PreFlight['facts'] = {
  formats: 1,
  drawingFormats: 1,
  labels: 1,
  highestQuantity: 1,
  endsInsideFormat: false,
  beginsWithFormat: true,
  usesTextBlocks: false,
  dotsPerMillimetre: { value: 8, from: 'print width' },
  widthDots: 812,
  lengthDots: 1218,
};
const printer: PreFlight['printer'] = { dotsPerMillimetre: 8, paper: undefined, productionOnly: false };
const flight = (more: Partial<PreFlight> = {}): PreFlight => ({
  facts,
  printer,
  environment: 'production',
  offersPdf: false,
  ...more,
});
const withFacts = (more: Partial<PreFlight['facts']>) => preFlight(flight({ facts: { ...facts, ...more } }));

describe('pre-flight check', () => {
  it('no question for a 4x6 label on the printer it was made for', () => {
    expect(preFlight(flight())).toBeNull();
  });

  it('no question without facts: a label without sizes, a printer without a resolution', () => {
    expect(withFacts({ dotsPerMillimetre: null, widthDots: null, lengthDots: null })).toBeNull();
    expect(preFlight(flight({ printer: { ...printer, dotsPerMillimetre: null } }))).toBeNull();
  });

  it('a label for 203 dpi is never printed small on a 300 dpi printer without a question', () => {
    const found = preFlight(flight({ printer: { ...printer, dotsPerMillimetre: 12 } }));
    expect(found).toEqual({
      kind: 'resolution differs',
      message: message('print-question.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' }),
      answers: ['print anyway'],
    });
  });

  it('the service’s PDF is offered where it resolves the finding, and only there', () => {
    const found = preFlight(flight({ offersPdf: true, printer: { ...printer, dotsPerMillimetre: 12 } }));
    expect(found?.answers).toEqual(['print pdf', 'print anyway']);
    const copies = preFlight(flight({ offersPdf: true, facts: { ...facts, highestQuantity: 3 } }));
    expect(copies?.answers).toEqual(['print one', 'print anyway']);
  });

  it('a label longer or wider than the paper is asked about, and a print head’s width is not', () => {
    expect(withFacts({ lengthDots: 1624 })?.message).toEqual(
      message('print-question.larger-than-paper', {
        labelWidth: 102,
        labelLength: 203,
        paperWidth: 102,
        paperLength: 152,
      }),
    );
    expect(withFacts({ widthDots: 832 })).toBeNull();
    const longPaper = { ...printer, paper: { width: 101.6, length: 203.2 } };
    expect(preFlight(flight({ printer: longPaper, facts: { ...facts, lengthDots: 1624 } }))).toBeNull();
  });

  it.each([
    [
      'asks for copies of itself',
      { highestQuantity: 2, labels: 2 },
      'several copies',
      message('print-question.several-copies', { count: 2 }),
    ],
    [
      'holds several labels',
      { drawingFormats: 3, labels: 3 },
      'several labels',
      message('print-question.several-labels', { count: 3 }),
    ],
    ['has no end', { endsInsideFormat: true }, 'format not ended', message('print-question.incomplete-label')],
    ['draws nothing', { drawingFormats: 0, labels: 0 }, 'draws nothing', message('print-question.empty-label')],
  ] as const)('a label that %s waits for an answer', (_what, more, kind, expected) => {
    const found = withFacts(more);
    expect(found?.kind).toBe(kind);
    expect(found?.message).toEqual(expected);
  });

  it('a practice or sandbox label is not sent to a production-only printer without a question', () => {
    const kept = { ...printer, productionOnly: true };
    expect(preFlight(flight({ printer: kept, environment: 'practice' }))?.kind).toBe('not production');
    expect(preFlight(flight({ printer: kept, environment: 'sandbox' }))?.kind).toBe('not production');
    expect(preFlight(flight({ printer: kept }))).toBeNull();
  });

  it('all findings are one question, which one answer settles', () => {
    const found = preFlight(
      flight({ printer: { ...printer, dotsPerMillimetre: 12 }, facts: { ...facts, highestQuantity: 2 } }),
    );
    expect(found?.message).toEqual(
      message('print-question.several', {
        first: message('print-question.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' }),
        others: message('print-question.several-copies', { count: 2 }),
      }),
    );
    expect(found?.answers).toEqual(['print anyway', 'print one']);
  });
});
