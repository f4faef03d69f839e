import { afterEach, describe, expect, it } from 'vitest';
import { type Failure, failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { gate, labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const updateWaiting: Failure = { code: 'picture-delayed', message: message('station.update-waiting') };

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

  it('a PDF that cannot be drawn now says so, lets the label behind it pass, and prints later', async () => {
    const zebra = await scenarios.fake();
    let attempts = 0;
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: {
        async zplOfPdf() {
          attempts += 1;
          return attempts === 1 ? failed(updateWaiting) : success(new TextEncoder().encode(labelOf('out of the PDF')));
        },
      },
    });
    const [pdf, zpl] = [await scenario.print('%PDF-1.4'), await scenario.print()];
    expect(await scenario.jobIn(pdf, 'held', 'failed')).toMatchObject({ state: 'held', failure: updateWaiting });
    await scenario.jobIn(zpl, 'printed');
    await scenario.jobIn(pdf, 'printed');
    expect(attempts).toBe(2);
    expect(zebra.labels().map(String)).toEqual([labelOf(zpl.code), labelOf('out of the PDF')]);
  });

  itInLongRun('four PDFs whose drawing takes long and fails hold up no label behind them', async () => {
    const zebra = await scenarios.fake();
    const clock = acceleratedClock(20);
    const scenario = await scenarios.start({
      ...{ printers: [tcpPrinter('Zebra A', zebra)], clock },
      pictures: {
        async zplOfPdf() {
          await new Promise<void>((resolve) => clock.after(15_000, resolve));
          return failed(updateWaiting);
        },
      },
    });
    for (let count = 0; count < 4; count += 1) await scenario.print('%PDF-1.4');
    await scenario.jobIn(await scenario.print(), 'printed');
  });

  it('a PDF that is being drawn when the station closes still waits', async () => {
    const zebra = await scenarios.fake();
    const [begun, drawn] = [gate<void>(), gate<Result<Uint8Array>>()];
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: {
        zplOfPdf() {
          begun.open();
          return drawn.passed;
        },
      },
    });
    const job = await scenario.print('%PDF-1.4');
    await begun.passed;
    const stopped = scenario.queue.stop(60_000);
    drawn.open(failed({ code: 'picture-failed', message: message('label.station-closing') }));
    await stopped;
    expect(await scenario.job(job.id)).toMatchObject({ state: 'queued', failure: null });
  });

  it('a PDF prints whose drawing is larger than a downloaded label may be', async () => {
    const zebra = await scenarios.fake();
    const drawing = labelOf('large').replace('^XZ', `^FX${'-'.repeat(600 * 1024)}^FS^XZ`);
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: { zplOfPdf: async () => success(new TextEncoder().encode(drawing)) },
    });
    expect(await scenario.jobIn(await scenario.print('%PDF-1.4'), 'printed', 'failed')).toMatchObject({
      state: 'printed',
    });
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
