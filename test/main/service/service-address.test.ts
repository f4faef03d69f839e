import { describe, expect, it } from 'vitest';
import { labelOrigin, serviceAddress } from '../../../src/main/service/service-address.ts';
import { environmentSchema } from '../../../src/shared/settings/environment.ts';

describe('service address: a pasted one', () => {
  it.each([
    ['https://service.example', 'https://service.example'],
    ['https://service.example/', 'https://service.example'],
    [' https://Service.Example// \n', 'https://service.example'],
    ['https://service.example/scheduled-service/api/v1', 'https://service.example'],
    ['https://service.example/scheduled-service/api/v1/', 'https://service.example'],
    ['https://service.example/scheduled-service/api/v1/requests/sync', 'https://service.example'],
    ['https://service.example:8443/gateway/scheduled-service/api/v1', 'https://service.example:8443/gateway'],
    ['https://service.example/scheduled-service', 'https://service.example'],
    ['https://service.example/scheduled-service/', 'https://service.example'],
    ['https://service.example/scheduled-service/api', 'https://service.example'],
    ['https://service.example/gateway/scheduled-service/', 'https://service.example/gateway'],
    ['https://service.example/scheduled-service-2', 'https://service.example/scheduled-service-2'],
    ['https://service.example/scheduled-service/other', 'https://service.example/scheduled-service/other'],
    ['https://service.example/gateway/', 'https://service.example/gateway'],
    ['https://service.example/scheduled-service/api/v10', 'https://service.example/scheduled-service/api/v10'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('%j is accepted', (pasted, address) => {
    expect(serviceAddress(pasted)).toEqual({ ok: true, value: address });
  });

  it.each([
    '',
    'service.example',
    'http://service.example',
    'http://127.0.0.1.evil.example',
    'ftp://service.example',
    'https://me:pass@service.example',
    'https://service.example/#top',
    'https://service.example/?key=1',
    'javascript:alert(1)',
  ])('%j is refused with a message', (pasted) => {
    expect(serviceAddress(pasted)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  });
});

it('service address: a label host is an exact origin, whatever path was pasted', () => {
  expect(labelOrigin('https://Labels.example:443/some/path')).toEqual({ ok: true, value: 'https://labels.example' });
  expect(labelOrigin('http://labels.example')).toMatchObject({ ok: false });
});

it.each([
  ['https://service.example/scheduled-service/api/v1', 'https://service.example'],
  ['https://service.example/gateway/scheduled-service', 'https://service.example/gateway'],
  ['https://service.example/', 'https://service.example/'],
])('service address: %s is saved as %s', (baseUrl, saved) => {
  expect(environmentSchema.parse({ name: 'sandbox', kind: 'sandbox', baseUrl }).baseUrl).toBe(saved);
});
