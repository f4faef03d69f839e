import { expect, it } from 'vitest';
import { healthOf, offlineWords } from '../../../src/renderer/presentation/station-health.ts';
import type { ServiceHealth, StationView } from '../../../src/shared/contract/station-view.ts';
import type { Waiting } from '../../../src/shared/orders/waiting.ts';
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
  version: '0.1.0',
  ...changes,
});

const words = (changes: Partial<StationView>): string[] =>
  healthOf(viewWith(changes)).map(({ name, words: text }) => `${name}: ${text}`);

it('says of service, printer and what waits how they are', () => {
  expect(words({})).toEqual(['Service: online', 'Printer: Zebra A ready', 'Waiting: 0']);
});

it('says since when the service does not answer, and what the printer lacks', () => {
  const since = new Date(2026, 10, 21, 14, 3).toISOString();
  const reasons = ['paper out', 'head open'] as const;
  const told = words({
    service: { state: 'no answer', since },
    printer: { ...printer, reasons: [...reasons] },
    waiting: 3,
  });
  expect(told[0]).toMatch(/^Service: no answer since .*14:03$/);
  expect(told.slice(1)).toEqual(['Printer: Zebra A paper out, head open', 'Waiting: 3']);
});

it('names the first two of many reasons and counts the others', () => {
  const told = words({
    printer: {
      ...printer,
      reasons: ['paper out', 'head open', 'paused', 'unfinished label'],
      warnings: ['clean the head'],
    },
  });
  expect(told[1]).toBe('Printer: Zebra A paper out, head open and 2 more');
});

it('says what a printer warns of while it prints on', () => {
  const warned: PrinterState = { ...printer, warnings: ['paper near its end'] };
  expect(words({ printer: warned })[1]).toBe('Printer: Zebra A ready, paper near its end');
  expect(words({ printer: { ...warned, sending: true } })[1]).toBe('Printer: Zebra A sending, paper near its end');
  expect(healthOf(viewWith({ printer: warned }))[1]?.level).toBe('good');
});

it('speaks again only when a state changes, not when a figure moves on', () => {
  const states = (changes: Partial<StationView>): string[] => healthOf(viewWith(changes)).map(({ state }) => state);
  expect(states({ waiting: 3 })).toEqual(states({ waiting: 4 }));
  expect(states({ printer: { ...printer, sending: true } })).toEqual(states({}));
  expect(states({ waiting: 0 })).not.toEqual(states({ waiting: 1 }));
});

it('a station without a printer says so', () => {
  expect(words({ printer: null })[1]).toBe('Printer: none set up');
});

const since = new Date(2026, 10, 21, 14, 2).toISOString();
const now = new Date(2026, 10, 21, 16, 5).getTime();
const nothing: Waiting = { deletions: 0, orders: 0, labels: 0, asking: 0, oldestAt: null };
const some: Waiting = { ...nothing, deletions: 3, orders: 1, labels: 5, oldestAt: since };

const wordsIn = (state: ServiceHealth['state'], waiting: Waiting | null = nothing) =>
  offlineWords({ state, since }, waiting, now);

it('a service that answers, or was never asked, needs no words', () => {
  expect(wordsIn('online', some)).toBeNull();
  expect(offlineWords({ state: 'not asked yet', since: null }, some, now)).toBeNull();
});

it('no answer: since when, what works all the same, and what waits with the age of the oldest', () => {
  const words = wordsIn('no answer', some);
  expect(words?.what).toBe('No answer from the service since 14:02.');
  expect(words?.works).toBe('Look up, labels kept here and deletions work on.');
  expect(words?.waits).toBe('3 deletions and 1 order wait, the oldest 2 hr ago.');
  expect(words?.tone).toBe('warning');
  expect(wordsIn('in trouble')).toMatchObject({ what: 'The service is in trouble since 14:02.', waits: null });
});

it('one thing alone that waits is no plural, and labels do not wait for the service', () => {
  const one = { ...nothing, deletions: 1, labels: 9, oldestAt: since };
  expect(wordsIn('no answer', one)?.waits).toBe('1 deletion waits, asked for 2 hr ago.');
  expect(wordsIn('no answer', { ...nothing, labels: 9 })?.waits).toBeNull();
});

it('a refused or missing token names the place to enter one', () => {
  for (const state of ['token refused', 'token missing'] as const) {
    expect(wordsIn(state, some)).toMatchObject({ tone: 'error' });
    expect(wordsIn(state, some)?.what).toContain('Settings');
    expect(wordsIn(state, some)?.waits).toContain('wait for a token');
  }
});

it('the status speaks of what works when the trouble begins, and not again while it lasts', () => {
  const spoken = (state: ServiceHealth['state'], since: string | null, waiting: number) =>
    healthOf({
      settings: settingsSchema.parse({}),
      environment: { name: 'practice', kind: 'practice', currency: null },
      service: { state, since },
      printer: null,
      printers: [],
      waiting,
      notices: [],
      vault: { isProtected: true, environmentsWithToken: [] },
      version: '0.1.0',
    })[0]?.state;
  expect(spoken('no answer', since, 1)).toBe('no answer. Look up, labels kept here and deletions work on.');
  expect(spoken('no answer', new Date(now).toISOString(), 2)).toBe(spoken('no answer', since, 1));
  expect(spoken('online', since, 0)).toBe('online');
});
