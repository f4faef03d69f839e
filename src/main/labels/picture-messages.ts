import { z } from 'zod';
import { type Message, messageSchema } from '../../shared/messages/message.ts';
import { paperSchema } from '../../shared/printing/printer.ts';

/** Default resolution of pictures, dots per millimetre: 203 dpi, the usual resolution of labels. */
export const defaultResolution = 8;

/** Possible resolutions of pictures, dots per millimetre; printers have 6, 8, 12 or 24. */
export const resolutionLimits = { least: 4, most: 30 };

/** Millimetres: a 4x6 inch label; the height of a 4x8 inch one, as some carriers use; and the largest that is drawn, 6x12 inches. */
const standardSize = { width: 101.6, height: 152.4 };
const longLabelHeight = 203.2;
const largestSize = { width: 152.4, height: 304.8 };

/** The size of a label's picture, dots. */
export interface LabelSize {
  readonly width: number;
  /** Least height of the picture: 4x6 inches, or the label's own length. */
  readonly height: number;
  /** Height that is rendered before empty rows at the bottom are removed: 4x8 inches, or the label's own length. */
  readonly drawnHeight: number;
}

/** The size of a label by its `^PW` and `^LL`, which are in dots at any resolution; at least 4x6 inches. */
export function labelSize(zpl: string, dotsPerMillimetre: number): LabelSize {
  const dots = (millimetres: number): number => Math.ceil(millimetres * dotsPerMillimetre);
  const own = (command: RegExp, standard: number, most: number): number =>
    Math.max(dots(standard), Math.min(dots(most), Math.max(0, ...numbersAfterCommand(zpl, command))));
  const height = own(/\^LL(\d{1,6})/g, standardSize.height, largestSize.height);
  return {
    width: own(/\^PW(\d{1,6})/g, standardSize.width, largestSize.width),
    height,
    drawnHeight: Math.max(height, dots(longLabelHeight)),
  };
}

const numbersAfterCommand = (zpl: string, command: RegExp): number[] =>
  [...zpl.matchAll(command)].slice(0, 1000).map((match) => Number(match[1]));

/** Largest label that is drawn, in bytes. */
export const largestLabel = 512 * 1024;

/** Largest answers accepted from the picture process, bytes. */
const largestPicture = 8 * 1024 * 1024;
const largestZpl = 16 * 1024 * 1024;

const bytesUpTo = (most: number) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.length <= most,
    'must be bytes within their limit',
  );

const label = bytesUpTo(largestLabel);
const format = z.enum(['zpl', 'pdf']);
const dotsPerMillimetre = z.int().min(resolutionLimits.least).max(resolutionLimits.most);

/** A request to the picture process, one at a time. */
export const pictureRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), id: z.int(), format, label, dotsPerMillimetre }),
  z.object({ kind: z.literal('codes'), id: z.int(), format, label }),
  z.object({
    kind: z.literal('zpl'),
    id: z.int(),
    label,
    printer: z.object({ dotsPerMillimetre, packing: z.enum(['z64', 'acs']), paper: paperSchema }),
  }),
]);
export type PictureRequest = z.infer<typeof pictureRequestSchema>;

/** A request without its number. */
export type UnnumberedPictureRequest = PictureRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

const codeSchema = z.object({ symbology: z.string().max(40), text: z.string().max(4096) });

/**
 * A message from the picture process: `ready` once, when it listens; then for each request `started`, when its tools are loaded, and
 * one answer. After a refusal that is `final` the process cannot be used any more.
 */
export const pictureMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('started'), id: z.int() }),
  z.object({ kind: z.literal('picture'), id: z.int(), png: bytesUpTo(largestPicture) }),
  z.object({ kind: z.literal('codes'), id: z.int(), codes: z.array(codeSchema).max(50) }),
  z.object({ kind: z.literal('zpl'), id: z.int(), zpl: bytesUpTo(largestZpl) }),
  z.object({ kind: z.literal('refused'), id: z.int(), reason: messageSchema, final: z.boolean() }),
]);
export type PictureMessage = z.infer<typeof pictureMessageSchema>;
export type PictureAnswer = Exclude<PictureMessage, { kind: 'ready' | 'started' }>;

/** Thrown in the picture process only: this label cannot be drawn, but the next one can. */
export class LabelRefusal extends Error {
  override readonly name = 'LabelRefusal';
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.code);
    this.reason = reason;
  }
}
