import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import { type Address, dropOffOf } from './request-schemas.ts';
import { dropOffSlot, formatLabelDate, serviceZone } from './schedule.ts';
import type { StoredOrder, StoredParcel } from './stored-order.ts';

/** Sender or receiver as text; absent values are empty. */
interface Party {
  name: string;
  address: string;
  phone: string;
}

/** The content of one parcel's label. */
export interface LabelContent {
  service: string;
  delivery: string;
  zone: string;
  from: Party;
  to: Party;
  note: string;
  trackingCode: string;
  customCode: string | null;
  pickUpCode: string;
  place: string;
  weight: string;
  order: string;
}

export function labelContent(
  order: StoredOrder,
  parcel: StoredParcel,
  labelCodes: PracticeBehaviour['labelCodes'] = 'all',
): LabelContent {
  const { address } = dropOffOf(order.request);
  return {
    service: 'SCHEDULED',
    delivery: `${formatLabelDate(order.dropOffDate)}, ${dropOffSlot.name}`,
    zone: serviceZone,
    from: sender(order.request.pick_up_address, address),
    to: { name: address.person_name ?? '', address: address.text, phone: address.person_phone ?? '' },
    note: address.description ?? '',
    trackingCode: order.trackingCode,
    customCode: labelCodes === 'all' ? parcel.customCode : null,
    pickUpCode: parcel.pickUpCode,
    place: `Parcel ${order.parcels.indexOf(parcel) + 1} of ${order.parcels.length}`,
    weight: `${parcel.weightGrams} g`,
    order: order.uniqueId,
  };
}

/** The sender, whose details may be in either address. */
function sender(pickUp: Address, dropOff: Address): Party {
  const first = (...candidates: (string | null | undefined)[]) =>
    candidates.find((candidate) => candidate?.trim()) ?? '';
  return {
    name: first(
      dropOff.sender_name,
      pickUp.sender_name,
      dropOff.sender_person_name,
      pickUp.sender_person_name,
      pickUp.person_name,
    ),
    address: first(dropOff.sender_address_text, pickUp.sender_address_text, pickUp.text),
    phone: first(dropOff.sender_person_phone, pickUp.sender_person_phone, pickUp.person_phone),
  };
}

/** A 4x6 label at 203 dpi, in dots. */
export const labelWidth = 812;
export const labelHeight = 1218;

/** One element of the label; all measures in dots, from the top left. */
export type Item =
  | { kind: 'block'; x: number; y: number; width: number; height: number }
  | {
      kind: 'text';
      x: number;
      y: number;
      width: number;
      size: number;
      text: string;
      align: 'L' | 'C' | 'R';
      white: boolean;
    }
  /** x is the first bar, without the quiet zone. */
  | { kind: 'code 128'; x: number; y: number; module: number; height: number; text: string }
  | { kind: 'qr'; x: number; y: number; module: number; text: string };

const margin = 28;
const inner = labelWidth - 2 * margin;
const lineStep = 1.16;

const block = (x: number, y: number, width: number, height: number): Item => ({ kind: 'block', x, y, width, height });
const rule = (y: number): Item => block(margin, y, inner, 3);

function text(
  x: number,
  y: number,
  width: number,
  size: number,
  content: string,
  align: 'L' | 'C' | 'R' = 'L',
): Item[] {
  const [line] = fitLines(content, width, size, 1);
  return line === undefined ? [] : [{ kind: 'text', x, y, width, size, text: line, align, white: false }];
}

const white = (items: Item[]): Item[] => items.map((item) => (item.kind === 'text' ? { ...item, white: true } : item));

/** Modules of a Code 128 in set B: start, characters, check and stop. */
export const code128Modules = (code: string): number => 11 * (code.length + 2) + 13;

function centredCode(y: number, module: number, height: number, code: string): Item {
  const x = Math.round((labelWidth - code128Modules(code) * module) / 2);
  return { kind: 'code 128', x, y, module, height, text: code };
}

/** Texts below each other; the section's height is fixed. */
function lines(
  x: number,
  y: number,
  width: number,
  rows: readonly { size: number; most: number; content: string }[],
): Item[] {
  let top = y;
  return rows.flatMap(({ size, most, content }) =>
    fitLines(content, width, size, most).flatMap((line) => {
      const items = text(x, top, width, size, line);
      top += Math.round(size * lineStep);
      return items;
    }),
  );
}

/** Black bands at both ends, so that neither half of a torn label looks real. */
function practiceBands(): Item[] {
  const warning = 'PRACTICE - NOT A REAL SHIPMENT';
  return [
    block(0, 0, labelWidth, 56),
    ...white(text(margin, 11, inner, 38, warning, 'C')),
    block(0, 1162, labelWidth, 56),
    ...white(text(margin, 1173, inner, 38, warning, 'C')),
  ];
}

