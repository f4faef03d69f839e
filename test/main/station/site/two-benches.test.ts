import { isDeepStrictEqual } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { openNatsEngine } from '../../../../src/main/site/nats-engine.ts';
import { topicOf } from '../../../../src/shared/contract/changes.ts';
import type { Fleet } from '../../../../src/shared/settings/fleet.ts';
import { defaultPracticeBehaviour } from '../../../../src/shared/settings/practice-behaviour.ts';
import { unfilteredBoard } from '../../../../src/shared/shipments/board-query.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';
import { startServiceWithLabels } from '../../../fakes/service-with-labels.ts';
import { linked, natsSiteServer } from '../../../fakes/site-server.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';
import { type StationInNode, sandboxAt } from '../../../helpers/station-in-node.ts';
import { isLongRun, itInLongRun } from '../../../helpers/test-length.ts';
import { codeNumber, orderFor } from '../../core/outbox/outbox-fixture.ts';
import { createOrder as createOrderAt } from './first-order.ts';

const opened = closedAfterEach();
const token = 'token-of-the-site';
const code = codeNumber(1);
/** The pauses of the stations are half as long. */
const benchClock = acceleratedClock(2);
/** A deleted parcel's code may be ordered again. */
const behaviour = { ...defaultPracticeBehaviour, usedCodes: 'released-after-deletion' } as const;

interface SiteBench {
  station: StationInNode;
  printer: FakePrinter;
  /** Ends the station; its data stays. */
  stop(): Promise<void>;
  /** The same bench, started again on its data. */
  restart(): Promise<SiteBench>;
}

async function site(alone: Fleet['alone'] = 'ask') {
  const server = opened.keep(await natsSiteServer());
  const practice = opened.keep(
    await startPracticeService({ folder: await opened.folder(), token, behaviour: () => behaviour }),
  );
  const service = opened.keep(await startServiceWithLabels(practice));
  const bench = async (
    name: string,
    change: Partial<Fleet> = {},
    shared?: FakePrinter,
    folder?: string,
  ): Promise<SiteBench> => {
    const printer = shared ?? (await ownPrinter(name));
    const connection = { kind: 'tcp' as const, host: printer.host, port: printer.port };
    const station = await openStation(opened, {
      ...(folder !== undefined && { folder }),
      clock: benchClock,
      settings: { printers: [{ name: 'Zebra A', connection, default: true }], bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        ...sandboxAt(service.url, token),
        fleet: { bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone, ...change },
      },
    });
    const restart = () => bench(name, change, printer, station.folder);
    return { station, printer, stop: () => station.stop(), restart };
  };
  return { server, origin: service.url, bench };
}

/** Deletes a code as another system would; the status of the service's answer. */
async function deleteAtService(origin: string): Promise<number> {
  const address = `${origin}/scheduled-service/api/v1/parcels/find/by-custom-code/${code}`;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
  };
  return (await fetch(address, { method: 'DELETE', headers })).status;
}

/** A printer that no other bench has: it is recognised by its serial number too. */
async function ownPrinter(serial: string): Promise<FakePrinter> {
  const printer = opened.keep(await startFakePrinter());
  printer.setIdentity({ model: 'ZT411', serial, dotsPerMillimetre: 8 });
  return printer;
}

/** Scans the parcel's code. */
function scan({ station }: SiteBench, mode: 'print' | 'delete', asTyped = code) {
  const reading = { asTyped, asUsKeyboard: asTyped, by: 'scanner' as const };
  return station.call('scan.submit', { mode, reading });
}

const createOrder = ({ station }: SiteBench, customCode = code) => createOrderAt(station, customCode);

/** Imports what the service answered to another system, an order for each code. */
async function importOrders(station: StationInNode, origin: string, codes: readonly string[]): Promise<void> {
  for (const each of codes) {
    const answer = await fetch(`${origin}/scheduled-service/api/v1/requests/sync`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(orderFor(each)),
    });
    await station.call('import.file', { name: 'order.json', bytes: Buffer.from(await answer.text()) });
  }
}

/** The parcel, once the bench knows it. */
async function parcelAt({ station }: SiteBench) {
  const board = await station.until(
    'shipments.page',
    { find: code, offset: 0, limit: 10 },
    ({ rows }) => rows.length > 0,
  );
  const [parcel] = board.rows;
  if (!parcel) throw new Error('The parcel is not known');
  return parcel;
}

const firstJob = async ({ station }: SiteBench, isReached: (state: string, question: string | null) => boolean) => {
  const jobs = await station.until('print-jobs.list', null, ([job]) =>
    job ? isReached(job.state, job.question?.message.code ?? null) : false,
  );
  return jobs[0];
};

