import { describe, expect, it, test } from 'vitest';
import {
  blankEnvironment,
  dropsToken,
  fieldsOfEnvironment,
  readEnvironment,
  tokenPlaceWords,
} from '../../../../../src/renderer/screens/settings/environments/environment-form.ts';
import { leavingWords } from '../../../../../src/renderer/screens/settings/environments/environment-settings.tsx';
import { distanceChoices } from '../../../../../src/renderer/screens/settings/station-settings.tsx';
import type { Environment } from '../../../../../src/shared/settings/environment.ts';

const sandbox: Environment = {
  name: 'sandbox',
  kind: 'sandbox',
  baseUrl: 'https://service.example/base',
  labelUrl: 'https://labels.example',
  currency: 'AED',
};
const fields = fieldsOfEnvironment(sandbox);

describe('the environment form', () => {
  test('an environment that is only looked at is saved as it was, and sends no token', () => {
    expect(readEnvironment(fields, [])).toEqual({ ok: true, environment: sandbox, token: null });
  });

  test('a token goes in without the spaces around it', () => {
    const read = readEnvironment({ ...fields, token: ' abc \n' }, []);
    expect(read.ok && read.token).toBe('abc');
  });

  test('practice needs no addresses', () => {
    const practice: Environment = { name: 'practice', kind: 'practice' };
    const read = readEnvironment({ ...fieldsOfEnvironment(practice), currency: 'EUR' }, []);
    expect(read).toEqual({ ok: true, environment: { ...practice, currency: 'EUR' }, token: null });
  });

  test('a blank one names each field that is needed', () => {
    const read = readEnvironment(blankEnvironment, []);
    expect(!read.ok && Object.keys(read.errors).sort()).toEqual(['baseUrl', 'labelUrl', 'name']);
  });

  test('an address in the clear is refused, but on this computer', () => {
    const clear = readEnvironment({ ...fields, baseUrl: 'http://service.example' }, []);
    expect(!clear.ok && clear.errors.baseUrl).toContain('https');
    expect(readEnvironment({ ...fields, baseUrl: 'http://127.0.0.1:8080' }, []).ok).toBe(true);
  });

  test('a name is not used twice, whatever its case', () => {
    const read = readEnvironment({ ...fields, name: ' Sandbox' }, [sandbox]);
    expect(!read.ok && read.errors.name).toBe('Another environment has this name');
  });

  test('another origin drops the token, another path does not, a new token replaces it', () => {
    expect(dropsToken({ ...fields, baseUrl: 'https://service.example/other' }, sandbox)).toBe(false);
    expect(dropsToken({ ...fields, baseUrl: 'https://other.example' }, sandbox)).toBe(true);
    expect(dropsToken({ ...fields, labelUrl: 'https://labels.example:8443' }, sandbox)).toBe(true);
    expect(dropsToken({ ...fields, labelUrl: 'https://x.example', token: 'new' }, sandbox)).toBe(false);
  });

  test('says where a token goes, protected or not', () => {
    expect(tokenPlaceWords(true)).toContain('protected store');
    expect(tokenPlaceWords(false)).toContain('kept until you quit');
  });
});

test('the present viewing distance can always be chosen', () => {
  expect(distanceChoices(0.85).map((choice) => choice.value)).toContain('0.85');
  expect(distanceChoices(0.7)).toHaveLength(6);
});

const nothing = { deletions: 0, orders: 0, labels: 0, asking: 0, oldestAt: null };

it('before another environment is used it is said what waits in this one, and that it waits there', () => {
  expect(leavingWords('Harbour', nothing)).toBeNull();
  expect(leavingWords('Harbour', { ...nothing, deletions: 2, labels: 1 })).toBe(
    '2 deletions and 1 label wait in Harbour. If you use another environment, they wait here, and go on when Harbour is in use again.',
  );
  expect(leavingWords('Harbour', { ...nothing, orders: 1 })).toContain('it waits here, and goes on when');
});
