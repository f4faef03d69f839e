import { heldReasons } from '../../../shared/printing/printer.ts';
import type { PrinterStatus, StatusAnswer } from '../../../shared/printing/printer-status.ts';
import { type PrinterCapabilities, recordAnswer, recordSilence, shouldQuery } from './capabilities.ts';
import type { PrinterChannel, ReplyTimeouts } from './printer-channel.ts';
import { replyText } from './printer-channel.ts';
import {
  type ErrorFlags,
  type HostStatus,
  readErrorFlags,
  readHostStatus,
  readSystemStatus,
} from './status-replies.ts';
import { recordVariableSilence, variableQuery } from './variables.ts';

/** A printer without any answer is detected after the first-byte times of both queries: 1.6 seconds. */
const statusLimits: ReplyTimeouts = { firstByteMs: 900, betweenMs: 400, totalMs: 1_200 };
const systemStatusLimits: ReplyTimeouts = { firstByteMs: 700, betweenMs: 300, totalMs: 700 };
/** Longest time for all queries together, milliseconds. */
const wholeTimeMs = 1_750;

/**
 * Queries a printer's status. `~HQES` names the faults even where newer printers do not answer `~HS`; `~HS` gives pause, buffer and
 * partial format. Without an answer to `~HS`, `zpl.system_status` gives the pause. Always ends within 1.8 seconds.
 */
export async function queryStatus(channel: PrinterChannel, capabilities: PrinterCapabilities): Promise<StatusAnswer> {
  const began = performance.now();
  const { flags, host } = await queryFlagsAndHost(channel, capabilities);
  const left = wholeTimeMs - (performance.now() - began);
  const system = host || left <= 0 ? null : await querySystemStatus(channel, capabilities, flags !== null, left);
  recordHostStatus(capabilities, host, flags ?? system);
  if (!flags && !host && !system) return { kind: 'silent' };
  return { kind: 'answered', status: statusOf(flags, host, system) };
}

async function queryFlagsAndHost(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
): Promise<{ flags: ErrorFlags | null; host: HostStatus | null }> {
  const queriesFlags = shouldQuery(capabilities.errorFlags);
  const queriesHost = shouldQuery(capabilities.hostStatus);
  if (!queriesFlags && !queriesHost) return { flags: null, host: null };
  const question = Buffer.from(`${queriesFlags ? '~HQES\r\n' : ''}${queriesHost ? '~HS\r\n' : ''}`, 'latin1');
  const isWhole = (reply: Uint8Array): boolean => {
    const text = replyText(reply);
    return (!queriesFlags || readErrorFlags(text) !== null) && (!queriesHost || readHostStatus(text) !== null);
  };
  const text = replyText(await channel.exchange(question, isWhole, statusLimits));
  const flags = readErrorFlags(text);
  const host = readHostStatus(text);
  if (flags) recordAnswer(capabilities.errorFlags);
  else if (queriesFlags && host) recordSilence(capabilities.errorFlags);
  return { flags, host };
}

/** A missing answer during a fault says nothing about capabilities: by newer guides, `~HS` is not answered then. */
function recordHostStatus(capabilities: PrinterCapabilities, host: HostStatus | null, flags: ErrorFlags | null): void {
  if (host) recordAnswer(capabilities.hostStatus);
  else if (flags && flags.reasons.length === 0 && capabilities.hostStatus.kind !== 'silent')
    recordSilence(capabilities.hostStatus);
}

async function querySystemStatus(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  hasAnswered: boolean,
  milliseconds: number,
): Promise<ErrorFlags | null> {
  // A printer that answered nothing else is always queried.
  if (hasAnswered && !shouldQuery(capabilities.variables)) return null;
  const limits = {
    ...systemStatusLimits,
    firstByteMs: Math.min(systemStatusLimits.firstByteMs, milliseconds),
    totalMs: Math.min(systemStatusLimits.totalMs, milliseconds),
  };
  const isWhole = (reply: Uint8Array): boolean => readSystemStatus(replyText(reply)) !== null || isNotKnown(reply);
  const reply = await channel.exchange(variableQuery('zpl.system_status'), isWhole, limits);
  const status = readSystemStatus(replyText(reply));
  if (status || isNotKnown(reply)) recordAnswer(capabilities.variables);
  else if (hasAnswered) recordVariableSilence(capabilities);
  return status;
}

const isNotKnown = (reply: Uint8Array): boolean => replyText(reply).includes('"?"');

/** The status from the parts that a printer reported. */
export function statusOf(flags: ErrorFlags | null, host: HostStatus | null, system: ErrorFlags | null): PrinterStatus {
  const reported = [flags, host, system].filter((part) => part !== null);
  const reasons = new Set(reported.flatMap((part) => part.reasons));
  return {
    reasons: heldReasons.filter((reason) => reasons.has(reason)),
    warnings: [...new Set([...(flags?.warnings ?? []), ...(system?.warnings ?? [])])],
    formatsInPrinter: host?.formatsInPrinter ?? null,
    labelsInPrinter: host?.labelsInPrinter ?? null,
    partialFormat: host?.partialFormat ?? null,
    raw: reported
      .map((part) => part.raw)
      .join(' | ')
      .slice(0, 1_000),
  };
}
