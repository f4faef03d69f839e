import { describe, expect, it } from 'vitest';
import { faultKeywords, labelFaultKeywords } from '../../../src/main/practice/fault-keywords.ts';
import {
  createdShipment,
  type Json,
  newCode,
  orderRequest,
  type Practice,
  startPractice,
  webhookEndpoint,
} from './practice-fixture.ts';

/** The answer at the client: the status and the body, or none. */
async function seen(
  asked: Promise<Response>,
): Promise<{ status: number; headers: Headers; text: string } | 'no answer' | 'cut off'> {
  const answer = await asked.catch(() => undefined);
  if (!answer) return 'no answer';
  const text = await answer.text().catch(() => undefined);
  return text === undefined ? 'cut off' : { status: answer.status, headers: answer.headers, text };
}

const json = (answer: Awaited<ReturnType<typeof seen>>): Json =>
  JSON.parse(typeof answer === 'string' ? answer : answer.text);

const redirectOf = (answer: Awaited<ReturnType<typeof seen>>): string | null =>
  typeof answer === 'string' ? null : answer.headers.get('location');

/** True where the code is taken: the order was made. */
async function isCommitted(practice: Practice, code: string): Promise<boolean> {
  const answer = await practice.create(orderRequest({ parcels: [{ unit: 'g', values: 1, custom_code: code }] }));
  return answer.status === 422;
}

const refusals: [word: string, status: number][] = [
  ['error-400', 400],
  ['error-401', 401],
  ['error-403', 403],
  ['error-404', 404],
  ['error-408', 408],
  ['error-409', 409],
  ['error-422', 422],
  ['error-429', 429],
  ['error-500', 500],
  ['error-502', 502],
  ['error-503', 503],
];

/** The effect of each keyword on a create that would be answered 201. */
const changedAnswers: Record<string, (answer: Awaited<ReturnType<typeof seen>>, practice: Practice) => void> = {
  'lost-before': (answer) => expect(answer).toBe('no answer'),
  'lost-after': (answer) => expect(answer).toBe('no answer'),
  '502-after': (answer) => expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('<html>') }),
  'slow-answer': (answer) => expect(json(answer)).toMatchObject({ status: 'success', code: 201 }),
  'not-json': (answer) => {
    expect(answer).toMatchObject({ status: 201 });
    expect(() => json(answer)).toThrow(SyntaxError);
  },
  'cut-off': (answer) => expect(answer).toBe('cut off'),
  'empty-answer': (answer) => expect(answer).toMatchObject({ status: 201, text: '' }),
  'not-success': (answer) => {
    expect(answer).toMatchObject({ status: 200 });
    expect(json(answer).status).not.toBe('success');
  },
  'other-status': (answer) => {
    expect(answer).toMatchObject({ status: 200 });
    expect(json(answer).status).toBe('ok');
  },
  'html-page': (answer) => expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<html>') }),
  'redirect-away': (answer, practice) => {
    expect(answer).toMatchObject({ status: 302 });
    expect(typeof answer === 'string' ? '' : answer.headers.get('location')).toContain(practice.labelUrl);
  },
  'to-sign-in': (answer) => expect(redirectOf(answer)).toBe('/login'),
  'list-after': (answer) => expect(redirectOf(answer)).toBe('/orders'),
  'to-form': (answer) => expect(redirectOf(answer)).toBe('/requests/new'),
  'missing-fields': (answer) => {
    const { object } = json(answer);
    expect(object).not.toHaveProperty('unique_id');
    expect(object.shipments[0].parcels[0]).not.toHaveProperty('pick_up_code');
    expect(object.shipments[0].parcels[0]).toHaveProperty('custom_code');
  },
  'wrong-types': (answer) => expect(json(answer).object.shipments[0].total_price).toBe('45'),
  'reordered-parcels': (answer) => expect(json(answer).object.shipments[0].parcels.at(-1).custom_code).not.toBeNull(),
  'charged-more': (answer) =>
    expect(json(answer).object.shipments[0]).toMatchObject({
      ...{ total_price: 55, total_tax: 2.75, price_with_tax: 57.75 },
      actual_total_price: 24,
    }),
  'too-large': (answer) => expect(typeof answer === 'string' ? 0 : answer.text.length).toBeGreaterThan(60_000_000),
};

