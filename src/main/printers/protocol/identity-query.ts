import type { PrinterIdentity } from '../../../shared/printing/printer-status.ts';
import { type PrinterCapabilities, recordAnswer } from './capabilities.ts';
import type { PrinterChannel, ReplyTimeouts } from './printer-channel.ts';
import { frames, printable, replyText } from './printer-channel.ts';
import { notKnown, queryVariable, queryVariableText } from './variables.ts';

const limits: ReplyTimeouts = { firstByteMs: 900, betweenMs: 300, totalMs: 1_200 };
const maxCharacters = 100;
const millimetresPerInch = 25.4;

/** Queries the printer's identity: `~HI`, then variables for the serial number and missing values. Null without any answer. */
export async function queryIdentity(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
): Promise<PrinterIdentity | null> {
  const isWhole = (reply: Uint8Array): boolean => readIdentification(replyText(reply)) !== null;
  const reported = readIdentification(replyText(await channel.exchange(Buffer.from('~HI\r\n'), isWhole, limits)));
  if (reported) recordAnswer(capabilities.identification);
  const serial = await queryVariableText(channel, capabilities, 'device.unique_id');
  if (!reported && serial === null) return null; // silent twice: no further query would be answered
  const variable = async (name: string): Promise<string | null> =>
    shown(await queryVariable(channel, capabilities, name));

  const identity: PrinterIdentity = {
    model: reported ? reported.model : await variable('device.product_name'),
    serial: serial === notKnown ? null : shown(serial),
    firmware: reported ? reported.firmware : await variable('appl.name'),
    dotsPerMillimetre: reported?.dotsPerMillimetre ?? dotsOf(await variable('head.resolution.in_dpi')),
  };
  return Object.values(identity).every((value) => value === null) ? null : identity;
}

/** A value of the printer's identity as it is shown; null where it is empty. */
export const shown = (value: string | null): string | null => printable(value ?? '', maxCharacters) || null;

/**
 * Reads a `~HI` reply: `<STX>model,firmware,dots per millimetre,memory,options<ETX>` (ZPL Programming Guide, ~HI). A model contains a
 * letter, unlike a late `~HS`.
 */
export function readIdentification(text: string): Omit<PrinterIdentity, 'serial'> | null {
  for (const frame of frames(text)) {
    const [model = '', firmware = '', dots] = frame.split(',').map((field) => printable(field, maxCharacters));
    if (dots !== undefined && /[A-Za-z]/.test(model)) {
      return { model, firmware: firmware || null, dotsPerMillimetre: resolutionOf(Number.parseInt(dots, 10)) };
    }
  }
  return null;
}

/** 203 dpi are 8 dots per millimetre, 300 are 12, 600 are 24. */
const dotsOf = (dotsPerInch: string | null): number | null =>
  resolutionOf(Math.round(Number.parseInt(dotsPerInch ?? '', 10) / millimetresPerInch));

const resolutionOf = (dots: number): number | null => (dots >= 1 && dots <= 100 ? dots : null);
