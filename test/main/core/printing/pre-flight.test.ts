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
    const asked = preFlight(flight({ printer: { ...printer, dotsPerMillimetre: 12 } }));
    expect(asked).toEqual({
      question: 'resolution differs',
      words: message('print-job.asked.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' }),
      answers: ['print anyway'],
    });
  });

  it('the service’s PDF is offered where it resolves the finding, and only there', () => {
    const asked = preFlight(flight({ offersPdf: true, printer: { ...printer, dotsPerMillimetre: 12 } }));
    expect(asked?.answers).toEqual(['print pdf', 'print anyway']);
    const copies = preFlight(flight({ offersPdf: true, facts: { ...facts, highestQuantity: 3 } }));
    expect(copies?.answers).toEqual(['print one', 'print anyway']);
  });

  it('a label longer or wider than the paper is asked about, and a print head’s width is not', () => {
    expect(withFacts({ lengthDots: 1624 })?.words).toEqual(
      message('print-job.asked.larger-than-paper', {
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
      message('print-job.asked.several-copies', { count: 2 }),
    ],
    [
      'holds several labels',
      { drawingFormats: 3, labels: 3 },
      'several labels',
      message('print-job.asked.several-labels', { count: 3 }),
    ],
    ['has no end', { endsInsideFormat: true }, 'format not ended', message('print-job.asked.incomplete-label')],
    ['draws nothing', { drawingFormats: 0, labels: 0 }, 'draws nothing', message('print-job.asked.empty-label')],
  ] as const)('a label that %s waits for an answer', (_what, more, question, expected) => {
    const asked = withFacts(more);
    expect(asked?.question).toBe(question);
    expect(asked?.words).toEqual(expected);
  });

  it('a practice or sandbox label is not sent to a production-only printer without a question', () => {
    const kept = { ...printer, productionOnly: true };
    expect(preFlight(flight({ printer: kept, environment: 'practice' }))?.question).toBe('not production');
    expect(preFlight(flight({ printer: kept, environment: 'sandbox' }))?.question).toBe('not production');
    expect(preFlight(flight({ printer: kept }))).toBeNull();
  });

  it('all findings are one question, which one answer settles', () => {
    const asked = preFlight(
      flight({ printer: { ...printer, dotsPerMillimetre: 12 }, facts: { ...facts, highestQuantity: 2 } }),
    );
    expect(asked?.words).toEqual(
      message('print-job.asked.several', {
        first: message('print-job.asked.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' }),
        others: message('print-job.asked.several-copies', { count: 2 }),
      }),
    );
    expect(asked?.answers).toEqual(['print anyway', 'print one']);
  });
});
