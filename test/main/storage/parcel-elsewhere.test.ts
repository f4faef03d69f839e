import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  orderOf,
  parcelOf,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { openCounted } from './open-test-records.ts';
import { sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

const order = orderOf([shipmentOf([parcelOf(codeA)])], { uniqueId: 'ORD-1' });
const page = { ...unfilteredBoard, offset: 0, limit: 10 };

describe('a parcel and the other benches of its site', () => {
  it('names the bench that ordered, printed and holds it, each with its time; the bench itself is not named', async () => {
    const site = sharedRecords(folders);
    const [one, two, three] = [await site.open('bench-1'), await site.open('bench-2'), await site.open('bench-3')];
    const exchange = async () => {
      for (const bench of [one, two, three]) await bench.send();
      for (const bench of [one, two, three]) await bench.read();
    };
    const elsewhereAt = async ({ records }: typeof one) => (await records.parcelsPage(page)).rows[0]?.elsewhere;
    await storeOrder(one.records, order);
    expect(await elsewhereAt(one)).toBeUndefined();
    await exchange();
    const ordered = { bench: 'bench-1', at: atSecond(0) };
    expect(await elsewhereAt(one)).toBeUndefined();
    expect(await elsewhereAt(three)).toEqual({ ordered, copies: [], deletion: null, holder: 'bench-1' });

    const [parcel] = (await two.records.parcelsPage(page)).rows;
    await two.records.saveLabel(
      parcel?.label?.id ?? 0,
      { bytes: new TextEncoder().encode('^XA^XZ'), sha256: 'sha', format: 'zpl' },
      by('download-label'),
    );
    const gid = (await two.records.parcelAtSite(parcel?.id ?? 0))?.gid ?? '';
    const act = { holding: { term: 2, bench: 'bench-2', isReleased: false }, copies: [], requests: [] };
    await two.records.storeAct(gid, act, 1, atSecond(2));
    const { job } = await addJob(two.records, parcel?.id ?? 0, 1);
    await two.records.movePrintJob(job.id, ['queued'], { state: 'sending', attempt: true }, by('print', 2));
    await two.records.movePrintJob(job.id, ['sending'], { state: 'printed' }, by('print', 3));
    // The third bench has read the act alone so far.
    const last = { sequence: 1, act };
    await three.records.noteRefusal(gid, { after: 0, last, isOnly: false }, atSecond(2));
    expect(await elsewhereAt(three)).toMatchObject({ copies: [], holder: 'bench-2' });
    await exchange();
    const copies = [{ bench: 'bench-2', at: atSecond(3), state: 'printed' }];
    expect(await elsewhereAt(one)).toEqual({ ordered: null, copies, deletion: null, holder: 'bench-2' });
    expect(await elsewhereAt(three)).toEqual({ ordered, copies, deletion: null, holder: 'bench-2' });
    expect(await elsewhereAt(two)).toEqual({ ordered, copies: [], deletion: null, holder: null });
  });

  it('comes with the row: the board needs as many calls and statements with a site as without one', async () => {
    const { records, cost } = openCounted(join(await folders.make(), 'records.sqlite3'));
    folders.before(() => records.close());
    await storeOrder(records, order);
    const read = () => cost(() => records.parcelsPage(page));
    const alone = await read();
    await cost(() => records.joinSite('bench-2'));
    const shared = await read();
    expect(alone.value.rows).toHaveLength(1);
    expect(alone.value.rows[0]).not.toHaveProperty('elsewhere');
    expect(alone.calls).toEqual(['parcelsPage']);
    expect([shared.calls, shared.statements]).toEqual([['parcelsPage'], alone.statements]);
  });
});
