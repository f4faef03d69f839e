import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCapabilities } from '../../../../src/main/printers/protocol/capabilities.ts';
import { queryStatus } from '../../../../src/main/printers/protocol/status-query.ts';
import {
  type PrinterStatus,
  printerStatusSchema,
  type StatusAnswer,
} from '../../../../src/shared/printing/printer-status.ts';
import { flagsReply, noErrors, printerThatSays, readyHost, scriptedChannel } from './scripted-channel.ts';

const ask = async (answer: (question: string) => string): Promise<StatusAnswer> =>
  queryStatus(scriptedChannel(answer), createCapabilities());
const reported = async (answer: (question: string) => string): Promise<PrinterStatus> => {
  const answered = await ask(answer);
  if (answered.kind !== 'answered') throw new Error(answered.kind);
  return printerStatusSchema.parse(answered.status);
};
const notPaused = { 'zpl.system_status': '"0,0,00000000,00000000,0,00000000,00000000"' };
const pausedOnly = { 'zpl.system_status': '"1,0,00000000,00000000,0,00000000,00000000"' };
const unknownNames = { any: '"?"' };
const none = { formatsInPrinter: null, labelsInPrinter: null, partialFormat: null };

describe('printer status query', () => {
  it('reports a ready printer in one exchange', async () => {
    const channel = scriptedChannel(printerThatSays(noErrors, readyHost));
    expect(await queryStatus(channel, createCapabilities())).toMatchObject({
      kind: 'answered',
      status: { reasons: [], warnings: [], formatsInPrinter: 0, labelsInPrinter: 0, partialFormat: false },
    });
    expect(channel.asked).toEqual(['~HQES\r\n~HS']);
  });

  it('combines both answers, each reason once', async () => {
    const host = readyHost.replace('030,0,0', '030,1,1').replace('001,0,0,0', '001,0,1,0');
    const status = await reported(printerThatSays(flagsReply('1 00000000 00000025', '1 00000000 00000008'), host));
    expect(status).toMatchObject({
      reasons: ['paper out', 'head open', 'too hot', 'paused'],
      warnings: ['paper near its end'],
    });
  });

  it('reports a fault where ~HS is silent because of it, and queries the pause separately', async () => {
    const channel = scriptedChannel(printerThatSays(flagsReply('1 00000000 00000004'), '', pausedOnly));
    expect(await queryStatus(channel, createCapabilities())).toMatchObject({
      kind: 'answered',
      status: { reasons: ['head open', 'paused'], ...none },
    });
    expect(channel.asked.at(-1)).toBe('! U1 getvar "zpl.system_status"');
  });

  it('reports a pause where only ~HQES answers, which lacks it', async () => {
    expect(await reported(printerThatSays(noErrors, '', pausedOnly))).toMatchObject({ reasons: ['paused'] });
  });

  it.each([
    ['is silent to variables', {}],
    ['does not know the variable', unknownNames],
  ])('uses ~HQES alone where the printer %s', async (_, variables) => {
    expect(await reported(printerThatSays(noErrors, '', variables))).toMatchObject({ reasons: [], ...none });
  });

  it('supports an older printer that answers only ~HS', async () => {
    const host = readyHost.replace('030,0,0,1218,000', '030,0,1,1218,004');
    expect(await reported(printerThatSays('', host))).toMatchObject({ reasons: ['paused'], formatsInPrinter: 4 });
  });

  it('supports a printer that answers only variables', async () => {
    expect(await reported(printerThatSays('', '', notPaused))).toMatchObject({ reasons: [], ...none });
  });

  it('reports a printer that answers nothing as silent within 1.8 seconds', async () => {
    const channel = scriptedChannel(() => '');
    expect(await queryStatus(channel, createCapabilities())).toEqual({ kind: 'silent' });
    expect(channel.asked).toEqual(['~HQES\r\n~HS', '! U1 getvar "zpl.system_status"']);
    expect(channel.silenceCost.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(1_800);
  });

  it('sends a silent printer every query again: its capabilities are unknown', async () => {
    const channel = scriptedChannel(() => '');
    const capabilities = createCapabilities();
    for (let time = 0; time < 5; time++) await queryStatus(channel, capabilities);
    expect(channel.asked).toHaveLength(10);
  });

  it.each([
    ['one string of ~HS', readyHost.slice(0, 38)],
    ['two strings of ~HS', readyHost.slice(0, 76)],
    ['half of ~HQES', noErrors.slice(0, 40)],
    ['noise', '\x02\x02\x03\xff\x00PRINTER STATUS'],
    ['another machine’s reply', '@PJL INFO STATUS\r\nCODE=10001\r\n\f'],
    ['"unknown" to every query', '"?"'],
  ])('reports a printer as silent, never as ready, that answers with %s', async (_, reply) => {
    expect(await ask(() => reply)).toEqual({ kind: 'silent' });
  });

  it('leaves the values of a partial ~HS unknown', async () => {
    expect(await reported(printerThatSays(noErrors, readyHost.slice(0, 60), notPaused))).toMatchObject({
      reasons: [],
      ...none,
    });
  });

  it('shows the printer’s answer without the password', async () => {
    const { raw } = await reported(printerThatSays(flagsReply('1 00000000 00000001'), readyHost));
    expect(raw).toContain('ERRORS: 1 00000000 00000001');
    expect(raw).toContain('030,0,0,1218,000,0,0,0,000,0,0,0');
    expect(raw).not.toContain('1234');
  });

  it('never reports a wrong status for a reply that stops anywhere', async () => {
    const whole = flagsReply('1 00000000 00000001') + readyHost.replace('000,0,0,0,000', '007,0,0,0,000');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (length) => {
        const answer = await ask((question) => (question.startsWith('~') ? whole.slice(0, length) : ''));
        if (answer.kind !== 'answered') return;
        expect(answer.status.reasons).toEqual(['paper out']);
        expect([null, 7]).toContain(answer.status.formatsInPrinter);
        expect(answer.status.raw).not.toMatch(/1234|123\b/);
      }),
    );
  });

  it('accepts any bytes, and shows them printable and short', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(noErrors, readyHost, '\x02', '\x03', '"', '"?"', ','),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const answer = await ask(() => pieces.join('').slice(0, 8_192));
        if (answer.kind !== 'answered') return;
        expect(printerStatusSchema.parse(answer.status).raw).toMatch(/^[\x20-\x7e]{0,1000}$/);
      }),
    );
  });
});

