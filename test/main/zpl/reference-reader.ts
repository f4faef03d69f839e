/** What a label is, by the reference reader. */
export interface ReferenceReading {
  /** Prefix and name of every command, in upper case. */
  readonly commands: readonly string[];
  /** Formats that were begun. */
  readonly formats: number;
  /** Labels that are printed. */
  readonly labels: number;
}

/** A character that begins a command: the prefixes, the control characters for them, and STX and ETX. */
const isPrefix = (character: string): boolean => '^~\u001e\u0010\u0002\u0003'.includes(character);
const isIgnored = (character: string): boolean => character < ' ' && !isPrefix(character);
const isWhite = (character: string): boolean => character === ' ' || isIgnored(character);

/**
 * A second reader of ZPL, written from the programming guide alone, one character after the other and as simple as possible: it judges
 * the tokenizer and the facts of a label in property tests. It shares no code with them, and must not.
 */
export function readAsReference(bytes: Uint8Array): ReferenceReading {
  const text = Buffer.from(bytes).toString('latin1');
  const commands: string[] = [];
  const stored = new Map<string, number>();
  let formats = 0;
  let labels = 0;
  let isOpen = false;
  let draws = false;
  let name: string | null = null;
  let copies: number | null = null;
  let at = 0;

  const end = (): void => {
    if (isOpen && name !== null && copies !== null) stored.set(name, copies);
    if (isOpen && name === null && draws) labels += copies ?? 1;
    isOpen = false;
  };

  while (at < text.length) {
    if (!isPrefix(text[at] as string)) {
      // The rest of a driver's first command, with the prefix that belongs to it.
      const isRest = text.startsWith('CT~~CD,~CC^~CT~', at);
      at += isRest ? 3 : 1;
      continue;
    }
    const command = commandAt(text, at);
    commands.push(command.name);
    const next = endOf(text, command.name, command.parameters);
    const data = text.slice(command.parameters, next);
    at = next;
    if (command.name === '^XA' && !isOpen) {
      formats += 1;
      [isOpen, draws, name, copies] = [true, false, null, null];
    } else if (command.name === '^XZ') {
      end();
    } else if (isOpen) {
      const object = objectIn(data);
      if (command.name === '^PQ') copies = copiesIn(data);
      if (command.name === '^DF') name = object;
      if (command.name === '^IS' && letterIn(data, 1) === 'N') name = '';
      if (command.name === '^XF') copies = stored.get(object) ?? copies;
      if ('^GB ^GC ^GD ^GE ^GF ^GS ^XG ^IM ^IL ^XF'.split(' ').includes(command.name)) draws = true;
      if ('^FD ^FV ^SN'.split(' ').includes(command.name) && [...data].some((one) => !isWhite(one))) draws = true;
    }
  }
  end();
  return { commands, formats, labels };
}

/** A name is a prefix and two characters; a font command is `^A` and the letter of the font. Control characters in it are ignored. */
function commandAt(text: string, start: number): { name: string; parameters: number } {
  const first = text[start] as string;
  if (first === '\u0002') return { name: '^XA', parameters: start + 1 };
  if (first === '\u0003') return { name: '^XZ', parameters: start + 1 };
  let name = first === '^' || first === '\u001e' ? '^' : '~';
  let parameters = start + 1;
  for (let at = start + 1; at < text.length && name.length < 3 && name !== '^A'; at += 1) {
    const character = text[at] as string;
    if (isPrefix(character)) break;
    if (isIgnored(character)) continue;
    name += upper(character);
    parameters = at + 1;
  }
  return { name, parameters };
}

const upper = (character: string): string =>
  character >= 'a' && character <= 'z' ? character.toUpperCase() : character;

/** The first place from there on where the test fails. */
function skip(text: string, from: number, test: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && test(text[at] as string)) at += 1;
  return at;
}

const toPrefix = (text: string, from: number): number => skip(text, from, (one) => !isPrefix(one));
const pastWhite = (text: string, from: number): number => skip(text, from, isWhite);

/** Where a command's parameters and data end. */
function endOf(text: string, name: string, parameters: number): number {
  // No parameters.
  if (['^XA', '^XZ', '^FS'].includes(name)) return pastWhite(text, parameters);
  // Any character may be the new prefix or delimiter.
  if (/^[~^]C[CDT]$/.test(name)) return toPrefix(text, Math.min(parameters + 1, text.length));
  if (name === '~DG') return endOfDots(text, parameters, name) ?? toParameter(text, parameters, 1);
  if (name === '~DY') return toPrefix(text, pastObject(text, parameters));
  if (name !== '^GF') return toPrefix(text, parameters);
  const kind = pastWhite(text, parameters);
  if (!'BCbc'.includes(text[kind] ?? '-')) return endOfDots(text, parameters, name) ?? toPrefix(text, parameters);
  return toPrefix(text, kind === parameters ? pastBinary(text, kind) : parameters);
}

