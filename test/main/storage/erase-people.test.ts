import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchRowsJson } from '../../../src/main/core/batch/batch-draft.ts';
import type { BatchFacts } from '../../../src/main/core/ports/batch-records.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { backUpFile } from '../../../src/main/storage/backup.ts';
import { erasePeople, findPeople } from '../../../src/main/storage/erase-people.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { prepareRestore } from '../../../src/main/storage/restore.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type NewOrder,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from '../../suites/records/record-fixtures.ts';
import { eventOf, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { openInThread, sourceWorker } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const zora = { name: 'Zoraida Quixley', phone: '+971 55 736 2914', address: '77 Tamarisk Gate' };
const hana = { name: 'Hana Yilderim', phone: '+971 55 444 5566', address: '5 Oleander Crescent' };
const other = { name: 'Björn Åkerlund', phone: '+971 50 111 2233', address: '12 Palm Street' };
const codeD = 'NLDDDDDDDDDDDDDDDDDD';
const at = '2026-11-23T09:00:00.000Z';
const erasing = { isPreview: false, at };
let folder: string;
let file: string;
beforeEach(async () => {
  folder = join(await folders.make(), 'records');
  await mkdir(folder);
  file = join(folder, 'records-practice.sqlite3');
});

/** The records without a thread of their own, beside which a person is erased. */
let isOpen = false;
function open(): Records {
  const records = openInThread(file);
  isOpen = true;
  folders.before(async () => {
    if (isOpen) await records.close();
  });
  return records;
}

const openedIn = (records: string) => {
  const store = openRecordsIn({ ...sourceWorker, folder: records });
  folders.before(() => store.close());
  return store;
};

const facts: BatchFacts = {
  ...{ columns: [], pickUpAddress: { text: '18 Harbour Road' }, combines: true, why: null, quote: null },
  ...{ createdAt: at, startedAt: null, endedAt: null, resultFile: null, isResultTried: false, resultUncertain: 0 },
};

async function endedBatch(records: Records, name: string, columns: BatchFacts['columns'] = []): Promise<void> {
  const id = await records.addBatch({ name, folder: `/lists/${name}`, facts }, batchRowsJson([]));
  await records.showBatch(id, batchRowsJson([]), by('open-batch'));
  await records.changeBatch(id, ['draft'], { state: 'stopped', facts: { ...facts, columns } }, by('stop-batch'));
}

const requestTo = (person: typeof zora, code: string) => {
  const request = requestFor(code);
  const [dropOff] = request.drop_offs;
  const address = { text: person.address, person_name: person.name, person_phone: person.phone };
  return { ...request, drop_offs: [{ ...dropOff, address }] } as typeof request;
};

/** An order to a person, with all that names them: request, answer, label, job, events. Returns its parcel. */
async function orderTo(records: Records, person: typeof zora, code: string, tracking = trackingCode): Promise<number> {
  const request = requestTo(person, code);
  const recipient = { name: person.name, phone: person.phone, addressText: person.address, postalCode: null };
  const order: NewOrder = orderOf(
    [shipmentOf([parcelOf(code, { pickUpCode: `P-${code}` })], { trackingCode: tracking, recipient, dropOffId: null })],
    {
      uniqueId: `SO-${code}`,
      request,
      rawAnswer: JSON.stringify({
        status: 'success',
        object: {
          unique_id: `SO-${code}`,
          shipments: [
            {
              drop_off_address: { text: person.address, person_name: person.name },
              note: person.name,
              actual_price_with_tax: 47.25,
              parcels: [{ custom_code: code, comment: `for ${person.name}` }],
            },
          ],
        },
      }),
    },
  );
  const command = await records.beginCreate(request, by('create-order'), { quotedPrice: 1, fingerprint: `of ${code}` });
  await records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
  const { parcelIds } = await records.completeCreate(command.id, order, by('order-answer'));
  const [id = 0] = parcelIds;
  const label = (await records.parcel(id))?.label;
  const bytes = new TextEncoder().encode(`^XA^FD${person.name}^FS^FD${person.address}^FS^FD${code}^XZ`);
  await records.saveLabel(label?.id ?? 0, { bytes, sha256: `sha of ${code}`, format: 'zpl' }, by('download-label'));
  await records.storeEvents([arrived(person, tracking)]);
  return id;
}

const arrived = (person: typeof zora, tracking: string, state = 'scheduled', second = 10) =>
  eventOf(
    `same.shipment.${state}`,
    { tracking_code: tracking, drop_off: { receiver_name: person.name, receiver_phone: person.phone } },
    second,
  );

const finishJob = async (records: Records, parcelId: number): Promise<void> => {
  const { job } = await addJob(records, parcelId, 0);
  for (const [from, state] of [
    ['queued', 'sending'],
    ['sending', 'sent'],
    ['sent', 'printed'],
  ] as const)
    await records.movePrintJob(job.id, [from], { state }, by('print'));
};

/** The files of a folder whose bytes contain a text. */
async function filesNaming(...texts: string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const lower = bytes.toString('latin1').toLowerCase();
    if (texts.some((text) => lower.includes(Buffer.from(text).toString('latin1').toLowerCase())))
      found.push(entry.name);
  }
  return found;
}

