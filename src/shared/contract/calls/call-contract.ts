import { z } from 'zod';
import type { MessageCode } from '../../messages/message.ts';
import type { StationAction } from '../../settings/roles.ts';

/** What a call of the window is, and who may make it. */
export interface CallContract {
  /**
   * `environment`: the call reads or changes records of the environment that the window shows. It is refused when another one was
   * opened meanwhile, because record numbers begin at 1 in each environment's file. `station`: it uses no such record.
   */
  readonly scope: 'environment' | 'station';
  /** What whoever is signed in must be allowed to do, where the station asks who works at it. Checked by main. */
  readonly needs: StationAction;
  /** What its input and its output must be. Made when the call is first made (`callSchemas`): a start makes few calls. */
  readonly schemas: () => readonly [input: z.ZodType, output: z.ZodType];
}

export const nothing = z.null();
/** The number of something in the records. */
export const id = z.int().positive();
/** The environment that a call is meant for: in another one it is refused. Without it, the call is for the one in use. */
export const meantFor = { environment: z.string().optional() };
export const labelNumber = z.object({ labelId: id });

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const tooLarge = { error: 'file.too-large' satisfies MessageCode, params: { megabytes: 20 } };

/** A file that an operator chose or dropped, with at most so many bytes. */
export const fileUpTo = (largestBytes: number) =>
  z.object({
    name: z.string().min(1).max(255),
    bytes: bytes.refine((all) => all.byteLength <= largestBytes, tooLarge),
  });
