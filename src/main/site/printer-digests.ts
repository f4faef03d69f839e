import { createHash } from 'node:crypto';
import type { Printer } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';

/**
 * By what another bench can recognise a printer: its network address, and its model with its serial number where it reported one. A local
 * address is one only on the same computer. Only digests leave this one.
 * @param computer the name of this computer
 */
export function printerDigests({ connection, known }: Printer, computer: string): string[] {
  const serial = known?.serial?.trim();
  return [
    ...('host' in connection ? [['address', ...addressOf(connection.host, computer), connection.port]] : []),
    ...(!transportCapabilities(connection).isVirtual && serial ? [['serial', known?.model?.trim() ?? '', serial]] : []),
  ].map(digest);
}

const addressOf = (host: string, computer: string): string[] => {
  const name = host.toLowerCase().replace(/\.$/, '');
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(name) ? [name, computer] : [name];
};

const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
