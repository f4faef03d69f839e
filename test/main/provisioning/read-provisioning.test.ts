import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLineValue } from '../../../src/main/app/refused-switches.ts';
import { faultText } from '../../../src/main/provisioning/provisioning-fault.ts';
import {
  type ReadProvisioning,
  readProvisioning,
  tokenVariables,
} from '../../../src/main/provisioning/read-provisioning.ts';
import { cleanToken } from '../../../src/main/service/service-token.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';

const settings = settingsSchema.parse({});
const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' };
const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-provisioning-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

function read(content: unknown, variables: Record<string, string> = {}): ReadProvisioning {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return readProvisioning(put('station.json', text), settings, {
    cleanToken,
    consumeVariable(name) {
      const value = variables[name];
      delete variables[name];
      return value;
    },
  });
}

const readFrom = (file: string): ReadProvisioning =>
  readProvisioning(file, settings, { cleanToken, consumeVariable: () => undefined });

const faults = (result: ReadProvisioning): string[] => (result.ok ? [] : result.faults.map(faultText));

describe('provisioning: reading the file', () => {
  it('gives what the file names, without a warning, and does not change the file', () => {
    const content = { environments: [{ ...sandbox, token: 'abc' }], bench: { printOnCreate: true } };
    expect(read(content)).toEqual({ ok: true, warnings: [], provisioning: content });
    expect(JSON.parse(readFileSync(join(folder, 'station.json'), 'utf8'))).toEqual(content);
  });

  it('names unknown keys at any depth and ignores them', () => {
    const result = read({
      colour: 'red',
      environments: [{ ...sandbox, baseURL: 'x' }],
      printers: [{ name: 'a', connection: { kind: 'tcp', host: 'h', prot: 9100 } }],
      network: { proxi: '' },
    });
    expect(result.ok).toBe(true);
    expect(result.warnings).toEqual([
      'colour: unknown key, ignored',
      'environments[0].baseURL: unknown key, ignored',
      'printers[0].connection.prot: unknown key, ignored',
      'network.proxi: unknown key, ignored',
    ]);
  });

  it.each(['file:///usr/share/packbench/provisioning.schema.json', 7])(
    'ignores the schema for editors: %s',
    ($schema) => {
      expect(read({ $schema })).toMatchObject({ ok: true, warnings: [] });
      expect(read({ station: { $schema } }).warnings).toEqual(['station.$schema: unknown key, ignored']);
    },
  );

  it('names unknown keys beside faults, because a misspelt key is often the reason', () => {
    const result = read({ environments: [{ name: 'sandbox', kind: 'sandbox', baseURL: 'https://service.example' }] });
    expect(faults(result)).toEqual([
      'environments[0].baseUrl: is missing; an environment of kind sandbox needs the address of the service',
    ]);
    expect(result.warnings).toEqual(['environments[0].baseURL: unknown key, ignored']);
  });

  it('names missing values together with every other fault', () => {
    const result = read({
      environments: [{ name: 'new' }, { name: 'live', kind: 'production' }],
      activeEnvironment: 'nowhere',
      printers: [{ name: 'Zebra A' }],
      bench: { deleteUndoSeconds: 0 },
    });
    expect(faults(result).map((text) => text.split(':')[0])).toEqual([
      'bench.deleteUndoSeconds',
      'environments[0].kind',
      'environments[1].baseUrl',
      'printers[0].connection',
      'activeEnvironment',
    ]);
  });

  it('names the place where a file stops being JSON, without quoting it', () => {
    const result = read('{ "environments": [ { "token": "very-secret" "kind": 1 } ] }');
    expect(faults(result)).toHaveLength(1);
    expect(faults(result)[0]).toMatch(/^the file is not JSON/);
    expect(faults(result)[0]).not.toContain('secret');
  });

  it.each(['[]', '"text"', 'null', '5', ''])('refuses %s', (content) => {
    expect(faults(read(content))).toHaveLength(1);
  });

  it('accepts a file that begins with a byte order mark', () => {
    expect(read('\uFEFF{}').ok).toBe(true);
  });

  it('refuses a missing file, a folder, and a file over one mebibyte', () => {
    const none = readFrom(join(folder, 'none.json'));
    expect(faults(none)).toEqual([`${join(folder, 'none.json')} cannot be read (ENOENT)`]);
    mkdirSync(join(folder, 'folder'));
    expect(faults(readFrom(join(folder, 'folder')))).toHaveLength(1);
    expect(faults(read(`"${'x'.repeat(1024 * 1024)}"`))[0]).toContain('larger than');
  });

  it.skipIf(process.platform === 'win32')('warns when others can read the file or its token file', () => {
    put('token', 'abc\n', 0o644);
    const file = put('station.json', JSON.stringify({ environments: [{ ...sandbox, tokenFile: 'token' }] }), 0o640);
    expect(readFrom(file).warnings).toEqual([
      expect.stringContaining('station.json can be read by others (mode 640)'),
      expect.stringContaining('token can be read by others (mode 644)'),
    ]);
  });
});