describe('two benches of a site', () => {
  it('a parcel ordered at one is printed at the other, which asks the first for it', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    expect(await parcelAt(other)).toMatchObject({ customCode: code, label: { state: 'on demand' } });
    await scan(other, 'print');
    await firstJob(other, (state) => state === 'printed');
    expect(other.printer.labels()).toHaveLength(1);
    // The first bench knows that copy, and asks before it prints another one.
    await scan(one, 'print');
    const asked = await firstJob(one, (_, question) => question === 'print-question.site-copies');
    expect(asked?.question).toMatchObject({ answers: ['print anyway'], message: { params: { benches: 'bench-2' } } });
    expect(one.printer.labels()).toHaveLength(0);
    await one.station.call('print-job.answer', { jobId: asked?.id ?? 0, answer: 'print anyway' });
    await firstJob(one, (state) => state === 'printed');
    expect(one.printer.labels()).toHaveLength(1);
    const there = await firstJob(other, (state) => state === 'printed');
    expect((await parcelAt(one)).elsewhere).toEqual({
      ...{ ordered: null, deletion: null, holder: null },
      copies: [{ bench: 'bench-2', state: 'printed', at: there?.updatedAt }],
    });
  });

  it('a packer over the cap on further copies prints no more at the next bench without a lead’s badge', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    const { station } = one;
    const [Ada, Lee, Pat] = ['badge-ada-1', '00040711', '00040712'];
    const badge = (text: string) => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' as const });
    await station.call('person.add', { name: 'Ada', role: 'admin', badge: badge(Ada) });
    await station.call('person.add', { name: 'Lee', role: 'lead', badge: badge(Lee) });
    await station.call('person.add', { name: 'Pat', role: 'packer', badge: badge(Pat) });
    await station.call('people.turn-on', { badge: badge(Ada) });
    await station.call('people.save-rules', { idleMinutes: 10, deletionsPerHour: null, reprintsPerHour: 1 });
    const scanBadge = (text: string) => station.call('badge.scan', { reading: badge(text), evenIfParcel: false });
    await scanBadge(Pat);

    /** The parcel was printed at the other bench, and the first one asks about that copy. */
    const askedAt = async (customCode: string) => {
      await createOrder(one, customCode);
      const page = { find: customCode, offset: 0, limit: 10 };
      await other.station.until('shipments.page', page, ({ rows }) => rows.length > 0);
      await scan(other, 'print', customCode);
      await firstJob(other, (state) => state === 'printed');
      await scan(one, 'print', customCode);
      const asked = await firstJob(one, (_, question) => question === 'print-question.site-copies');
      return { jobId: asked?.id ?? 0, answer: 'print anyway' as const, asked: asked?.question?.message };
    };
    await station.call('print-job.answer', await askedAt(codeNumber(1)));
    await firstJob(one, (state) => state === 'printed');
    const second = await askedAt(codeNumber(2));
    await expect(station.call('print-job.answer', second)).rejects.toMatchObject({ failure: { code: 'needs-lead' } });
    const { people } = await station.call('station.read', null);
    expect(people.question).toEqual({ what: 'reprint', limit: 1, code: codeNumber(2) });
    expect(one.printer.labels()).toHaveLength(1);
    expect(await scanBadge(Lee)).toMatchObject({ kind: 'approved', failure: null });
    await firstJob(one, (state) => state === 'printed');
    expect(one.printer.labels()).toHaveLength(2);
  });

  it('many parcels ordered at one are printed at the other at once, without a question and a notice', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    const codes = Array.from({ length: isLongRun ? 100 : 40 }, (_, index) => codeNumber(index + 1));
    for (let from = 0; from < codes.length; from += 5) {
      const request = orderFor(...codes.slice(from, from + 5));
      await one.station.call('order.create', { request, evenIfDuplicate: true });
    }
    const page = { ...unfilteredBoard, offset: 0, limit: 100 };
    const { rows } = await other.station.until('shipments.page', page, ({ total }) => total === codes.length);
    await other.station.call('print-run.start', { kind: 'parcels', parcelIds: rows.map(({ id }) => id) });
    const asked = new Set<string>();
    const waits = 'print-question.site-waiting-for-bench';
    await other.station.until('print-jobs.list', null, (jobs) => {
      for (const { question } of jobs)
        if (question && question.message.code !== waits) asked.add(question.message.code);
      return asked.size > 0 || other.printer.labels().length === codes.length;
    });
    expect([...asked]).toEqual([]);
    for (const { station } of [one, other])
      expect((await station.call('station.read', null)).notices.map((one) => one.message.code)).toEqual([
        'token.not-kept',
      ]);
  }, 60_000);

  it('an order like one that another bench just made is asked about', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    await parcelAt(other);
    const again = { request: orderFor(codeNumber(2)), evenIfDuplicate: false };
    const failure = { code: 'duplicate', message: { code: 'order.duplicate-elsewhere' } };
    await expect(other.station.call('order.create', again)).rejects.toMatchObject({
      failure: { ...failure, message: { ...failure.message, params: { bench: 'bench-1', code } } },
    });
    await createOrder(other, codeNumber(2));
  });

  it('a bench that is read again leaves Needs attention at once, also where it sent nothing new', async () => {
    const { bench } = await site();
    const first = await bench('bench-1');
    const { folder } = first.station;
    await first.station.until('station.read', null, ({ site: view }) => view?.state === 'connected');
    await first.stop();
    const file = new DatabaseSync(`${folder}/records/records-sandbox.sqlite3`);
    file
      .prepare("INSERT INTO site_paused (bench, since, data_id, sequence, mark) VALUES ('bench-2', 0, '', 0, '')")
      .run();
    file.close();
    const { station } = await first.restart();
    let announced = 0;
    station.station.onChanged((changes) => {
      if (changes.map(topicOf).includes('attention')) announced += 1;
    });
    await station.until('station.read', null, ({ site: view }) => view?.state === 'connected');
    await station.call('printer.choose', { name: 'Zebra A' });
    await expect.poll(() => announced).toBeGreaterThan(0);
    expect((await station.call('attention.read', null)).entries.map(({ kind }) => kind)).toEqual(['paused bench']);
    const before = announced;
    await station.call('site.read-on', { bench: 'bench-2' });
    await expect.poll(() => announced).toBeGreaterThan(before);
    expect((await station.call('attention.read', null)).total).toBe(0);
  });

  it('a bench that is away is named in the question, and prints no copy unasked when it is back', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    await parcelAt(other);
    await one.stop();
    await scan(other, 'print');
    const asked = await firstJob(other, (_, question) => question === 'print-question.site-holder-away');
    expect(other.printer.labels()).toHaveLength(0);
    await other.station.call('print-job.answer', { jobId: asked?.id ?? 0, answer: 'print anyway' });
    await firstJob(other, (state) => state === 'printed');
    expect(other.printer.labels()).toHaveLength(1);
  });

  it('a parcel deleted at one is deleted at the other, and prints there no more', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    await parcelAt(other);
    await scan(other, 'delete');
    const isDeleted = ({ rows }: { rows: readonly { deletedAt: string | null }[] }) => rows[0]?.deletedAt !== null;
    for (const { station } of [one, other])
      await station.until('shipments.page', { find: code, offset: 0, limit: 10 }, isDeleted);
    await scan(one, 'print');
    expect(await one.station.call('print-jobs.list', null)).toEqual([]);
  });

  it.each(['known there', 'unknown there'] as const)(
    'a deletion that waited while its code was deleted and ordered again elsewhere asks before it is sent: a code %s',
    async (known) => {
      const { bench, server, origin } = await site();
      const [one, other] = [await bench('bench-1'), await bench('bench-2')];
      const owner = known === 'known there' ? one : other;
      if (owner === other) await server.kill();
      await createOrder(owner);
      if (owner === one) await parcelAt(other);
      await scan(one, 'delete');
      // The bench is gone before it sends the deletion.
      await one.stop();
      if (owner === other) await server.start();
      await other.station.until('station.read', null, ({ site: view }) => view?.state === 'connected');
      await scan(other, 'delete');
      const isDeleted = ({ rows }: { rows: readonly { deletedAt: string | null }[] }) => rows[0]?.deletedAt !== null;
      if (owner === one) {
        const [asked] = await other.station.until(
          'commands.open',
          null,
          ([open]) => open?.state === 'needs confirmation',
        );
        await other.station.call('command.confirm', { commandId: asked?.id ?? 0 });
      }
      await other.station.until('shipments.page', { find: code, offset: 0, limit: 10 }, isDeleted);
      await importOrders(other.station, origin, [code]);
      await other.station.until('station.read', null, ({ site: view }) => view?.unsent === 0);
      // It reaches the service before the site.
      await server.kill();
      const back = await one.restart();
      await back.station.until('commands.open', null, ([open]) => open?.state === 'needs confirmation');
      await server.start();
      await back.station.until('commands.open', null, ({ length }) => length === 0);
      // The new parcel is still there.
      expect(await deleteAtService(origin)).toBe(200);
      expect(await deleteAtService(origin)).not.toBe(200);
    },
  );

  it('deletions that ask the same are confirmed by one answer, or kept; what was not shown with it still asks', async () => {
    const { bench, origin } = await site();
    const { station } = await bench('bench-1');
    const codes = [1, 2, 3, 4].map(codeNumber);
    await importOrders(station, origin, codes);
    const remove = (asTyped: string) =>
      station.call('scan.submit', { mode: 'delete', reading: { asTyped, asUsKeyboard: asTyped, by: 'scanner' } });
    const asked = (count: number) =>
      station.until('shared-questions.read', null, ([question]) => question?.ids.length === count);
    for (const each of codes.slice(0, 3)) await remove(each);
    const [shown] = await asked(3);
    expect(shown).toMatchObject({ about: 'delete', message: { code: 'outbox.site-unknown-holder' } });
    expect(shown?.codes).toEqual(codes.slice(0, 2));
    expect((await station.call('attention.read', null)).entries.map(({ kind }) => kind)).toEqual(['shared questions']);
    await remove(codes[3] ?? '');
    const [all] = await asked(4);
    const { notices } = await station.call('station.read', null);
    expect(notices.filter((notice) => notice.message.code === 'station.confirmation-needed')).toMatchObject([
      { message: { params: { commands: 4 } } },
    ]);
    if (!shown || !all) throw new Error('Nothing is asked');
    await station.call('shared-questions.answer', { question: { ...shown, ids: shown.ids.slice(0, 2) }, goesOn: true });
    await station.until('commands.open', null, ({ length }) => length === 2);
    await station.call('shared-questions.answer', { question: all, goesOn: false });
    expect(await station.call('commands.open', null)).toEqual([]);
    const { rows } = await station.call('shipments.page', { ...unfilteredBoard, offset: 0, limit: 9 });
    const deleted = rows.filter(({ deletedAt }) => deletedAt !== null).map(({ customCode }) => customCode);
    expect(deleted.toSorted()).toEqual(codes.slice(0, 2));
    await expect(station.call('shared-questions.answer', { question: all, goesOn: true })).rejects.toThrow('changed');
  });

  itInLongRun(
    'imported parcels that are scanned one by one ask at each bench, until one answer for all that were scanned',
    async () => {
      const { bench, origin } = await site();
      const [one, other] = [await bench('bench-1'), await bench('bench-2')];
      const codes = [1, 2, 3].map(codeNumber);
      await importOrders(one.station, origin, codes);
      await parcelAt(other);
      for (const at of [one, other]) {
        await at.station.until('station.read', null, ({ site: view }) => view?.state === 'connected');
        await at.station.until(
          'shipments.page',
          { ...unfilteredBoard, offset: 0, limit: 9 },
          ({ total }) => total === 3,
        );
        for (const each of codes) await scan(at, 'print', each);
        const [asked] = await at.station.until('shared-questions.read', null, ([shown]) => shown?.ids.length === 3);
        expect(asked).toMatchObject({ about: 'print', message: { code: 'print-question.site-unknown-holder' } });
      }
      expect([one.printer.labels().length, other.printer.labels().length]).toEqual([0, 0]);
      // The other bench asks for each parcel as soon as this one has claimed it: the answered labels are printed first.
      // A question that was renewed while it was answered is asked again.
      const answered = async (): Promise<number> => {
        const [asked] = await one.station.call('shared-questions.read', null);
        if (asked) await one.station.call('shared-questions.answer', { question: asked, goesOn: true });
        return one.printer.labels().length;
      };
      await expect.poll(answered, { timeout: 20_000 }).toBe(3);
      expect(other.printer.labels()).toHaveLength(0);
    },
  );

  it('a station with a window that is provisioned as the hub shares nothing, and says so', async () => {
    const { bench } = await site();
    const { station } = await bench('hub', { role: 'hub' });
    const view = await station.call('station.read', null);
    expect(view.site).toBeUndefined();
    expect(view.notices.map(({ message }) => message.code)).toContain('site.hub-has-no-window');
  });

  it('each bench names the others in its settings, and takes over the parcels of one that is gone for good', async () => {
    const { bench } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    await parcelAt(other);
    const known = await other.station.until('site.read', null, (details) => details?.benches[0]?.version !== undefined);
    expect(known).toMatchObject({ bench: 'bench-2', alone: 'ask', wishes: 'answer', benches: [{ name: 'bench-1' }] });
    await one.stop();
    expect(await other.station.call('site.held-parcels', { bench: 'bench-1' })).toEqual({ parcels: 1 });
    expect(await other.station.call('site.take-over', { bench: 'bench-1' })).toEqual({ taken: 1, left: 0 });
    const journal = new DatabaseSync(`${other.station.folder}/records/records-sandbox.sqlite3`, { readOnly: true });
    const noted = journal.prepare("SELECT outcome FROM activity WHERE what = 'take-over-parcels'").all();
    journal.close();
    expect(noted.map(({ outcome }) => JSON.parse(outcome).params)).toEqual([{ bench: 'bench-1', taken: 1, left: 0 }]);
    await scan(other, 'print');
    await firstJob(other, (state) => state === 'printed');
  });

  it('a token that a service repeats in an event is not stored, whoever received the event', async () => {
    const { bench, server, origin } = await site();
    const { station } = await bench('bench-1');
    const environment = { name: 'sandbox', kind: 'sandbox', service: origin, labels: origin } as const;
    const engine = opened.keep(openNatsEngine({ servers: [server.address], bench: 'hub', environment }));
    await linked(engine);
    const raw = JSON.stringify({ event: 'same.parcel.created', data: { custom_code: code, note: `Bearer ${token}` } });
    const at = new Date(benchClock.now()).toISOString();
    const fact = { v: 1, n: 1, at, kind: 'event', gid: null, body: { receivedAt: at, raw } };
    await engine.append({ by: 'hub' }, Buffer.from(JSON.stringify(fact)), 0);
    const stored = await station.until('events.unmatched', { code: null }, ({ total }) => total > 0);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('a printer that two benches have confirms no label by its counter, until one of them has another', async () => {
    const { bench } = await site();
    const printer = await ownPrinter('shared');
    const one = await bench('bench-1', {}, printer);
    const other = await bench('bench-2', {}, printer);
    const sharedWith = (bench: SiteBench, benches?: readonly string[]) =>
      bench.station.until('station.read', null, ({ printers: [state] }) =>
        isDeepStrictEqual(state?.sharedWith, benches),
      );
    await sharedWith(one, ['bench-2']);
    await sharedWith(other, ['bench-1']);
    await createOrder(one);
    await scan(one, 'print');
    const job = await firstJob(one, (state) => state === 'sent');
    expect(job?.evidence).toMatchObject({ statusReport: 'answered', confirmedBy: null });
    expect((await one.station.call('station.read', null)).settings.printers[0]?.shared).toBeUndefined();
    // The other bench has a printer of its own now.
    const { settings } = await other.station.call('station.read', null);
    const [before] = settings.printers;
    if (!before) throw new Error('No printer');
    const { host, port } = await ownPrinter('own');
    const { known: _, ...kept } = before;
    await other.station.call('printer.save', { printer: { ...kept, connection: { kind: 'tcp', host, port } } });
    await sharedWith(one);
    await sharedWith(other);
    await createOrder(one, codeNumber(2));
    await scan(one, 'print', codeNumber(2));
    await firstJob(one, (state) => state === 'printed');
  });

  it('what is still to be sent is shown until all of it is', async () => {
    const { bench, server } = await site();
    const one = await bench('bench-1');
    const toSend = (check: (unsent: number) => boolean) =>
      one.station.until(
        'station.read',
        null,
        ({ site: view }) => typeof view?.unsent === 'number' && check(view.unsent),
      );
    await toSend((unsent) => unsent === 0);
    server.freeze(true);
    await createOrder(one);
    await toSend((unsent) => unsent > 0);
    const sent = toSend((unsent) => unsent === 0);
    server.freeze(false);
    await sent;
  });

  it('without the engine a bench prints its own parcels, and asks about those of others', async () => {
    const { bench, server } = await site();
    const [one, other] = [await bench('bench-1'), await bench('bench-2')];
    await createOrder(one);
    await parcelAt(other);
    await one.station.until('station.read', null, ({ site: view }) => view?.state === 'connected' && view.unsent === 0);
    await server.kill();
    await scan(one, 'print');
    await firstJob(one, (state) => state === 'printed');
    await scan(other, 'print');
    await firstJob(other, (_, question) => question === 'print-question.site-holder-away');
    expect([one.printer.labels().length, other.printer.labels().length]).toEqual([1, 0]);
    await one.station.until(
      'station.read',
      null,
      ({ site: view }) => view?.state === 'offline' && (view.unsent ?? 0) > 0,
    );
    await server.start();
    // Now it knows the copy too.
    await firstJob(other, (_, question) => question === 'print-question.site-copies');
    expect(other.printer.labels()).toHaveLength(0);
  });
});
