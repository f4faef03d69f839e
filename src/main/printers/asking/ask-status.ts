import { heldReasons } from '../../../shared/printer.ts';
import type { PrinterStatus, StatusAnswer } from '../../../shared/printer-status.ts';
import { type ErrorFlags, readErrorFlags, readSystemStatus } from './error-flags.ts';
import { isWorthAsking, noteAnswer, noteSilence, type PrinterHabits } from './habits.ts';
import { type HostStatus, readHostStatus } from './host-status.ts';
import { replyText } from './reply-text.ts';
import { noteSilenceOfVariables, variableQuestion } from './variables.ts';
import type { ReplyLimits, Wire } from './wire.ts';

/** Silence to everything is known after the first byte's time of both questions: 1.6 seconds. */
const statusLimits: ReplyLimits = { firstByteMs: 900, betweenMs: 400, totalMs: 1_200 };
const systemStatusLimits: ReplyLimits = { firstByteMs: 700, betweenMs: 300, totalMs: 700 };
/** No second question begins where less than this is left, milliseconds. */
const wholeTimeMs = 1_750;

/**
 * Asks a printer how it is. `~HQES` names the faults even where newer printers leave `~HS` unanswered; `~HS` knows pause, buffer and
 * partial format. Where `~HS` says nothing, `zpl.system_status` is asked for the pause. Known within 1.8 seconds, whatever happens.
 */
export async function askStatus(wire: Wire, habits: PrinterHabits): Promise<StatusAnswer> {
  const began = performance.now();
  const { flags, host } = await askFlagsAndHost(wire, habits);
  const left = wholeTimeMs - (performance.now() - began);
  const system = host || left <= 0 ? null : await askSystemStatus(wire, habits, flags !== null, left);
  noteHostStatus(habits, host, flags ?? system);
  if (!flags && !host && !system) return { kind: 'silent' };
  return { kind: 'answered', status: statusOf(flags, host, system) };
}

async function askFlagsAndHost(
  wire: Wire,
  habits: PrinterHabits,
): Promise<{ flags: ErrorFlags | null; host: HostStatus | null }> {
  const asksFlags = isWorthAsking(habits.errorFlags);
  const asksHost = isWorthAsking(habits.hostStatus);
  if (!asksFlags && !asksHost) return { flags: null, host: null };
  const question = Buffer.from(`${asksFlags ? '~HQES\r\n' : ''}${asksHost ? '~HS\r\n' : ''}`, 'latin1');
  const isWhole = (reply: Uint8Array): boolean => {
    const text = replyText(reply);
    return (!asksFlags || readErrorFlags(text) !== null) && (!asksHost || readHostStatus(text) !== null);
  };
  const text = replyText(await wire.exchange(question, isWhole, statusLimits));
  const flags = readErrorFlags(text);
  const host = readHostStatus(text);
  if (flags) noteAnswer(habits.errorFlags);
  else if (asksFlags && host) noteSilence(habits.errorFlags);
  return { flags, host };
}

/** In a fault its silence is no habit: newer guides say that `~HS` is not answered then. */
function noteHostStatus(habits: PrinterHabits, host: HostStatus | null, flags: ErrorFlags | null): void {
  if (host) noteAnswer(habits.hostStatus);
  else if (flags && flags.reasons.length === 0 && habits.hostStatus.kind !== 'silent') noteSilence(habits.hostStatus);
}

async function askSystemStatus(
  wire: Wire,
  habits: PrinterHabits,
  hasAnswered: boolean,
  milliseconds: number,
): Promise<ErrorFlags | null> {
  // A printer that says nothing else is asked this whatever its habits are.
  if (hasAnswered && !isWorthAsking(habits.variables)) return null;
  const limits = {
    ...systemStatusLimits,
    firstByteMs: Math.min(systemStatusLimits.firstByteMs, milliseconds),
    totalMs: Math.min(systemStatusLimits.totalMs, milliseconds),
  };
  const isWhole = (reply: Uint8Array): boolean => readSystemStatus(replyText(reply)) !== null || isNotKnown(reply);
  const reply = await wire.exchange(variableQuestion('zpl.system_status'), isWhole, limits);
  const status = readSystemStatus(replyText(reply));
  if (status || isNotKnown(reply)) noteAnswer(habits.variables);
  else if (hasAnswered) noteSilenceOfVariables(habits);
  return status;
}

const isNotKnown = (reply: Uint8Array): boolean => replyText(reply).includes('"?"');

function statusOf(flags: ErrorFlags | null, host: HostStatus | null, system: ErrorFlags | null): PrinterStatus {
  const told = [flags, host, system].filter((part) => part !== null);
  const reasons = new Set(told.flatMap((part) => part.reasons));
  return {
    reasons: heldReasons.filter((reason) => reasons.has(reason)),
    warnings: [...new Set([...(flags?.warnings ?? []), ...(system?.warnings ?? [])])],
    formatsInPrinter: host?.formatsInPrinter ?? null,
    labelsInPrinter: host?.labelsInPrinter ?? null,
    partialFormat: host?.partialFormat ?? null,
    raw: told
      .map((part) => part.words)
      .join(' | ')
      .slice(0, 1_000),
  };
}
