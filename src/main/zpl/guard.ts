import { type Message, message } from '../../shared/messages/message.ts';
import type {
  ByteEdit,
  Finding,
  FindingReason,
  LabelInspection,
  LabelVerdict,
} from '../../shared/printing/label-inspection.ts';
import { judgeCommand, judgeObjects } from './judge-command.ts';
import { applyEdits, isLineBreak, shownBytes, tilde } from './label-bytes.ts';
import { readLabelFacts } from './label-facts.ts';
import { exitIn, markAtLineStart, otherLanguageIn, textOutsideFormats } from './other-languages.ts';
import { quantityOf } from './parameters.ts';
import { followEncoding } from './text-encoding.ts';
import { type CommandToken, type TextToken, tokensOf } from './tokens.ts';
import { fieldData } from './used-area.ts';

/** The station's setting for commands that affect the printer beyond their own label: removed or passed. */
export type SuspiciousPolicy = 'take out' | 'pass';

/** The result of the guard; `bytes` are to be sent: the same object where nothing was changed. */
export type GuardedLabel =
  | Extract<LabelVerdict, { kind: 'refused' }>
  | (Omit<Extract<LabelVerdict, { kind: 'passed' }>, 'edits'> & { readonly bytes: Uint8Array });

/** The largest label that is checked, bytes; larger ones are refused. A whole 4x6 picture at 203 dpi is 250,000 in hexadecimal. */
export const largestLabel = 512 * 1024;

/** The same for the ZPL of a PDF that was drawn here, all pages together. */
export const largestDrawing = 16 * 1024 * 1024;

/**
 * Prevents a downloaded label from changing, locking, resetting or misusing the printer. A dangerous command refuses the whole label;
 * suspicious commands are removed or passed, by the policy; unknown ones pass and are reported. All other bytes stay unchanged.
 * Idempotent.
 */
export const guardLabel = (bytes: Uint8Array, policy: SuspiciousPolicy): GuardedLabel =>
  applyVerdict(bytes, judgeLabel(bytes, policy));

/** The version of the rules by which labels are read: another one inspects stored labels again. A test names the files. */
export const inspectionVersion = 4;

/** Most edits of an inspection that is stored. */
const maxStoredEdits = 200;

/** What is stored with a label, so that it is not read again before each print; null for one that is read again. */
export function inspectionToStore(bytes: Uint8Array): LabelInspection | null {
  if (bytes.length > largestLabel) return null;
  const inspected = inspectLabel(bytes);
  const verdicts = { 'take out': verdictOf(bytes, inspected, 'take out'), pass: verdictOf(bytes, inspected, 'pass') };
  const isLong = Object.values(verdicts).some((one) => one.kind === 'passed' && one.edits.length > maxStoredEdits);
  return isLong ? null : { version: inspectionVersion, facts: readLabelFacts(bytes), verdicts };
}

/** The label as the verdict lets it pass. */
export function applyVerdict(bytes: Uint8Array, verdict: LabelVerdict): GuardedLabel {
  if (verdict.kind === 'refused') return verdict;
  const { edits, ...passed } = verdict;
  return { ...passed, bytes: applyEdits(bytes, edits) };
}

/** The guard's verdict on a label of at most `maxBytes`. */
export function judgeLabel(bytes: Uint8Array, policy: SuspiciousPolicy, maxBytes = largestLabel): LabelVerdict {
  return bytes.length > maxBytes ? refusedForSize : verdictOf(bytes, inspectLabel(bytes), policy);
}

function verdictOf(bytes: Uint8Array, inspected: InspectionResult, policy: SuspiciousPolicy): LabelVerdict {
  const { dangers, removals, suspicions, warnings, edits, optionalEdits } = inspected;
  if (dangers.length > 0) return { kind: 'refused', dangers };
  const isPassing = policy === 'pass';
  const made = isPassing ? edits : [...edits, ...optionalEdits];
  // What stood before a removed command may continue behind it, or at the end.
  const left = made.length === 0 ? [] : inspectLabel(applyEdits(bytes, made)).dangers;
  if (left.length > 0) return { kind: 'refused', dangers: left };
  const inOrder = [...removals, ...(isPassing ? [] : suspicions)].sort((one, other) => one.at - other.at);
  return {
    ...{ kind: 'passed', edits: made, removedCommands: inOrder.slice(0, maxFindings) },
    warnings: [...(isPassing ? suspicions : []), ...warnings].slice(0, maxFindings),
  };
}

