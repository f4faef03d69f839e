import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directConnection, listCupsQueues } from '../../../../src/main/printers/cups/cups-queues.ts';
import { cupsOfFile } from './cups-fixture.ts';

const cups = cupsOfFile();

const queues = async () => {
  const listed = await listCupsQueues(undefined, cups().environment);
  if (!listed.ok) throw new Error(JSON.stringify(listed.failure));
  return listed.value;
};

describe('CUPS queues: the queues of this computer', () => {
  it('are none where CUPS has none', async () => {
    expect(await queues()).toEqual([]);
  });

  it('are listed with what distinguishes them, and the printer behind them', async () => {
    await cups().addQueue('Bench', 'socket://10.0.0.8:9100/?waiteof=false', ['printer-error-policy=abort-job']);
    await cups().run('lpadmin', ['-p', 'Bench', '-D', 'Zebra by the door – “左”']);
    await cups().addQueue('Office', 'ipp://office.example/ipp/print');
    await cups().run('cupsreject', ['Office']);
    await cups().run('cupsdisable', ['-r', 'new roll', 'Office']);
    expect(await queues()).toEqual([
      {
        name: 'Bench',
        deviceUri: 'socket://10.0.0.8:9100/?waiteof=false',
        makeAndModel: 'Local Raw Printer',
        description: 'Zebra by the door – “左”',
        isAccepting: true,
        state: 'idle',
        stateMessage: '',
        errorPolicy: 'abort-job',
        isRaw: true,
        direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
      },
      expect.objectContaining({
        name: 'Office',
        description: null,
        isAccepting: false,
        state: 'stopped',
        stateMessage: 'new roll',
        direct: null,
      }),
    ]);
  });

  it('do not contain the password of their address', async () => {
    await cups().addQueue('Guarded', 'socket://operator:secret@10.0.0.9');
    const guarded = (await queues()).find(({ name }) => name === 'Guarded');
    expect(JSON.stringify(guarded)).not.toContain('secret');
    expect(guarded?.direct).toEqual({ kind: 'tcp', host: '10.0.0.9', port: 9100 });
  });

  it('are a failure where CUPS does not run, and where it is not installed', async () => {
    const noSocket = { ...cups().environment, CUPS_SERVER: join(tmpdir(), 'packbench-no-such-socket') };
    const away = await listCupsQueues(undefined, noSocket);
    expect(away).toMatchObject({ ok: false, failure: { message: { code: 'printer.cups-not-answering' } } });
    const missing = await listCupsQueues(undefined, { PATH: tmpdir() });
    expect(missing).toMatchObject({ ok: false, failure: { message: { code: 'printer.cups-not-installed' } } });
  });
});

describe('CUPS queues: the printer behind a queue', () => {
  it.each([
    ['socket://10.0.0.8', { kind: 'tcp', host: '10.0.0.8', port: 9100 }],
    ['socket://zebra.example:6101/', { kind: 'tcp', host: 'zebra.example', port: 6101 }],
    ['socket://[fe80::1]:9100', { kind: 'tcp', host: 'fe80::1', port: 9100 }],
    ['ipp://10.0.0.8:631/ipp/print', null],
    ['usb://Zebra%20Technologies/ZTC%20ZD420', null],
    ['socket://', null],
    ['socket://host%20name:9100', null],
    ['socket://10.0.0.8:0', null],
    [null, null],
  ])('%s is reached directly by %j', (deviceUri, direct) => {
    expect(directConnection(deviceUri)).toEqual(direct);
  });
});
