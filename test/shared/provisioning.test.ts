import { describe, expect, it } from 'vitest';
import { type ValidationIssue, validationIssues } from '../../src/shared/contract/validation-issues.ts';
import { provisioningFileSchema } from '../../src/shared/settings/provisioning.ts';

/** The file shown in the contract. */
const example = {
  station: { name: 'Bench 7' },
  environments: [
    {
      name: 'sandbox',
      kind: 'sandbox',
      baseUrl: 'https://service.example',
      labelUrl: 'https://labels.example',
      token: 'abc',
      currency: 'AED',
      webhook: { path: '/webhooks/sandbox', header: { name: 'X-Hook-Key', value: 'key' } },
    },
  ],
  activeEnvironment: 'sandbox',
  printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, default: true }],
  webhooks: { enabled: true, host: '127.0.0.1', port: 8787 },
  network: { proxy: 'http://proxy.example:3128', caFile: 'company-ca.pem' },
  bench: { deleteUndoSeconds: 5, printOnCreate: true },
};

function issuesIn(file: unknown): ValidationIssue[] {
  const parsed = provisioningFileSchema.safeParse(file);
  return parsed.success ? [] : validationIssues(parsed.error);
}

describe('provisioning: the schema of the file', () => {
  it('accepts the example of the contract unchanged', () => {
    expect(provisioningFileSchema.parse(example)).toEqual(example);
  });

  it('gives the offset of a service whose event times have none', () => {
    const file = { environments: [{ name: 'sandbox', utcOffset: '+04:00' }] };
    expect(provisioningFileSchema.parse(file)).toEqual(file);
    expect(issuesIn({ environments: [{ name: 'sandbox', utcOffset: 'Dubai' }] })).toHaveLength(1);
  });

  it('says whether redirects of the label host are followed', () => {
    const file = { environments: [{ name: 'sandbox', labelRedirects: 'label-host-only' }] };
    expect(provisioningFileSchema.parse(file)).toEqual(file);
    expect(issuesIn({ environments: [{ name: 'sandbox', labelRedirects: 'sometimes' }] })).toHaveLength(1);
  });

  it('may be empty, and may leave out any key of a group', () => {
    const sparse = { station: {}, environments: [], printers: [], webhooks: { port: 1 }, network: {}, bench: {} };
    expect(provisioningFileSchema.parse({})).toEqual({});
    expect(provisioningFileSchema.parse(sparse)).toEqual(sparse);
  });

  it('adds no defaults, so that settings that are not named stay', () => {
    const parsed = provisioningFileSchema.parse({
      environments: [{ name: 'sandbox' }],
      printers: [{ name: 'Zebra A' }],
    });
    expect(parsed).toEqual({ environments: [{ name: 'sandbox' }], printers: [{ name: 'Zebra A' }] });
  });

  it('names every fault by its path, at once', () => {
    const found = issuesIn({
      station: { name: '' },
      environments: [
        { kind: 'staging' },
        { name: 'a', token: 't', tokenEnv: 'T' },
        { name: 'A', baseUrl: 'http://far.example' },
      ],
      printers: [
        { name: 'p', connection: { kind: 'tcp' }, default: true },
        { name: 'P', connection: { kind: 'parallel' }, default: true },
      ],
      webhooks: { enabled: 'yes', port: 0 },
      network: { proxy: 'socks://proxy' },
      bench: { deleteUndoSeconds: 61 },
    });
    expect(found.map(({ path }) => path).sort()).toEqual([
      'bench.deleteUndoSeconds',
      'environments',
      'environments[0].kind',
      'environments[0].name',
      'environments[1].token',
      'environments[2].baseUrl',
      'network.proxy',
      'printers',
      'printers',
      'printers[0].connection.host',
      'printers[1].connection.kind',
      'station.name',
      'webhooks.enabled',
      'webhooks.port',
    ]);
    const codeAt = (at: string) => found.find(({ path }) => path === at)?.message.code;
    expect(codeAt('environments[0].name')).toBe('validation.missing');
    expect(codeAt('environments[1].token')).toBe('provisioning.one-token-source');
    expect(codeAt('environments[2].baseUrl')).toBe('settings.address-not-https');
  });

  it.each([0, 61, 2.5, '5', null])('refuses %s as seconds to undo a deletion', (deleteUndoSeconds) => {
    expect(issuesIn({ bench: { deleteUndoSeconds } })).toHaveLength(1);
  });

  it('never repeats a token', () => {
    const token = 'very-secret-token';
    const found = issuesIn({ environments: [{ name: 'a', token: [token], kind: token, baseUrl: token }] });
    expect(found).toHaveLength(3);
    expect(JSON.stringify(found)).not.toContain(token);
  });
});