const refusedForSize: LabelVerdict = {
  kind: 'refused',
  dangers: [{ command: '', at: 0, reason: 'zpl.finding.label-too-large', times: 1 }],
};

/** The findings in a label, and the edits that remove commands. */
interface InspectionResult {
  readonly dangers: readonly Finding[];
  /** Commands removed under both policies, by `edits`. */
  readonly removals: readonly Finding[];
  /** Commands removed by the policy, by `optionalEdits`. */
  readonly suspicions: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly edits: readonly ByteEdit[];
  readonly optionalEdits: readonly ByteEdit[];
}

const maxDangers = 20;
const maxFindings = 50;
/** Most commands that are inspected: fifty times as many as in a real label. */
export const maxCommands = 20_000;

/** Inspects every byte of a label once, as a printer would read it. Ends early after too many commands. */
function inspectLabel(bytes: Uint8Array): InspectionResult {
  const inspection: Inspection = {
    bytes,
    dangers: collectFindings(maxDangers),
    removals: collectFindings(maxFindings),
    suspicions: collectFindings(maxFindings),
    warnings: collectFindings(maxFindings),
    edits: [],
    optionalEdits: [],
    objects: [],
  };
  const encoding = followEncoding(bytes);
  let inFormat = false;
  let tokens = 0;
  for (const token of tokensOf(bytes)) {
    tokens += 1;
    if (tokens > maxCommands) {
      refuse(inspection, { at: token.start, reason: 'zpl.finding.too-many-commands' }, token.end);
      break;
    }
    if (encoding.hidesPrefix(token))
      refuse(inspection, { at: token.start, reason: 'zpl.finding.two-byte-text' }, token.end);
    if (token.kind === 'text') {
      inspectText(inspection, token, inFormat);
      continue;
    }
    inspectCommand(inspection, token);
    inFormat = token.command === '^XZ' ? false : inFormat || opensFormat(token);
    if (token.holdsMark) inspectOtherLanguages(inspection, token, inFormat);
    if (!inFormat && token.command !== '^XZ') inspectOutside(inspection, token);
    if (token.fault) note(inspection, inspection.dangers, token, token.fault);
  }
  settleObjects(inspection);
  const { dangers, removals, suspicions, warnings, edits, optionalEdits } = inspection;
  return {
    ...{ dangers: dangers.list(), removals: removals.list(), suspicions: suspicions.list(), warnings: warnings.list() },
    ...{ edits, optionalEdits },
  };
}

interface Inspection {
  readonly bytes: Uint8Array;
  readonly dangers: FindingList;
  readonly removals: FindingList;
  readonly suspicions: FindingList;
  readonly warnings: FindingList;
  readonly edits: ByteEdit[];
  readonly optionalEdits: ByteEdit[];
  readonly objects: CommandToken[];
}

/** True for an `^XA` that every printer recognizes: not a control byte, and without a line break in its name. */
const opensFormat = (token: CommandToken): boolean =>
  token.command === '^XA' && !token.aliased && token.parameters - token.start === 3;

function inspectCommand(inspection: Inspection, token: CommandToken): void {
  const verdict = judgeCommand(inspection.bytes, token);
  switch (verdict.kind) {
    case 'safe':
      break;
    case 'dangerous':
      note(inspection, inspection.dangers, token, verdict.reason);
      break;
    case 'warning':
      note(inspection, inspection.warnings, token, verdict.reason);
      break;
    case 'suspicious':
      if (verdict.always) remove(inspection, token, verdict.reason);
      else suspect(inspection, token, verdict.reason, wholeOf(inspection, token, verdict.replacement ?? ''));
      break;
    case 'object':
      inspection.objects.push(token);
      break;
  }
  if (token.aliased) note(inspection, inspection.warnings, token, 'zpl.finding.control-byte');
}

function note({ bytes }: Inspection, notes: FindingList, token: CommandToken, reason: FindingReason): void {
  notes.add(token.command, token.start, reason, () => shownBytes(bytes, token.start, token.end));
}

function suspect(inspection: Inspection, token: CommandToken, reason: FindingReason, edit: ByteEdit): void {
  note(inspection, inspection.suspicions, token, reason);
  inspection.optionalEdits.push(edit);
}

function remove(inspection: Inspection, token: CommandToken, reason: FindingReason): void {
  note(inspection, inspection.removals, token, reason);
  inspection.edits.push(wholeOf(inspection, token, ''));
}

