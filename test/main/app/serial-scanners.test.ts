import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSerialScanners } from '../../../src/main/app/serial-scanners.ts';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { SerialScanner } from '../../../src/shared/scanning/scanner-settings.ts';
import { createFraming, readingTrust, type SentScan } from '../../../src/shared/scanning/serial-scanner.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { plugInScanner, type SimulatedScanner } from '../../helpers/simulated-scanner.ts';
import { startStationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const code = 'NL7K2M9P4R6T8V2X4B6D';

/** The test unplugs it at the end. */
async function plugIn(port: string): Promise<SimulatedScanner> {
  const scanner = await plugInScanner(port);
  opened.keep({ close: scanner.unplug });
  return scanner;
}

const scannerAt = (name: string, path: string): SerialScanner => ({ name, path, baudRate: 9600, profile: null });

function station(onScan = () => {}) {
  const scans: SentScan[] = [];
  const scanners = openSerialScanners({
    clock: systemClock,
    onScans() {
      scans.push(...scanners.takeScans());
      onScan();
    },
    onChanged: () => {},
  });
  opened.keep(scanners);
  const isState = (...states: string[]) =>
    expect.poll(() => scanners.views().map(({ state }) => state), { timeout: 10_000 }).toEqual(states);
  const texts = () => scans.map(({ scanner, text, problem }) => [scanner, problem ?? text]);
  return { scanners, scans, isState, texts };
}

describe.runIf(process.platform === 'linux')('serial scanners on pseudo-terminals', () => {
  it('scans arrive; after the scanner was unplugged and plugged in again, they arrive again', async () => {
    const port = join(await opened.folder(), 'scanner');
    const { scanners, isState, texts } = station();
    scanners.follow([scannerAt('Bench', port)]);
    await isState('not connected');
    expect(scanners.views()[0]?.retryAt).toBeGreaterThan(Date.now() - 1000);
    const first = await plugIn(port);
    await isState('connected');
    first.send(`${code}\r\n`);
    await expect.poll(texts).toEqual([['Bench', code]]);
    await first.unplug();
    await isState('not connected');
    const second = await plugIn(port);
    await isState('connected');
    second.send(`${code}2\r`);
    await expect.poll(texts).toEqual([
      ['Bench', code],
      ['Bench', `${code}2`],
    ]);
    scanners.follow([]);
    expect(scanners.views()).toEqual([]);
  });

  it('unplugged while a scan is read, it is found gone, and is connected again', async () => {
    const port = join(await opened.folder(), 'scanner');
    const first = await plugIn(port);
    const { scanners, isState, texts } = station(first.unplugMeanwhile);
    scanners.follow([scannerAt('Bench', port)]);
    await isState('connected');
    first.send(`${code}\r`);
    await isState('not connected');
    await first.unplug();
    await plugIn(port);
    await isState('connected');
    expect(texts()).toEqual([['Bench', code]]);
  });

  it('several scanners at once keep their scans apart', async () => {
    const folder = await opened.folder();
    const { scanners, isState, texts } = station();
    const names = ['Left', 'Right'];
    const plugged = await Promise.all(names.map((name) => plugIn(join(folder, name))));
    scanners.follow(names.map((name) => scannerAt(name, join(folder, name))));
    await isState('connected', 'connected');
    for (const half of [code.slice(0, 9), `${code.slice(9)}\r`])
      for (const [at, scanner] of plugged.entries()) scanner.send(half.replace('7', String(at)));
    await expect
      .poll(() => texts().sort())
      .toEqual([
        ['Left', code.replace('7', '0')],
        ['Right', code.replace('7', '1')],
      ]);
  });

  it('bytes that are no text, and lines longer than any code, are refused and the next scan is read', async () => {
    const port = join(await opened.folder(), 'scanner');
    const { scanners, isState, texts } = station();
    const scanner = await plugIn(port);
    scanners.follow([scannerAt('Bench', port)]);
    await isState('connected');
    scanner.send(new Uint8Array([0x81, 0xfe, 0x00, 0x37, 0x0d]));
    scanner.send(`${'7'.repeat(2000)}\r`);
    scanner.send(`${code}\r`);
    await expect.poll(texts).toEqual([
      ['Bench', 'unreadable'],
      ['Bench', 'too long'],
      ['Bench', code],
    ]);
  });

  it('a scan without an end character ends by a pause, and may then delete only what is known', async () => {
    const port = join(await opened.folder(), 'scanner');
    const { scanners, isState, texts } = station();
    const scanner = await plugIn(port);
    const settings = { keyboard: null, serial: [scannerAt('Bench', port)], hid: [] };
    const trust = () => readingTrust({ scanner: 'Bench' }, settings, scanners.endsByPause);
    scanners.follow(settings.serial);
    await isState('connected');
    scanner.send(code);
    await expect.poll(texts).toEqual([['Bench', code]]);
    expect(trust()).toBe('known codes');
    scanner.send(`${code}\t`);
    await expect.poll(() => texts().length).toBe(2);
    expect(trust()).toBe('full');
    expect(readingTrust({ scanner: 'Removed' }, settings, scanners.endsByPause)).toBe('none');
  });
});

describe.runIf(process.platform === 'linux')('a serial scanner at the start of the station', () => {
  it('is connected as soon as calls are answered, before what no scan needs', async () => {
    const port = join(await opened.folder(), 'scanner');
    const scanner = await plugIn(port);
    const station = await startStationInNode({
      ...{ openSerialScanners, backgroundAfter: new Promise(() => {}) },
      settings: settingsSchema.parse({ scanner: { serial: [scannerAt('Bench', port)] } }),
    });
    opened.keep(station);
    const state = async () => (await station.call('serial-scanners.read', null))[0]?.state;
    await expect.poll(state, { timeout: 10_000 }).toBe('connected');
    scanner.send(`${code}\r`);
    const taken = async () => (await station.call('serial-scanners.take-scans', null)).map(({ text }) => text);
    await expect.poll(taken).toEqual([code]);
  });
});

describe.runIf(process.platform === 'linux')('scans of a serial scanner that a page took', () => {
  it('are given again where the page’s process ends before it asks for more, and not afterwards', async () => {
    const port = join(await opened.folder(), 'scanner');
    const scanner = await plugIn(port);
    let came = 0;
    const scanners = openSerialScanners({
      ...{ clock: systemClock, onChanged: () => {} },
      onScans() {
        came += 1;
      },
    });
    opened.keep(scanners);
    const taken = () => scanners.takeScans().map(({ text }) => text);
    scanners.follow([scannerAt('Bench', port)]);
    await expect.poll(() => scanners.views()[0]?.state).toBe('connected');
    scanner.send(`${code}\r`);
    await expect.poll(() => came).toBe(1);
    expect(taken()).toEqual([code]);
    scanner.send(`${code}2\r`);
    await expect.poll(() => came).toBe(2);
    scanners.pageLost();
    expect(taken()).toEqual([code, `${code}2`]);
    expect(taken()).toEqual([]);
    scanners.pageLost();
    expect(taken()).toEqual([]);
  });
});

describe('a serial port whose opening throws', () => {
  it('is tried again and again', async () => {
    let attempts = 0;
    const scanners = openSerialScanners({
      clock: {
        now: systemClock.now,
        after(_, action) {
          attempts += 1;
          return systemClock.after(0, action);
        },
      },
      onScans: () => {},
      onChanged: () => {},
    });
    opened.keep(scanners);
    // The library throws where the path is missing.
    scanners.follow([scannerAt('Bench', '')]);
    await expect.poll(() => attempts).toBeGreaterThan(3);
  });
});

describe('scans in the bytes of a port', () => {
  function framed() {
    const seen: string[] = [];
    let elapse = (): void => {};
    const framing = createFraming({
      after(_, action) {
        elapse = action;
        return () => {
          elapse = () => {};
        };
      },
      onScan: (text, endsByPause) => void seen.push(endsByPause ? `${text} (pause)` : text),
      onProblem: (problem) => void seen.push(problem),
      onBegin: () => {},
    });
    return { seen, framing, send: (text: string) => framing.push(Buffer.from(text)), pause: () => elapse() };
  }

  it('a part of a scan is never a scan once the scanner has sent an end character', () => {
    const { seen, send, pause } = framed();
    send('NL7K2');
    pause();
    send(`${code}\r\n`);
    send('NL7K2');
    pause();
    send('M9P4\r');
    expect(seen).toEqual(['NL7K2 (pause)', code, 'incomplete', 'M9P4']);
  });

  it('however the bytes are divided, the scans are the same', () => {
    const text = `${code}\r\n01095011\x1d21A\t\r${'7'.repeat(600)}\n`;
    const expected = [code, '01095011\x1d21A', 'too long'];
    for (let size = 1; size <= text.length; size += 7) {
      const { seen, send } = framed();
      for (let from = 0; from < text.length; from += size) send(text.slice(from, from + size));
      expect(seen).toEqual(expected);
    }
  });

  it('what a scanner sent before it was unplugged is incomplete', () => {
    const { seen, send, framing } = framed();
    send('NL7K2M9P');
    framing.end();
    framing.end();
    expect(seen).toEqual(['incomplete']);
  });
});
