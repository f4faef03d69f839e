import { describe, expect, it } from 'vitest';
import type { AddressQuestion } from '../../../../src/main/core/ports/desktop.ts';
import {
  createAddressConfirmation,
  listenerQuestion,
  maxQuestionsAMinute,
  serviceQuestion,
} from '../../../../src/main/station/address-confirmation.ts';
import type { Environment } from '../../../../src/shared/settings/environment.ts';
import { settingsSchema, webhooksSchema } from '../../../../src/shared/settings/settings.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { startStationInNode } from '../../../helpers/station-in-node.ts';

const opened = closedAfterEach();

const sandbox: Environment = {
  name: 'sandbox',
  kind: 'sandbox',
  baseUrl: 'https://service.example',
  labelUrl: 'https://labels.example',
};

/** A station whose operator gives this answer, and the changes asked about. */
async function stationWith(says: boolean) {
  const asked: AddressQuestion['changes'][] = [];
  const station = opened.keep(
    await startStationInNode({
      settings: { environments: [{ name: 'practice', kind: 'practice' }, sandbox], activeEnvironment: 'practice' },
      confirmAddress: async ({ changes }) => {
        asked.push(changes);
        return says;
      },
    }),
  );
  const environments = async () => (await station.call('station.read', null)).settings.environments;
  return { station, asked, environments };
}