describe('fault keywords: in the receiver’s name or the drop-off address', () => {
  for (const [word, status] of refusals) {
    it(`${word} makes create and preview answer ${status}, and makes no order`, async () => {
      const practice = await startPractice();
      const code = newCode();
      const parcels = [{ unit: 'g', values: 1, custom_code: code }];
      for (const request of [
        orderRequest({ name: `Word ${word.toUpperCase()}`, parcels }),
        orderRequest({ address: `${word}, Palm Street`, parcels }),
      ]) {
        expect(await seen(practice.create(request))).toMatchObject({ status });
        expect(await seen(practice.preview(request))).toMatchObject({ status });
      }
      expect(await isCommitted(practice, code)).toBe(false);
    });
  }

  it('error-429 has a retry time, error-502 an HTML page, the others the envelope', async () => {
    const practice = await startPractice();
    const ask = (word: string) => seen(practice.create(orderRequest({ name: word })));
    const busy = await ask('error-429');
    expect(typeof busy === 'string' ? '' : busy.headers.get('retry-after')).toBe('2');
    expect(await ask('error-502')).toMatchObject({ text: expect.stringContaining('<html>') });
    expect(json(await ask('error-503'))).toEqual({
      status: 'error',
      code: 503,
      message: expect.any(String),
      object: {},
    });
  });

  for (const [word, check] of Object.entries(changedAnswers)) {
    const committed = faultKeywords.find((row) => row.word === word)?.committed;
    it(`${word}: the order is ${committed ? 'made' : 'not made'}`, async () => {
      const practice = await startPractice();
      const code = newCode();
      const parcels = [
        { unit: 'g', values: 1, custom_code: code },
        { unit: 'g', values: 2 },
      ];
      check(await seen(practice.create(orderRequest({ name: word, parcels }))), practice);
      expect(await isCommitted(practice, code)).toBe(committed);
    });
  }

  for (const [word, committed] of [
    ['time-out', false],
    ['time-out-after', true],
  ] as const) {
    it(`${word}: no answer comes until the service ends, and then at once`, async () => {
      const endpoint = await webhookEndpoint();
      const practice = await startPractice({ webhook: endpoint.webhook });
      let answered = false;
      const hanging = seen(practice.create(orderRequest({ name: word }))).finally(() => {
        answered = true;
      });
      await createdShipment(practice, { name: 'Another' });
      await endpoint.until(committed ? 4 : 2);
      expect(answered).toBe(false);
      await practice.close();
      expect(await hanging).toBe('no answer');
    });
  }

  it('slow-answer also ends when the service ends', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice({ webhook: endpoint.webhook, slowMs: 3_600_000 });
    const hanging = seen(practice.create(orderRequest({ name: 'slow-answer' })));
    await endpoint.until(2);
    await practice.close();
    expect(await hanging).toBe('no answer');
  });

  it('is limited to one call by "create-" or "quote-", and to the first request by "once-"', async () => {
    const practice = await startPractice();
    const statusOf = async (asked: Promise<Response>) => (await asked).status;
    expect(await statusOf(practice.preview(orderRequest({ name: 'create-error-500' })))).toBe(200);
    expect(await statusOf(practice.create(orderRequest({ name: 'create-error-500' })))).toBe(500);
    expect(await statusOf(practice.preview(orderRequest({ name: 'quote-error-500' })))).toBe(500);
    expect(await statusOf(practice.create(orderRequest({ name: 'quote-error-500' })))).toBe(201);
    const once = orderRequest({ name: 'create-once-error-429' });
    expect(await statusOf(practice.create(once))).toBe(429);
    expect(await statusOf(practice.create(once))).toBe(201);
    expect(await statusOf(practice.create(orderRequest({ name: 'create-once-error-429' })))).toBe(429);
  });

  it('is ignored inside another word and in the sender’s name', async () => {
    const practice = await startPractice();
    for (const parts of [
      { name: 'terror-500 error-5000' },
      { address: '401 Empty Quarter Road' },
      { pickUp: { text: 'error-500' } },
    ]) {
      await createdShipment(practice, parts);
    }
  });
});

