import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { labelFormat } from '../../../shared/printing/label-format.ts';
import type { Finding, LabelFacts } from '../../../shared/printing/label-inspection.ts';
import type { PrintJob, PrintQuestion } from '../../../shared/printing/print-job.ts';
import { defaultPaper, type Printer } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import type { Environment } from '../../../shared/settings/environment.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import {
  applyVerdict,
  findingMessage,
  inspectionVersion,
  judgeLabel,
  largestDrawing,
  largestLabel,
} from '../../zpl/guard.ts';
import { readLabelFacts } from '../../zpl/label-facts.ts';
import { withOneCopy } from '../../zpl/parameters.ts';
import { resetBefore, withReset } from '../../zpl/printer-reset.ts';
import { sha256Of } from '../fingerprint.ts';
import type { NextLabel } from '../ports/print-records.ts';
import type { LabelPictures } from '../ports/printing.ts';
import { notProduction, preFlight } from './pre-flight.ts';

export interface PrepareLabelParts {
  environment: Environment['kind'];
  pictures: Pick<LabelPictures, 'zplOfPdf'>;
  printing: () => Settings['printing'];
}

/** A label that may be sent. */
export interface ReadyLabel {
  readonly kind: 'ready';
  /** The bytes to send; the label's own object where nothing was changed. */
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Sent before them: it prints nothing, and undoes what earlier labels set. Empty for a virtual printer, which keeps no settings. */
  readonly reset: Uint8Array;
  /** Number of labels that will print; null where it cannot be determined. */
  readonly labels: number | null;
  readonly removedCommands: Message[];
  readonly remarks: Message[];
}

