import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { publicKeyBytes, publicKeyText, seedBytes } from '../../shared/site/nkey.ts';
import type { BenchId, HolderAct } from '../../shared/site/parcel-at-site.ts';
import { holderActSchema } from '../../shared/site/site-facts.ts';
import { environmentPart } from './site-stream.ts';

/**
 * Acts are signed with the key that their bench connects with. Every bench may write to the subject of every parcel, because the engine
 * compares and sets by subject, and a message does not say who sent it. A signature does: an act is believed only if it names its bench,
 * which also holds or releases in it, and that bench's key signed it.
 *
 * What was weighed: a subject for each bench and parcel (two benches could both win: servers before 2.12 compare the exact subject only);
 * believing an act once its bench's own fact repeats it (a parcel would wait for a bench that ended in between, and a forged act would
 * block it for as long). Facts are not signed: the server lets a bench alone write to its subject, and a signature for each would take more
 * time than storing it. Keys are facts too (`benchKeyFact`), so that no list of them has to be brought to the benches.
 */

/** One bench's signature over an act. */
export interface ActSigner {
  readonly publicKey: string;
  /** The act as a message. `after`: as for `append`. */
  write(act: HolderAct, place: ActPlace): Uint8Array;
}

/** Where an act stands: it is valid on this parcel of this environment, behind the message with that number, and nowhere else. */
export interface ActPlace {
  /** The environment's name; benches may spell it with other capital letters. */
  readonly environment: string;
  readonly gid: string;
  readonly after: number;
}

export type ReadAct =
  | { readonly kind: 'act'; readonly act: HolderAct; readonly after: number }
  | { readonly kind: 'refused'; readonly reason: 'no-act' | 'unknown-key' | 'not-signed' | 'other-bench' };

const messageSchema = z.object({
  v: z.literal(1),
  /** Compared with the bench of the act. */
  by: z.string().max(60),
  after: z.int().min(0),
  /** The act as JSON text, so that exactly the signed bytes are read. */
  act: z.string().max(60_000),
  signature: z.base64().max(120),
});

/** The signer of a bench's seed. Throws for a text that is none: it was checked when it was provisioned. */
export function createActSigner(seed: string): ActSigner {
  const secret = seedBytes(seed);
  if (!secret) throw new Error('Not a seed');
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, secret]), format: 'der', type: 'pkcs8' });
  const open = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
  return {
    publicKey: publicKeyText(open),
    write(act, place) {
      const { bench } = act.holding;
      const text = JSON.stringify(act);
      const signature = sign(null, signedBytes(bench, text, place), key).toString('base64');
      return Buffer.from(JSON.stringify({ v: 1, by: bench, after: place.after, act: text, signature }));
    },
  };
}

/**
 * The act of a message on that parcel's subject. Whether the message before it there has the number `after` is for the caller to compare: a
 * signed act that another bench sent again has another one before it.
 * @param keysOf the public keys that the bench has published, also under the id that it had before it was restored
 */
export function readSignedAct(
  data: Uint8Array,
  { environment, gid }: Omit<ActPlace, 'after'>,
  keysOf: (bench: BenchId) => readonly string[],
): ReadAct {
  const message = parsed(messageSchema, Buffer.from(data).toString());
  const act = message && parsed(holderActSchema, message.act);
  if (!act) return { kind: 'refused', reason: 'no-act' };
  const { by, after } = message;
  if (act.holding.bench !== by) return { kind: 'refused', reason: 'other-bench' };
  const keys = keysOf(by).flatMap((key) => publicKey(key) ?? []);
  if (keys.length === 0) return { kind: 'refused', reason: 'unknown-key' };
  const bytes = signedBytes(by, message.act, { environment, gid, after });
  const signature = Buffer.from(message.signature, 'base64');
  if (!keys.some((key) => verify(null, bytes, key, signature))) return { kind: 'refused', reason: 'not-signed' };
  return { kind: 'act', act, after };
}

/** What is signed: it begins with a text that nothing else does which this key signs, as the challenges of the server. */
const signedBytes = (by: BenchId, act: string, { environment, gid, after }: ActPlace): Buffer =>
  Buffer.from(['packbench act 1', environmentPart(environment), gid, by, after, act].join('\n'));

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What comes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

function publicKey(text: string): KeyObject | null {
  const bytes = publicKeyBytes(text);
  return bytes && createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });
}
