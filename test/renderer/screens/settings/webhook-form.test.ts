import { describe, expect, test } from 'vitest';
import {
  fieldsOfWebhook,
  generateHeaderValue,
  readWebhook,
  type WebhookEnvironment,
} from '../../../../src/renderer/screens/settings/connections/environment-webhook.tsx';
import { deliveryDetails } from '../../../../src/renderer/screens/settings/connections/webhook-deliveries.tsx';
import { reachText } from '../../../../src/renderer/screens/settings/connections/webhook-settings.tsx';
import { settingError } from '../../../../src/renderer/screens/settings/setting-group.tsx';
import { webhookOrigin } from '../../../../src/shared/settings/webhook-view.ts';

const fresh: WebhookEnvironment = { name: 'Live 2', kind: 'production', webhook: null };
const known: WebhookEnvironment = {
  name: 'sandbox',
  kind: 'sandbox',
  webhook: { path: '/hooks', headerName: 'X-Key', hasOtherValue: false },
};

const anyFault = { code: expect.stringMatching(/^settings\./), params: {} };

describe('webhooks: the form of an environment', () => {
  test('offers a path and a header name, and requires a value', () => {
    const fields = fieldsOfWebhook(fresh);
    expect(fields).toEqual({ path: '/webhooks/live-2', headerName: 'X-Packbench-Key', value: '', otherValue: '' });
    const read = readWebhook(fields, fresh);
    expect(!read.ok && Object.keys(read.errors)).toEqual(['value']);
  });

  test('keeps saved values where none is entered', () => {
    expect(readWebhook({ ...fieldsOfWebhook(known), path: ' /other ' }, known)).toEqual({
      ok: true,
      value: {
        ...{ environment: 'sandbox', path: '/other', headerName: 'X-Key', value: null },
        otherValue: { kind: 'stays' },
      },
    });
  });

  test('accepts a second value that differs from the first', () => {
    const fields = { ...fieldsOfWebhook(known), otherValue: ' second ' };
    const read = readWebhook(fields, known);
    expect(read.ok && read.value.otherValue).toEqual({ kind: 'new', value: 'second' });
    expect(readWebhook({ ...fields, value: 'second' }, known).ok).toBe(false);
  });

  test.each([
    ['path', { path: 'hooks' }],
    ['path', { path: '/a b' }],
    ['headerName', { headerName: 'X Key' }],
    ['headerName', { headerName: '' }],
    ['headerName', { headerName: 'User-Agent' }],
    ['value', { value: 'two\nlines' }],
    ['value', { value: 'schlüssel' }],
    ['otherValue', { otherValue: '\u0007' }],
  ])('reports the error of %s: %j', (field, change) => {
    const read = readWebhook({ ...fieldsOfWebhook(known), ...change }, known);
    expect(!read.ok && Object.entries(read.errors)).toEqual([[field, anyFault]]);
  });

  test('generates different values of 32 letters and digits', () => {
    const random = (size: number) => crypto.getRandomValues(new Uint8Array(size));
    const values = Array.from({ length: 100 }, () => generateHeaderValue(random));
    for (const value of values) expect(value).toMatch(/^[A-Za-z2-9]{32}$/);
    expect(new Set(values).size).toBe(100);
  });
});

describe('webhooks: the addresses of the listener', () => {
  const settings = { enabled: true, host: '127.0.0.1', port: 8787 };

  test.each([
    ['host', ' '],
    ['port', 0],
    ['port', null],
    ['port', 65_536],
    ['publicAddress', 'hooks.example'],
    ['publicAddress', 'ftp://hooks.example'],
    ['publicAddress', 'https://user:pass@hooks.example'],
    ['publicAddress', 'https://hooks.example/?a=1'],
  ] as const)('report the error of %s: %j', (name, value) => {
    expect(settingError('webhooks', name, value)).toMatch(/^Enter /);
  });

  test('give the address for the dashboard', () => {
    expect(webhookOrigin(settings)).toBe('http://127.0.0.1:8787');
    expect(webhookOrigin({ ...settings, host: '::1' })).toBe('http://[::1]:8787');
    expect(webhookOrigin({ ...settings, host: '0.0.0.0' })).toBeNull();
    expect(webhookOrigin({ ...settings, publicAddress: 'https://hooks.example/bench/' })).toBe(
      'https://hooks.example/bench',
    );
  });

  test('explain who can reach the listener', () => {
    expect(reachText(settings)).toContain('Only this computer can reach');
    expect(reachText({ ...settings, host: '0.0.0.0' })).toContain('every address');
    expect(reachText({ ...settings, host: '10.0.0.5' })).toContain('without encryption');
    expect(reachText({ ...settings, publicAddress: 'https://hooks.example' })).toBeNull();
  });
});

test('webhooks: a rejected delivery has its HTTP status in its details, a stored one has none', () => {
  expect(deliveryDetails('wrong header')).toEqual(['HTTP status 401']);
  expect(deliveryDetails('too large')).toEqual(['HTTP status 413']);
  expect(deliveryDetails('stored')).toEqual([]);
});
