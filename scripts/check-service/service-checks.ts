import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCustomCode } from '../../src/shared/orders/custom-code.ts';
import { readOrderFields } from '../../src/shared/orders/order-answer.ts';
import { readQuoteFields } from '../../src/shared/orders/quote.ts';
import type { PracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import type { CheckOptions } from './check-options.ts';
import { type EventCollector, observedEvents } from './observed-events.ts';
import {
  at,
  envelopeOf,
  isAccepted,
  labelAnswerOf,
  objectOf,
  rejectionOf,
  repeatedDeletionOf,
  scenarioAnswerOf,
  usedCodesOf,
  utcOffsetOf,
  valuesOf,
} from './observed-form.ts';
import { type RawAnswer, send, sendToService, stationHeaders } from './service-request.ts';

/** One line of the table. */
export interface CheckRow {
  readonly check: string;
  readonly outcome: string;
  /** What it booked; empty for nothing. */
  readonly booked: string;
}

export interface CheckResult {
  readonly rows: readonly CheckRow[];
  readonly utcOffset: string | null;
  readonly behaviour: Partial<PracticeBehaviour>;
  /** False where the service could not be examined at all. */
  readonly isComplete: boolean;
}

/** Seconds after creation in which a label that is not there yet may appear. */
const labelSeconds = 10;

/** Runs the checks in order and reports each row as it is known. */
export async function checkService(
  options: CheckOptions,
  events: EventCollector | null,
  onRow: (row: CheckRow) => void,
): Promise<CheckResult> {
  const rows: CheckRow[] = [];
  const behaviour: Partial<PracticeBehaviour> = {};
  const add = (check: string, outcome: string, booked = ''): void => {
    rows.push({ check, outcome, booked });
    onRow({ check, outcome, booked });
  };
  /** Notes a point that practice can play; null: something else, which only the row describes. */
  const observe = <P extends keyof PracticeBehaviour>(point: P, seen: PracticeBehaviour[P] | null): void => {
    if (seen !== null) behaviour[point] = seen;
  };
  const preview = (headers: Record<string, string | null> = {}, body: unknown = orderOf(options, [null])) =>
    sendToService(options, '/requests/preview', { method: 'POST', body, headers });

  const quoted = await preview();
  if (quoted.status !== 200) {
    add('Price preview', describe(quoted));
    return { rows, utcOffset: null, behaviour, isComplete: false };
  }
  const utcOffset = utcOffsetOf(quoted);
  observe('envelope', envelopeOf(quoted));
  observe('values', valuesOf(quoted));
  add('Price preview', `200; ${missingText(readQuoteFields(objectOf(quoted)).missing)}`);
  add('Values', behaviour.values ?? '');
  add('Envelope', behaviour.envelope ?? '');
  add('UTC offset of times', utcOffset ?? 'none given');

  const denied = await preview({ Authorization: 'Bearer not-the-token' });
  add('Wrong token', describe(denied));
  const withoutAccept = await preview({ Accept: null });
  const withoutAgent = await preview({ 'User-Agent': null });
  observe(
    'requiredHeader',
    withoutAccept.status !== 200 ? 'accept' : withoutAgent.status !== 200 ? 'user-agent' : 'none',
  );
  add('Required header', behaviour.requiredHeader ?? '');
  const invalid = await preview({}, { pick_up_address: {}, drop_offs: [] });
  const invalidWithoutAccept = await preview({ Accept: null }, { pick_up_address: {}, drop_offs: [] });
  if (behaviour.requiredHeader !== 'accept') observe('rejection', rejectionOf(invalidWithoutAccept));
  add('Invalid request', `${describe(invalid)}; without Accept: ${describe(invalidWithoutAccept)}`);

  if (options.create) await checkOrders(options, events, { add, observe });
  if (events) {
    await events.waitFor(() => false, 1);
    const observed = observedEvents(events.bodies);
    Object.assign(behaviour, observed);
    add(
      'Webhook events',
      events.bodies.length === 0 ? 'none arrived' : `${events.bodies.length} arrived: ${list(observed)}`,
    );
  }
  return { rows, utcOffset, behaviour, isComplete: true };
}

interface Notes {
  add(check: string, outcome: string, booked?: string): void;
  observe<P extends keyof PracticeBehaviour>(point: P, seen: PracticeBehaviour[P] | null): void;
}

/** The checks that book orders: create, label, delete, delete again, used codes, scenario. */
async function checkOrders(
  options: CheckOptions,
  events: EventCollector | null,
  { add, observe }: Notes,
): Promise<void> {
  const create = (codes: readonly (string | null)[]) =>
    sendToService(options, '/requests/sync', { method: 'POST', body: orderOf(options, codes) });
  const remove = (code: string) => sendToService(options, `/parcels/find/by-custom-code/${code}`, { method: 'DELETE' });
  const [first, second, third] = [newCode(), newCode(), newCode()] as const;

  const created = await create([first, second]);
  if (created.status < 200 || created.status > 299) return add('Create an order', describe(created));
  const order = objectOf(created);
  add('Create an order', `${created.status}; ${missingText(readOrderFields(order).missing)}`, '1 order of 2 parcels');
  const parcels = at(order, 'shipments', '0', 'parcels');
  observe('customCodeEcho', typeof at(parcels, '0', 'custom_code') === 'string' ? 'yes' : 'no');
  add('Custom codes in the answer', typeof at(parcels, '0', 'custom_code') === 'string' ? 'repeated' : 'missing');
  await checkLabel(options, at(parcels, '0', 'pick_up_label_urls'), { add, observe });

  const deleted = await remove(first);
  add('Delete a parcel', describe(deleted));
  const again = await remove(first);
  observe('repeatedDeletion', repeatedDeletionOf(again));
  add('Delete it again', describe(again));

  const reusedLive = await create([second]);
  const isLiveAccepted = isAccepted(reusedLive);
  add('Use the code of an existing parcel', describe(reusedLive), isLiveAccepted ? '1 order of 1 parcel' : '');
  const reusedDeleted = await create([first]);
  const isDeletedAccepted = isAccepted(reusedDeleted);
  add('Use the code of a deleted parcel', describe(reusedDeleted), isDeletedAccepted ? '1 order of 1 parcel' : '');
  const [live, afterDeletion] = [
    { code: second, answer: reusedLive },
    { code: first, answer: reusedDeleted },
  ];
  observe('usedCodes', usedCodesOf(live, afterDeletion));

  const forScenario = await create([third]);
  const trackingCode = at(objectOf(forScenario), 'shipments', '0', 'drop_off_shipment', 'unique_id');
  if (typeof trackingCode === 'string') {
    const scenario = await sendToService(options, '/sandbox/scenarios/happy', {
      method: 'POST',
      body: { drop_off_shipment_unique_ids: [trackingCode] },
    });
    if (scenario.status === 200) observe('scenarioAnswer', scenarioAnswerOf(scenario));
    add('Scenario "happy"', describe(scenario), '1 order of 1 parcel');
  } else add('Scenario "happy"', `not run: ${describe(forScenario)}`);

  const left = [second, ...(isDeletedAccepted ? [first] : []), third];
  const answers = await Promise.all(left.map(remove));
  add('Delete what is left', answers.map(({ status }) => String(status)).join(', '));
  if (events && options.webhook) {
    const isDeleted = (body: string): boolean => body.includes('same.shipment.deleted');
    await events.waitFor((bodies) => bodies.some(isDeleted), options.webhook.seconds);
  }
}

async function checkLabel(options: CheckOptions, entries: unknown, { add, observe }: Notes): Promise<void> {
  const { labelUrl, token } = options;
  const all = typeof entries === 'object' && entries !== null ? Object.values(entries) : [];
  const entry = all.find((one) => /zpl/i.test(String(at(one, 'format')))) ?? all[0];
  const url = at(entry, 'url');
  if (typeof url !== 'string' || !URL.canParse(url)) return add('Label', 'no address given');
  if (new URL(url).origin !== new URL(labelUrl).origin) return add('Label', `on another host: ${new URL(url).origin}`);
  const download = (headers: Record<string, string> = {}) =>
    send(options, url, { method: 'GET', headers: { ...stationHeaders, ...headers } });
  let answer = await download();
  let seen = labelAnswerOf(answer);
  const firstStatus = answer.status;
  for (let second = 0; seen === 'gone' && second < labelSeconds; second += 1) {
    await wait(1000);
    answer = await download();
    seen = labelAnswerOf(answer);
  }
  const isLate = firstStatus !== answer.status && answer.status === 200;
  observe('labels', isLate ? 'late' : seen);
  const target =
    answer.location !== null && URL.canParse(answer.location, url) ? new URL(answer.location, url).origin : null;
  add('Label', `${isLate ? 'late, then ' : ''}${describe(answer)}${target ? ` to ${target}` : ''}`);
  if (seen !== 'forbidden') return;
  add('Label with the token', describe(await download({ Authorization: `Bearer ${token}` })));
}

const newCode = (): string => makeCustomCode((size) => randomBytes(size));

const orderOf = ({ pickUp, dropOff }: CheckOptions, codes: readonly (string | null)[]) => ({
  pick_up_address: { text: pickUp },
  drop_offs: [
    {
      address: { text: dropOff, person_name: 'Service check', person_phone: '+971500000000' },
      parcels: codes.map((code) => ({ unit: 'g', values: 500, ...(code !== null && { custom_code: code }) })),
    },
  ],
});

/** Longest text of an answer in the table. */
const longestShown = 80;

function describe({ status, type, json, text }: RawAnswer): string {
  const said = at(json, 'message');
  const shown = typeof said === 'string' ? said : /html/i.test(type) ? 'a web page' : text;
  const line = shown.replace(/\s+/g, ' ').trim().slice(0, longestShown);
  return line === '' ? String(status) : `${status}: ${line}`;
}

const missingText = (missing: readonly string[]): string =>
  missing.length === 0
    ? 'every documented field'
    : `${missing.length} documented fields differ: ${missing.slice(0, 3).join(', ')}`;

const list = (observed: object): string =>
  Object.entries(observed)
    .map(([point, seen]) => `${point} ${seen}`)
    .join(', ');
