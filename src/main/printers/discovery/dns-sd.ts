import type { Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { Bonjour, Service } from 'bonjour-service';
import { type Message, message } from '../../../shared/messages/message.ts';
import { pause } from '../../concurrency/waiting.ts';
import type { DiscoveredPrinter, PrinterDiscoverer } from './find-printers.ts';
import { bindUdpSocket, guardedSocket, localNetworks } from './udp.ts';

/** The address of multicast DNS (RFC 6762). */
const group = '224.0.0.251';
const mdnsPort = 5353;

/** The service type of raw printing; the announcement includes the port. */
const rawType = 'pdl-datastream';
/** Printers that announce only these (IPP, LPD) nearly all print raw on 9100 too; the port is marked as not confirmed. */
const otherTypes = ['ipp', 'printer'];
const rawPort = 9100;

/** Pauses between repeated queries, milliseconds: datagrams get lost. */
const defaultPauses = [1000, 2000, 3000];

/** Most services, because the library compares each new one with all others; and most datagrams of one interface. */
const maxServices = 300;
const maxDatagrams = 1000;

/** Where a query is sent: multicast through one interface, or one known listener. */
export interface QueryEndpoint {
  readonly bind: { readonly port: number; readonly address: string };
  readonly to: { readonly port: number; readonly address: string };
  /** The interface whose group is joined; null for a query to one listener. */
  readonly multicastFrom: string | null;
}

export interface DnsSdOptions {
  endpoints?: () => readonly QueryEndpoint[];
  pauses?: readonly number[];
}

/** Finds printers that announce themselves by DNS-SD (RFC 6763; Bonjour). */
export function dnsSdDiscoverer(options: DnsSdOptions = {}): PrinterDiscoverer {
  const { endpoints = allNetworks, pauses = defaultPauses } = options;
  return {
    name: 'dns-sd',
    async discover(onPrinter, signal) {
      const opened = await Promise.all(endpoints().map((endpoint) => openBrowser(endpoint).catch(() => null)));
      const browsing = opened.filter((bonjour) => bonjour !== null);
      if (browsing.length === 0) return message('printer.discovery.no-network');
      /** Addresses that announce raw printing themselves: their port is confirmed. */
      const raw = new Set<string>();
      const guesses: DiscoveredPrinter[] = [];
      let services = 0;
      const onService = (service: Service, isRaw: boolean): void => {
        services += 1;
        if (services > maxServices) {
          for (const browser of browsers) browser.stop();
        } else if (isRaw) {
          raw.add(addressOf(service));
          onPrinter(printerOf(service, service.port));
        } else if (!isSharedQueue(service)) {
          guesses.push(printerOf(service, rawPort, message('printer.discovery.guessed-port', { port: rawPort })));
        }
      };
      const browsers = browsing.flatMap((bonjour) =>
        [rawType, ...otherTypes].map((type) =>
          bonjour.find({ type }, (service) => onService(service, type === rawType)),
        ),
      );
      for (const milliseconds of pauses) {
        await pause(milliseconds, signal);
        if (signal.aborted) break;
        for (const browser of browsers) browser.update();
      }
      for (const guess of guesses) if (!raw.has(hostOf(guess))) onPrinter(guess);
      for (const browser of browsers) browser.stop();
      for (const bonjour of browsing) bonjour.destroy();
      return null;
    },
  };
}

/** Uses its own socket: the library's would bind to the interface's address, where no multicast arrives on Linux. */
async function openBrowser({ bind, to, multicastFrom }: QueryEndpoint): Promise<Bonjour> {
  const socket = await bindUdpSocket(bind.port, bind.address);
  try {
    if (multicastFrom !== null) join(socket, to.address, multicastFrom);
  } catch (error) {
    socket.close();
    throw error;
  }
  const guarded = guardedSocket(socket, maxDatagrams);
  const options = { socket: guarded, bind: false, multicast: false, ip: to.address, port: to.port };
  // The library's types lack these options; it passes them on to multicast-dns.
  const { Bonjour: Browser } = await import('bonjour-service');
  return new Browser(options as ConstructorParameters<typeof Browser>[0], () => {});
}

function join(socket: Socket, address: string, from: string): void {
  socket.addMembership(address, from);
  socket.setMulticastInterface(from);
  socket.setMulticastTTL(255);
}

const allNetworks = (): QueryEndpoint[] =>
  localNetworks().map(({ address }) => ({
    bind: { port: mdnsPort, address: '0.0.0.0' },
    to: { port: mdnsPort, address: group },
    multicastFrom: address,
  }));

function printerOf(service: Service, port: number, caution: Message | null = null): DiscoveredPrinter {
  const { name, host, txt } = service;
  const address = addressOf(service);
  return {
    name: textOf(name) ?? 'Printer',
    details: [textOf(txt?.ty) ?? textOf(txt?.product), textOf(txt?.note), textOf(host), caution],
    connection: { kind: 'tcp', host: address, port },
  };
}

const hostOf = ({ connection }: DiscoveredPrinter): string => (connection.kind === 'tcp' ? connection.host : '');

/** The sender's address where the answer names it; else the first address that the answer names; else the sender's. */
function addressOf({ addresses = [], referer }: Service): string {
  const named = addresses.filter((address) => isIPv4(address));
  const sender = referer?.address ?? '';
  return named.includes(sender) ? sender : (named[0] ?? sender);
}

/** A queue shared by another computer: the address is the computer's, not the printer's. */
const isSharedQueue = ({ txt }: Service): boolean => /^(printers|classes)\//.test(textOf(txt?.rp) ?? '');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
