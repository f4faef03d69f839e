import { expect, it } from 'vitest';
import { healthOf } from '../../../src/renderer/shell/health.ts';
import { settingsSchema } from '../../../src/shared/settings.ts';
import type { StationView } from '../../../src/shared/station-view.ts';
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
  const warned = { ...printer, warnings: ['paper near its end'] };
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
