import { type PrinterCapabilities, recordAnswer, recordSilence, shouldQuery } from './capabilities.ts';
import { outsideFrames, type PrinterChannel, type ReplyTimeouts, replyText } from './printer-channel.ts';

const limits: ReplyTimeouts = { firstByteMs: 700, betweenMs: 300, totalMs: 1_000 };

/** Reads one variable of the printer; null where it does not answer, or does not know the name. */
export async function queryVariable(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  name: string,
): Promise<string | null> {
  const value = await queryVariableText(channel, capabilities, name);
  return value === notKnown ? null : value;
}

/** The answer of a printer for an unknown name. */
export const notKnown = '?';

/**
 * Reads a variable's value, possibly `notKnown`; null where the printer does not answer. Names are lower case, the line ends with CR
 * LF, the value is quoted, and nothing else may be sent with it (Zebra, "About SGD printer commands").
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

/** Records a missing answer to a variable, only where the printer has answered another query: during a fault it may answer none. */
export function recordVariableSilence(capabilities: PrinterCapabilities): void {
  if (capabilities.hostStatus.kind === 'answers' || capabilities.errorFlags.kind === 'answers')
    recordSilence(capabilities.variables);
}

/** The quoted texts outside of any late reply to another query. */
export const quotedValues = (text: string): string[] =>
  [...outsideFrames(text).matchAll(/"([^"]*)"/g)].map(([, value = '']) => value.trim());

const quoted = (text: string): string | null => quotedValues(text)[0] ?? null;

/** A number, optionally followed by text. */
const count = /^(\d{1,10})(?:\s+[A-Za-z].*)?$/;

/** Queries the number of labels printed, without feeds and calibration (SGD guide); null without an answer. */
export async function queryLabelCount(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
): Promise<number | null> {
  return countOf(await queryVariable(channel, capabilities, labelCounter));
}

/** The variable that counts labels. */
export const labelCounter = 'odometer.total_label_count';

/** The count in the counter's value; null where it is none. */
export function countOf(value: string | null): number | null {
  const digits = count.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
