import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { PrinterCommand } from '../../../shared/printing/printer-transports.ts';
import type { PrinterCapabilities } from './capabilities.ts';
import { type PrinterChannel, type ReplyTimeouts, replyText } from './printer-channel.ts';
import { readHostStatus } from './status-replies.ts';
import { queryVariableText } from './variables.ts';

/** The bytes of each command (ZPL and SGD Programming Guide). The guard refuses labels that contain one of them. */
export const printerCommandBytes: Record<PrinterCommand, string> = {
  /** Cancels a format without an end. */
  'clear unfinished label': '~JX',
  /** Like the printer's pause key. */
  pause: '~PP',
  resume: '~PS',
  /** Cancels every format in the printer, including those of other computers. */
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
 * Writes a command followed by a query: the reply shows that the printer has read both, so that closing the connection loses nothing.
 * A printer that does not reply is assumed to have read the command. The caller checks whether the connection is still open.
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
  // A setting has no reply: it is written alone, then read back.
  await channel.exchange(Buffer.from(bytes, 'latin1'), () => true, { firstByteMs: 50, betweenMs: 50, totalMs: 50 });
  const value = await queryVariableText(channel, capabilities, setting.name);
  return value === null || value === setting.value ? success(null) : failed(notSet(setting.name, value));
}

const notSet = (setting: string, value: string): Failure => ({
  code: 'rejected',
  message: message('printer.setting-rejected', { setting, value: value.slice(0, 40) }),
});
