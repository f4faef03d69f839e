import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cupsTransport } from '../../../../src/main/printers/cups/cups.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { binaryLabel, openFor, printerTransportSuite } from '../../../suites/printer-transport.ts';
import { cupsOfFile, printerBehind } from './cups-fixture.ts';
import { recordProgress } from './recorded-progress.ts';
import { testLimits as limits } from './test-limits.ts';

const never = new AbortController().signal;
const label = Buffer.from('^XA^FDlabel^FS^XZ');

const cups = cupsOfFile();
const own = printerBehind(cups);
const { printer, addQueue } = own;
afterEach(() => printer().close());

const transport = (environment = cups().environment) => cupsTransport({ queue: own.queue }, limits, environment);

printerTransportSuite('a CUPS queue', async () => ({
  transport: transport(),
  arrived: async () => printer().received,
  breakPrinter: async () => {
    await cups().run('lpadmin', ['-x', own.queue]);
    await addQueue(); // used by the clean-up
  },
  cleanUp: async () => {},
}));

describe('CUPS: a label', () => {
  it('belongs to CUPS from the moment it has a number there', async () => {
    const progress = recordProgress();
    const delivery = await (await openFor(transport())).send(label, progress);
    expect(delivery).toEqual({ kind: 'sent', bytesSent: label.length, closedCleanly: true });
    expect(progress.reported.slice(0, 1)).toEqual([expect.stringMatching(/^owned Zebra-\d+-\d+$/)]);
  });

  it('prints once, without a cover page, where the queue defaults to two copies and a cover page', async () => {
    await addQueue(['copies-default=2', 'job-sheets-default=standard,standard']);
    await (await openFor(transport())).send(binaryLabel());
    expect(printer().received).toEqual([binaryLabel()]);
  });

  it.each(['-n', 'Zebra%2F1', '印字機-Ä', '$(id);&|*~`', 'a'.repeat(127)])(
    'is sent to a queue named %s',
    async (name) => {
      await cups().addQueue(name, `socket://127.0.0.1:${printer().port}`);
      own.queue = name;
      const progress = recordProgress();
      expect(await (await openFor(transport())).send(label, progress)).toMatchObject({ kind: 'sent' });
      expect(await progress.reference()).toMatch(/-\d+$/);
      expect((await progress.reference()).slice(0, name.length)).toBe(name);
      expect(printer().received).toEqual([label]);
    },
  );

  it('is not sent at all while empty', async () => {
    const delivery = await (await openFor(transport())).send(Buffer.alloc(0));
    expect(delivery).toMatchObject({ kind: 'not started', failure: { code: 'no-label' } });
  });

  it('is sent, not printed, when the printer reset after five bytes: CUPS reports completed', async () => {
    await printer().connectionFault({ kind: 'reset', afterBytes: 5 });
    const delivery = await (await openFor(transport())).send(label);
    expect(delivery).toEqual({ kind: 'sent', bytesSent: label.length, closedCleanly: true });
    expect(printer().labels()).toEqual([]);
  });
});

describe('CUPS queue that accepts no label', () => {
  const opening = async () => {
    const opened = await transport().open(never);
    return opened.ok ? 'open' : opened.failure;
  };

  it('is held here when it rejects jobs, with the reason given in CUPS', async () => {
    await cups().run('cupsreject', ['-r', 'moved upstairs', own.queue]);
    expect(await opening()).toMatchObject({
      code: 'printer-unreachable',
      message: message('printer.queue-rejects-jobs', { queue: own.queue, report: 'moved upstairs' }),
    });
  });

  it('is held here when it is stopped, so that CUPS owns no label, and continues when it is started', async () => {
    await cups().run('cupsdisable', ['-r', 'new roll', own.queue]);
    expect(await opening()).toMatchObject({
      code: 'printer-unreachable',
      message: message('printer.queue-stopped', { queue: own.queue, report: 'new roll' }),
    });
    await cups().run('cupsenable', [own.queue]);
    expect(await opening()).toBe('open');
  });

  it('has not started when it was stopped between opening and sending', async () => {
    const open = await openFor(transport());
    await cups().run('cupsdisable', [own.queue]);
    expect(await open.send(label)).toMatchObject({ kind: 'not started', failure: { code: 'printer-unreachable' } });
    expect(await cups().run('lpstat', ['-o', own.queue])).toBe('');
  });

  it.each(['nowhere', 'no where', 'a/b', '../admin', ''])('is not known by the name %j', async (name) => {
    own.queue = name;
    expect(await opening()).toMatchObject({
      code: 'printer-unreachable',
      message: message('printer.queue-not-found', { queue: name }),
    });
    await addQueue();
  });

  it('cannot be opened where CUPS does not run', async () => {
    const away = { ...cups().environment, CUPS_SERVER: join(tmpdir(), 'packbench-no-such-socket') };
    expect(await transport(away).open(never)).toMatchObject({
      ok: false,
      failure: { code: 'printer-unreachable', message: { code: 'printer.cups-not-answering' } },
    });
  });

  it('cannot be opened where CUPS is not installed', async () => {
    const bare = { ...cups().environment, PATH: tmpdir() };
    expect(await transport(bare).open(never)).toMatchObject({
      ok: false,
      failure: { code: 'printer-unreachable', message: { code: 'printer.cups-not-installed' } },
    });
  });
});

