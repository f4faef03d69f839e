import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listVirtualLabels, pruneVirtualLabels, virtualTransport } from '../../../src/main/printers/virtual.ts';
import { openFor, printerTransportSuite } from '../../suites/printer-transport.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'packbench-virtual-'));
  folder = join(parent, 'labels');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

printerTransportSuite('the virtual printer', async () => ({
  transport: virtualTransport(folder),
  arrived: async () => (await listVirtualLabels(folder, 100)).reverse().map((label) => Buffer.from(label.bytes)),
  async breakPrinter() {
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file where the folder should be');
  },
  cleanUp: async () => {},
}));

describe('virtual printer: the folder of its labels', () => {
  const print = async (text: string, at: number): Promise<void> => {
    const delivery = await (await openFor(virtualTransport(folder, () => at))).send(Buffer.from(text));
    expect(delivery.kind).toBe('sent');
  };

  it('lists the newest labels first, with their time and format', async () => {
    await print('^XA^FDolder^FS^XZ', Date.UTC(2026, 10, 21, 9, 0, 0, 7));
    await print('%PDF-1.7 newer', Date.UTC(2026, 10, 21, 14, 30, 59));
    const labels = await listVirtualLabels(folder, 10);
    expect(labels.map(({ at, format, bytes }) => [at, format, String(bytes)])).toEqual([
      ['2026-11-21T14:30:59.000Z', 'pdf', expect.anything()],
      ['2026-11-21T09:00:00.007Z', 'zpl', expect.anything()],
    ]);
    expect(await readFile(labels[1]?.file ?? '', 'utf8')).toBe('^XA^FDolder^FS^XZ');
    expect(await listVirtualLabels(folder, 1)).toHaveLength(1);
  });

  it('keeps labels of the same millisecond apart, in order', async () => {
    const transport = virtualTransport(folder, () => 0);
    for (const text of ['1', '2', '3']) await (await openFor(transport)).send(Buffer.from(text));
    const labels = await listVirtualLabels(folder, 10);
    expect(labels.map((label) => Buffer.from(label.bytes).toString())).toEqual(['3', '2', '1']);
  });

  it('lists only its own complete labels', async () => {
    await print('^XA^XZ', 0);
    await writeFile(join(folder, '2026-01-01T00.00.00.000Z-000001.zpl.part'), 'half a lab');
    await writeFile(join(folder, 'notes.txt'), 'of someone else');
    expect(await listVirtualLabels(folder, 10)).toHaveLength(1);
  });

  it('is empty before the first label', async () => {
    expect(await listVirtualLabels(folder, 10)).toEqual([]);
  });

  it('keeps the newest labels and leaves other people’s files alone', async () => {
    for (let minute = 0; minute < 5; minute++) await print(`label ${minute}`, minute * 60_000);
    await writeFile(join(folder, 'notes.txt'), 'of someone else');
    await pruneVirtualLabels(folder, 2);
    expect(await readdir(folder)).toEqual([
      '1970-01-01T00.03.00.000Z-000001.zpl',
      '1970-01-01T00.04.00.000Z-000001.zpl',
      'notes.txt',
    ]);
  });

  it.runIf(process.platform !== 'win32')('other users of the computer cannot read addresses', async () => {
    await print('^XA^XZ', 0);
    const [name = ''] = await readdir(folder);
    const { mode } = await stat(join(folder, name));
    expect(mode & 0o077).toBe(0);
  });
});