const bytesOfZora = ['Zoraida', 'Quixley', '736 2914', '557362914', 'Tamarisk'];

describe('erasing a person', () => {
  it('leaves no byte of the person in any file, and keeps what was bought and printed', async () => {
    const records = open();
    const parcelId = await orderTo(records, zora, codeA);
    await finishJob(records, parcelId);
    await orderTo(records, other, codeB, 'DO-2');
    // Texts that belong to no order: a saved address, an event of an unknown code, a journal entry, and a typed scan.
    await records.savePickUpAddress({ name: zora.name, address: { text: zora.address } }, 10, by('save-address'));
    await records.storeEvents([
      eventOf(
        'same.shipment.scheduled',
        { custom_code: 'NLUNKNOWN11111', receiver: zora.name, phone: '0557362914' },
        5,
      ),
    ]);
    await records.note({ ...by('import-file').activity, outcome: storedSentence('Imported Zoraida Quixley.csv') });
    const [before] = await records.printJobs(5);

    const found = await findPeople(file, 'zoraida');
    expect(found).toEqual([{ ...zora, orders: 1 }]);
    expect(await findPeople(file, '0557362914')).toMatchObject([{ name: zora.name }]);
    expect(await findPeople(file, codeA)).toMatchObject([{ name: zora.name }]);

    const counts = { orders: 1, parcels: 1, labels: 1, events: 2, rows: 0, scans: 0, entries: 1, saved: 1 };
    expect((await erasePeople(file, [zora], { isPreview: true, at })).touched).toEqual(counts);
    expect((await records.parcel(parcelId))?.recipient.name).toBe(zora.name);
    const erased = await erasePeople(file, [zora], erasing);
    expect(erased).toMatchObject({ touched: counts, unfinished: { count: 0 }, cleansAtStart: false });
    expect(erased.hashes).toEqual([`sha of ${codeA}`]);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
    expect(await filesNaming(other.name)).not.toEqual([]);

    // Without anything of the person, the order is still the same one.
    expect(await records.parcel(parcelId)).toMatchObject({
      ...{ customCode: codeA, orderUniqueId: `SO-${codeA}`, recipient: { name: null, phone: null, addressText: null } },
      label: { state: 'failed', failure: { message: { code: 'label.erased' } } },
    });
    expect((await records.printJobs(5))[0]).toMatchObject({ ...before, recipient: null });
    const [created] = await records.commands(['done'], 10);
    expect(created).toMatchObject({ kind: 'create', codes: [codeA], quotedPrice: 1 });
    expect(await records.isOrdered(codeA)).toBe(true);
    expect(await findPeople(file, 'zoraida')).toEqual([]);
    // It is deleted by its code, but its label is not printed.
    await expect(addJob(records, parcelId, 5)).rejects.toThrow();
    expect(await records.labelBytes(`sha of ${codeA}`)).toBeNull();
    const deletion = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete'));
    expect(deletion.command).toMatchObject({ codes: [codeA], parcelId });
    // Someone else's order is as it was.
    expect((await findPeople(file, 'Åkerlund'))[0]).toEqual({ ...other, orders: 1 });
    expect(await records.labelBytes(`sha of ${codeB}`)).not.toBeNull();
  });

  it('leaves nothing of the person in what is reported to the other benches of a site, which goes on', async () => {
    const records = open();
    await records.joinSite('bench-1');
    const parcelId = await orderTo(records, zora, codeA);
    await finishJob(records, parcelId);
    const fingerprint = '0123456789abcdef';
    await records.beginCreate(requestTo(other, codeC), by('create-order'), { quotedPrice: null, fingerprint });
    const textOf = (facts: readonly { data: Uint8Array }[]) => facts.map(({ data }) => Buffer.from(data)).join();
    const before = await records.outgoingFacts('bench-1', 0, 100);
    for (const sent of [zora.name, fingerprint]) expect(textOf(before)).toContain(sent);
    await erasePeople(file, [zora], erasing);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
    const after = await records.outgoingFacts('bench-1', 0, 100);
    expect(textOf(after)).not.toContain(fingerprint);
    // The engine may have each as it was before, or as it is now.
    for (const [index, one] of after.entries())
      for (const sent of [before[index], one])
        expect(await records.hasSent('bench-1', one.n, Buffer.from(sent?.data ?? []).toString())).toBe(true);
    expect(after.map(({ n }) => n)).toEqual(before.map(({ n }) => n));
    await records.storeEvents([eventOf('same.shipment.delivered', { custom_code: codeA, receiver: zora.name }, 30)]);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
  });

  it('leaves what another station sent under the bench’s id known as such, also where a fact of that number was erased', async () => {
    const records = open();
    await records.joinSite('bench-1');
    await orderTo(records, zora, codeA);
    await records.sendLookUp(codeB, at);
    const before = await records.outgoingFacts('bench-1', 0, 100);
    await erasePeople(file, [zora], erasing);
    const after = await records.outgoingFacts('bench-1', 0, 100);
    const textOf = (data: Uint8Array | undefined): string => Buffer.from(data ?? []).toString();
    const isErased = ({ data }: { data: Uint8Array }, index: number): boolean =>
      textOf(data) !== textOf(before[index]?.data);
    expect(new Set(after.map(isErased))).toEqual(new Set([true, false]));
    for (const [index, one] of after.entries()) {
      const fact = JSON.parse(textOf(one.data));
      const later = { ...fact, at: '2026-11-23T09:00:00.001Z', body: {} };
      expect(await records.hasSent('bench-1', one.n, JSON.stringify(later))).toBe(false);
      const sameTime = JSON.stringify({ ...fact, body: { of: 'another station' } });
      expect(await records.hasSent('bench-1', one.n, sameTime)).toBe(isErased(one, index));
    }
  });

  it('later events change the status without bringing the person back, nor does an import or a late label', async () => {
    const records = open();
    const parcelId = await orderTo(records, zora, codeA);
    const labelId = (await records.parcel(parcelId))?.label?.id ?? 0;
    await erasePeople(file, [zora], erasing);

    await records.storeEvents([arrived(zora, trackingCode, 'delivered', 20)]);
    const parcel = await records.parcel(parcelId);
    expect(parcel?.status).toMatchObject({ state: 'delivered' });
    const timeline = await records.parcelTimeline(parcelId, 10);
    expect(JSON.stringify(timeline)).not.toContain('Zoraida');

    const recipient = { name: zora.name, phone: zora.phone, addressText: zora.address, postalCode: '12345' };
    const again = orderOf([shipmentOf([parcelOf(codeA, { weightGrams: 5 })], { trackingCode, recipient })], {
      ...{ uniqueId: `SO-${codeA}`, rawAnswer: JSON.stringify({ name: zora.name }) },
    });
    expect(await records.importOrders([again], by('import-file'))).toEqual([{ kind: 'known' }]);
    await records.retryLabel(labelId);
    const bytes = new TextEncoder().encode(zora.name);
    await records.saveLabel(labelId, { bytes, sha256: 'late', format: 'zpl' }, by('download-label'));
    expect((await records.parcel(parcelId))?.label).toMatchObject({ state: 'failed' });
    await records.close();
    isOpen = false;
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
  });

  it('an order that still waits is left whole and named; it is erased once it is finished', async () => {
    const records = open();
    const parcelId = await orderTo(records, zora, codeA);
    const { job } = await addJob(records, parcelId, 0);
    await records.beginCreate(requestTo(zora, codeC), by('create-order'));
    const first = await erasePeople(file, [zora], erasing);
    expect(first).toMatchObject({ touched: { orders: 0, labels: 0 }, unfinished: { codes: [codeA], count: 2 } });
    expect((await records.nextLabel('Zebra A'))?.bytes).not.toBeNull();
    expect(await filesNaming('Quixley')).not.toEqual([]);

    await records.movePrintJob(job.id, ['queued'], { state: 'cancelled' }, by('cancel-print'));
    const second = await erasePeople(file, [zora], erasing);
    expect(second).toMatchObject({ touched: { orders: 1 }, unfinished: { count: 1 } });
  });

  itInLongRun('a restored backup does not bring back who was erased since', async () => {
    const store = openedIn(folder);
    const records = await store.open('practice');
    await orderTo(records, zora, codeA);
    await orderTo(records, other, codeB, 'DO-2');
    const name = await backUpFile(file, Date.parse(at));
    expect(await filesNaming('Zoraida')).toContain(name);
    await erasePeople(file, [zora], erasing);
    expect(await store.backups.prepareRestore('practice', name)).toEqual({ ok: true, value: null });
    await store.close();
    const again = openedIn(folder);
    const restored = await again.open('practice');
    expect((await restored.recentScans(1, atSecond(0))).scans).toEqual([]);
    expect(await findPeople(file, 'zoraida')).toEqual([]);
    expect((await findPeople(file, 'björn'))[0]).toMatchObject(other);
    expect((await filesNaming(...bytesOfZora)).filter((one) => one === 'records-practice.sqlite3')).toEqual([]);
  });

  itInLongRun(
    'in a file of more than 64 MB the rest is taken out at the next start, and the window knows that before',
    async () => {
      const store = openedIn(folder);
      await orderTo(await store.open('practice'), zora, codeA);
      const filler = new DatabaseSync(file);
      // What it has is in its log, as long as this connection is open.
      filler.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE filler (bytes BLOB)');
      filler.exec('INSERT INTO filler VALUES (zeroblob(70000000))');
      expect(await erasePeople(file, [zora], { isPreview: true, at })).toMatchObject({ cleansAtStart: true });
      filler.close();
      expect(await erasePeople(file, [zora], erasing)).toMatchObject({ touched: { orders: 1 }, cleansAtStart: true });
      const due = () => {
        const database = new DatabaseSync(file, { readOnly: true });
        folders.before(() => database.close());
        return database.prepare('SELECT is_clean AS "isClean" FROM erasures').all();
      };
      expect(due()).toEqual([{ isClean: 0 }]);
      await store.close();
      const again = openedIn(folder);
      await again.open('practice');
      expect(due()).toEqual([{ isClean: 1 }]);
      await again.close();
      expect(await filesNaming(...bytesOfZora)).toEqual([]);
    },
  );

  it('rows of a batch that is open are left and counted, and erased with their orders once the batch has ended', async () => {
    const records = open();
    const rows = [zora, other].map(({ name, phone }, index) => ({
      ...{ line: index + 2, cells: [name, phone], fault: null, isSkipped: false },
    }));
    const id = await records.addBatch({ name: 'orders.csv', folder: null, facts }, batchRowsJson(rows));
    await records.showBatch(id, batchRowsJson([]), by('open-batch'));
    expect(await erasePeople(file, [zora], erasing)).toMatchObject({ touched: { rows: 0 }, unfinished: { count: 1 } });
    await records.addBatchOrders(id, [{ number: 1, lines: [2], request: requestTo(zora, codeC), quoted: 45 }], []);
    await records.startBatch(id, 1, facts, by('start-batch'));
    await records.changeBatch(id, ['running'], { state: 'stopped', facts }, by('stop-batch'));
    expect(await erasePeople(file, [zora], erasing)).toMatchObject({ touched: { rows: 1 }, unfinished: { count: 0 } });
    expect((await records.batchRows(id, 0, 10)).map(({ cells }) => cells[1])).toEqual(['—', other.phone]);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
  });

  it('leaves what belongs to others: an address of many, longer names, and what the records compare', async () => {
    const records = open();
    const scan = { name: 'Scan', phone: null, address: 'Dubai' };
    const parcelId = await orderTo(records, { ...zora, name: 'Khalid Scandal' }, codeA);
    await finishJob(records, parcelId);
    const [job] = await records.printJobs(1);
    await records.mergePrintEvidence(job?.id ?? 0, { confirmedBy: 'scan' });
    await records.savePickUpAddress({ name: 'Shop', address: { text: 'Dubai Mall' } }, 10, by('save-address'));
    await records.note({ ...by('import-file').activity, outcome: storedSentence('Imported Khalid.csv') });
    const before = [await records.orderBook(), await records.printJobs(1), await records.parcel(parcelId)];
    for (const person of [scan, { ...scan, name: null }, { ...scan, name: 'Ali' }])
      expect((await erasePeople(file, [person], erasing)).touched).toMatchObject({ entries: 0, saved: 0, events: 0 });
    expect([await records.orderBook(), await records.printJobs(1), await records.parcel(parcelId)]).toEqual(before);
  });

  it('a batch stays readable when its columns are matched by what is also a name', async () => {
    const records = open();
    const column = { title: 'to Hand', field: 'address.person_name', matchedBy: 'hand' } as const;
    await endedBatch(records, 'orders.csv', [column]);
    await erasePeople(file, [{ name: 'Hand', phone: null, address: null }], erasing);
    expect((await records.shownBatch())?.facts.columns).toEqual([{ ...column, title: '—' }]);
  });

  it('reaches why a deletion failed, and the name and folder of a batch', async () => {
    const records = open();
    await endedBatch(records, 'Zoraida Quixley.csv');
    const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
    const refused = { code: 'rejected', message: message('service.certificate-file-invalid') } as const;
    const failure = { ...refused, serviceText: 'Parcel of Zoraida Quixley is on its way' };
    await records.moveCommand(command.id, ['counting'], { state: 'rejected', failure }, by('delete'));
    expect(await erasePeople(file, [zora], erasing)).toMatchObject({ unfinished: { count: 1 } });
    await records.dismissCommand(command.id, by('dismiss'));
    expect(await erasePeople(file, [zora], erasing)).toMatchObject({
      touched: { entries: 1 },
      unfinished: { count: 0 },
    });
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
    expect(await records.shownBatch()).toMatchObject({ name: '—', folder: null });
  });

  it('removes label bytes that nothing refers to any more', async () => {
    const records = open();
    await orderTo(records, zora, codeA);
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO label_files (sha256, size, bytes) VALUES ('earlier', 7, CAST('Zoraida' AS BLOB))");
    database.close();
    await erasePeople(file, [zora], erasing);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
  });

  it('a prepared restore names no one who was erased since: no receiver, no other text, no order that waited then', async () => {
    const records = open();
    await orderTo(records, zora, codeA);
    await records.savePickUpAddress({ name: zora.name, address: { text: zora.address } }, 10, by('save-address'));
    await records.note({ ...by('import-file').activity, outcome: storedSentence('Imported Zoraida Quixley.csv') });
    const waiting = await records.beginCreate(requestTo(hana, codeC), by('create-order'));
    const name = await backUpFile(file, Date.parse(at));
    await records.moveCommand(waiting.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
    const recipient = { name: hana.name, phone: hana.phone, addressText: hana.address, postalCode: null };
    const order = orderOf([shipmentOf([parcelOf(codeC)], { recipient })], { uniqueId: 'SO-C' });
    await records.completeCreate(waiting.id, order, by('order-answer'));
    await erasePeople(file, [zora, hana], erasing);
    await prepareRestore(file, name ?? '');
    expect(await filesNaming(...bytesOfZora, hana.name, hana.address)).toEqual([name]);
  });

  it('a prepared restore names no one who was erased since in a batch that was open then, or in a rejected order', async () => {
    const records = open();
    await orderTo(records, zora, codeA);
    const rows = [{ line: 2, cells: [zora.name, zora.phone], fault: null, isSkipped: false }];
    const id = await records.addBatch({ name: 'Zoraida Quixley.csv', folder: null, facts }, batchRowsJson(rows));
    await records.showBatch(id, batchRowsJson([]), by('open-batch'));
    await records.addBatchOrders(id, [{ number: 1, lines: [2], request: requestTo(zora, codeC), quoted: 45 }], []);
    const rejected = await records.beginCreate(requestTo(zora, codeB), by('create-order'));
    await records.moveCommand(rejected.id, ['waiting'], { state: 'rejected' }, by('order-answer'));
    const name = await backUpFile(file, Date.parse(at));
    await records.startBatch(id, 1, facts, by('start-batch'));
    await records.changeBatch(id, ['running'], { state: 'stopped', facts }, by('stop-batch'));
    await records.dismissCommand(rejected.id, by('dismiss'));
    await erasePeople(file, [zora], erasing);
    await prepareRestore(file, name ?? '');
    expect(await filesNaming(...bytesOfZora)).toEqual([name]);
  });

  it('no byte is left after many writes, of which earlier versions stay in the pages', async () => {
    const records = open();
    await orderTo(records, zora, codeA);
    for (let index = 0; index < 24; index += 1) {
      const person = index % 3 === 0 ? zora : { ...other, name: `Person ${index}` };
      await orderTo(records, person, `${codeD.slice(0, 17)}${100 + index}`, `DO-${index}`);
      await records.storeEvents([arrived(person, `DO-${index}`, 'in-transit', 30)]);
    }
    expect((await erasePeople(file, [zora], erasing)).touched.orders).toBe(9);
    expect(await filesNaming(...bytesOfZora)).toEqual([]);
  });
});
