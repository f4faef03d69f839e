import { describe, expect, it } from 'vitest';
import { readPrinterAt } from '../../../../src/renderer/screens/set-up/printer-step.tsx';
import { readService } from '../../../../src/renderer/screens/set-up/service-step.tsx';
import type { Environment } from '../../../../src/shared/settings/environment.ts';

const entered = { kind: 'production', baseUrl: 'https://service.example', labelUrl: '', token: 'abc' } as const;

const environmentOf = (environments: readonly Environment[], fields: Parameters<typeof readService>[0] = entered) => {
  const read = readService(fields, environments);
  return read.ok ? read.value.environment : read.errors;
};

describe('set-up: service', () => {
  it('is named by its kind, and takes labels from its own address where none is entered', () => {
    expect(environmentOf([])).toEqual({ name: 'production', kind: 'production', baseUrl: 'https://service.example' });
    expect(environmentOf([], { ...entered, labelUrl: 'https://labels.example' })).toMatchObject({
      labelUrl: 'https://labels.example',
    });
  });

  it('keeps what is set for the environment of that name, but not its old addresses', () => {
    const known: Environment = {
      ...{ name: 'Production', kind: 'production', currency: 'AED' },
      ...{ baseUrl: 'https://old.example', labelUrl: 'https://old-labels.example' },
    };
    expect(environmentOf([known])).toEqual({
      ...{ name: 'Production', kind: 'production', currency: 'AED', baseUrl: 'https://service.example' },
    });
  });

  it('takes another name where an environment of another kind has it', () => {
    const known: Environment = { name: 'production', kind: 'sandbox', baseUrl: 'https://old.example' };
    expect(environmentOf([known])).toMatchObject({ name: 'production 2', kind: 'production' });
  });

  it('names what is missing or not https', () => {
    expect(environmentOf([], { ...entered, baseUrl: '', token: ' ' })).toMatchObject({
      baseUrl: { code: 'settings.base-url-missing' },
      token: { code: 'service.token-empty' },
    });
    expect(environmentOf([], { ...entered, baseUrl: 'http://service.example' })).toMatchObject({
      baseUrl: { code: 'settings.address-not-https' },
    });
  });
});

describe('set-up: printer', () => {
  it('reads a host with or without a port, under a free name', () => {
    const first = readPrinterAt(' 10.0.0.8 ', []);
    if (!first.ok) throw new Error('not read');
    expect(first.value).toMatchObject({
      name: 'Label printer',
      connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
    });
    expect(readPrinterAt('printer.local:6101', [first.value])).toMatchObject({
      value: { name: 'Label printer 2', connection: { host: 'printer.local', port: 6101 } },
    });
  });

  it.each([
    ['', 'host'],
    ['two parts', 'host'],
    ['10.0.0.8:port', 'host'],
    ['10.0.0.8:99999', 'port'],
    ['10.0.0.8:0', 'port'],
  ])('does not read “%s”: %s', (address, error) => {
    expect(readPrinterAt(address, [])).toEqual({ ok: false, errors: { address: error } });
  });
});
