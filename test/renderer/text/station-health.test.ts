import { expect, it } from 'vitest';
import { healthOf, offlineNotice, siteProblem } from '../../../src/renderer/presentation/station-health.ts';
import type { ServiceHealth, SiteView, StationView } from '../../../src/shared/contract/station-view.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { Waiting } from '../../../src/shared/orders/waiting-work.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { printerState } from '../screens/samples.ts';

const printer = printerState({ isDefault: true });

const viewWith = (changes: Partial<StationView>): StationView => ({
  settings: settingsSchema.parse({}),
  environment: { name: 'practice', kind: 'practice', currency: null },
  service: { state: 'online', since: null },
  printer,
  printers: [printer],
  waiting: 0,
  notices: [],
  vault: { isProtected: true, environmentsWithToken: [] },
  environmentsWithRejectedToken: [],
  people: { isOn: false, signedIn: null, question: null },
  version: '0.1.0',
  ...changes,
});

const shown = (changes: Partial<StationView>): string[] =>
  healthOf(viewWith(changes)).map(({ name, value }) => `${name}: ${value}`);

it('station status: shows the service, the printer and the waiting commands', () => {
  expect(shown({})).toEqual(['service: online', 'printer: Zebra A ready', 'waiting: 0']);
});

it('station status: shows since when the service does not answer, and why the printer is held', () => {
  const since = new Date(2026, 10, 21, 14, 3).toISOString();
  const reasons = ['paper out', 'head open'] as const;
  const entries = shown({
    service: { state: 'no answer', since },
    printer: { ...printer, reasons: [...reasons] },
    waiting: 3,
  });
  expect(entries[0]).toMatch(/^service: no answer since .*14:03$/);
  expect(entries.slice(1)).toEqual(['printer: Paper out and Printer lid open (Zebra A)', 'waiting: 3']);
});

it('station status: names the first two of many reasons and counts the others', () => {
  const entries = shown({
    printer: {
      ...printer,
      reasons: ['paper out', 'head open', 'paused', 'unfinished label'],
      warnings: ['clean the head'],
    },
  });
  expect(entries[1]).toBe('printer: Paper out, Printer lid open and 2 more (Zebra A)');
});

it('station status: shows the warnings of a printer that prints', () => {
  const warned: PrinterState = { ...printer, warnings: ['paper near its end'] };
  expect(shown({ printer: warned })[1]).toBe('printer: Zebra A ready. Paper low');
  expect(shown({ printer: { ...warned, sending: true } })[1]).toBe('printer: Zebra A sending. Paper low');
  expect(healthOf(viewWith({ printer: warned }))[1]?.level).toBe('good');
});

it('station status: announces changes of state, not of counts', () => {
  const states = (changes: Partial<StationView>): string[] =>
    healthOf(viewWith(changes)).map(({ announcement }) => announcement);
  expect(states({ waiting: 3 })).toEqual(states({ waiting: 4 }));
  expect(states({ printer: { ...printer, sending: true } })).toEqual(states({}));
  expect(states({ waiting: 0 })).not.toEqual(states({ waiting: 1 }));
});

it('station status: shows that no printer is set up', () => {
  expect(shown({ printer: null })[1]).toBe('printer: not set up');
});

const since = new Date(2026, 10, 21, 14, 2).toISOString();
const now = new Date(2026, 10, 21, 16, 5).getTime();

it('station status: says since when the site is away and what waits for it, and nothing of a site where there is none', () => {
  expect(shown({})).not.toContainEqual(expect.stringMatching(/^site/));
  const site = { state: 'offline', since, unsent: 31 } as const;
  expect(shown({ site })[3]).toMatch(/^site: offline since .*14:02, 31 changes to send$/);
  expect(shown({ site: { ...site, unsent: null } })[3]).toMatch(/^site: offline since .*14:02$/);
  expect(shown({ site: { ...site, state: 'connected' } })[3]).toBe('site: connected');
  expect(healthOf(viewWith({ site: { ...site, state: 'copied' } }))[3]?.level).toBe('stopped');
});

it('station status: says how much of a catch-up is read, and announces that it reads only once', () => {
  const reading = (progress: { read: number; total: number }) =>
    healthOf(viewWith({ site: { state: 'reading', since, unsent: 2, progress } }))[3];
  const entry = reading({ read: 1_200, total: 48_000 });
  expect(entry?.value).toBe('reading what other benches did: 1,200 of 48,000');
  expect(entry?.announcement).toBe(reading({ read: 1_700, total: 48_000 })?.announcement);
  expect(shown({ site: { state: 'reading', since, unsent: 2 } })[3]).toBe('site: reading what other benches did');
});

