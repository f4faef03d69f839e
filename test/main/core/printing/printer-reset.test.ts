import { afterEach, describe, expect, it } from 'vitest';
import { readLabelFacts } from '../../../../src/main/zpl/label-facts.ts';
import { resetBefore } from '../../../../src/main/zpl/printer-reset.ts';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { label, text } from '../../zpl/label-pieces.ts';
import { labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const settings = '^MUD^MUD,200,200^JMA^MCY^LRN^PMN^PON^LH0,0^CI0^CVN^CFA,9,5^BY2,3,10^FWN^FWN,0';
const everything = (printer: FakePrinter): string => text(label(...printer.received));

/** The value of each setting when the printer reads the field with that text: the last one before it. */
function settingsAt(sent: string, field: string): Record<string, string> {
  const before = sent.slice(0, sent.indexOf(`^FD${field}^FS`));
  const found = [...before.matchAll(/\^(CI|LH|LR|PM|PO|JM|CF|BY|CV|MU|PW|LL)([^^\r\n]*)/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

describe('printer reset: the settings before a label', () => {
  it('are sent before each label, and nothing is printed or counted for them', async () => {
    const zebra = await scenarios.fake({ labelCount: 40 });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    for (const code of ['ONE', 'TWO']) {
      const job = await scenario.jobIn(await scenario.print(labelOf(code)), 'printed');
      expect(job).toMatchObject({ bytesSent: labelOf(code).length, evidence: { labels: 1 } });
      expect(everything(zebra)).toContain(`^XA${settings}^PW812^LL1219^XZ\r\n${labelOf(code)}`);
    }
    expect(zebra.labels().map(String)).toEqual([labelOf('ONE'), labelOf('TWO')]);
    expect(zebra.labelCount).toBe(42);
  });

  it('undo what an earlier label set, and keep what the label sets itself', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    const hostile =
      '^XA^CI13,36,21^LH400,600^LRY^PMY^POI^FWR,1^JMB^CF0,1,1^BY1,2,1^CVY^MUI^PW8^LL8^FO1,1^FDhostile^FS^XZ';
    await scenario.jobIn(await scenario.print(hostile), 'printed');
    await scenario.jobIn(await scenario.print('^XA^POI^CI28^FO50,50^FDnext^FS^XZ'), 'printed');
    expect(settingsAt(everything(zebra), 'hostile')).toMatchObject({ LR: 'Y', PO: 'I', PW: '8', CI: '13,36,21' });
    expect(settingsAt(everything(zebra), 'next')).toEqual({
      ...{ MU: 'D,200,200', JM: 'A', LR: 'N', PM: 'N', PO: 'I', LH: '0,0', CI: '28', CV: 'N' },
      ...{ CF: 'A,9,5', BY: '2,3,10', PW: '812', LL: '1219' },
    });
  });

  it('leave the size of the paper alone where labels cannot change it', async () => {
    const zebra = await scenarios.fake();
    const taken = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      printing: () => ({ suspiciousCommands: 'take out' }),
    });
    await taken.jobIn(await taken.print('^XA^PW400^FO50,50^FDnarrow^FS^XZ'), 'printed');
    expect(settingsAt(everything(zebra), 'narrow')).not.toHaveProperty('PW');
  });

  it('set the size of the paper in the printer’s dots, else in the label’s, and only for a label that fits', () => {
    const sizeFor = (source: string, dotsPerMillimetre: number | null): string => {
      const target = { dotsPerMillimetre, paper: { width: 101.6, length: 152.4 } };
      return /\^PW.*(?=\^XZ)/.exec(text(resetBefore(readLabelFacts(label(source)), target)))?.[0] ?? '';
    };
    expect(sizeFor('^XA^FO10,10^FDx^FS^XZ', 12)).toBe('^PW1219^LL1828');
    expect(sizeFor('^XA^FO0,0^GB800,1200,2^FS^XZ', null)).toBe('^PW812^LL1219');
    expect(sizeFor('^XA^FO0,0^GB830,1240,2^FS^XZ', 8)).toBe('^PW830^LL1240');
    expect(sizeFor('^XA^FO10,10^FDx^FS^XZ', null)).toBe('');
    expect(sizeFor('^XA^FO0,0^GB800,1600,2^FS^XZ', 8)).toBe('');
  });

  it('leave the justification to blocks of text, which follow their script', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    await scenario.jobIn(await scenario.print('^XA^FO50,50^TBN,400,90^FDblock^FS^XZ'), 'printed');
    expect(everything(zebra)).not.toContain('^FWN,0');
  });

  it('are no part of the label where the connection is cut within them', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    await scenario.printerOnce('Zebra A', ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 60 });
    const cut = await scenario.jobIn(
      await scenario.print(`^XA^FO9,9^FDcut${'-'.repeat(2_000)}^FS^XZ`),
      'uncertain',
      'held',
    );
    expect(cut.bytesSent).toBeLessThanOrEqual(cut.bytesTotal);
    expect(zebra.labels()).toEqual([]);
  });
});
