import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../../scripts/check-service/check-options.ts';
import { usedCodesOf } from '../../scripts/check-service/observed-form.ts';
import { serviceProfileSchema } from '../../src/shared/settings/environment.ts';
import { defaultPracticeBehaviour, type PracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { freePort } from '../helpers/free-port.ts';
import { inThisRun } from '../helpers/test-length.ts';
import { startPractice } from '../main/practice/practice-fixture.ts';
import { issueFor, makeAuthority } from '../main/service/certificates.ts';
import { answerWith, startRawServer } from '../main/service/raw-server.ts';

const root = resolve(import.meta.dirname, '../..');
const token = 'practice-token-1';

/** Runs the command as a person does. */
const checkService = (...args: string[]): Promise<Checked> => checkServiceWith({}, ...args);

interface Checked {
  code: number | null;
  output: string;
}

async function checkServiceWith(variables: Record<string, string>, ...args: string[]): Promise<Checked> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/check-service/check-service.ts', ...args], {
    cwd: root,
    env: { ...process.env, CHECKED_TOKEN: token, ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

async function profileFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'check-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'profile.json');
}

/** Three services that differ at every point that can be observed. */
const services: readonly (readonly [string, Partial<PracticeBehaviour>])[] = [
  ['as documented', {}],
  [
    'of a strict back end',
    {
      ...{ eventTime: 'without-offset', eventIdentifiers: 'shipment-order-id', eventData: 'list-of-one' },
      ...{ deletedEvent: 'each-custom-code', usedCodes: 'released-after-deletion', repeatedDeletion: '410' },
      ...{ labels: 'redirect', values: 'numbers-as-text', rejection: 'redirect', scenarioAnswer: 'text' },
    },
  ],
  [
    'of a careless back end',
    {
      ...{ eventTime: 'none', eventIdentifiers: 'order-unique-id', eventData: 'json-text', eventDelivery: 'twice' },
      ...{
        deletedEvent: 'each-pick-up-code',
        usedCodes: 'accepted',
        repeatedDeletion: 'html-404',
        labels: 'forbidden',
      },
      ...{ values: 'lists-as-objects', envelope: 'without', customCodeEcho: 'no', requiredHeader: 'accept' },
      ...{ scenarioAnswer: 'empty' },
    },
  ],
];

/** Points of the practice service that an examination cannot see. */
const unseen = ['endpointCheck', 'deletedParcel', 'labelStart', 'labelCodes', 'parcelEvents'];

/** What can be seen of a service. One that rejects every request without Accept does not show how it rejects an invalid one. */
function observable(behaviour: PracticeBehaviour): Partial<PracticeBehaviour> {
  const hidden = behaviour.requiredHeader === 'accept' ? [...unseen, 'rejection'] : unseen;
  return Object.fromEntries(Object.entries(behaviour).filter(([point]) => !hidden.includes(point)));
}

const argumentsFor = ({ baseUrl, labelUrl }: { baseUrl: string; labelUrl: string }): string[] => [
  ...['--base-url', baseUrl, '--label-url', labelUrl, '--token-env', 'CHECKED_TOKEN'],
];

describe('check-service', () => {
  it.each(inThisRun(services))(
    'examines a service %s and writes its profile, which an environment can load',
    async (_name, change) => {
      const behaviour: PracticeBehaviour = { ...defaultPracticeBehaviour, ...change };
      const port = await freePort();
      const header = { name: 'X-Hook-Key', value: 'check' };
      const practice = await startPractice({
        behaviour: () => behaviour,
        webhook: { url: `http://127.0.0.1:${port}/`, header },
        webhookPauseMs: 200,
      });
      const profile = await profileFile();
      const { code, output } = await checkService(
        ...argumentsFor(practice),
        ...['--create', '--webhook-port', String(port), '--webhook-header', 'X-Hook-Key: check', '--profile', profile],
      );
      expect(output).toContain('books up to 4 orders');
      expect(code).toBe(0);
      const read = serviceProfileSchema.parse(JSON.parse(await readFile(profile, 'utf8')));
      expect(read.utcOffset).toBe('+04:00');
      expect(read.behaviour).toEqual(observable(behaviour));
      expect(output).not.toContain(token);
    },
  );

  it('books nothing without --create', async () => {
    // Its orders of this day are delivered on the eleventh.
    const practice = await startPractice({ now: () => Date.parse('2026-03-10T06:30:00Z') });
    const profile = await profileFile();
    const { code, output } = await checkService(...argumentsFor(practice), '--profile', profile);
    expect(code).toBe(0);
    expect(output).toContain('Nothing is booked.');
    const day = { date: '2026-03-11' };
    const scenario = await (await practice.scenario('happy', day)).json();
    expect(scenario).toMatchObject({ object: { drop_off_shipment_ids: [] } });
    const read = serviceProfileSchema.parse(JSON.parse(await readFile(profile, 'utf8')));
    expect(read.behaviour).toEqual({
      envelope: 'as-documented',
      values: 'as-documented',
      requiredHeader: 'none',
      rejection: 'json',
    });
  });

  it.each([
    [
      ['--base-url', 'https://api.example.com', '--label-url', 'https://labels.example.com'],
      /may be a production service/,
    ],
    [
      ['--base-url', 'http://sandbox.example.com', '--label-url', 'https://labels.example.com'],
      /must be an https address/,
    ],
    [['--base-url', 'https://sandbox.example.com'], /are required/],
    [['--nonsense'], /Unknown option/],
    [
      [
        ...['--base-url', 'https://sandbox.example.com', '--label-url', 'https://labels.example.com', '--create'],
        ...['--webhook-port', '8787', '--webhook-header', 'User-Agent: check'],
      ],
      /which web pages can send/,
    ],
  ])('rejects the options %j', (args, problem) => {
    const read = readOptions([...args, '--token-env', 'CHECKED_TOKEN'], { CHECKED_TOKEN: token });
    expect(read).toEqual({ kind: 'problem', problem: expect.stringMatching(problem) });
  });

  it('examines a host whose name does not say sandbox only where it is confirmed by name', () => {
    const args = ['--base-url', 'https://api.example.com', '--label-url', 'https://labels.example.com'];
    const confirmed = [...args, '--token-env', 'CHECKED_TOKEN', '--sandbox-host', 'api.example.com'];
    expect(readOptions(confirmed, { CHECKED_TOKEN: token }).kind).toBe('options');
    expect(readOptions(confirmed.with(-1, 'example.com'), { CHECKED_TOKEN: token }).kind).toBe('problem');
  });

  it('calls used codes rejected only where the service says so of the codes: a pause or a fault shows nothing', () => {
    const code = 'NL7K2M9P4R6T8V2X4B6D';
    const answer = (status: number, message = '') => {
      const json = { status: status < 300 ? 'success' : 'error', code: status, message };
      return { status, type: 'application/json', location: null, json, text: JSON.stringify(json) };
    };
    const taken = answer(422, 'The custom_code has already been taken.');
    const created = answer(201);
    const observed = (live: typeof taken, deleted: typeof taken) =>
      usedCodesOf({ code, answer: live }, { code, answer: deleted });
    expect(observed(taken, taken)).toBe('rejected');
    expect(observed(taken, created)).toBe('released-after-deletion');
    expect(observed(created, created)).toBe('accepted');
    expect(observed(created, taken)).toBe('accepted');
    for (const other of [
      answer(429, 'Too many requests'),
      answer(503),
      answer(0),
      answer(422, 'The phone is invalid.'),
    ]) {
      expect(observed(other, other)).toBeNull();
      expect(observed(other, taken)).toBeNull();
      expect(observed(taken, other)).toBeNull();
    }
  });

  it('sends nothing to a service whose certificate is not valid, whatever the environment says', async () => {
    const authority = makeAuthority('Test authority');
    const body = JSON.stringify({ status: 'error', message: `No access for ${token}` });
    const server = await startRawServer({
      tls: issueFor(authority),
      onRequest: (_request, socket) => answerWith(socket, 403, body),
    });
    onTestFinished(() => server.close());
    const origin = `https://127.0.0.1:${server.port}`;
    const parameters = argumentsFor({ baseUrl: origin, labelUrl: origin });
    const refused = await checkServiceWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ...parameters);
    expect(refused.code).toBe(1);
    expect(server.requests).toEqual([]);

    const file = join(dirname(await profileFile()), 'authority.pem');
    await writeFile(file, authority.certificatePem);
    const read = await checkService(...parameters, '--ca-file', file);
    expect(read.output).toContain('403: No access for [token]');
    expect(server.requests).toHaveLength(1);
  });

  it('reports a service that does not take the token, and writes no profile', async () => {
    const practice = await startPractice({ token: 'another-token' });
    const profile = await profileFile();
    const { code, output } = await checkService(...argumentsFor(practice), '--profile', profile);
    expect(code).toBe(1);
    expect(output).toContain('401: Unauthenticated.');
    await expect(readFile(profile)).rejects.toThrow();
  });
});
