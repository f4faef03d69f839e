import { describe, expect, it, test } from 'vitest';
import {
  blankEnvironment,
  dropsToken,
  fieldsOfEnvironment,
  readEnvironment,
  readProfile,
} from '../../../../src/renderer/screens/settings/connections/environment-form.ts';
import { waitingNotice } from '../../../../src/renderer/screens/settings/connections/environment-settings.tsx';
import { distanceChoices } from '../../../../src/renderer/screens/settings/display-cards.tsx';
import { text } from '../../../../src/renderer/text/text.ts';
import { type Environment, utcOffsetOf } from '../../../../src/shared/settings/environment.ts';

const sandbox: Environment = {
  name: 'sandbox',
  kind: 'sandbox',
  baseUrl: 'https://service.example/base',
  labelUrl: 'https://labels.example',
  currency: 'AED',
};
const fields = fieldsOfEnvironment(sandbox);

describe('environment form', () => {
  test('an unchanged environment is saved as it was, without a token', () => {
    expect(readEnvironment(fields, [])).toEqual({ ok: true, value: { environment: sandbox, token: null } });
  });

  test.each(['/scheduled-service', '/scheduled-service/api/v1/', '/scheduled-service/api/v1/requests/sync'])(
    'an address pasted with %s is saved without that path, and keeps its token',
    (path) => {
      const pasted = { ...fields, baseUrl: ` ${fields.baseUrl}${path} ` };
      const read = readEnvironment(pasted, []);
      expect(read.ok && read.value.environment.baseUrl).toBe('https://service.example/base');
      expect(dropsToken(pasted, sandbox)).toBe(false);
    },
  );

  test('a token goes in without the spaces around it', () => {
    const read = readEnvironment({ ...fields, token: ' abc \n' }, []);
    expect(read.ok && read.value.token).toBe('abc');
  });

  test('a service profile is read from its file, saved with its environment, and refused for another service', () => {
    const profile = {
      checkedAt: '2026-11-22T08:00:00.000Z',
      baseUrl: 'https://service.example',
      utcOffset: '+04:00',
      behaviour: { usedCodes: 'rejected' },
    } as const;
    const read = readProfile(JSON.stringify(profile));
    expect(read).toEqual(profile);
    const saved = readEnvironment({ ...fields, profile: read }, []);
    expect(saved.ok && saved.value.environment.profile).toEqual(profile);
    const other = readEnvironment({ ...fields, baseUrl: 'https://other.example', profile: read }, []);
    expect(!other.ok && other.errors.profile?.code).toBe('settings.profile-other-service');
    for (const file of ['', '[]', '{"baseUrl":1}', JSON.stringify({ ...profile, utcOffset: 'Dubai' })])
      expect(readProfile(file)).toBeNull();
  });

  test('label redirects are stored where they are not followed', () => {
    const only = readEnvironment({ ...fields, labelRedirects: 'label-host-only' }, []);
    expect(only.ok && only.value.environment).toEqual({ ...sandbox, labelRedirects: 'label-host-only' });
    expect(only.ok && fieldsOfEnvironment(only.value.environment).labelRedirects).toBe('label-host-only');
  });

  test('a UTC offset is saved as entered, and anything else is refused', () => {
    const entered = readEnvironment({ ...fields, utcOffset: ' -03:30 ' }, []);
    expect(entered.ok && entered.value.environment).toEqual({ ...sandbox, utcOffset: '-03:30' });
    expect(fieldsOfEnvironment({ ...sandbox, utcOffset: '-03:30' }).utcOffset).toBe('-03:30');
    for (const utcOffset of ['4', '04:00', '+15:00', '+04:60', 'Dubai']) {
      const read = readEnvironment({ ...fields, utcOffset }, []);
      expect(!read.ok && read.errors.utcOffset?.code).toBe('settings.utc-offset');
    }
    expect([utcOffsetOf({ utcOffset: '-03:30' }), utcOffsetOf({})]).toEqual([-210, null]);
  });

  test('practice has no addresses and no token, even where the fields hold some', () => {
    const practice: Environment = { name: 'practice', kind: 'practice' };
    const entered = { baseUrl: 'https://a.example', labelUrl: 'https://a.example', token: 'data' };
    const read = readEnvironment({ ...fieldsOfEnvironment(practice), ...entered, currency: 'EUR' }, []);
    expect(read).toEqual({
      ok: true,
      value: { environment: { ...practice, currency: 'EUR' }, token: null },
    });
  });

  test('a blank form marks each required field', () => {
    const read = readEnvironment(blankEnvironment, []);
    expect(!read.ok && Object.keys(read.errors).sort()).toEqual(['baseUrl', 'labelUrl', 'name']);
  });

  test('an http address is rejected, except on this computer', () => {
    const clear = readEnvironment({ ...fields, baseUrl: 'http://service.example' }, []);
    expect(!clear.ok && clear.errors.baseUrl?.code).toBe('settings.address-not-https');
    expect(readEnvironment({ ...fields, baseUrl: 'http://127.0.0.1:8080' }, []).ok).toBe(true);
  });

  test('a name is not used twice, whatever its case', () => {
    const read = readEnvironment({ ...fields, name: ' Sandbox' }, [sandbox]);
    expect(!read.ok && read.errors.name?.code).toBe('settings.environment-name-taken');
  });

  test('another origin drops the token, another path does not, a new token replaces it', () => {
    expect(dropsToken({ ...fields, baseUrl: 'https://service.example/other' }, sandbox)).toBe(false);
    expect(dropsToken({ ...fields, baseUrl: 'https://other.example' }, sandbox)).toBe(true);
    expect(dropsToken({ ...fields, labelUrl: 'https://labels.example:8443' }, sandbox)).toBe(true);
    expect(dropsToken({ ...fields, labelUrl: 'https://x.example', token: 'new' }, sandbox)).toBe(false);
  });

  test('the token field names where the token is saved, and that the saved one stays', () => {
    const hint = (hasToken: boolean, isProtected: boolean) =>
      text('environments.token.hint', { hasToken, isProtected });
    expect(hint(false, true)).toBe('Saved in the keyring of this computer and never shown again.');
    expect(hint(false, false)).toContain('kept until you quit');
    expect(hint(true, true)).toMatch(/^Leave blank to keep the saved token\. Saved/);
  });
});

test('settings: the current viewing distance can always be chosen', () => {
  expect(distanceChoices(0.85).map((choice) => choice.value)).toContain('0.85');
  expect(distanceChoices(0.7)).toHaveLength(6);
});

const nothing = { deletions: 0, orders: 0, labels: 0, decisions: 0, oldestAt: null };

it('environment switch: what waits in the current environment is shown before', () => {
  expect(waitingNotice('Harbour', nothing)).toBeNull();
  expect(waitingNotice('Harbour', { ...nothing, deletions: 2, labels: 1 })).toBe(
    '2 deletions and 1 label are waiting in Harbour. If you switch environments, processing continues when Harbour is in use again.',
  );
  expect(waitingNotice('Harbour', { ...nothing, orders: 1 })).toMatch(/^1 order is waiting in Harbour\./);
});