describe('fault keywords: a custom code that begins with PRACTICE', () => {
  const codeFor = (piece: string, once = '') => `PRACTICE${once}${piece}`.padEnd(20, 'X');

  async function withParcel(code: string): Promise<Practice> {
    const practice = await startPractice();
    await createdShipment(practice, { parcels: [{ unit: 'g', values: 1, custom_code: code }] });
    return practice;
  }

  for (const [word, status] of refusals) {
    const piece = word.replace('error-', '');
    it(`PRACTICE${piece}… makes its deletion answer ${status}, each time`, async () => {
      const practice = await withParcel(codeFor(piece));
      expect((await practice.remove(codeFor(piece))).status).toBe(status);
      expect((await practice.remove(codeFor(piece))).status).toBe(status);
    });
  }

  const deletions: Record<string, (answer: Awaited<ReturnType<typeof seen>>) => void> = {
    LOSTBEFORE: (answer) => expect(answer).toBe('no answer'),
    LOSTAFTER: (answer) => expect(answer).toBe('no answer'),
    '502AFTER': (answer) => expect(answer).toMatchObject({ status: 502 }),
    SLOWANSWER: (answer) => expect(answer).toMatchObject({ status: 200 }),
    NOTJSON: (answer) => expect(answer).toMatchObject({ status: 200, text: expect.not.stringContaining('{') }),
    CUTOFF: (answer) => expect(answer).toBe('cut off'),
    EMPTYANSWER: (answer) => expect(answer).toMatchObject({ status: 200, text: '' }),
    NOTSUCCESS: (answer) => expect(json(answer).status).not.toBe('success'),
    HTMLPAGE: (answer) => expect(answer).toMatchObject({ text: expect.stringContaining('<html>') }),
    REDIRECTAWAY: (answer) => expect(answer).toMatchObject({ status: 302 }),
  };
  for (const [piece, check] of Object.entries(deletions)) {
    const committed = faultKeywords.find((row) => row.codePart === piece)?.committed;
    it(`PRACTICE${piece}… changes the answer; the parcel is ${committed ? 'deleted, and unknown the next time' : 'not deleted'}`, async () => {
      const code = codeFor(piece);
      const practice = await withParcel(code);
      check(await seen(practice.remove(code)));
      const again = await seen(practice.remove(code));
      if (committed) expect(again).toMatchObject({ status: 404 });
      else check(again);
    });
  }

  it('PRACTICETIMEOUT… and PRACTICETIMEOUTAFTER… hang until the service ends', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice();
    await createdShipment(practice, { parcels: [{ unit: 'g', values: 1, custom_code: 'PRACTICETIMEOUTAFTER' }] });
    practice.setWebhook(endpoint.webhook);
    const hanging = ['PRACTICETIMEOUT12345', 'PRACTICETIMEOUTAFTER'].map((code) => seen(practice.remove(code)));
    await endpoint.until(1);
    expect(endpoint.events()).toEqual(['same.shipment.deleted']);
    await practice.close();
    expect(await Promise.all(hanging)).toEqual(['no answer', 'no answer']);
  });

  it('PRACTICEONCE503… fails the first time only', async () => {
    const code = codeFor('503', 'ONCE');
    const practice = await withParcel(code);
    expect((await practice.remove(code)).status).toBe(503);
    expect((await practice.remove(code)).status).toBe(200);
  });

  it('PRACTICE1503422… answers 503 once, and 422 from then on', async () => {
    const code = 'PRACTICE1503422ABCD';
    const practice = await withParcel(code);
    expect((await practice.remove(code)).status).toBe(503);
    for (let again = 0; again < 2; again += 1) expect((await practice.remove(code)).status).toBe(422);
  });

  it('every keyword except those about order answers has a code of at most twenty characters', () => {
    const without = faultKeywords.filter((row) => row.codePart === null).map((row) => row.word);
    expect(without).toEqual(['missing-fields', 'wrong-types', 'reordered-parcels', 'charged-more', 'too-large']);
    for (const { codePart } of faultKeywords) expect(`PRACTICE${codePart ?? ''}`.length).toBeLessThanOrEqual(20);
  });
});