/** The comma before the parameter of that number, or where there is none, a prefix or the end. */
function toParameter(text: string, parameters: number, index: number): number {
  let at = parameters - 1;
  for (let passed = 0; passed < index; passed += 1) at = skip(text, at + 1, (one) => one !== ',' && !isPrefix(one));
  return at;
}

/** Binary data is counted; with a count that cannot be right, its bytes are read as commands. */
function pastBinary(text: string, at: number): number {
  const [sent, size, row] = countsAt(text, at + 1, 3) ?? [];
  if (sent === undefined || size === undefined || row === undefined) return at;
  const data = toParameter(text, at, 4) + 1;
  if ([sent, size, row].some((count) => count < 1 || count > 99_999)) return data;
  if (upper(text[at] as string) === 'B' && sent !== size) return data;
  return Math.min(text.length, data + sent);
}

/** An object in binary form is counted. */
function pastObject(text: string, parameters: number): number {
  const commas = [1, 2, 3, 4, 5].map((index) => toParameter(text, parameters, index));
  if (commas.some((at) => text[at] !== ',')) return parameters;
  const [format, , size, , data] = commas as [number, number, number, number, number];
  const counts = upper(text[format + 1] as string) === 'A' ? null : countsAt(text, size, 1);
  return counts ? Math.min(text.length, data + 1 + (counts[0] as number)) : parameters;
}

/** So many counts of one to nine digits, with a comma before and behind each. */
function countsAt(text: string, at: number, howMany: number): number[] | null {
  const found = new RegExp(`^${',(\\d{1,9})'.repeat(howMany)},`).exec(text.slice(at, at + 40));
  return found ? found.slice(1).map(Number) : null;
}

/** The end of a graphic as text; null where its sizes cannot be read. */
function endOfDots(text: string, parameters: number, name: string): number | null {
  const sizes = toParameter(text, parameters, 1);
  const howMany = name === '~DG' ? 2 : 3;
  const counts = countsAt(text, sizes, howMany);
  if (!counts) return null;
  const [size, row] = counts.slice(-2) as [number, number];
  const data = toParameter(text, sizes + 1, howMany) + 1;
  if (/^:[BZ]64:/i.test(text.slice(data, data + 5))) {
    const checksum = skip(text, data + 5, (one) => isWhite(one) || /[\dA-Za-z+/=]/.test(one));
    if (text[checksum] !== ':') return pastWhite(text, checksum);
    const digits = /^[\dA-Fa-f]*/.exec(text.slice(checksum + 1, checksum + 5)) as RegExpExecArray;
    return pastWhite(text, checksum + 1 + digits[0].length);
  }
  return pastWhite(text, pastRows(text, data, size * 2, Math.max(row * 2, 1)));
}

/** Fills row after row until the size is reached, or a character has no meaning. */
function pastRows(text: string, data: number, size: number, row: number): number {
  let rows = 0;
  let inRow = 0;
  let repeat = 0;
  let at = data;
  while (at < text.length && rows * row + inRow < size) {
    const one = text[at] as string;
    if (/[\dA-Fa-f]/.test(one)) {
      inRow += repeat === 0 ? 1 : repeat;
      rows += Math.floor(inRow / row);
      inRow %= row;
      repeat = 0;
    } else if (one === ',' || one === '!' || one === ':') {
      rows += 1;
      inRow = 0;
      repeat = 0;
    } else if (one >= 'G' && one <= 'Y') {
      repeat += 'GHIJKLMNOPQRSTUVWXY'.indexOf(one) + 1;
    } else if (one >= 'g' && one <= 'z') {
      repeat += 20 * ('ghijklmnopqrstuvwxyz'.indexOf(one) + 1);
    } else if (!isWhite(one)) {
      break;
    }
    at += 1;
  }
  return rows * row + inRow < size ? at : skip(text, at, (one) => /[\d,]/.test(one));
}

/** The parameters of a command, divided by commas or the control character for them. */
const parametersIn = (data: string): string[] => data.replaceAll('\u001f', ',').split(',');

function letterIn(data: string, index: number): string {
  const parameter = parametersIn(data)[index] ?? '';
  return upper([...parameter].find((one) => !isWhite(one)) ?? '');
}

/** The name of an object without drive and extension. */
function objectIn(data: string): string {
  const text = [...data]
    .filter((one) => !isWhite(one) || one === '\u001f')
    .map(upper)
    .slice(0, 64)
    .join('');
  const path = text.split(/[.,]/)[0] as string;
  return path.includes(':') ? (path.split(':')[1] as string) : path;
}

/** Every digit counts, whatever stands between them: the most labels that a printer could read. */
function copiesIn(data: string): number {
  const digits = (parametersIn(data)[0] as string).replace(/[^0-9]/g, '');
  return digits === '' ? 1 : Math.min(99_999_999, Math.max(1, Number(digits)));
}
