import { afterEach, expect, it } from 'vitest';
import type { OpenTransport } from '../../../../src/main/core/ports/printing.ts';
import { labelOf, networkOnly, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

it('a label whose sending throws in the station is uncertain at once, and the next one prints', async () => {
  const zebra = await scenarios.fake();
  const openReal = networkOnly();
  let isBroken = true;
  const send = (): Promise<never> => {
    isBroken = false;
    return Promise.reject(new Error('spawn ENOMEM'));
  };
  const openTransport: OpenTransport = (connection) => {
    const transport = openReal(connection);
    return {
      ...transport,
      async open(signal) {
        const opened = await transport.open(signal);
        return opened.ok && isBroken ? { ok: true, value: { ...opened.value, send, sendAndAsk: send } } : opened;
      },
    };
  };
  const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)], openTransport });
  const failed = await scenario.jobIn(await scenario.print(labelOf('FAILED')), 'uncertain');
  expect(failed.failure?.message.code).toBe('print-job.sending-failed');
  await scenario.jobIn(await scenario.print(labelOf('NEXT')), 'printed');
  expect(scenario.bugs).toEqual([new Error('spawn ENOMEM')]);
});
