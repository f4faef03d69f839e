import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxSiteMessageBytes, type SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { linked, memorySiteServer, natsSiteServer, type SiteServer } from '../../fakes/site-server.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (data: Uint8Array): string => new TextDecoder().decode(data);

const facts = { by: 'bench-1' };
const acts = { parcel: 'bench-1.7' };

describe.each([
  ['in memory', async () => memorySiteServer()],
  ['nats-server', natsSiteServer],
])('the contract of an engine of a site: %s', (_, open) => {
  let server: SiteServer;
  let engines: SiteEngine[] = [];

  beforeEach(async () => {
    server = await open();
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    engines = [];
    await server.close();
  });

  const connect = async (bench = 'bench-1'): Promise<SiteEngine> => {
    const engine = server.connect(bench);
    engines.push(engine);
    await linked(engine);
    return engine;
  };

  /** The first texts behind that number, as a new reading gives them. */
  const readTexts = async (engine: SiteEngine, after: number, count: number): Promise<string[]> => {
    const texts: string[] = [];
    const reading = engine.read(after, ({ data }) => {
      texts.push(decode(data));
      if (texts.length === count) reading.stop();
    });
    await reading.ended;
    return texts;
  };

  it('a message is stored only behind the last one of its subject', async () => {
    const engine = await connect();
    expect(await engine.append(facts, encode('1'), 0)).toEqual({ kind: 'stored', sequence: 1 });
    expect(await engine.append(acts, encode('claim'), 0)).toEqual({ kind: 'stored', sequence: 2 });
    expect(await engine.append(facts, encode('1 again'), 0)).toEqual({ kind: 'refused' });
    expect(await engine.append(facts, encode('2'), 2)).toEqual({ kind: 'refused' });
    expect(await engine.append(facts, encode('2'), 1)).toEqual({ kind: 'stored', sequence: 3 });
    expect(await engine.lastOf(facts)).toMatchObject({ subject: facts, sequence: 3, after: 1, data: encode('2') });
    expect(await engine.at(2)).toMatchObject({ subject: acts, sequence: 2, after: 0, data: encode('claim') });
    expect(await engine.at(4)).toBeNull();
    expect(await engine.lastOf({ parcel: 'bench-1.8' })).toBeNull();
    expect(await engine.data()).toMatchObject({ last: 3 });
    expect(await readTexts(engine, 0, 3)).toEqual(['1', 'claim', '2']);
    expect(await readTexts(engine, 1, 2)).toEqual(['claim', '2']);
  });

  it('one of several benches gets a parcel', async () => {
    const benches = await Promise.all(['bench-1', 'bench-2', 'bench-3', 'bench-4'].map(connect));
    const answers = await Promise.all(benches.map((engine, index) => engine.append(acts, encode(`${index}`), 0)));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'refused', 'refused', 'stored']);
  });

  it('a reading goes on with what comes, waits for its reader, and says how much is behind', async () => {
    const [one, other] = [await connect(), await connect('bench-2')];
    await one.append(facts, encode('1'), 0);
    await one.append(facts, encode('2'), 1);
    const seen: [string, number][] = [];
    let isBusy = false;
    const reading = other.read(0, async ({ data }, behind) => {
      expect(isBusy).toBe(false);
      isBusy = true;
      seen.push([decode(data), behind]);
      await new Promise((resolve) => setImmediate(resolve));
      isBusy = false;
      if (seen.length === 2) await one.append(facts, encode('3'), 2);
      if (seen.length === 3) reading.stop();
    });
    await reading.ended;
    expect(seen).toEqual([
      ['1', 1],
      ['2', 0],
      ['3', 0],
    ]);
  });

  it('a message that is too large is not sent', async () => {
    const engine = await connect();
    expect(await engine.append(facts, new Uint8Array(maxSiteMessageBytes + 1), 0)).toEqual({ kind: 'too-large' });
    expect(await engine.append(facts, new Uint8Array(maxSiteMessageBytes - 1_000), 0)).toMatchObject({
      kind: 'stored',
    });
  });

  it('an engine that was killed is away, and comes back with its data', async () => {
    const engine = await connect();
    await engine.append(facts, encode('1'), 0);
    const before = await engine.data();
    const reading = engine.read(0, () => {});
    await server.kill();
    await reading.ended;
    await linked(engine, false);
    expect(await engine.append(facts, encode('2'), 1)).toEqual({ kind: 'away' });
    expect(await engine.lastOf(facts)).toBe('away');
    expect(await engine.data()).toBe('away');
    await server.start();
    await linked(engine);
    expect(await engine.data()).toEqual(before);
    expect(await engine.append(facts, encode('2'), 1)).toEqual({ kind: 'stored', sequence: 2 });
  });

  it('an engine that lost its data has another id and no messages', async () => {
    const engine = await connect();
    await engine.append(facts, encode('1'), 0);
    const before = await engine.data();
    const reading = engine.read(0, () => {});
    await server.loseData();
    await reading.ended;
    await linked(engine);
    const after = await engine.data();
    expect(after).toMatchObject({ last: 0 });
    expect(after).not.toEqual({ ...(before as object), last: 0 });
    expect(await engine.append(facts, encode('1'), 0)).toEqual({ kind: 'stored', sequence: 1 });
  });

  it('messages that expired leave their subject empty: the next one goes behind 0, and has the next number', async () => {
    const engine = await connect();
    const before = await engine.data();
    await engine.append(acts, encode('claim'), 0);
    await engine.append(acts, encode('release'), 1);
    await server.expire();
    expect(await engine.lastOf(acts)).toBeNull();
    expect(await engine.at(2)).toBeNull();
    expect(await engine.data()).toEqual({ ...(before as object), last: 2 });
    expect(await engine.append(acts, encode('claim'), 2)).toEqual({ kind: 'refused' });
    expect(await engine.append(acts, encode('claim'), 0)).toEqual({ kind: 'stored', sequence: 3 });
    const read: (number | null)[] = [];
    const reading = engine.read(0, ({ sequence, after }) => {
      read.push(sequence, after);
      reading.stop();
    });
    await reading.ended;
    expect(read).toEqual([3, 0]);
  });

  it('a connection that is closed before the engine answers ends', async () => {
    await server.kill();
    const engine = server.connect('bench-1');
    expect(engine.isConnected()).toBe(false);
    await engine.close();
    expect(await engine.append(facts, encode('1'), 0)).toEqual({ kind: 'away' });
  });
});
