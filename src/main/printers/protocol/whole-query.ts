import type { PrinterAnswers } from '../../core/ports/printing.ts';
import { type PrinterCapabilities, recordAnswer, recordSilence, shouldQuery } from './capabilities.ts';
import { readIdentification, shown } from './identity-query.ts';
import { type PrinterChannel, type ReplyTimeouts, replyText } from './printer-channel.ts';
import { statusOf } from './status-query.ts';
import { readErrorFlags, readHostStatus } from './status-replies.ts';
import { countOf, labelCounter, notKnown, quotedValues, variableQuery } from './variables.ts';

/** Longest times for all replies together. */
export const wholeLimits: ReplyTimeouts = { firstByteMs: 900, betweenMs: 400, totalMs: 1_200 };

/** Several queries that travel together: one write, one read until every reply is in. */
export interface WholeQuery {
  readonly bytes: Uint8Array;
  isWhole(reply: Uint8Array): boolean;
  /** The answers; null where one is missing. Learns whether the printer answers so. */
  read(reply: Uint8Array): PrinterAnswers | null;
}

/**
 * Status, label counter and, where wanted, identity in one exchange; null for a printer that has not answered each of them alone, or
 * does not answer them together. Variables stand last, each on its own line, because printers read them apart from ZPL.
 */
export function wholeQuery(capabilities: PrinterCapabilities, wantsIdentity: boolean): WholeQuery | null {
  const { errorFlags, hostStatus, variables, identification, together } = capabilities;
  const answered = [hostStatus, variables, ...(wantsIdentity ? [identification] : [])];
  if (answered.some(({ kind }) => kind !== 'answers') || errorFlags.kind === 'unknown') return null;
  if (!shouldQuery(together)) return null;
  const asksFlags = errorFlags.kind === 'answers';
  const names = [labelCounter, ...(wantsIdentity ? ['device.unique_id'] : [])];
  const commands = `${asksFlags ? '~HQES\r\n' : ''}~HS\r\n${wantsIdentity ? '~HI\r\n' : ''}`;

  const parse = (reply: Uint8Array): PrinterAnswers | null => {
    const text = replyText(reply);
    const [count = null, serial = null, ...others] = quotedValues(text);
    const values = [count, serial].filter((value) => value !== null);
    const host = readHostStatus(text);
    const flags = asksFlags ? readErrorFlags(text) : null;
    const reported = wantsIdentity ? readIdentification(text) : null;
    if (!host || (asksFlags && !flags) || (wantsIdentity && !reported)) return null;
    if (values.length !== names.length || others.length > 0) return null;
    const identity = reported && { ...reported, serial: serial === notKnown ? null : shown(serial) };
    return { status: statusOf(flags, host, null), count: countOf(count), identity };
  };

  return {
    bytes: Buffer.concat([Buffer.from(commands, 'latin1'), ...names.map(variableQuery)]),
    isWhole: (reply) => parse(reply) !== null,
    read(reply) {
      const answers = parse(reply);
      const text = replyText(reply);
      const { reasons } = readErrorFlags(text) ?? readHostStatus(text) ?? { reasons: [] };
      if (answers) recordAnswer(together);
      // During a fault a printer may answer less.
      else if (reasons.length === 0) recordSilence(together);
      return answers;
    },
  };
}

/** Asks everything in one exchange. */
export async function askTogether(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  wantsIdentity: boolean,
): Promise<PrinterAnswers | 'not asked' | 'incomplete'> {
  const query = wholeQuery(capabilities, wantsIdentity);
  if (!query) return 'not asked';
  return query.read(await channel.exchange(query.bytes, query.isWhole, wholeLimits)) ?? 'incomplete';
}