it.each([
  ['full', 'the server is full', 'health.site-full'],
  ['forbidden', 'the server refuses this bench', 'health.site-forbidden'],
  ['no-answer', 'the server stores nothing', 'health.site-not-storing'],
  ['other', 'the server stores nothing', 'health.site-not-storing'],
] as const)(
  'station status: says that the site is connected and what is not sent where the block is %s',
  (...expected) => {
    const [blockedBy, shownAs, code] = expected;
    const site: SiteView = { state: 'blocked', blockedBy, since, unsent: 31 };
    const [, , , entry] = healthOf(viewWith({ site }));
    expect(entry?.value).toMatch(new RegExp(`^connected, but ${shownAs}: 31 changes not sent since .*14:02$`));
    expect(entry?.announcement).toBe(`Site connected, but ${shownAs}.`);
    expect(entry?.level).toBe('warning');
    expect(siteProblem(site)).toMatchObject({ code, params: { count: 31, since } });
    expect([siteProblem({ ...site, state: 'connected' }), siteProblem(undefined)]).toEqual([null, null]);
  },
);

const nothing: Waiting = { deletions: 0, orders: 0, labels: 0, decisions: 0, oldestAt: null };
const some: Waiting = { ...nothing, deletions: 3, orders: 1, labels: 5, oldestAt: since };

const noticeIn = (state: ServiceHealth['state'], waiting: Waiting | null = nothing) =>
  offlineNotice({ state, since }, waiting, now);

it('offline notice: none while the service answers, or before the first request', () => {
  expect(noticeIn('online', some)).toBeNull();
  expect(offlineNotice({ state: 'not asked yet', since: null }, some, now)).toBeNull();
});

it('offline notice: since when, what still works, and what waits with the age of the oldest', () => {
  const notice = noticeIn('no answer', some);
  expect(notice?.problem).toBe('Can’t reach the service (since 14:02).');
  expect(notice?.available).toBe('You can still look up, print saved labels and queue deletions.');
  expect(notice?.waiting).toBe('3 deletions and 1 order have been waiting since 14:02.');
  expect(notice?.tone).toBe('warning');
  expect(noticeIn('failing')).toMatchObject({
    problem: 'The service is not working (since 14:02).',
    waiting: null,
  });
});

it('offline notice: a single action is singular, and labels do not wait for the service', () => {
  const one = { ...nothing, deletions: 1, labels: 9, oldestAt: since };
  expect(noticeIn('no answer', one)?.waiting).toBe('1 deletion has been waiting since 14:02.');
  expect(noticeIn('no answer', { ...nothing, labels: 9 })?.waiting).toBeNull();
});

it('offline notice: an uncertain order is never sent by itself, and is not counted', () => {
  expect(noticeIn('no answer', { ...nothing, decisions: 2 })?.waiting).toBeNull();
  expect(noticeIn('no answer', { ...some, decisions: 2 })?.waiting).toBe(
    '3 deletions and 1 order have been waiting since 14:02.',
  );
});

it('offline notice: a rejected or missing token names the screen to enter one', () => {
  for (const state of ['token rejected', 'token missing'] as const) {
    expect(noticeIn(state, some)).toMatchObject({ tone: 'error' });
    expect(noticeIn(state, some)?.problem).toContain('Settings');
    expect(noticeIn(state, some)?.waiting).toContain('waiting for a token');
  }
});

it('offline notice: leads to the field of the token, or of the address', () => {
  const fields = (['token rejected', 'token missing', 'no answer', 'certificate rejected', 'failing'] as const).map(
    (state) => noticeIn(state)?.field,
  );
  expect(fields).toEqual(['token', 'token', 'baseUrl', 'baseUrl', 'baseUrl']);
});

it('offline notice: names what is wrong with a certificate, and its host under Details', () => {
  const problem = message('service.certificate-for-other-name', { peer: 'service', host: 'service.example' });
  const notice = offlineNotice({ state: 'certificate rejected', since, problem }, nothing, now);
  expect(notice?.problem).toMatch(/^The service’s certificate is for a different name\./);
  expect(notice?.details).toEqual(['service.example']);
  expect(notice?.tone).toBe('error');
});

it('station status: announces what still works when the service fails, and only once', () => {
  const announced = (state: ServiceHealth['state'], since: string | null, waiting: number) =>
    healthOf({
      settings: settingsSchema.parse({}),
      environment: { name: 'practice', kind: 'practice', currency: null },
      service: { state, since },
      printer: null,
      printers: [],
      waiting,
      notices: [],
      vault: { isProtected: true, environmentsWithToken: [] },
      environmentsWithRejectedToken: [],
      people: { isOn: false, signedIn: null, question: null },
      version: '0.1.0',
    })[0]?.announcement;
  expect(announced('no answer', since, 1)).toBe(
    'Service no answer. You can still look up, print saved labels and queue deletions.',
  );
  expect(announced('no answer', new Date(now).toISOString(), 2)).toBe(announced('no answer', since, 1));
  expect(announced('online', since, 0)).toBe('Service online.');
});