describe('CUPS: lp that ends without a job number', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packbench-lp-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The same computer, with another program as lp. */
  const withLp = async (script: string): Promise<NodeJS.ProcessEnv> => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'lp'), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, 'lp'), 0o755);
    return { ...cups().environment, PATH: `${bin}${delimiter}${cups().environment.PATH}` };
  };
  const realLp = (): string => `PATH='${cups().environment.PATH}';`;

  it('has not started where CUPS has no such job', async () => {
    const environment = await withLp('cat > /dev/null; echo "lp: Error - quota reached." >&2; exit 1');
    expect(await (await openFor(transport(environment))).send(label)).toMatchObject({
      kind: 'not started',
      failure: {
        code: 'printer-unreachable',
        message: message('printer.queue-did-not-accept', { queue: own.queue, report: 'quota reached.' }),
      },
    });
  });

  it('has not started where lp made the job and cancelled it', async () => {
    const environment = await withLp(
      `${realLp()} id=$(lp -H hold "$@" | sed "s/.*is //; s/ .*//"); cancel "$id"; echo "lp: no space" >&2; exit 1`,
    );
    expect(await (await openFor(transport(environment))).send(label)).toMatchObject({
      kind: 'not started',
      failure: { message: message('printer.queue-did-not-accept', { queue: own.queue, report: 'no space' }) },
    });
  });

  it('is followed by its name where CUPS took the label all the same', async () => {
    const environment = await withLp(`${realLp()} lp "$@" > /dev/null; exit 1`);
    const progress = recordProgress();
    expect(await (await openFor(transport(environment))).send(label, progress)).toMatchObject({ kind: 'sent' });
    expect(await progress.reference()).toMatch(/^Zebra-\d+-\d+$/);
    expect(printer().received).toEqual([label]);
  });

  it('is cut off where CUPS no longer answers', async () => {
    const environment = await withLp(`cat > /dev/null; mv "$CUPS_SERVER" "${folder}/socket"; exit 1`);
    const delivery = await (await openFor(transport(environment))).send(label);
    await rename(join(folder, 'socket'), cups().socketPath);
    expect(delivery).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
  });

  it('is killed when it hangs, and has not started where CUPS has no job of it', async () => {
    const environment = await withLp('exec sleep 600');
    const shortTimeout = cupsTransport({ queue: own.queue }, { ...limits, submitMs: 200 }, environment);
    expect(await (await openFor(shortTimeout)).send(label)).toMatchObject({
      kind: 'not started',
      failure: { message: message('printer.cups-timed-out', { queue: own.queue }) },
    });
  });
});

describe('CUPS: a command to a printer behind a queue', () => {
  it.each(['pause', 'resume', 'cancel all'] as const)(
    '%s is refused, because it would arrive too late',
    async (command) => {
      const answer = await (await openFor(transport())).sendCommand(command);
      expect(answer).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
      expect(printer().received).toEqual([]);
    },
  );

  it('calibrate is sent as a separate raw job', async () => {
    const open = await openFor(transport());
    expect(await open.sendCommand('calibrate')).toEqual({ ok: true, value: null });
    await printer().waitFor((fake) => String(fake.received) === '~JC');
    expect(await open.send(label)).toMatchObject({ kind: 'sent' });
  });

  it('the printer sends no answer', async () => {
    const open = await openFor(transport());
    expect(await open.status()).toEqual({ kind: 'one-way' });
    expect(await open.identity()).toBeNull();
    expect(await open.labelCount()).toBeNull();
    open.close();
    expect(printer().received).toEqual([]);
  });
});