describe('printer status query: capabilities', () => {
  const askOften = async (times: number, answer: (question: string) => string) => {
    const channel = scriptedChannel(answer);
    const capabilities = createCapabilities();
    for (let time = 0; time < times; time++) await queryStatus(channel, capabilities);
    return { channel, capabilities };
  };

  it('are learned: a query without an answer twice is left out', async () => {
    const { channel } = await askOften(4, printerThatSays('', readyHost));
    expect(channel.asked).toEqual(['~HQES\r\n~HS', '~HQES\r\n~HS', '~HS', '~HS']);
    const other = await askOften(4, printerThatSays(noErrors, '', notPaused));
    expect(other.channel.asked.filter((question) => question.startsWith('~'))).toEqual([
      '~HQES\r\n~HS',
      '~HQES\r\n~HS',
      '~HQES',
      '~HQES',
    ]);
  });

  it('are tried again after twenty checks', async () => {
    const { channel } = await askOften(30, printerThatSays('', readyHost));
    expect(channel.asked.filter((question) => question.includes('~HQES'))).toHaveLength(3);
  });

  it('are not learned during a fault: ~HS is queried again and answers when the fault is cleared', async () => {
    let fault = true;
    const channel = scriptedChannel((question) =>
      printerThatSays(
        fault ? flagsReply('1 00000000 00000001') : noErrors,
        fault ? '' : readyHost,
        notPaused,
      )(question),
    );
    const capabilities = createCapabilities();
    for (let time = 0; time < 10; time++) await queryStatus(channel, capabilities);
    fault = false;
    expect(await queryStatus(channel, capabilities)).toMatchObject({ status: { reasons: [], formatsInPrinter: 0 } });
  });

  it('are kept after one lost reply of a printer that answered before', async () => {
    let lost = false;
    const channel = scriptedChannel((question) =>
      printerThatSays(noErrors, lost ? '' : readyHost, notPaused)(question),
    );
    const capabilities = createCapabilities();
    await queryStatus(channel, capabilities);
    lost = true;
    await queryStatus(channel, capabilities);
    await queryStatus(channel, capabilities);
    lost = false;
    expect(await queryStatus(channel, capabilities)).toMatchObject({ status: { formatsInPrinter: 0 } });
  });

  it('do not prevent a printer from being reported as silent when it stops answering', async () => {
    let isSilent = false;
    const channel = scriptedChannel((question) => (isSilent ? '' : printerThatSays('', readyHost)(question)));
    const capabilities = createCapabilities();
    for (let time = 0; time < 3; time++) await queryStatus(channel, capabilities);
    isSilent = true;
    expect(await queryStatus(channel, capabilities)).toEqual({ kind: 'silent' });
    isSilent = false;
    expect(await queryStatus(channel, capabilities)).toMatchObject({ kind: 'answered', status: { reasons: [] } });
  });
});
