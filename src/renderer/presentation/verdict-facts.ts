import type { LucideIcon } from 'lucide-react';
import type { StationView } from '../../shared/contract/station-view.ts';
import type { SentenceValues } from '../../shared/messages/message-definition.ts';
import type { Command } from '../../shared/orders/command.ts';
import type { PrintJob } from '../../shared/printing/print-job.ts';
import type { PrinterState } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { ScanAnswer } from '../../shared/scanning/scan-answer.ts';
import type { EnvironmentKind } from '../../shared/settings/environment.ts';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { type TextKey, text } from '../text/text.ts';
import { type Tone, toneIcons } from '../ui/tone.tsx';

/** The facts of a deletion that a verdict depends on. */
export type DeletionFacts = NonNullable<ScanAnswer['deletion']> & Partial<Pick<Command, 'retryAfterAt'>>;

/** The facts of a printer that a verdict depends on. */
export type PrinterFacts = Pick<PrinterState, 'name' | 'reasons' | 'connection'>;

/** What every verdict of a window depends on besides the parcel itself. */
export interface VerdictContext {
  readonly environmentKind: EnvironmentKind;
  /** Null while the printers are not known. */
  readonly printers: readonly PrinterFacts[] | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The context from the state that all screens share. */
export const verdictContext = (view: StationView | null, now: number): VerdictContext => ({
  environmentKind: view?.environment.kind ?? 'practice',
  printers: view?.printers ?? null,
  now,
});

/** Everything a verdict is decided from: what is true now, and how it was found. */
export interface VerdictFacts {
  /** What a scan found and did at its time; null on a screen without a scan. */
  readonly scan: Pick<ScanAnswer, 'kind' | 'mode' | 'code' | 'at'> | null;
  readonly parcel: Parcel | null;
  /** Parcels that the code stands for, where there are several. */
  readonly choices: number;
  readonly deletion: DeletionFacts | null;
  /** An order that has the code, while no parcel has it. */
  readonly order: Command | null;
  readonly job: PrintJob | null;
  /** False: there is a newer job of the same parcel, or the parcel is deleted or being deleted. */
  readonly mayCopyJob: boolean;
  /** Labels that print before the job; null where it does not stand in a queue. */
  readonly labelsBefore: number | null;
  /** The job's printer; null where it is not known. */
  readonly printer: PrinterFacts | null;
  /** False where it is known that no printer is set up that may get the label. */
  readonly hasPrinter: boolean;
  readonly environmentKind: EnvironmentKind;
  readonly now: number;
}

/** The facts behind the answer to a scan. */
export function factsOfScan(answer: ScanAnswer, context: VerdictContext): VerdictFacts {
  const { parcel, choices, deletion, order, job, labelsBefore } = answer;
  const mayCopyJob = parcel === null || parcel.lastJob === null || parcel.lastJob.id === job?.id;
  const present = { parcel, choices: choices.length, deletion, order, job, mayCopyJob, labelsBefore };
  return { scan: answer, ...present, ...surroundings(job, context) };
}

/** The facts of a parcel on a screen without a scan. */
export function factsOfParcel(parcel: Parcel, context: VerdictContext): VerdictFacts {
  const { deletion, lastJob: job } = parcel;
  return {
    ...nothing,
    parcel,
    deletion: deletion && {
      ...{ commandId: deletion.commandId, state: deletion.state, endsAt: deletion.notBefore, failure: null },
      ...{ createdAt: deletion.updatedAt, requestLeft: deletion.requestLeft, settledBy: deletion.settledBy },
    },
    job,
    ...surroundings(job, context),
  };
}

/** Where a job stands among the others. */
export interface JobPlace {
  /** Labels that print before it; null where it does not stand in a queue. */
  readonly labelsBefore: number | null;
  /** There is no newer job of the same parcel. */
  readonly isNewest: boolean;
  /** Its parcel is deleted or being deleted. */
  readonly isParcelGone?: boolean;
}

/** The facts of a print job by itself. */
export function factsOfJob(
  job: PrintJob,
  { labelsBefore, isNewest, isParcelGone }: JobPlace,
  context: VerdictContext,
): VerdictFacts {
  return { ...nothing, job, mayCopyJob: isNewest && !isParcelGone, labelsBefore, ...surroundings(job, context) };
}

/** The facts of an order or a deletion by itself. */
export function factsOfCommand(command: Command, context: VerdictContext): VerdictFacts {
  const facts = { ...nothing, ...surroundings(null, context) };
  if (command.kind === 'create') return { ...facts, order: command };
  const { id: commandId, notBefore: endsAt, ...deletion } = command;
  return { ...facts, deletion: { ...deletion, commandId, endsAt } };
}

const nothing = {
  ...{ scan: null, parcel: null, choices: 0, deletion: null, order: null },
  ...{ job: null, mayCopyJob: true, labelsBefore: null },
};

const surroundings = (job: PrintJob | null, { printers, environmentKind, now }: VerdictContext) => ({
  printer: printers?.find(({ name }) => name === job?.printer) ?? null,
  hasPrinter:
    printers === null ||
    printers.some(({ connection }) => environmentKind === 'practice' || !transportCapabilities(connection).isVirtual),
  environmentKind,
  now,
});

/** What the facts come to: the same on every screen. */
export interface Verdict {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** Two to four terms, without figures that change over time. */
  readonly heading: string;
  /** Shown in place of the heading while the seconds run. */
  readonly countdown: string | null;
  /** What happened, or what to do next. */
  readonly sentence: string;
  /** Where the label stands in its printer's queue. */
  readonly place: string | null;
  /** Technical facts, shown on request. */
  readonly details: readonly string[];
}

/** One row of the table of verdicts: it decides where the rows above it do not apply. */
export interface VerdictRule {
  readonly name: string;
  /** Null where the row does not apply. */
  readonly decide: (facts: VerdictFacts) => Verdict | null;
}

interface VerdictOptions {
  readonly icon?: LucideIcon;
  readonly values?: SentenceValues;
  readonly details?: readonly string[];
  readonly place?: string | null;
  readonly countdown?: string | null;
}

/** A verdict with texts that stand elsewhere in the catalogue. */
export const headed = (tone: Tone, heading: string, sentence: string, options: VerdictOptions = {}): Verdict => ({
  tone,
  icon: options.icon ?? toneIcons[tone],
  heading,
  countdown: options.countdown ?? null,
  sentence,
  place: options.place ?? null,
  details: options.details ?? [],
});

/** The catalogue's entries that have a heading and a sentence. */
type VerdictName = {
  [K in TextKey]: K extends `scan-verdict.heading.${infer Name}`
    ? `scan-verdict.sentence.${Name}` extends TextKey
      ? Name
      : never
    : never;
}[TextKey];

/** A verdict with the heading and the sentence of that name. */
export function named(tone: Tone, name: VerdictName, options: VerdictOptions = {}): Verdict {
  const { values } = options;
  const heading = text(`scan-verdict.heading.${name}`, values);
  return headed(tone, heading, text(`scan-verdict.sentence.${name}`, values), options);
}
