import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { DiscoveredPrinter } from '../../../../src/main/printers/discovery/find-printers.ts';
import { readZebraReply, zebraBroadcastDiscoverer } from '../../../../src/main/printers/discovery/zebra-broadcast.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { type FakeZebra, startFakeZebra, zebraReply } from './fake-zebra.ts';

const zebra = zebraReply({
  product: 'ZebraNet Wired PS',
  firmware: 'V56.17.11Z',
  serial: '4262077',
  systemName: 'ZBR4262077',
});

describe('Zebra broadcast discovery: a reply', () => {
  test('gives product, firmware, serial number and system name', () => {
    expect(readZebraReply(zebra)).toEqual({
      product: 'ZebraNet Wired PS',
      firmware: 'V56.17.11Z',
      serial: '4262077',
      systemName: 'ZBR4262077',
    });
  });

  test('that is cut off gives its complete fields', () => {
    expect(readZebraReply(zebra.subarray(0, 0x30))).toEqual({
      product: 'ZebraNet Wired PS',
      firmware: null,
      serial: null,
      systemName: null,
    });
  });

  test('of an unknown version shows only that a printer is there', () => {
    const other = Buffer.from(zebra);
    other[3] = 4;
    expect(readZebraReply(other)).toEqual({ product: null, firmware: null, serial: null, systemName: null });
  });

  test('loses a field that contains unprintable characters', () => {
    const odd = Buffer.from(zebra);
    odd.set([0x1b, 0x5b, 0x41], 0x3c);
    expect(readZebraReply(odd)).toMatchObject({ serial: null, systemName: 'ZBR4262077' });
  });

  test('is not read from other datagrams', () => {
    expect(readZebraReply(Buffer.from('HTTP/1.1 200 OK'))).toBeNull();
    expect(readZebraReply(Buffer.alloc(0))).toBeNull();
    expect(readZebraReply(Buffer.concat([zebra, Buffer.alloc(4000)]))).toBeNull();
  });

  test('of any bytes has short, printable or unknown fields', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (tail) => {
        const reply = readZebraReply(Buffer.concat([Buffer.of(0x3a, 0x2c, 0x2e, 0x03), tail]));
        for (const field of Object.values(reply ?? {}))
          expect(field === null || /^[\x20-\x7e]{1,25}$/.test(field)).toBe(true);
      }),
    );
  });
});

describe('Zebra broadcast discovery', () => {
  const fakes: FakeZebra[] = [];
  afterEach(async () => {
    await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  });
  const printer = async (...answers: Uint8Array[]): Promise<FakeZebra> => {
    const fake = await startFakeZebra(answers);
    fakes.push(fake);
    return fake;
  };
  /** Queries that one printer, and stops once that many printers were found. */
  const callUntil = async (fake: FakeZebra, count: number): Promise<DiscoveredPrinter[]> => {
    const ending = new AbortController();
    const seen: DiscoveredPrinter[] = [];
    const method = zebraBroadcastDiscoverer({ targets: () => ['127.0.0.1'], port: fake.port, from: '127.0.0.1' });
    const problem = await method.discover((one) => {
      seen.push(one);
      if (seen.length >= count) ending.abort();
    }, ending.signal);
    expect(problem).toBeNull();
    return seen;
  };

  test('finds a printer at the address its reply came from, whatever address it claims', async () => {
    const fake = await printer(zebraReply({ systemName: 'ZBR4262077', serial: '4262077', claims: [8, 8, 8, 8] }));
    const [seen] = await callUntil(fake, 1);
    expect(seen?.connection).toEqual({ kind: 'tcp', host: '127.0.0.1', port: 9100 });
    expect(seen?.name).toBe('ZBR4262077');
    expect(seen?.details).toContainEqual(message('printer.discovery.serial', { serial: '4262077' }));
  });

  test('ignores datagrams that are no replies', async () => {
    const fake = await printer(Buffer.alloc(0), Buffer.alloc(9000, 0x3a), Buffer.from('<xml/>'), zebra);
    const [seen] = await callUntil(fake, 1);
    expect(seen?.name).toBe('ZBR4262077');
  });

  test('sends nine requests where no printer answers, and ends without a problem', async () => {
    const fake = await printer();
    const method = zebraBroadcastDiscoverer({
      targets: () => ['127.0.0.1'],
      port: fake.port,
      from: '127.0.0.1',
      roundMs: 1,
    });
    expect(await method.discover(() => {}, new AbortController().signal)).toBeNull();
    await expect.poll(() => fake.calls()).toBe(9);
  });

  test('reports that this computer is in no network', async () => {
    const method = zebraBroadcastDiscoverer({ targets: () => [] });
    expect(await method.discover(() => {}, new AbortController().signal)).toEqual(
      message('printer.discovery.no-network'),
    );
  });
});