function serviceBand(content: LabelContent): Item[] {
  return [
    ...text(margin, 74, 520, 62, content.service),
    ...text(margin, 138, 560, 30, content.delivery),
    block(612, 74, 172, 92),
    ...white(text(612, 88, 172, 68, content.zone, 'C')),
    rule(180),
  ];
}

function addresses({ from, to, note }: LabelContent): Item[] {
  return [
    ...text(margin, 192, 80, 22, 'From'),
    ...lines(120, 190, labelWidth - 120 - margin, [
      { size: 30, most: 1, content: from.name },
      { size: 26, most: 2, content: from.address },
      { size: 26, most: 1, content: from.phone },
    ]),
    rule(324),
    ...text(margin, 346, 80, 22, 'To'),
    ...lines(120, 342, labelWidth - 120 - margin, [
      { size: 50, most: 1, content: to.name },
      { size: 36, most: 3, content: to.address },
      { size: 34, most: 1, content: to.phone },
      { size: 24, most: 1, content: note },
    ]),
    rule(604),
  ];
}

/** The caption beside a code, to distinguish the three codes. */
const caption = (y: number, content: string): Item[] => text(margin, y, 150, 22, content);

function customCodeSection(customCode: string | null): Item[] {
  if (customCode === null) return text(margin, 880, inner, 26, 'No custom code', 'C');
  return [
    centredCode(834, 2, 84, customCode),
    ...caption(934, 'Custom code'),
    ...text(margin + 150, 926, inner - 300, 32, customCode, 'C'),
  ];
}

function codes({ trackingCode, customCode, pickUpCode, place, weight, order }: LabelContent): Item[] {
  const right = 262;
  const width = labelWidth - margin - right;
  return [
    centredCode(624, 3, 128, trackingCode),
    ...caption(776, 'Tracking'),
    ...text(margin + 150, 762, inner - 300, 42, trackingCode, 'C'),
    rule(814),
    ...customCodeSection(customCode),
    rule(960),
    { kind: 'qr', x: 56, y: 987, module: 6, text: customCode ?? pickUpCode },
    ...text(right, 980, width, 36, place),
    ...text(right + 260, 980, width - 260, 36, weight, 'R'),
    { kind: 'code 128', x: right, y: 1030, module: 2, height: 74, text: pickUpCode },
    ...text(right, 1120, 90, 22, 'Pick-up'),
    ...text(right + 90, 1112, 320, 34, pickUpCode),
    ...text(right + 310, 1046, width - 310, 22, 'Order', 'R'),
    ...text(right + 310, 1072, width - 310, 28, order, 'R'),
  ];
}

/** The label of one parcel, for every paper. */
export const labelDrawing = (content: LabelContent): Item[] => [
  ...practiceBands(),
  ...serviceBand(content),
  ...addresses(content),
  ...codes(content),
];

/**
 * Upper estimate of a character's width relative to the font's height, measured on a condensed bold sans serif like those of printers,
 * so that wrapped text fits the label.
 */
function widthOf(character: string): number {
  if (/[iljftr.,:;!|'()[\]{} /"]/.test(character)) return 0.36;
  if (/[mwMW@%&]/.test(character)) return 0.88;
  if (/[A-Z]/.test(character)) return 0.65;
  if (/[!-~]/.test(character)) return 0.54;
  // Other scripts: accented Latin letters are narrower, ideographs as wide as high.
  return 1;
}

const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + widthOf(character) * size, 0);

/** Control and format characters draw nothing and can turn the reading direction: they become spaces, and runs of space one. */
const drawable = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ellipsis = '...';

/** The longest prefix that fits, at least one character. */
function longestFittingPrefix(text: string, width: number, size: number): string {
  let prefix = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character) * size;
    if (used > width && prefix !== '') break;
    prefix += character;
  }
  return prefix;
}

/** One line, cut with dots if it is too long. */
function truncate(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  return longestFittingPrefix(text, width - textWidth(ellipsis, size), size).trimEnd() + ellipsis;
}

/** Wraps at spaces, and inside a word only if it is wider than a line; the last line ends in dots if text is cut. */
export function fitLines(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let rest = drawable(text);
  while (rest !== '' && lines.length < most - 1) {
    const fitting = longestFittingPrefix(rest, width, size);
    if (fitting.length === rest.length) break;
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const end = space > 0 ? space : fitting.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, truncate(rest, width, size)];
}

/** The characters of the standard PDF fonts beyond Latin-1 (ISO 32000-1, annex D.2, WinAnsiEncoding). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Replaces a character that the standard fonts do not have. */
const replacement = '?';

/** The text in characters of the standard fonts; others are replaced. */
export function winAnsi(text: string): string {
  let result = '';
  for (const character of text.normalize('NFC')) result += isWinAnsi(character) ? character : replacement;
  return result;
}

const isWinAnsi = (character: string): boolean =>
  (character >= ' ' && character <= '~') || (character >= '\u00A0' && character <= 'ÿ') || beyondLatin1.has(character);