/** The result of preparing a job's label. */
export type PreparedLabel =
  | ReadyLabel
  | { readonly kind: 'question'; readonly question: PrintQuestion }
  /** It is prepared again later. */
  | { readonly kind: 'delayed'; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Findings of the guard kept with a job. */
const maxFindings = 50;

/** Makes a label ready for a printer: PDF to dots, past the guard, and through the pre-flight checks. Nothing is sent. */
export async function prepareLabel(
  parts: PrepareLabelParts,
  label: NextLabel,
  printer: Printer,
): Promise<PreparedLabel> {
  const { job, bytes } = label;
  if (bytes === null) return { kind: 'failed', failure: lostLabel };
  if (!isPdf(label)) return prepareZpl(parts, label, printer);
  const productionQuestion = productionOnlyQuestion(parts.environment, printer, job);
  if (productionQuestion) return productionQuestion;
  // A virtual printer keeps the file as it is.
  if (transportCapabilities(printer.connection).isVirtual) return unchanged(bytes);
  const dotsPerMillimetre = resolutionOf(printer);
  if (dotsPerMillimetre === null) return resolutionQuestion(printer);
  const zpl = await zplOf(parts, job, bytes, printer, dotsPerMillimetre);
  if (!zpl.ok) return { kind: zpl.failure.code === 'picture-delayed' ? 'delayed' : 'failed', failure: zpl.failure };
  // A label that was drawn here for this printer contains nothing suspicious.
  const drawn = { ...label, bytes: zpl.value, inspection: null, offersPdf: false };
  return throughChecks(parts, drawn, printer, 'pass', largestDrawing);
}

/** The same for a label that need not be drawn; a PDF is not ready. */
export function prepareZpl(parts: PrepareLabelParts, label: NextLabel, printer: Printer): PreparedLabel {
  if (label.bytes === null || isPdf(label)) return { kind: 'failed', failure: lostLabel };
  return throughChecks(parts, label, printer, parts.printing().suspiciousCommands);
}

/** Only ZPL is stored with an inspection. */
const isPdf = ({ bytes, inspection }: NextLabel): boolean =>
  bytes !== null && inspection === null && labelFormat(bytes) === 'pdf';

function throughChecks(
  parts: PrepareLabelParts,
  label: NextLabel,
  printer: Printer,
  policy: Settings['printing']['suspiciousCommands'],
  maxBytes = largestLabel,
): PreparedLabel {
  const { job, offersPdf } = label;
  const bytes = label.bytes ?? nothing;
  const sha256 = sha256Of(bytes);
  // An inspection counts for the very bytes that were inspected, by the present rules.
  const stored =
    label.inspection?.version === inspectionVersion && sha256 === job.labelSha256 ? label.inspection : null;
  const guarded = applyVerdict(bytes, stored?.verdicts[policy] ?? judgeLabel(bytes, policy, maxBytes));
  if (guarded.kind === 'refused') return { kind: 'failed', failure: refusedLabel(guarded.dangers) };
  const facts = stored?.facts ?? readLabelFacts(bytes);
  const question = preFlight({
    facts,
    printer: {
      dotsPerMillimetre: resolutionOf(printer),
      paper: printer.paper,
      productionOnly: printer.productionOnly ?? false,
    },
    environment: parts.environment,
    offersPdf,
  });
  const answered = job.answers.some((answer) => answer === 'print anyway' || answer === 'print one');
  // Several pages of a PDF are intended, and still asked about as several labels.
  if (question && !answered) return { kind: 'question', question };
  const once = job.answers.includes('print one') ? withOneCopy(guarded.bytes) : guarded.bytes;
  const sent = facts.endsInsideFormat ? withFormatEnd(once) : once;
  return {
    kind: 'ready',
    bytes: sent,
    sha256: sent === bytes ? sha256 : sha256Of(sent),
    reset: resetFor(printer, facts, policy === 'pass'),
    labels: job.answers.includes('print one') ? facts.drawingFormats : facts.labels,
    removedCommands: messagesOf(guarded.removedCommands),
    remarks: messagesOf(guarded.warnings),
  };
}

/** The PDF drawn last is kept: while its printer is held it is not drawn again at every check. */
export function cacheLastDrawing(zplOfPdf: LabelPictures['zplOfPdf']): LabelPictures['zplOfPdf'] {
  let last: { of: string; zpl: Result<Uint8Array> } | null = null;
  return async (label, printer) => {
    const of = JSON.stringify([label.sha256, printer]);
    if (last?.of === of) return last.zpl;
    const zpl = await zplOfPdf(label, printer);
    last = zpl.ok ? { of, zpl } : null;
    return zpl;
  };
}

/** What a question and its answer depend on besides the label. */
export function questionBasis({ known, dotsPerMillimetre, paper, productionOnly }: Printer): string {
  return JSON.stringify([known?.dotsPerMillimetre ?? dotsPerMillimetre, paper, productionOnly ?? false]);
}

/** The printer's resolution: reported by the printer, or set by an operator; null where neither. */
function resolutionOf(printer: Printer): number | null {
  return printer.known?.dotsPerMillimetre ?? printer.dotsPerMillimetre ?? null;
}

/** The reset before a label; `setsPaper`: the label's commands may change the paper's size. */
function resetFor(printer: Printer, facts: LabelFacts, setsPaper: boolean): Uint8Array {
  if (transportCapabilities(printer.connection).isVirtual) return nothing;
  const target = { dotsPerMillimetre: resolutionOf(printer), paper: printer.paper ?? defaultPaper };
  return resetBefore(facts, setsPaper ? target : null);
}

/** A label of the station's own, such as a test label, with the reset before it. */
export const withResetFor = (printer: Printer, label: Uint8Array): Uint8Array =>
  withReset(resetFor(printer, readLabelFacts(label), true), label);

function productionOnlyQuestion(
  environment: Environment['kind'],
  printer: Printer,
  job: PrintJob,
): PreparedLabel | null {
  const at = { dotsPerMillimetre: null, paper: undefined, productionOnly: printer.productionOnly ?? false };
  const finding = notProduction({ printer: at, environment });
  if (!finding || job.answers.includes('print anyway')) return null;
  const { kind, answers } = finding;
  return { kind: 'question', question: { kind, message: finding.message, answers: [...answers] } };
}

async function zplOf(
  parts: PrepareLabelParts,
  job: PrintJob,
  bytes: Uint8Array,
  printer: Printer,
  dotsPerMillimetre: number,
): Promise<Result<Uint8Array>> {
  const { name, paper = defaultPaper } = printer;
  const target = { name, dotsPerMillimetre, packing: packingFor(printer), paper };
  return parts.pictures.zplOfPdf({ sha256: job.labelSha256, format: 'pdf', bytes }, target);
}

function resolutionQuestion(printer: Printer): PreparedLabel {
  const unknown = message('print-question.resolution-unknown', { printer: printer.name });
  return { kind: 'question', question: { kind: 'resolution not known', message: unknown, answers: [] } };
}

/** Zebra's own printers of the Link-OS families unpack zlib; older ones and clones are sent the form all of them know. */
function packingFor(printer: Printer): 'z64' | 'acs' {
  return /^(ZD|ZT|ZQ|ZE)\d/i.test(printer.known?.model ?? '') ? 'z64' : 'acs';
}

const nothing = new Uint8Array();

const unchanged = (bytes: Uint8Array): PreparedLabel => ({
  kind: 'ready',
  bytes,
  sha256: sha256Of(bytes),
  reset: nothing,
  labels: null,
  removedCommands: [],
  remarks: [],
});

function withFormatEnd(bytes: Uint8Array): Uint8Array {
  const ended = new Uint8Array(bytes.length + 3);
  ended.set(bytes);
  ended.set([0x5e, 0x58, 0x5a], bytes.length); // ^XZ
  return ended;
}

const messagesOf = (findings: readonly Finding[]): Message[] => findings.slice(0, maxFindings).map(findingMessage);

const refusedLabel = (dangers: readonly Finding[]): Failure => ({
  code: 'label-refused',
  message: message('zpl.label-refused', { count: dangers.length, findings: messagesOf(dangers) }),
});

const lostLabel: Failure = {
  code: 'no-label',
  message: message('label.unreadable-file'),
};