describe('fault keywords: for labels', () => {
  async function labelOf(word: string, options: Parameters<typeof startPractice>[0] = {}) {
    const practice = await startPractice(options);
    const [parcel] = (await createdShipment(practice, { name: `Word ${word}` })).parcels;
    const url = parcel.pick_up_label_urls[0]?.url;
    return {
      practice,
      parcel,
      url,
      get: (headers: Record<string, string> = {}) => seen(fetch(url, { headers, redirect: 'manual' })),
    };
  }

  const checks: Record<keyof typeof labelFaultKeywords, (label: Awaited<ReturnType<typeof labelOf>>) => Promise<void>> =
    {
      'label-404': async ({ get }) => expect(await get()).toMatchObject({ status: 404 }),
      'label-401': async ({ get, practice }) => expect(await get(practice.json)).toMatchObject({ status: 401 }),
      'label-503': async ({ get }) => expect(await get()).toMatchObject({ status: 503 }),
      'label-once-503': async ({ get }) => {
        expect(await get()).toMatchObject({ status: 503 });
        expect(await get()).toMatchObject({ status: 200 });
      },
      'label-needs-token': async ({ get, practice }) => {
        expect(await get()).toMatchObject({ status: 401 });
        expect(await get({ authorization: 'Bearer another' })).toMatchObject({ status: 401 });
        expect(await get({ authorization: practice.json.authorization })).toMatchObject({ status: 200 });
      },
      'label-slow': async ({ get }) =>
        expect(await get()).toMatchObject({ status: 200, text: expect.stringMatching(/^\^XA/) }),
      'label-time-out': async ({ get, practice }) => {
        const hanging = get();
        await practice.preview(orderRequest());
        await practice.close();
        expect(await hanging).toBe('no answer');
      },
      'label-cut-off': async ({ get }) => expect(await get()).toBe('cut off'),
      'label-empty': async ({ get }) => expect(await get()).toMatchObject({ status: 200, text: '' }),
      'label-html': async ({ get }) =>
        expect(await get()).toMatchObject({ status: 200, text: expect.stringContaining('<html>') }),
      'label-redirect': async ({ get, practice }) => {
        const answer = await get();
        expect(typeof answer === 'string' ? '' : answer.headers.get('location')).toContain(practice.baseUrl);
      },
      'label-elsewhere': async ({ url, practice }) => expect(new URL(url).origin).not.toBe(practice.labelUrl),
      'label-pdf-only': async ({ parcel }) =>
        expect(parcel.pick_up_label_urls.map((entry: Json) => entry.format)).toEqual(['pdf', 'pdf']),
      'label-none': async ({ parcel }) => expect(parcel).toMatchObject({ pick_up_label_urls: [], label: null }),
    };
  for (const [word, check] of Object.entries(checks)) {
    it(`${word}: ${labelFaultKeywords[word as keyof typeof labelFaultKeywords]}`, async () =>
      check(await labelOf(word)));
  }

  it('is ignored without its keyword: labels need no token', async () => {
    const { get } = await labelOf('unlabelled');
    expect(await get()).toMatchObject({ status: 200 });
  });
});
