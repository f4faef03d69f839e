import { afterEach, describe, expect, it } from 'vitest';
import { success } from '../../../../src/shared/contract/failure.ts';
import { labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

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
});
