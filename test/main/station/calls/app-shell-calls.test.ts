import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../../src/shared/settings/settings.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { openStation } from '../../../helpers/open-station.ts';
import type { StationInNode } from '../../../helpers/station-in-node.ts';

const opened = closedAfterEach();

describe('about', () => {
  it('names the versions of the station and of what runs it, and its data folder', async () => {
    const station = await openStation(opened);
    expect(await station.call('about.read', null)).toEqual({
      versions: { packbench: 'test', electron: null, chromium: null, node: process.versions.node },
      dataFolder: station.folder,
    });
  });

  it('gives the licences that the build listed', async () => {
    const zod = { name: 'zod', version: '4.0.0', licence: 'MIT', text: 'MIT License' };
    const station = await openStation(opened, { readLicences: async () => [zod] });
    expect(await station.call('about.licences', null)).toEqual([zod]);
  });

  it('opens the data folder, and names it where it cannot be opened', async () => {
    let opens = true;
    const station = await openStation(opened, { openDataFolder: async () => opens });
    await station.call('data-folder.open', null);
    opens = false;
    const { message } = await failureOf(station.call('data-folder.open', null));
    expect(message).toEqual({ code: 'data-folder.not-opened', params: { folder: station.folder } });
  });
});

describe('theme of the system’s dialogs', () => {
  it('is that of the settings, from the start on and after each change', async () => {
    const themes: string[] = [];
    const appearance = { theme: 'dark', viewingDistance: 0.7 } as const;
    const settings = settingsSchema.parse({ appearance });
    const station = await openStation(opened, { settings, applyTheme: (theme) => themes.push(theme) });
    expect(themes).toEqual(['dark']);
    await station.call('settings.save', { group: 'appearance', value: { ...appearance, theme: 'light' } });
    expect(themes.at(-1)).toBe('light');
  });
});

describe('key of the command cards', () => {
  const keyOf = async (station: StationInNode) =>
    (await station.call('station.read', null)).settings.station.commandKey ?? '';

  it('is made at the first start, differs from station to station, and stays', async () => {
    const stations = [await openStation(opened), await openStation(opened), await openStation(opened)];
    const keys = await Promise.all(stations.map(keyOf));
    expect(new Set(keys).size).toBeGreaterThan(1);
    expect(keys.join(' ')).toMatch(/^[BCDEFGHJKLNOPRSTUVX]{4}( [BCDEFGHJKLNOPRSTUVX]{4}){2}$/);
    const [first] = stations;
    const { folder } = first ?? {};
    await first?.stop();
    const again = await openStation(opened, { ...(folder !== undefined && { folder }) });
    expect(await keyOf(again)).toBe(keys[0]);
    await again.call('settings.save', { group: 'station', value: { name: 'Bench 7' } });
    expect(await keyOf(again)).toBe(keys[0]);
  });

  it('is that of the provisioning file, so that the cards of a site work at each bench', async () => {
    expect(await keyOf(await openStation(opened, { provisioning: { station: { commandKey: 'BCDF' } } }))).toBe('BCDF');
  });
});

describe('settings: a number out of range', () => {
  it.each([
    ['bench', { deleteUndoSeconds: 61 }, 'settings.undo-seconds'],
    ['bench', { deleteUndoSeconds: 2.5 }, 'settings.undo-seconds'],
    ['bench', { shiftHours: 0 }, 'settings.shift-hours'],
    ['retention', { days: 4000 }, 'settings.days-kept'],
  ] as const)('%s %j is refused, with the range', (group, change, code) => {
    const settings = settingsSchema.parse({});
    const read = settingsSchema.safeParse({ ...settings, [group]: { ...settings[group], ...change } });
    expect(read.error?.issues.map(({ message }) => message)).toEqual([code]);
  });
});
