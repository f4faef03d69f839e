import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEntry, StationLog } from '../../../src/main/core/ports/desktop.ts';
import { openStationLog } from '../../../src/main/files/station-log.ts';
import { type MessageCode, messageDefinitions } from '../../../src/shared/messages/message.ts';
import { redacted } from '../../../src/shared/messages/redaction.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';

const opened = closedAfterEach();
let now = Date.UTC(2026, 10, 23);
const clock = { now: () => now };
const open = (folder: string, limits?: { bytesPerFile: number; files: number }): StationLog =>
  opened.keep(openStationLog({ folder, clock, after: Promise.resolve(), ...(limits && { limits }) }));
const entry = (code: string): LogEntry => ({ event: 'call failed', call: 'scan.submit', code });
const written = (log: StationLog, count: number): Promise<string[]> =>
  expect
    .poll(() => log.read(1e6), { timeout: 10_000 })
    .toHaveLength(count)
    .then(() => log.read(1e6));

describe('station log', () => {
  it('counts crashes since its start, and names their processes', async () => {
    const log = open(join(await opened.folder(), 'logs'));
    expect(log.crashes()).toEqual([]);
    log.noteCrash('pictures', 'exit code 9');
    expect(log.crashes()).toEqual([{ process: 'pictures', at: now }]);
    const [line = ''] = await written(log, 1);
    expect(JSON.parse(line)).toMatchObject({ event: 'process ended', what: 'pictures', status: 'exit code 9' });
  });

  it('is JSON lines in a file of this user alone, continued by the next start', async () => {
    const folder = join(await opened.folder(), 'logs');
    const log = open(folder);
    log.write(entry('invalid-input'));
    expect((await written(log, 1)).map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: '2026-11-23T00:00:00.000Z',
        event: 'call failed',
        call: 'scan.submit',
        code: 'invalid-input',
      },
    ]);
    expect((await stat(join(folder, 'station.log'))).mode & 0o777).toBe(0o600);
    await log.close();
    const next = open(folder);
    next.write(entry('second'));
    await written(next, 2);
  });

  it('keeps as many files of the largest size as it says, and drops the oldest lines', async () => {
    const folder = await opened.folder();
    const log = open(folder, { bytesPerFile: 2_000, files: 3 });
    for (let index = 0; index < 150; index += 1) log.write(entry(`entry ${index}`));
    await expect.poll(async () => (await log.read(1e6)).at(-1), { timeout: 10_000 }).toContain('entry 149');
    expect((await readdir(folder)).toSorted()).toEqual(['station.1.log', 'station.2.log', 'station.log']);
    for (const file of await readdir(folder)) expect((await stat(join(folder, file))).size).toBeLessThan(2_200);
    const codes = (await log.read(1e6)).map((line) => Number(JSON.parse(line).code.slice(6)));
    expect(codes).toEqual(Array.from({ length: codes.length }, (_, index) => 150 - codes.length + index));
    expect(await log.read(300)).toHaveLength(2);
  });

  it('keeps no file that was written to thirty days ago for the last time', async () => {
    const folder = await opened.folder();
    await writeFile(join(folder, 'station.1.log'), 'old');
    await utimes(join(folder, 'station.1.log'), new Date(now - 31 * 86_400_000), new Date(now - 31 * 86_400_000));
    const log = open(folder);
    log.write(entry('first'));
    await written(log, 1);
    expect(await readdir(folder)).toEqual(['station.log']);
    await log.close();
    await utimes(join(folder, 'station.log'), new Date(now), new Date(now));
    now += 31 * 86_400_000;
    const next = open(folder);
    next.write(entry('second'));
    expect(await written(next, 1)).toEqual([expect.stringContaining('second')]);
  });

  it('writes at most so many entries a minute, and says how many it left out', async () => {
    const log = open(await opened.folder());
    for (let index = 0; index < 400; index += 1) log.write(entry('many'));
    now += 60_000;
    log.write(entry('later'));
    const lines = await written(log, 302);
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ event: 'entries left out', count: 100 });
  });

  it('writes nothing before the first screen, and stops nothing where the disk refuses', async () => {
    const folder = join(await opened.folder(), 'logs');
    const early = openStationLog({ folder, clock, after: new Promise(() => {}) });
    early.write(entry('early'));
    expect(await early.read(1e6)).toEqual([]);
    await early.close();
    await mkdir(join(folder, 'station.log'), { recursive: true });
    const log = open(folder);
    log.write(entry('refused'));
    await log.close();
    await chmod(folder, 0o700);
  });

  it('never contains what was planted in a field of an order, a label, a setting or an error', async () => {
    const folder = await opened.folder();
    const log = open(folder);
    const planted = 'PLANTED Müller 0501234567';
    const order = { person_name: planted, person_phone: planted, text: planted, address: { street: planted } };
    log.write({ event: 'call failed', input: order, zpl: planted, bytes: Buffer.from(planted), token: planted });
    log.write({ event: 'error', error: new SyntaxError(`Unexpected token 'x', "{"n":"${planted}" is not valid JSON`) });
    log.write({
      event: 'error',
      error: new Error('outer', { cause: new Error(`Bearer ${planted.replaceAll(' ', '')}`) }),
    });
    log.write({ event: 'notice', message: { code: 'people.name', params: { name: planted } } });
    await written(log, 4);
    await log.close();
    const text = await readFile(join(folder, 'station.log'), 'utf8');
    for (const part of ['PLANTED', 'ller', '0501234567', Buffer.from(planted).toString('base64')])
      expect(text).not.toContain(part);
  });
});

