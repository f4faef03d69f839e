import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { PrinterCommand } from '../../../shared/printing/printer.ts';
import type { PrinterCapabilities } from './capabilities.ts';
import { type PrinterChannel, type ReplyTimeouts, replyText } from './printer-channel.ts';
import { readHostStatus } from './status-replies.ts';
import { queryVariableText } from './variables.ts';

/** What each command sends. A label never carries one of these past the guard (ZPL and SGD Programming Guide, by their names). */
export const printerCommandBytes: Record<PrinterCommand, string> = {
  /** Drops a format that was begun and not ended. */
  'clear unfinished label': '~JX',
  /** As the printer's pause key does. */
  pause: '~PP',
  resume: '~PS',
  /** Drops every format in the printer, other computers' too. */
  'cancel all': '~JA',
  /** Measures the media; feeds a few labels. */
  calibrate: '~JC',
  /** Labels can no longer change print mode, media type or media tracking. */
  'ignore media commands': '! U1 setvar "zpl.zpl_override" "enabled"\r\n',
};

const limits: ReplyTimeouts = { firstByteMs: 700, betweenMs: 300, totalMs: 1_000 };
const settings: Partial<Record<PrinterCommand, { name: string; value: string }>> = {
  'ignore media commands': { name: 'zpl.zpl_override', value: 'enabled' },
};

/**
 * Writes a command, and a question after it: its answer shows that the printer has read both, so that a connection closed at once
 * loses nothing. A printer that answers nothing is believed to have heard it. Whether the line still stands is the caller's to say.
 */
export async function sendCommand(
  channel: PrinterChannel,
  capabilities: PrinterCapabilities,
  command: PrinterCommand,
): Promise<Result<null>> {
  const bytes = printerCommandBytes[command];
  const setting = settings[command];
  if (!setting) {
    const isWhole = (reply: Uint8Array): boolean => readHostStatus(replyText(reply)) !== null;
    await channel.exchange(Buffer.from(`${bytes}\r\n~HS\r\n`, 'latin1'), isWhole, limits);
    return success(null);
  }
  // A setting is answered by nothing: written by itself, then read back.
  await channel.exchange(Buffer.from(bytes, 'latin1'), () => true, { firstByteMs: 50, betweenMs: 50, totalMs: 50 });
  const value = await queryVariableText(channel, capabilities, setting.name);
  return value === null || value === setting.value ? success(null) : failed(notSet(setting.name, value));
}

const notSet = (name: string, value: string): Failure => ({
  code: 'rejected',
  message: `The printer did not take the setting: ${name} is still “${value.slice(0, 40)}”.`,
  next: 'Set it at the printer itself, or in the maker’s own program.',
});
