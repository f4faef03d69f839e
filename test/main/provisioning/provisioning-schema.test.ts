import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOfProvisioning, provisioningReference } from '../../../src/main/provisioning/provisioning-schema.ts';
import { provisioningFileSchema } from '../../../src/shared/settings/provisioning.ts';
import { hostileFiles } from './hostile-files.ts';

const schema = JSON.parse(JSON.stringify(jsonSchemaOfProvisioning()));
const published = z.fromJSONSchema(schema);
const isAccepted = (file: unknown) => ({
  reader: provisioningFileSchema.safeParse(file).success,
  schema: published.safeParse(file).success,
});

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const readmeExamples = [...readme.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => JSON.parse(text));

const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' };
const tcp = { kind: 'tcp', host: '10.0.0.8', port: 9100 };
const member = { bench: 'bench-7', servers: ['tls://site.example:4222'], environments: ['live'] };
const fleet = { ...member, keyFile: 'key' };
const accepted: Readonly<Record<string, unknown>> = {
  'an empty file': {},
  'unknown keys at any depth': { colour: 'red', environments: [{ ...sandbox, baseURL: 'x' }] },
  'the schema it names': { $schema: 'file:///usr/share/packbench/provisioning.schema.json' },
  'the example of the contract': {
    station: { name: 'Bench 7' },
    environments: [
      {
        ...{ ...sandbox, labelUrl: 'https://labels.example', token: 'abc', currency: 'AED' },
        webhook: { path: '/webhooks/sandbox', header: { name: 'X-Hook-Key', value: 'key' } },
      },
    ],
    activeEnvironment: 'sandbox',
    printers: [{ name: 'Zebra A', connection: tcp, default: true }],
    webhooks: { enabled: true, host: '127.0.0.1', port: 8787 },
    network: { proxy: 'http://proxy.example:3128', caFile: 'company-ca.pem' },
    bench: { deleteUndoSeconds: 5, printOnCreate: true },
  },
  'each kind of connection': {
    printers: [
      { name: 'a', connection: { kind: 'usb', path: '/dev/usb/lp0' } },
      { name: 'b', connection: { kind: 'cups', queue: 'labels' }, default: false },
      { name: 'c', connection: { kind: 'windows', printer: 'ZDesigner' } },
      { name: 'd', connection: { kind: 'virtual' }, default: true },
      { name: 'e', connection: { kind: 'tcp', host: 'zebra' } },
    ],
  },
  'scanners on a port and of a model': {
    station: {
      scanners: [
        { name: 'Left', port: 'COM3' },
        { name: 'Right', model: '0C2E:0b8f', serialNumbers: ['1'] },
      ],
    },
  },
  'a service on this computer': { environments: [{ ...sandbox, baseUrl: 'http://127.0.0.1:8080/' }] },
  'a site of several benches': { fleet: { ...fleet, role: 'hub', alone: 'never', caFile: 'ca.pem' } },
  'a server of the site on this computer, without a key': {
    fleet: { ...member, servers: ['nats://127.0.0.1:4222', 'nats://localhost', 'tls://[::1]:1'] },
  },
  'limits that are removed': { spending: { capPerHour: null }, people: { deletionsPerHour: null, reprintsPerHour: 3 } },
};
const refused: Readonly<Record<string, unknown>> = {
  'a list': [],
  'a text as a switch': { webhooks: { enabled: 'yes' } },
  'too many seconds': { bench: { deleteUndoSeconds: 61 } },
  'part of a second': { bench: { deleteUndoSeconds: 2.5 } },
  'an environment without a name': { environments: [{ kind: 'sandbox' }] },
  'an unknown kind of environment': { environments: [{ name: 'a', kind: 'staging' }] },
  'two sources of the token': { environments: [{ name: 'a', token: 't', tokenEnv: 'T' }] },
  'a service without encryption': { environments: [{ ...sandbox, baseUrl: 'http://far.example' }] },
  'an unknown kind of connection': { printers: [{ name: 'a', connection: { kind: 'parallel' } }] },
  'a connection without a host': { printers: [{ name: 'a', connection: { kind: 'tcp' } }] },
  'two default printers': {
    printers: [
      { name: 'a', connection: tcp, default: true },
      { name: 'b', connection: tcp, default: true },
    ],
  },
  'a scanner without port and model': { station: { scanners: [{ name: 'Left' }] } },
  'a scanner with port and model': { station: { scanners: [{ name: 'a', port: 'COM3', model: '0c2e:0b8f' }] } },
  'a proxy of another kind': { network: { proxy: 'socks://proxy' } },
  'a badge that is too short': { people: { admin: { name: 'Dana', badge: '1' } } },
  'a site without encryption': { fleet: { ...fleet, servers: ['nats://site.example:4222'] } },
  'a site whose name begins with that of this computer': { fleet: { ...fleet, servers: ['nats://localhost.example'] } },
  'a site on another computer without a key': { fleet: member },
  'a password in the address of a site': { fleet: { ...fleet, servers: ['tls://user:secret@site.example'] } },
  'a bench with capital letters': { fleet: { ...fleet, bench: 'Bench 7' } },
  'a site without servers': { fleet: { ...fleet, servers: [] } },
  'a site without environments': { fleet: { bench: 'a', servers: ['nats://localhost'] } },
  'another answer to an unreachable site': { fleet: { ...fleet, alone: 'always' } },
  'a cap of nothing': { spending: { capPerHour: 0 } },
};

/** The reader alone refuses these; docs/provisioning.md says so. */
const byTheReaderAlone = [
  'a service at https://service.example:99999',
  'a webhook whose secret web pages can send',
  'two environments of one name',
];

describe('provisioning: the JSON Schema for editors', () => {
  it('is of draft 2020-12 and describes every key', () => {
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
    expect(schema.properties.bench.properties.deleteUndoSeconds.description).toMatch(/^Seconds /);
  });

  it.each(Object.entries(accepted))('accepts what the reader accepts: %s', (_, file) => {
    expect(isAccepted(file)).toEqual({ reader: true, schema: true });
  });

  it('accepts the examples of README', () => {
    expect(readmeExamples).not.toEqual([]);
    for (const file of readmeExamples) expect(isAccepted(file)).toEqual({ reader: true, schema: true });
  });

  it.each(Object.entries(refused))('refuses what the reader refuses: %s', (_, file) => {
    expect(isAccepted(file)).toEqual({ reader: false, schema: false });
  });

  it('agrees with the reader about every hostile file that is JSON, but for the rules it cannot express', () => {
    const different = hostileFiles.flatMap(({ name, content }) => {
      const file = parsed(content);
      if (file === undefined) return [];
      const { reader, schema } = isAccepted(file);
      return reader === schema ? [] : [name];
    });
    expect(different).toEqual(byTheReaderAlone);
  });
});

/** Undefined for what is not JSON. */
function parsed(content: string | Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString());
  } catch {
    return undefined;
  }
}

it('provisioning: docs/provisioning.md has every key (vitest -u writes it)', async () => {
  await expect(provisioningReference()).toMatchFileSnapshot('../../../docs/provisioning.md');
});
