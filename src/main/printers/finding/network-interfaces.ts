import { networkInterfaces } from 'node:os';

/** An IPv4 network this computer stands in. */
export interface NetworkInterface {
  readonly address: string;
  /** The address that all in this network hear. */
  readonly broadcast: string;
}

/** More than a computer at a bench has: virtual networks may be many. */
const mostInterfaces = 8;

/** The IPv4 networks of this computer, but for itself. */
export function ownNetworks(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): NetworkInterface[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .slice(0, mostInterfaces)
    .map(({ address, netmask }) => ({ address, broadcast: broadcastOf(address, netmask) }));
}

/** All bits that the mask leaves free are ones. */
function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, index) => (Number(part) | (~(mask[index] ?? 255) & 255)).toString())
    .join('.');
}