/** An edit of the whole command. Line breaks after it are kept, because printers ignore them. */
function wholeOf({ bytes }: Inspection, token: CommandToken, replacement: string): ByteEdit {
  let end = token.end;
  while (end > token.parameters && isLineBreak(bytes[end - 1] as number)) end -= 1;
  return { start: token.start, end, replacement };
}

function inspectText(inspection: Inspection, token: TextToken, inFormat: boolean): void {
  const { bytes } = inspection;
  let end = token.end;
  if (bytes[end - 1] === tilde) {
    // `CT~`, the rest of a printer driver's first command (tokens.ts).
    end -= 3;
    inspection.suspicions.add('CT', end, 'zpl.finding.usual-prefix', () => shownBytes(bytes, end, token.end));
    inspection.optionalEdits.push({ start: end, end: token.end, replacement: '' });
  }
  const found = inFormat
    ? (markAtLineStart(bytes, token.start, end, false) ??
      exitIn(bytes, token.start, end) ??
      otherLanguageIn(bytes, token.start, end))
    : textOutsideFormats(bytes, token.start, end);
  if (found) refuse(inspection, found, end);
}

function refuse({ bytes, dangers }: Inspection, found: { at: number; reason: FindingReason }, end: number): void {
  dangers.add('', found.at, found.reason, () => shownBytes(bytes, found.at, end));
}

const graphics: ReadonlySet<string> = new Set(['^GF', '~DG']);

function inspectOtherLanguages(inspection: Inspection, token: CommandToken, inFormat: boolean): void {
  const { bytes } = inspection;
  const start = token.payload?.end ?? token.parameters;
  const mark = markAtLineStart(bytes, start, token.end, graphics.has(token.command)) ?? exitIn(bytes, start, token.end);
  const found = mark ?? otherLanguageIn(bytes, start, token.end);
  if (!found) return;
  if (mark || !inFormat || !fieldData.has(token.command)) {
    refuse(inspection, found, token.end);
  } else {
    const isJson = found.reason === 'zpl.finding.json';
    const reason = isJson ? 'zpl.finding.shows-json' : 'zpl.finding.shows-other-language';
    note(inspection, inspection.warnings, token, reason);
  }
}

/** Outside formats, where printers switch languages, text on its own line is not part of the preceding command. */
function inspectOutside(inspection: Inspection, token: CommandToken): void {
  const { bytes } = inspection;
  if (token.payload) note(inspection, inspection.dangers, token, 'zpl.finding.binary-outside-label');
  // A printer may keep the number for the next format.
  if (token.command === '^PQ' && quantityOf(bytes, token) > 1) {
    note(inspection, inspection.dangers, token, 'zpl.finding.unreadable-quantity');
  }
  if (token.payload || token.command === '~DG') return;
  let at = token.parameters;
  while (at < token.end && !isLineBreak(bytes[at] as number)) at += 1;
  const found = textOutsideFormats(bytes, at, token.end);
  if (found) refuse(inspection, found, token.end);
}

function settleObjects(inspection: Inspection): void {
  if (inspection.objects.length === 0) return;
  for (const [token, verdict] of judgeObjects(inspection.bytes, inspection.objects)) {
    switch (verdict.kind) {
      case 'safe':
        break;
      case 'warning':
        note(inspection, inspection.warnings, token, verdict.reason);
        break;
      case 'take out':
        suspect(inspection, token, verdict.reason, wholeOf(inspection, token, ''));
        break;
      case 'dangerous':
        note(inspection, inspection.dangers, token, verdict.reason);
        break;
    }
  }
}

/** The finding as a message for the operator. */
export const findingMessage = ({ command, at, reason }: Finding): Message => message(reason, { command, at });

/** Collects findings: one of each kind, up to a limit. */
export interface FindingList {
  /** Findings of one `kind` and reason count as one; `show` is called for the first. */
  add(kind: string, at: number, reason: FindingReason, show: () => string): void;
  list(): Finding[];
}

function collectFindings(max: number): FindingList {
  const kept: { finding: Finding; times: number }[] = [];
  const byReason = new Map<FindingReason, Map<string, { times: number }>>();
  return {
    add(kind, at, reason, show) {
      const known = byReason.get(reason)?.get(kind);
      if (known) known.times += 1;
      if (known || kept.length >= max) return;
      const entry = { finding: { command: show(), at, reason, times: 1 }, times: 1 };
      kept.push(entry);
      byReason.set(reason, (byReason.get(reason) ?? new Map()).set(kind, entry));
    },
    list: () => kept.map(({ finding, times }) => ({ ...finding, times })),
  };
}