const fields = fc.constantFrom(
  ...['token', 'authorization', 'name', 'personName', 'person_name', 'phone', 'person_phone', 'address', 'addressText'],
  ...[
    'text',
    'zpl',
    'label',
    'pdf',
    'value',
    'headers',
    'recipient',
    'receiver',
    'input',
    'body',
    'serviceText',
    'badge',
  ],
  ...[
    'webhook',
    'header',
    'proxy',
    'raw',
    'error',
    'cause',
    'failure',
    'message',
    'problem',
    'params',
    'reading',
    'asTyped',
  ],
);
const planted = 'Zx9 planted 0501234567 Qy7';

describe('redaction by field', () => {
  it('hides a value in every field that is not known to be plain, however deep', () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant(planted),
        fc.constant(501234567),
        fc.constant(Buffer.from(planted)),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fields, fc.constant(planted)), tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    fc.assert(
      fc.property(fields, tree, (field, value) => {
        const text = JSON.stringify(redacted({ event: 'notice', [field]: value }));
        expect(text).not.toMatch(/planted|501234567|Zx9|Qy7/);
        expect(text).toContain('notice');
      }),
    );
  });

  it('hides names, addresses and texts of people in every message', () => {
    const personal = new Set([
      'text',
      'name',
      'by',
      'title',
      'value',
      'service',
      'address',
      'target',
      'paths',
      'given',
    ]);
    for (const [code, kinds] of Object.entries(messageDefinitions)) {
      const params = Object.fromEntries(
        Object.entries(kinds).map(([name, kind]) => [
          name,
          kind === 'message'
            ? { code: 'stored-sentence', params: { text: planted } }
            : kind === 'messages'
              ? []
              : planted,
        ]),
      );
      const text = JSON.stringify(redacted({ message: { code: code as MessageCode, params } }));
      for (const [name, kind] of Object.entries(kinds))
        if (kind !== 'text' || personal.has(name)) expect(text).not.toContain(`"${name}":"${planted}`);
      expect(
        JSON.stringify(redacted({ message: { code: 'stored-sentence', params: { text: planted } } })),
      ).not.toContain('Zx9');
    }
  });

  it('hides what an error quotes, and numbers as long as a telephone number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('"', "'", '`'),
        fc
          .string({ minLength: 3 })
          .filter((text) => /^[A-Za-z][A-Za-z ]+$/.test(text) && !'hidden name text stack Error'.includes(text)),
        (quote, name) => {
          const text = JSON.stringify(redacted(new Error(`Cannot read ${quote}~${name}~${quote} of +971 50 123 4567`)));
          expect(text).not.toContain(`~${name}~`);
          expect(text).not.toMatch(/123 4567/);
        },
      ),
    );
  });
});
