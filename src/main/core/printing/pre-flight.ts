import { type Message, message } from '../../../shared/messages/message.ts';
import type { LabelFacts } from '../../../shared/printing/label-inspection.ts';
import type { PrintAnswer, PrintQuestion, PrintQuestionKind } from '../../../shared/printing/print-job.ts';
import { defaultPaper, dotsPerInch, type Paper } from '../../../shared/printing/printer.ts';
import type { Environment } from '../../../shared/settings/environment.ts';

/** What is known of the printer. */
export interface TargetPrinter {
  /** Null where neither the printer nor the settings provide it. */
  readonly dotsPerMillimetre: number | null;
  readonly paper: Paper | undefined;
  readonly productionOnly: boolean;
}

export interface PreFlight {
  readonly facts: LabelFacts;
  readonly printer: TargetPrinter;
  readonly environment: Environment['kind'];
  /** The service offers the label as PDF too. */
  readonly offersPdf: boolean;
}

/** Millimetres a label may be wider or longer than the paper: print heads are a little wider than 4 inches. */
const tolerance = 4;

interface Finding {
  kind: PrintQuestionKind;
  message: Message;
  answers: readonly PrintAnswer[];
}

/** The question to ask before this label goes to this printer; null where there is none. One answer settles all findings. */
export function preFlight(flight: PreFlight): PrintQuestion | null {
  const findings = checks.flatMap((check) => check(flight) ?? []);
  const [first] = findings;
  if (!first) return null;
  const answers = [...new Set(findings.flatMap((finding) => finding.answers))];
  return {
    kind: first.kind,
    message: findings
      .map((finding) => finding.message)
      .reduceRight((others, first) => message('print-question.several', { first, others })),
    answers:
      flight.offersPdf && findings.some(({ kind }) => solvedByPdf.includes(kind))
        ? ['print pdf', ...answers]
        : [...answers],
  };
}

/** The PDF is drawn at the printer's own resolution and paper. */
const solvedByPdf: readonly PrintQuestionKind[] = ['resolution differs', 'larger than the paper', 'format not ended'];

const checks: readonly ((flight: PreFlight) => Finding | null)[] = [
  notProduction,
  formatNotEnded,
  drawsNothing,
  resolutionDiffers,
  largerThanPaper,
  severalCopies,
  severalLabels,
];

/** Also asked for a label drawn for this printer: where a label may go is independent of how it looks. */
export function notProduction({ printer, environment }: Omit<PreFlight, 'facts' | 'offersPdf'>): Finding | null {
  if (!printer.productionOnly || environment === 'production') return null;
  return {
    kind: 'not production',
    message: message('print-question.not-production', { environment }),
    answers: ['print anyway'],
  };
}

function formatNotEnded({ facts }: PreFlight): Finding | null {
  if (!facts.endsInsideFormat) return null;
  return {
    kind: 'format not ended',
    message: message('print-question.incomplete-label'),
    answers: ['print anyway'],
  };
}

function drawsNothing({ facts }: PreFlight): Finding | null {
  if (facts.drawingFormats > 0) return null;
  return { kind: 'draws nothing', message: message('print-question.empty-label'), answers: ['print anyway'] };
}

function resolutionDiffers({ facts, printer }: PreFlight): Finding | null {
  const made = facts.dotsPerMillimetre?.value;
  const has = printer.dotsPerMillimetre;
  if (!made || !has || made === has) return null;
  return {
    kind: 'resolution differs',
    message: message('print-question.resolution-differs', {
      labelDpi: dotsPerInch(made),
      printerDpi: dotsPerInch(has),
      size: made < has ? 'small' : 'large',
    }),
    answers: ['print anyway'],
  };
}

function largerThanPaper({ facts, printer }: PreFlight): Finding | null {
  const dots = facts.dotsPerMillimetre?.value ?? printer.dotsPerMillimetre;
  if (!dots) return null;
  const paper = printer.paper ?? defaultPaper;
  const width = facts.widthDots === null ? 0 : facts.widthDots / dots;
  const length = facts.lengthDots === null ? 0 : facts.lengthDots / dots;
  if (width <= paper.width + tolerance && length <= paper.length + tolerance) return null;
  return {
    kind: 'larger than the paper',
    message: message('print-question.larger-than-paper', {
      labelWidth: width > 0 ? Math.round(width) : null,
      labelLength: length > 0 ? Math.round(length) : null,
      paperWidth: Math.round(paper.width),
      paperLength: Math.round(paper.length),
    }),
    answers: ['print anyway'],
  };
}

function severalCopies({ facts }: PreFlight): Finding | null {
  if (facts.highestQuantity <= 1) return null;
  return {
    kind: 'several copies',
    message: message('print-question.several-copies', { count: facts.highestQuantity }),
    answers: ['print one', 'print anyway'],
  };
}

function severalLabels({ facts }: PreFlight): Finding | null {
  if (facts.drawingFormats <= 1) return null;
  return {
    kind: 'several labels',
    message: message('print-question.several-labels', { count: facts.drawingFormats }),
    answers: ['print anyway'],
  };
}
