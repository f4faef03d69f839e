import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteEngine, SiteMessage } from '../../../../src/main/core/ports/site-engine.ts';
import { startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { createActSigner } from '../../../../src/main/site/signed-act.ts';
import type { ProvisionedFleet } from '../../../../src/shared/settings/fleet.ts';
import { benchKeyFact } from '../../../../src/shared/site/bench-keys.ts';
import { siteOrderSchema } from '../../../../src/shared/site/order-fact.ts';
import type { HolderAct } from '../../../../src/shared/site/parcel-at-site.ts';
import { readSiteFacts, type SiteFact } from '../../../../src/shared/site/site-facts.ts';
import { mostWishes } from '../../../../src/shared/site/wish-limit.ts';
import { startFakePrinter } from '../../../fakes/printer.ts';
import { SecuredSite } from '../../../fakes/secured-site.ts';
import { startServiceWithLabels } from '../../../fakes/service-with-labels.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';
import type { StationInNode } from '../../../helpers/station-in-node.ts';
import { codeNumber } from '../../core/outbox/outbox-fixture.ts';
import { createOrder } from './first-order.ts';

const opened = closedAfterEach();
const token = 'token-of-the-hostile-bench-test';
const environment = { name: 'My Sandbox', kind: 'sandbox' } as const;
const printerName = 'Zebra beside the gate';
const [code, other] = [codeNumber(1), codeNumber(2)];

/** Two stations and a hub of a site with keys, and bench-3, whose key is misused: it sends what the test has it say. */
async function site() {
  const secured = opened.keep(new SecuredSite());
  secured.keys('add', 'hub', '--hub');
  for (const name of ['bench-1', 'bench-2', 'bench-3']) secured.keys('add', name);
  await secured.start();
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const service = opened.keep(await startServiceWithLabels(practice));
  const shared = { ...environment, service: service.url, labels: service.url };
  const hub = await secured.connect(secured.access('hub'), shared);

  const bench = async (name: string, change: Partial<ProvisionedFleet> = {}) => {
    const printer = opened.keep(await startFakePrinter());
    printer.setIdentity({ model: 'ZT411', serial: name, dotsPerMillimetre: 8 });
    const connection = { kind: 'tcp' as const, host: printer.host, port: printer.port };
    const { servers, caFile, seed } = secured.access(name);
    const station = await openStation(opened, {
      clock: acceleratedClock(2),
      settings: { printers: [{ name: printerName, connection, default: true }], bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        environments: [{ ...environment, baseUrl: service.url, labelUrl: service.url, token }],
        activeEnvironment: environment.name,
        fleet: {
          ...{ bench: name, role: 'bench', environments: [environment.name], alone: 'ask' },
          ...{ servers: [...servers], ...(caFile !== undefined && { caFile }), seed, ...change },
        },
      },
    });
    return { station, printer };
  };

  /** Every message of the site. */
  const messages = async (): Promise<readonly SiteMessage[]> => {
    const found: SiteMessage[] = [];
    const data = await hub.data();
    for (let sequence = 1; data !== 'away' && sequence <= data.last; sequence += 1) {
      const message = await hub.at(sequence);
      if (message !== 'away' && message) found.push(message);
    }
    return found;
  };
  const gidOf = async (customCode: string): Promise<string> => {
    const facts = (await messages()).flatMap(({ data }) => readSiteFacts(Buffer.from(data).toString()));
    const orders = facts.flatMap(({ body }) => siteOrderSchema.safeParse(body).data?.shipments ?? []);
    return orders.flatMap(({ parcels }) => parcels).find((parcel) => parcel.customCode === customCode)?.gid ?? '';
  };
  const hostile = await secured.connect(secured.access('bench-3'), shared);
  return { secured, bench, messages, gidOf, hostile: hostileBench(hostile, secured.seed('bench-3')) };
}

/** What a program sends that has the key of bench-3. */
function hostileBench(engine: SiteEngine, seed: string) {
  const signer = createActSigner(seed);
  // By the stations' clock, which is far ahead: what is older than they keep is not applied.
  const at = new Date(acceleratedClock(2).now()).toISOString();
  let [last, n] = [0, 0];
  /** Facts, in as few messages as have room. */
  const say = async (...facts: Pick<SiteFact, 'kind' | 'gid' | 'body'>[]): Promise<void> => {
    const lines = facts.map(({ kind, gid, body }) => {
      n += 1;
      return JSON.stringify(kind === 'key' ? benchKeyFact(n, at, signer.publicKey) : { v: 1, n, at, kind, gid, body });
    });
    const answer = await engine.append({ by: 'bench-3' }, Buffer.from(lines.join('\n')), last);
    if (answer.kind !== 'stored') throw new Error(answer.kind);
    last = answer.sequence;
  };
  return {
    say,
    /** A signed act behind the last one of its parcel. */
    async act(gid: string, act: HolderAct): Promise<void> {
      const before = await engine.lastOf({ parcel: gid });
      const after = before === 'away' || before === null ? 0 : before.sequence;
      const message = signer.write(act, { environment: environment.name, gid, after });
      expect(await engine.append({ parcel: gid }, message, after)).toMatchObject({ kind: 'stored' });
    },
    /** Until that station has applied all that was said. */
    async readBy({ station }: { station: StationInNode }, version: string): Promise<void> {
      await say({ kind: 'heartbeat', gid: null, body: { version, isHub: false, printers: [] } });
      await station.until('site.read', null, (details) => seenOf(details)?.version === version);
    },
  };
}

type Details = Awaited<ReturnType<typeof details>>;
const details = (station: StationInNode) => station.call('site.read', null);
const seenOf = (known: Details) => known?.benches.find(({ name }) => name === 'bench-3');

const scan = (station: StationInNode, mode: 'print' | 'delete', asTyped: string) =>
  station.call('scan.submit', { mode, reading: { asTyped, asUsKeyboard: asTyped, by: 'scanner' } });

/** The parcel with that code, once `check` is true of it. */
async function parcelAt(station: StationInNode, find: string, check: (parcel: Parcel) => boolean = () => true) {
  const page = { find, offset: 0, limit: 10 };
  const { rows } = await station.until('shipments.page', page, ({ rows: [row] }) => row !== undefined && check(row));
  if (!rows[0]) throw new Error('The parcel is not known');
  return rows[0];
}
type Parcel = Awaited<ReturnType<typeof readParcels>>['rows'][number];
const readParcels = (station: StationInNode) => station.call('shipments.page', { offset: 0, limit: 10 });

const printed = (station: StationInNode) =>
  station.until('print-jobs.list', null, ([job]) => job?.state === 'printed' || job?.state === 'sent');

describe('a hostile bench with a valid key', () => {
  it('that forges "void", "answered", "deleted" and high terms, as facts and as signed acts, takes no evidence from two stations', async () => {
    const { bench, gidOf, hostile } = await site();
    const [one, two] = [await bench('bench-1'), await bench('bench-2')];
    for (const each of [code, other]) await createOrder(one.station, each);
    await scan(one.station, 'print', code);
    await one.station.until('print-jobs.list', null, ([job]) => job?.state === 'printed');
    const known = await parcelAt(two.station, code, ({ elsewhere }) => elsewhere?.copies[0]?.state === 'printed');
    await parcelAt(two.station, other);
    const [gid, untouched] = [await gidOf(code), await gidOf(other)];

    const copy = { id: 'bench-1.j1.1', bench: 'bench-1', state: 'void' as const };
    const request = { id: 'bench-1.c9', bench: 'bench-1', state: 'answered' as const };
    const hold = (term: number, isReleased = false): HolderAct => ({
      ...{ holding: { term, bench: 'bench-3', isReleased }, copies: [copy], requests: [request] },
    });
    const at = new Date().toISOString();
    await hostile.say(
      { kind: 'key', gid: null, body: {} },
      // In the name of bench-1: none is used.
      { kind: 'copy', gid, body: { copy } },
      { kind: 'deletion', gid, body: { request } },
      { kind: 'holding', gid, body: { ...hold(2), holding: { term: 2, bench: 'bench-1', isReleased: true } } },
      // In its own name: the last one takes the parcel over, and says nothing of the copy and the request that is believed.
      { kind: 'holding', gid, body: hold(1_000_000) },
      { kind: 'parcel-deleted', gid: untouched, body: { at } },
      { kind: 'holding', gid, body: hold(2) },
    );
    await hostile.act(gid, { ...hold(7), holding: { term: 7, bench: 'bench-1', isReleased: true } });
    await hostile.act(gid, hold(1_000_000, true));
    for (const each of [one, two]) await hostile.readBy(each, `1.0.${each === one ? 1 : 2}`);

    for (const { station } of [one, two]) {
      expect((await parcelAt(station, other)).deletedAt).toBeNull();
      expect((await parcelAt(station, code)).deletedAt).toBeNull();
      // The documented effect: the parcel is held by bench-3, under its name.
      expect((await parcelAt(station, code)).elsewhere).toMatchObject({ holder: 'bench-3', deletion: null });
      expect((await parcelAt(station, other)).elsewhere?.holder ?? 'bench-1').toBe('bench-1');
      expect(seenOf(await details(station))?.deletions).toMatchObject({ reported: 1, refused: 1 });
      expect((await details(station))?.unapplied).toBe(5);
    }
    expect((await parcelAt(one.station, code)).lastJob?.state).toBe('printed');
    expect((await parcelAt(two.station, code)).elsewhere?.copies).toEqual(known.elsewhere?.copies);
    // Neither prints a copy unasked, and the second still hears of the one at bench-1; the other parcel is as it was.
    await scan(two.station, 'print', code);
    const [asked] = await two.station.until(
      'print-jobs.list',
      null,
      ([job]) => (job?.question?.answers.length ?? 0) > 0,
    );
    expect(asked?.question?.message).toMatchObject({ params: { benches: expect.stringContaining('bench-1') } });
    expect(two.printer.labels()).toEqual([]);
    await two.station.call('print-job.answer', { jobId: asked?.id ?? 0, answer: 'print anyway' });
    await two.printer.waitFor(() => two.printer.labels().length === 1);
    await scan(one.station, 'print', other);
    await one.printer.waitFor(() => one.printer.labels().length === 2);
  }, 60_000);

  it(`that asks for more than ${mostWishes} parcels in a minute is ignored by their holder, shown once, and its deletions are named as such`, async () => {
    const { bench, messages, gidOf, hostile } = await site();
    const { station } = await bench('bench-1');
    for (const each of [code, other]) await createOrder(station, each);
    await station.until('station.read', null, ({ site: view }) => view?.state === 'connected' && view.unsent === 0);
    const [gid, last] = [await gidOf(code), await gidOf(other)];
    const wish = (asked: string, purpose: 'print' | 'delete') => ({
      ...{ kind: 'wish', gid: null, body: { to: 'bench-1', gids: [asked], purpose } },
    });
    const heard = Array.from({ length: mostWishes }, (_, index) => wish(gid, index < 3 ? 'delete' : 'print'));
    await hostile.say({ kind: 'key', gid: null, body: {} }, ...heard);
    await station.until('site.read', null, (shown) => seenOf(shown)?.wishes?.asked === mostWishes);
    expect(seenOf(await details(station))?.wishes).toMatchObject({ toDelete: 3, refused: 0 });
    const released = async () =>
      (await messages()).flatMap(({ subject }) => ('parcel' in subject ? [subject.parcel] : []));
    await expect.poll(released).toEqual([gid]);
    await hostile.say(wish(last, 'delete'), wish(last, 'print'));
    await station.until('site.read', null, (shown) => seenOf(shown)?.wishes?.asked === mostWishes + 2);
    expect(seenOf(await details(station))?.wishes).toMatchObject({ toDelete: 4, refused: 2 });
    await hostile.readBy({ station }, '1.0.1');
    expect(await released()).toEqual([gid]);
    const { notices } = await station.call('station.read', null);
    const shown = notices.filter(({ message }) => message.code === 'site.bench-ignored');
    expect(shown).toMatchObject([{ message: { params: { bench: 'bench-3' } } }]);
  }, 60_000);
});

describe('what a site carries', () => {
  it('has neither tokens, keys, label bytes nor settings, in any byte of the stream, after a short shift', async () => {
    const { secured, bench, messages } = await site();
    const [one, two] = [await bench('bench-1'), await bench('bench-2')];
    for (const each of [code, other]) await createOrder(one.station, each);
    await parcelAt(two.station, other);
    await scan(one.station, 'print', code);
    await printed(one.station);
    await scan(two.station, 'print', other);
    await printed(two.station);
    await scan(one.station, 'delete', code);
    await parcelAt(two.station, code, ({ deletedAt }) => deletedAt !== null);
    for (const { station } of [one, two])
      await station.until('station.read', null, ({ site: view }) => view?.state === 'connected' && view.unsent === 0);

    const sent = Buffer.concat((await messages()).map(({ data }) => Buffer.from(data)));
    // As the server's disk has them too, with their headers and whatever else it keeps.
    const stored = readdirSync(secured.dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    const labels = [one, two]
      .flatMap(({ printer }) => printer.labels())
      .flatMap((label) => label.toString('latin1').match(/\^FD[^^]{6,}/g) ?? []);
    const { settings } = await one.station.call('station.read', null);
    const secrets = {
      token: [token],
      key: ['hub', 'bench-1', 'bench-2', 'bench-3'].map((name) => secured.seed(name)),
      label: [...new Set(labels), '^XA', '^FO', '%PDF'],
      settings: [
        printerName,
        'deleteUndoSeconds',
        'printers":[{',
        secured.folder,
        one.station.folder,
        `"port":${one.printer.port}`,
      ],
    };
    expect(labels.length).toBeGreaterThan(0);
    expect(settings.printers[0]?.name).toBe(printerName);
    const isFound = (text: string): boolean =>
      formsOf(text).some((form) => [sent, ...stored].some((bytes) => bytes.includes(form)));
    // What is shared is found in both, so that the search can find something.
    for (const bytes of [sent, Buffer.concat(stored)])
      for (const each of [code, other]) expect(bytes.includes(each)).toBe(true);
    for (const [kind, texts] of Object.entries(secrets))
      expect({ kind, found: texts.filter(isFound) }).toEqual({ kind, found: [] });
  }, 60_000);
});

/** As plain text; a long one in UTF-16 and hexadecimal too, and in base 64 wherever it begins: a short one stands there by chance. */
const formsOf = (text: string): Buffer[] => (text.length < 12 ? [Buffer.from(text)] : encodingsOf(text));

const encodingsOf = (text: string): Buffer[] => [
  ...[Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(Buffer.from(text).toString('hex'))],
  ...[0, 1, 2].map((shift) => {
    const whole = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64');
    // Without the characters that what stands beside it decides.
    return Buffer.from(whole.slice(shift === 0 ? 0 : shift + 1, Math.floor(((text.length + shift) * 8) / 6)));
  }),
];