describe('provisioning: the token', () => {
  const tokens = (result: ReadProvisioning) =>
    result.ok ? result.provisioning.environments?.map((entry) => [entry.name, entry.token]) : result.faults;

  it('comes from a file beside the provisioning file, without its line break', () => {
    put('secret', 'Bearer abc\r\n');
    expect(tokens(read({ environments: [{ ...sandbox, tokenFile: 'secret' }] }))).toEqual([['sandbox', 'Bearer abc']]);
  });

  it('comes from a variable, which is removed so that no child process inherits it', () => {
    const variables = { BENCH_TOKEN: 'abc' };
    expect(tokens(read({ environments: [{ ...sandbox, tokenEnv: 'BENCH_TOKEN' }] }, variables))).toEqual([
      ['sandbox', 'abc'],
    ]);
    expect(variables).toEqual({});
  });

  it('in a variable is found even where the file is refused for something else', () => {
    const environments = [{ tokenEnv: 'ONE', kind: 'staging' }, null, { ...sandbox, tokenEnv: 'with space' }, sandbox];
    const file = join(folder, 'refused.json');
    writeFileSync(file, JSON.stringify({ environments: [...environments, { token: 'x', tokenEnv: 'TWO' }], bench: 1 }));
    expect(tokenVariables(file)).toEqual(['ONE', 'TWO']);
    writeFileSync(file, '{');
    expect([tokenVariables(file), tokenVariables(join(folder, 'none')), tokenVariables(null)]).toEqual([[], [], []]);
  });

  it('has the whole file refused when it is not where the file says', () => {
    put('empty', ' \n');
    const result = read({
      environments: [
        { ...sandbox, tokenFile: 'none' },
        { ...sandbox, name: 'two', tokenFile: 'empty' },
        { ...sandbox, name: 'three', tokenEnv: 'NOT_SET' },
        { ...sandbox, name: 'four', token: 'secret with spaces' },
      ],
    });
    expect(faults(result)).toEqual([
      expect.stringMatching(/^environments\[0\]\.tokenFile: .*none cannot be read \(ENOENT\)$/),
      'environments[1].tokenFile: contains no token',
      'environments[2].tokenEnv: the environment variable NOT_SET is not set',
      'environments[3].token: contains a space, a line break or another character that is not allowed in a token',
    ]);
  });
});

describe('provisioning: the company’s certificate', () => {
  it('is found beside the provisioning file and named by its whole path', () => {
    put('company-ca.pem', certificate);
    const result = read({ network: { caFile: 'company-ca.pem' } });
    expect(result.ok && result.provisioning.network?.caFile).toBe(join(folder, 'company-ca.pem'));
  });

  it('is refused when the file is missing or holds no certificate', () => {
    put('empty.pem', '');
    expect(faults(read({ network: { caFile: 'none.pem' } }))[0]).toMatch(/^network\.caFile: .* cannot be read/);
    expect(faults(read({ network: { caFile: 'empty.pem' } }))[0]).toMatch(
      /^network\.caFile: .* contains no PEM certificate/,
    );
  });
});

it.each([
  [['electron', '.', '--provision=a b.json'], 'a b.json'],
  [['--provision=one', '--provision=two=2'], 'two=2'],
  [['--provision'], ''],
  [['--provision='], ''],
  [['--provisions=x', 'provision=x'], null],
])('provisioning: a start with %j uses the file %j', (args, value) => {
  expect(commandLineValue(args, 'provision')).toBe(value);
});
