import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { defaultPracticeBehaviour, type PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const code = 'NL7K2M9P4R6T8V2X4B6D';
const order = (receiver: string): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street, Flat 9', person_name: receiver, person_phone: '+971 50 000 0000' },
      parcels: [{ unit: 'g', values: 900, custom_code: code }],
    },
  ],
});

/** A station whose practice service answers label downloads so, and the parcel of a new order. */
async function start(
  labels: PracticeBehaviour['labels'],
  { receiver = 'Aya Noor', redirects = 'follow', labelStart = 'nothing' } = {},
) {
  const environments = [{ name: 'practice', kind: 'practice', labelRedirects: redirects }];
  const station = await openStation(opened, { settings: { practice: { labels, labelStart }, environments } });
  const begun = await station.call('order.create', { request: order(receiver), evenIfDuplicate: true });
  const input = { commandId: begun.command.id };
  const created = await station.until('order.progress', input, ({ state }) => state === 'created');
  const parcelId = created.parcels[0]?.id ?? 0;
  return { station, parcelId };
}

type Check = (label: { state: string; failure: { message: { code: string } } | null } | null) => boolean;
const labelOnce = async (station: StationInNode, parcelId: number, check: Check) =>
  (await station.until('parcel.detail', { parcelId }, ({ parcel }) => check(parcel.label))).parcel.label;

const isStored: Check = (label) => label?.state === 'stored';
const isDelayed: Check = (label) => label?.state === 'pending' && label.failure !== null;

describe('label trouble in practice', () => {
  it.each(['direct', 'redirect', 'late'] as const)(
    'labels that are %s are stored and printed',
    async (labels) => {
      const { station, parcelId } = await start(labels);
      await labelOnce(station, parcelId, isStored);
      await station.call('parcel.print', { parcelId, reprintReason: null });
      await station.until('parcel.detail', { parcelId }, ({ parcel }) => parcel.lastJob?.state === 'sent');
      const folder = join(station.folder, 'virtual-printer', 'practice');
      const [file = ''] = await readdir(folder);
      expect(await readFile(join(folder, file), 'latin1')).toContain(code);
    },
    30_000,
  );

  it.each([
    ['designer-preamble', 'zpl'],
    ['byte-order-mark', 'zpl'],
    ['line-break', 'zpl'],
    ['byte-order-mark', 'pdf'],
    ['line-break', 'pdf'],
  ] as const)(
    'labels with a %s at their start are printed as %s',
    async (labelStart, format) => {
      const receiver = format === 'pdf' ? 'Aya label-pdf-only' : 'Aya Noor';
      const { station, parcelId } = await start('redirect', { receiver, labelStart });
      expect(await labelOnce(station, parcelId, isStored)).toMatchObject({ format });
      await station.call('parcel.print', { parcelId, reprintReason: null });
      await station.until('parcel.detail', { parcelId }, ({ parcel }) => parcel.lastJob?.state === 'sent');
      const [file = ''] = await readdir(join(station.folder, 'virtual-printer', 'practice'));
      expect(file.endsWith(`.${format}`)).toBe(true);
    },
    30_000,
  );

  it.each([
    ['sign-in-page', 'label.sign-in-page'],
    ['gone', 'label.not-found'],
    ['forbidden', 'label.forbidden'],
  ] as const)('labels that are %s show why, and the next attempt', async (labels, sentence) => {
    const { station, parcelId } = await start(labels);
    const label = await labelOnce(station, parcelId, isDelayed);
    expect(label).toMatchObject({ failure: { message: { code: sentence } }, nextAttemptAt: expect.any(String) });
    await expect(station.call('parcel.print', { parcelId, reprintReason: null })).rejects.toMatchObject({
      failure: { message: { code: sentence } },
    });
    await station.call('settings.save', { group: 'practice', value: defaultPracticeBehaviour });
    expect(await station.call('label.retry', { parcelId })).toMatchObject({ state: 'stored', failure: null });
  });

  it('a redirect is not followed where the environment allows the label host only', async () => {
    const { station, parcelId } = await start('redirect', { redirects: 'label-host-only' });
    const label = await labelOnce(station, parcelId, isDelayed);
    expect(label?.failure?.message.code).toBe('label.redirect-other-host');
  });

  it('a redirect to a page that needs the token is followed without it', async () => {
    const { station, parcelId } = await start('direct', { receiver: 'Aya label-redirect' });
    const label = await labelOnce(station, parcelId, isDelayed);
    expect(label?.failure).toMatchObject({ code: 'forbidden', message: { code: 'label.forbidden-by-target' } });
  });
});
