import { type PrinterCapabilities, recordAnswer, recordSilence, shouldQuery } from './capabilities.ts';
import { outsideFrames, type PrinterChannel, type ReplyTimeouts, replyText } from './printer-channel.ts';

/** Values come at once where they come at all. */
const limits: ReplyTimeouts = { firstByteMs: 700, betweenMs: 300, totalMs: 1_000 };

/** Reads one variable of the printer; null where it does not tell, or does not know the name. */
export async function queryVariable(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  name: string,
): Promise<string | null> {
  const value = await queryVariableText(channel, capabilities, name);
  return value === notKnown ? null : value;
}

/** What a printer gives for a name it does not know. */
export const notKnown = '?';

/**
 * The value as it came, maybe `notKnown`; null where the printer is silent. Names are lower case, the line ends with CR LF, the value
 * comes in quotes, and nothing else may go out with it (Zebra, "About SGD printer commands").
 */
export async function queryVariableText(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  name: string,
): Promise<string | null> {
  if (!shouldQuery(capabilities.variables)) return null;
  const isWhole = (bytes: Uint8Array): boolean => quoted(replyText(bytes)) !== null;
  const value = quoted(replyText(await channel.exchange(variableQuery(name), isWhole, limits)));
  if (value === null) recordVariableSilence(capabilities);
  else recordAnswer(capabilities.variables);
  return value;
}

export const variableQuery = (name: string): Uint8Array => Buffer.from(`! U1 getvar "${name}"\r\n`, 'latin1');

/** Noted only where the printer is known to answer something: in a fault it may be silent to everything. */
export function recordVariableSilence(capabilities: PrinterCapabilities): void {
  if (capabilities.hostStatus.kind === 'answers' || capabilities.errorFlags.kind === 'answers')
    recordSilence(capabilities.variables);
}

/** What stands in quotes, outside of any late reply to another question. */
const quoted = (text: string): string | null => /"([^"]*)"/.exec(outsideFrames(text))?.[1]?.trim() ?? null;

/** A number alone, or with words after it. */
const count = /^(\d{1,10})(?:\s+[A-Za-z].*)?$/;

/** Labels the printer printed in its life, feeds and calibration left out (SGD guide); null where it does not tell. */
export async function queryLabelCount(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
): Promise<number | null> {
  const value = await queryVariable(channel, capabilities, 'odometer.total_label_count');
  const digits = count.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
