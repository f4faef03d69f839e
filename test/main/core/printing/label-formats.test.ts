import { afterEach, describe, expect, it } from 'vitest';
import { type Result, success } from '../../../../src/shared/contract/failure.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { gate, labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

describe('label format at printing', () => {
  it.each(['%PDF-1.4', '\n%PDF-1.4'])('%j is drawn as a PDF and printed', async (pdf) => {
    const zebra = await scenarios.fake();
    const drawn: string[] = [];
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: {
        async zplOfPdf({ bytes }) {
          drawn.push(new TextDecoder().decode(bytes));
          return success(new TextEncoder().encode(labelOf('out of the PDF')));
        },
      },
    });
    await scenario.jobIn(await scenario.print(pdf), 'printed');
    expect(drawn).toEqual([pdf]);
    expect(zebra.labels()).toHaveLength(1);
  });

  it.each(['CT~~CD,~CC^~CT~\r\n', '\u0010CT~~CD,~CC^~CT~\r\n', '\ufeff'])(
    '%j before a ZPL label prints',
    async (start) => {
      const zebra = await scenarios.fake();
      const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
      await scenario.jobIn(await scenario.print(`${start}${labelOf('from ZebraDesigner')}`), 'printed');
      expect(zebra.labels()).toHaveLength(1);
    },
  );

  it('fails where other text stands before the label', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    const job = await scenario.jobIn(await scenario.print(`SIZE 4,6\r\n${labelOf('x')}`), 'failed');
    expect(job.failure?.code).toBe('label-refused');
    expect(zebra.labels()).toEqual([]);
  });

  itInLongRun('a PDF that is drawn without end delays no label of another printer', async () => {
    const [printerA, printerB] = [
      tcpPrinter('Zebra A', await scenarios.fake()),
      tcpPrinter('Zebra B', await scenarios.fake()),
    ];
    const drawnFor: string[] = [];
    const drawn = gate<Result<Uint8Array>>();
    const scenario = await scenarios.start({
      printers: [{ ...printerA, default: true }, printerB],
      pictures: {
        async zplOfPdf(_label, { name }) {
          drawnFor.push(name);
          return name === 'Zebra A' ? drawn.passed : success(new TextEncoder().encode(labelOf(name)));
        },
      },
    });
    const slow = await scenario.print('%PDF-1.7 slow');
    scenario.queue.setPrinters([printerA, { ...printerB, default: true }]);
    await scenario.jobIn(await scenario.print('%PDF-1.7 quick'), 'printed');
    expect((await scenario.job(slow.id)).state).toBe('queued');
    drawn.open(success(new TextEncoder().encode(labelOf('slow'))));
    await scenario.jobIn(slow, 'printed');
    expect(drawnFor.sort()).toEqual(['Zebra A', 'Zebra B']);
  });
});
