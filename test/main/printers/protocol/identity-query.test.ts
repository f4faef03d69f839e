import { describe, expect, it } from 'vitest';
import { createCapabilities } from '../../../../src/main/printers/protocol/capabilities.ts';
import { queryIdentity } from '../../../../src/main/printers/protocol/identity-query.ts';
import { queryStatus } from '../../../../src/main/printers/protocol/status-query.ts';
import { queryLabelCount } from '../../../../src/main/printers/protocol/variables.ts';
import { printerThatSays, readyHost, scriptedChannel } from './scripted-channel.ts';

const countOf = (value: string): Promise<number | null> =>
  queryLabelCount(
    scriptedChannel(() => value),
    createCapabilities(),
  );

describe('printer label counter query', () => {
  it.each([
    ['"31084"', 31_084],
    ['"0"', 0],
    ['"31084 LABELS"\r\n', 31_084],
    ['" 17 "', 17],
    [`${readyHost}"5"`, 5],
    ['"?"', null],
    ['"3.5 INCHES"', null],
    ['"1,234"', null],
    ['"-1"', null],
    ['""', null],
    ['"31', null],
    ['?', null],
    ['', null],
  ])('reads %o as %o', async (reply, count) => {
    expect(await countOf(reply)).toBe(count);
  });

  it('is not repeated where a printer answers only other queries', async () => {
    const channel = scriptedChannel(printerThatSays('', readyHost));
    const capabilities = createCapabilities();
    await queryStatus(channel, capabilities);
    for (let time = 0; time < 5; time++) expect(await queryLabelCount(channel, capabilities)).toBeNull();
    expect(channel.asked.filter((question) => question.includes('odometer'))).toHaveLength(2);
  });

  it('succeeds later, for example when variables were switched on', async () => {
    let answers = false;
    const channel = scriptedChannel((question) =>
      printerThatSays('', readyHost, answers ? { any: '"8"' } : {})(question),
    );
    const capabilities = createCapabilities();
    await queryStatus(channel, capabilities);
    for (let time = 0; time < 3; time++) await queryLabelCount(channel, capabilities);
    answers = true;
    const counts: (number | null)[] = [];
    for (let time = 0; time < 25; time++) counts.push(await queryLabelCount(channel, capabilities));
    expect(counts.at(-1)).toBe(8);
  });
});

describe('printer identity query', () => {
  const identityFrom = (identification: string, variables: Record<string, string> = {}) =>
    queryIdentity(
      scriptedChannel((question) =>
        question === '~HI' ? identification : printerThatSays('', '', variables)(question),
      ),
      createCapabilities(),
    );

  it('reads model, firmware and resolution by ~HI, and the serial number by a variable', async () => {
    expect(
      await identityFrom('\x02ZD230,V89.21.46Z,8,4096KB,\x03\r\n', { 'device.unique_id': '"D4J221100123"' }),
    ).toEqual({
      model: 'ZD230',
      serial: 'D4J221100123',
      firmware: 'V89.21.46Z',
      dotsPerMillimetre: 8,
    });
  });

  it.each([
    ['152', 6],
    ['203', 8],
    ['300', 12],
    ['600', 24],
  ])('asks for the dots per inch where ~HI lacks them: %s are %i per millimetre', async (dpi, dots) => {
    const reported = await identityFrom('\x02ZD230,V89.21.46Z,,4096KB,\x03', { 'head.resolution.in_dpi': `"${dpi}"` });
    expect(reported).toMatchObject({ model: 'ZD230', dotsPerMillimetre: dots });
  });

  it('reads everything by variables where ~HI is not answered', async () => {
    const variables = {
      'device.unique_id': '"S1"',
      'device.product_name': '"ZT411"',
      'appl.name': '"V92.21.39Z"',
      'head.resolution.in_dpi': '"300"',
    };
    expect(await identityFrom('', variables)).toEqual({
      model: 'ZT411',
      serial: 'S1',
      firmware: 'V92.21.39Z',
      dotsPerMillimetre: 12,
    });
  });

  it('gives no identity where the printer does not report it', async () => {
    expect(await identityFrom('\x02ZM400,V53,12,4096KB,X\x03')).toMatchObject({ serial: null, dotsPerMillimetre: 12 });
    expect(await identityFrom('')).toBeNull();
    expect(await identityFrom('noise', { any: '"?"' })).toBeNull();
  });

  it('ignores a late answer to another query, and removes control characters', async () => {
    expect(await identityFrom(`${readyHost}\x02ZD\x1b230${'x'.repeat(200)},V1,8,\x03`)).toMatchObject({
      model: expect.stringMatching(/^ZD 230x{94}$/),
      dotsPerMillimetre: 8,
    });
    expect(await identityFrom(readyHost)).toBeNull();
  });
});