describe('addresses that come from the window', () => {
  it('a new and a changed service and label host are asked about once, old and new named', async () => {
    const { station, asked, environments } = await stationWith(true);
    const baseUrl = 'https://other.example/tenant';
    await station.call('environment.save', { environment: { ...sandbox, baseUrl }, token: null });
    await station.call('environment.save', { environment: { ...sandbox, baseUrl, currency: 'AED' }, token: null });
    await station.call('environment.save', { environment: { ...sandbox, name: 'second' }, token: null });
    expect(asked).toEqual([
      [{ name: 'Service address', before: 'https://service.example/', after: baseUrl }],
      [
        { name: 'Service address', before: null, after: 'https://service.example/' },
        { name: 'Label host', before: null, after: 'https://labels.example/' },
      ],
    ]);
    expect((await environments()).map(({ name }) => name)).toEqual(['practice', 'sandbox', 'second']);
  });

  it.each([
    ['service', { baseUrl: 'https://other.example' }],
    ['label host', { labelUrl: 'https://other.example' }],
    ['name, and so new', { name: 'second' }],
  ])('a %s is not saved, not tested and not connected to without a yes', async (_, change) => {
    const { station, asked, environments } = await stationWith(false);
    const environment = { ...sandbox, ...change };
    const notConfirmed = 'address.not-confirmed';
    await expect(station.call('environment.save', { environment, token: null })).rejects.toThrow(notConfirmed);
    const { name, baseUrl = '', labelUrl = null } = environment;
    const entered = { environment: name, baseUrl, labelUrl, token: 'the data of a customer' };
    await expect(station.call('environment.test', entered)).rejects.toThrow(notConfirmed);
    expect(asked).toHaveLength(2);
    expect(await environments()).toEqual([{ name: 'practice', kind: 'practice' }, sandbox]);
  });

  it('a tested address is saved without a second question; another one is not', async () => {
    const asked: unknown[] = [];
    const addresses = createAddressConfirmation(async (question) => asked.push(question.changes) > 0, { now: () => 0 });
    const entered = { baseUrl: 'https://one.example', labelUrl: null };
    const other = { baseUrl: 'https://two.example', labelUrl: null };
    await addresses.confirm(serviceQuestion(undefined, entered), true);
    await addresses.confirm(serviceQuestion(undefined, entered), true);
    expect(asked).toHaveLength(1);
    await addresses.confirm(serviceQuestion(undefined, other));
    expect(asked).toHaveLength(2);
    await addresses.confirm(serviceQuestion(undefined, entered));
    expect(asked).toHaveLength(2);
    // A yes for a new environment says nothing about one that has another address.
    await addresses.confirm(serviceQuestion(sandbox, entered));
    expect(asked).toHaveLength(3);
  });

  it('the address of the webhook listener is asked about when it opens and when it changes', async () => {
    const { station, asked } = await stationWith(true);
    const { settings } = await station.call('webhooks.read', null);
    const save = (change: object) =>
      station.call('settings.save', { group: 'webhooks', value: { ...settings, ...change } });
    await save({ port: 8788 });
    expect(asked).toEqual([]);
    const closed = webhooksSchema.parse({});
    const open = { ...closed, enabled: true };
    expect(listenerQuestion(closed, open).changes).toMatchObject([{ before: null, after: '127.0.0.1, port 8787' }]);
    expect(listenerQuestion(open, { ...open, host: '0.0.0.0' }).changes).toMatchObject([
      { before: '127.0.0.1, port 8787', after: '0.0.0.0, port 8787' },
    ]);
    expect(listenerQuestion(open, closed).changes).toEqual([]);
    await save({ publicAddress: 'https://hooks.example' });
    expect(asked).toMatchObject([[{ name: 'Public address', before: null, after: 'https://hooks.example/' }]]);
  });

  it('a new secret of a webhook is asked about; one that is saved is neither shown nor asked about', async () => {
    const { station, asked } = await stationWith(true);
    const save = (change: object) =>
      station.call('webhook.save', {
        ...{ environment: 'sandbox', path: '/hook', headerName: 'X-Hook-Key', value: null },
        ...{ otherValue: { kind: 'stays' } as never, ...change },
      });
    await save({ value: 'first-value' });
    await save({ value: 'first-value', path: '/other' });
    await save({ headerName: 'X-Other-Key' });
    await save({ otherValue: { kind: 'new', value: 'second-value' } });
    await save({ otherValue: { kind: 'in its place' } });
    await save({ otherValue: { kind: 'none' } });
    const name = 'Secret header';
    expect(asked).toEqual([
      [{ name, before: null, after: 'X-Hook-Key: first-value' }],
      [{ name, before: 'X-Other-Key: a value that is not shown', after: 'X-Hook-Key: second-value' }],
    ]);
  });

  it('a secret of a webhook is not saved without a yes, by no call', async () => {
    const { station, asked, environments } = await stationWith(false);
    const header = { name: 'X-Hook-Key', value: 'known-to-the-page' };
    const entered = { environment: 'sandbox', path: '/hook', headerName: header.name };
    const saved = { ...entered, value: header.value, otherValue: { kind: 'stays' } } as const;
    await expect(station.call('webhook.save', saved)).rejects.toThrow('address.not-confirmed');
    const environment = { ...sandbox, webhook: { path: '/hook', header } };
    await expect(station.call('environment.save', { environment, token: null } as never)).rejects.toThrow(
      'unrecognized_keys',
    );
    expect(asked).toHaveLength(1);
    expect(await environments()).toEqual([{ name: 'practice', kind: 'practice' }, sandbox]);
    expect((await station.call('webhooks.read', null)).environments.map(({ webhook }) => webhook)).toEqual([
      null,
      null,
    ]);
  });

  it('the proxy comes from the provisioning file alone', async () => {
    const { station, asked } = await stationWith(true);
    const network = { group: 'network', value: { proxy: 'https://proxy.example' } };
    await expect(station.call('settings.save', network as never)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('questions are limited in number, so that a page cannot wear an operator down', async () => {
    let now = 0;
    const addresses = createAddressConfirmation(async () => false, { now: () => now });
    const ask = async () => {
      const answer = await addresses.confirm(
        serviceQuestion(undefined, { baseUrl: 'https://a.example', labelUrl: null }),
      );
      return answer.ok ? 'yes' : answer.failure.message.code;
    };
    for (let count = 0; count < maxQuestionsAMinute; count += 1) expect(await ask()).toBe('address.not-confirmed');
    expect(await ask()).toBe('address.too-many-questions');
    now = 60_000;
    expect(await ask()).toBe('address.not-confirmed');
  });
});

describe('the question about an address', () => {
  const shown = (baseUrl: string) => serviceQuestion(sandbox, { baseUrl, labelUrl: null }).changes[0]?.after;

  it('shows a host in its ASCII form, and no character that hides or reorders text', () => {
    expect(shown('https://bücher.example/ä')).toBe('https://xn--bcher-kva.example/%C3%A4');
    expect(shown('https://service.example/\u202egnp.x')).toBe('https://service.example/%E2%80%AEgnp.x');
    const webhooks = settingsSchema.parse({}).webhooks;
    const host = 'zéphyr.example';
    expect(listenerQuestion(webhooks, { ...webhooks, enabled: true, host }).changes[0]?.after).toBe(
      'xn--zphyr-bsa.example, port 8787',
    );
  });

  it('keeps a long address whole', () => {
    const path = 'x'.repeat(1_900);
    expect(shown(`https://service.example/${path}`)).toBe(`https://service.example/${path}`);
  });
});

describe('practice environments', () => {
  it('have no address of their own, new or changed', async () => {
    const { station, asked, environments } = await stationWith(true);
    for (const name of ['practice', 'another']) {
      for (const address of [{ baseUrl: 'https://a.example' }, { labelUrl: 'https://a.example' }]) {
        const environment = { name, kind: 'practice', ...address } as const;
        await expect(station.call('environment.save', { environment, token: null })).rejects.toThrow(
          'environment.practice-address',
        );
      }
    }
    expect(asked).toEqual([]);
    expect(await environments()).toHaveLength(2);
  });
});
