import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import type { PrinterCommand } from '../../../shared/printer.ts';
import type { PrinterHabits } from './habits.ts';
import { readHostStatus } from './host-status.ts';
import { printerCommandBytes } from './printer-commands.ts';
import { replyText } from './reply-text.ts';
import { exchangeVariable } from './variables.ts';
import type { ReplyLimits, Wire } from './wire.ts';

const limits: ReplyLimits = { firstByteMs: 700, betweenMs: 300, totalMs: 1_000 };
const settings: Partial<Record<PrinterCommand, { name: string; value: string }>> = {
  'ignore media commands': { name: 'zpl.zpl_override', value: 'enabled' },
};

/**
 * Writes a command, and a question after it: its answer shows that the printer has read both, so that a connection closed at once
 * loses nothing. A printer that answers nothing is believed to have heard it. Whether the line still stands is the caller's to say.
 */
export async function tellPrinter(wire: Wire, habits: PrinterHabits, command: PrinterCommand): Promise<Result<null>> {
  const bytes = printerCommandBytes[command];
  const setting = settings[command];
  if (!setting) {
    const isWhole = (reply: Uint8Array): boolean => readHostStatus(replyText(reply)) !== null;
    await wire.exchange(Buffer.from(`${bytes}\r\n~HS\r\n`, 'latin1'), isWhole, limits);
    return success(null);
  }
  // A setting is answered by nothing: written by itself, then read back.
  await wire.exchange(Buffer.from(bytes, 'latin1'), () => true, { firstByteMs: 50, betweenMs: 50, totalMs: 50 });
  const value = await exchangeVariable(wire, habits, setting.name);
  return value === null || value === setting.value ? success(null) : failed(notSet(setting.name, value));
}

const notSet = (name: string, value: string): Failure => ({
  code: 'rejected',
  message: `The printer did not take the setting: ${name} is still “${value.slice(0, 40)}”.`,
  next: 'Set it at the printer itself, or in the maker’s own program.',
});
