import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { createActSigner, readSignedAct } from '../../../src/main/site/signed-act.ts';
import { type BenchKeys, benchKeyFact, benchKeyOf, withKeyOf } from '../../../src/shared/site/bench-keys.ts';
import type { HolderAct } from '../../../src/shared/site/parcel-at-site.ts';

const seedOf = (pair: { getSeed(): Uint8Array }): string => Buffer.from(pair.getSeed()).toString();
const pair = nkeys.createUser();
const signer = createActSigner(seedOf(pair));
const other = createActSigner(seedOf(nkeys.createUser()));
const at = '2026-11-24T10:00:00.000Z';

const claimOf = (bench: string): HolderAct => ({
  holding: { term: 2, bench, isReleased: false },
  copies: [{ id: 'bench-1.c1', bench: 'bench-1', state: 'printed' }],
  requests: [],
});
const place = { environment: 'production', gid: 'bench-1.7', after: 41 };
const keys: BenchKeys = new Map([
  ['bench-1', [signer.publicKey]],
  ['bench-2', [other.publicKey]],
]);
const keysOf = (bench: string): readonly string[] => keys.get(bench) ?? [];
const read = (data: Uint8Array, where: { environment: string; gid: string } = place) =>
  readSignedAct(data, where, keysOf);
const refused = (reason: string) => ({ kind: 'refused', reason });
const changed = (data: Uint8Array, change: object): Uint8Array =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(data).toString()), ...change }));

describe('acts on a parcel', () => {
  it('are read where the key of their bench signed them, which is the key it connects with', () => {
    expect(signer.publicKey).toBe(pair.getPublicKey());
    const written = signer.write(claimOf('bench-1'), place);
    expect(read(written)).toEqual({ kind: 'act', act: claimOf('bench-1'), after: 41 });
  });

  it('are read by a bench that spells the environment with other capital letters', () => {
    const written = signer.write(claimOf('bench-1'), { ...place, environment: 'Production' });
    expect(read(written)).toMatchObject({ kind: 'act' });
  });

  it('of another bench are refused: its name alone is no signature', () => {
    expect(read(other.write(claimOf('bench-1'), place))).toEqual(refused('not-signed'));
    const renamed = changed(other.write(claimOf('bench-1'), place), { by: 'bench-2' });
    expect(read(renamed)).toEqual(refused('other-bench'));
    expect(read(other.write(claimOf('bench-9'), place))).toEqual(refused('unknown-key'));
  });

  it('are refused with one byte changed, on another parcel, in another environment, or with another number before them', () => {
    const written = signer.write(claimOf('bench-1'), place);
    const released = { ...claimOf('bench-1'), holding: { term: 2, bench: 'bench-1', isReleased: true } };
    expect(read(changed(written, { act: JSON.stringify(released) }))).toEqual(refused('not-signed'));
    expect(read(changed(written, { after: 42 }))).toEqual(refused('not-signed'));
    expect(read(written, { ...place, gid: 'bench-1.8' })).toEqual(refused('not-signed'));
    expect(read(written, { ...place, environment: 'sandbox' })).toEqual(refused('not-signed'));
  });

  it.each([
    ['no JSON', 'claim'],
    ['an answer of the server', '{"stream":"site-production", "seq":2}'],
    ['a signature without an act', JSON.stringify({ v: 1, by: 'bench-1', after: 0, act: '{}', signature: 'AA==' })],
    ['nothing', ''],
  ])('that are %s are refused', (_, text) => {
    expect(read(Buffer.from(text))).toEqual(refused('no-act'));
  });

  it('of a restored bench are read by the key that it published under its new id', () => {
    const fact = benchKeyFact(1, at, other.publicKey);
    const known = withKeyOf(keys, 'bench-1~2', fact);
    const written = other.write(claimOf('bench-1~2'), place);
    expect(readSignedAct(written, place, (bench) => known.get(bench) ?? [])).toMatchObject({ kind: 'act' });
    expect(read(written)).toEqual(refused('unknown-key'));
  });
});

describe('keys of benches', () => {
  it('are learnt from facts; the newest and the one before are believed', () => {
    const three = Array.from({ length: 3 }, () => nkeys.createUser().getPublicKey());
    let known: BenchKeys = new Map();
    for (const [index, key] of three.entries()) known = withKeyOf(known, 'bench-1', benchKeyFact(index + 1, at, key));
    expect(known.get('bench-1')).toEqual([three[2], three[1]]);
    expect(withKeyOf(known, 'bench-1', benchKeyFact(4, at, three[2] ?? ''))).toBe(known);
  });

  it('are not learnt from facts of another kind, or of what is no public key', () => {
    expect(benchKeyOf({ ...benchKeyFact(1, at, signer.publicKey), kind: 'copy' })).toBeNull();
    for (const wrong of ['', 'U', seedOf(pair), signer.publicKey.replace(/^U/, 'A')])
      expect(benchKeyOf(benchKeyFact(1, at, wrong))).toBeNull();
  });
});
