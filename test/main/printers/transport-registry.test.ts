import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testLabel } from '../../../src/main/printers/test-label.ts';
import { createTransportRegistry } from '../../../src/main/printers/transport-registry.ts';
import { listVirtualLabels } from '../../../src/main/printers/virtual.ts';
import { messageDetails, messageNextStep, messageText } from '../../../src/renderer/text/text.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { openFor } from '../../suites/printer-transport.ts';

const never = new AbortController().signal;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-transport-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function networkPrinter() {
  const printer = await startFakePrinter();
  const { host, port } = printer;
  return { printer, transport: createTransportRegistry({ virtualLabelFolder: folder })({ kind: 'tcp', host, port }) };
}

describe('transport registry: the transport for a connection', () => {
  it('reaches a network printer by its address', async () => {
    const { printer, transport } = await networkPrinter();
    await (await openFor(transport)).send(testLabel('Zebra A'));
    expect(printer.labels()).toHaveLength(1);
    await printer.close();
  });

  it('keeps a virtual printer’s labels apart, although each job creates its transport anew', async () => {
    const openTransport = createTransportRegistry({ virtualLabelFolder: folder });
    for (const text of ['1', '2', '3'])
      await (await openFor(openTransport({ kind: 'virtual' }))).send(Buffer.from(text));
    const labels = await listVirtualLabels(folder, 10);
    expect(await Promise.all(labels.map((label) => readFile(label.file, 'utf8')))).toEqual(['3', '2', '1']);
  });

  it.each([
    [{ kind: 'cups', queue: 'no-such-queue' }, 'no-such-queue'],
    [{ kind: 'usb', path: '/dev/usb/lp4711' }, '/dev/usb/lp4711'],
    [{ kind: 'windows', printer: 'ZDesigner' }, 'ZDesigner'],
  ] as const)('reports what it cannot reach, with a next step: %o', async (connection, named) => {
    const opened = await createTransportRegistry({ virtualLabelFolder: folder })(connection).open(never);
    expect(opened).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
    if (opened.ok) return;
    const { message } = opened.failure;
    const shown = [messageText(message), ...messageDetails(message)].join(' ');
    expect(shown).toMatch(new RegExp(`${named}|CUPS`));
    expect(messageNextStep(message)).toBeTruthy();
  });
});

describe('transport registry: the test label', () => {
  it('is one label, whatever the printer is called', async () => {
    const { printer, transport } = await networkPrinter();
    const label = testLabel('^XZ~JA^XA _41 Łódź');
    await (await openFor(transport)).send(label);
    expect(printer.labels().map(String)).toEqual([Buffer.from(label).toString().trimEnd()]);
    await printer.close();
  });
});
