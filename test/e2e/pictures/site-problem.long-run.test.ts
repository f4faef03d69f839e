import { expect, it } from 'vitest';
import type { SiteView } from '../../../src/shared/contract/station-view.ts';
import { siteMessage } from '../../../src/shared/site/site-message.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { giveAnswers, presentAnswers } from '../given-answers.ts';
import { launchProvisioned } from '../launch.ts';
import { goTo } from '../page-actions.ts';
import { takePictures } from './take-pictures.ts';

const opened = closedAfterEach();

const since = '2026-11-27T10:02:00.000Z';
const views: readonly (readonly [name: string, site: SiteView, shown: string])[] = [
  ['server full', { state: 'blocked', blockedBy: 'full', since, unsent: 31 }, 'connected, but the server is full'],
  ['catching up', { state: 'reading', progress: { read: 1_200, total: 48_000 }, since, unsent: 2 }, '1,200 of 48,000'],
];
const bench = (name: string, lastHeardAt: string) => ({
  name,
  lastHeardAt,
  version: '1.0.0',
  wishes: null,
  deletions: null,
  pausedSince: null,
});

it('pictures of a site whose server is full, and of a bench that catches up', async () => {
  const station = opened.keep(await launchProvisioned({ setup: false }));
  const { page } = station;
  const present = await presentAnswers(station);
  const faults: string[] = [];
  for (const [name, site, shown] of views) {
    const found = { check: 'site', number: '14', subject: null, message: siteMessage(site) } as const;
    const state = site.state === 'blocked' ? 'failed' : 'ok';
    await giveAnswers(station, {
      others: 'failure',
      answers: {
        ...present,
        'station.read': { ...present['station.read'], site },
        'health.read': { checks: [{ ...found, state }], isChecking: false, checkedAt: since },
        'site.read': {
          ...{ bench: 'bench-1', alone: 'ask', wishes: 'answer', unapplied: 0, takingOver: null },
          benches: [bench('bench-2', new Date().toISOString()), bench('bench-3', '2026-03-01T08:00:00.000Z')],
        },
      },
    });
    await goTo(page, 'Scan');
    await page.getByRole('group', { name: 'Station status' }).getByText(shown).first().waitFor();
    faults.push(...(await takePictures(page, `Scan, ${name}`)));
    await goTo(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByText('Site', { exact: true }).first().click();
    await page.getByText('1 of 2 other benches reported within the last day.').waitFor();
    const heading = () => page.getByRole('heading', { name: 'Site', exact: true });
    faults.push(...(await takePictures(page, `Settings, Site, ${name}`, heading)));
  }
  expect(faults).toEqual([]);
}, 300_000);
