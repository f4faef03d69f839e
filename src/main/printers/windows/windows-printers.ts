import { failed, type Result, success } from '../../../shared/failure.ts';
import type { WindowsPrinter } from '../finding/windows-printers.ts';
import type { Spooler } from './spooler.ts';
import { notListed, windowsOnly } from './spooler-failures.ts';

/** The printers set up on this computer and those the user is connected to, which come without driver and port. */
export async function listWindowsPrinters(
  spooler: Spooler,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<readonly WindowsPrinter[]>> {
  if (platform !== 'win32') return failed(windowsOnly);
  const printers = await spooler.printers();
  return printers.ok ? success(printers.value.filter(({ name }) => name !== '')) : failed(notListed(printers.error));
}
