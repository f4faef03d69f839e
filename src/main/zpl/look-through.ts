import type { ByteEdit } from './byte-edits.ts';
import { judgeCommand } from './judge-command.ts';
import { isLineBreak, shownBytes, tilde } from './label-bytes.ts';
import { collectNotes, type Note, type Notes } from './notes.ts';
import { type OtherLanguage, otherLanguageIn, textOutsideFormats } from './other-languages.ts';
import { judgeObjects } from './stored-objects.ts';
import { type CommandToken, type TextToken, tokensOf } from './tokens.ts';

/** All that was found in a label, and the edits that take what is suspicious out. */
export interface Findings {
  readonly dangers: readonly Note[];
  readonly suspicions: readonly Note[];
  readonly warnings: readonly Note[];
  readonly edits: readonly ByteEdit[];
}

const mostDangers = 20;
const mostNotes = 50;
/** Fifty times what a real label holds; more would only keep this station busy. */
export const mostCommands = 20_000;

/** Looks at every byte of a label once, as a printer would read it. Ends early where a label holds more commands than any would. */
export function lookThrough(bytes: Uint8Array): Findings {
  const look: Look = {
    bytes,
    dangers: collectNotes(mostDangers),
    suspicions: collectNotes(mostNotes),
    warnings: collectNotes(mostNotes),
    edits: [],
    objects: [],
  };
  let inFormat = false;
  let tokens = 0;
  for (const token of tokensOf(bytes)) {
    tokens += 1;
    if (tokens > mostCommands) {
      refuse(
        look,
        { at: token.start, why: `is one command too many: a label holds at most ${mostCommands}` },
        token.end,
      );
      break;
    }
    if (token.kind === 'text') {
      lookAtText(look, token, inFormat);
      continue;
    }
    lookAtCommand(look, token);
    inFormat = token.command === '^XZ' ? false : inFormat || opensFormat(token);
    if (token.holdsMark) lookForOtherLanguages(look, token);
    if (!inFormat && token.command !== '^XZ') lookOutside(look, token);
  }
  settleObjects(look);
  const { dangers, suspicions, warnings, edits } = look;
  return { dangers: dangers.list(), suspicions: suspicions.list(), warnings: warnings.list(), edits };
}

interface Look {
  readonly bytes: Uint8Array;
  readonly dangers: Notes;
  readonly suspicions: Notes;
  readonly warnings: Notes;
  readonly edits: ByteEdit[];
  readonly objects: CommandToken[];
}

/** Only where every printer reads it so: not by a control byte, nor with a line break in its name. */
const opensFormat = (token: CommandToken): boolean =>
  token.command === '^XA' && !token.aliased && token.parameters - token.start === 3;

function lookAtCommand(look: Look, token: CommandToken): void {
  const verdict = judgeCommand(look.bytes, token);
  switch (verdict.kind) {
    case 'safe':
      break;
    case 'dangerous':
      note(look, look.dangers, token, verdict.why);
      break;
    case 'told':
      note(look, look.warnings, token, verdict.why);
      break;
    case 'suspicious':
      suspect(look, token, verdict.why, wholeOf(look, token, verdict.instead ?? ''));
      break;
    case 'object':
      look.objects.push(token);
      break;
  }
  if (token.aliased) note(look, look.warnings, token, 'begins with a control byte in place of its usual character');
}

function note({ bytes }: Look, notes: Notes, token: CommandToken, why: string): void {
  notes.add(token.command, token.start, why, () => shownBytes(bytes, token.start, token.end));
}

function suspect(look: Look, token: CommandToken, why: string, edit: ByteEdit): void {
  note(look, look.suspicions, token, why);
  look.edits.push(edit);
}

/** Line breaks behind a command are no part of it: printers pass over them, and they stay. */
function wholeOf({ bytes }: Look, token: CommandToken, instead: string): ByteEdit {
  let end = token.end;
  while (end > token.parameters && isLineBreak(bytes[end - 1] as number)) end -= 1;
  return { start: token.start, end, instead };
}

function lookAtText(look: Look, token: TextToken, inFormat: boolean): void {
  const { bytes } = look;
  let end = token.end;
  if (bytes[end - 1] === tilde) {
    // `CT~`, what is left of a printer driver's first command (tokens.ts).
    end -= 3;
    const why = 'states the characters that commands begin with, as they are anyway';
    look.suspicions.add('CT', end, why, () => shownBytes(bytes, end, token.end));
    look.edits.push({ start: end, end: token.end, instead: '' });
  }
  const found = (inFormat ? otherLanguageIn : textOutsideFormats)(bytes, token.start, end);
  if (found) refuse(look, found, end);
}

function refuse({ bytes, dangers }: Look, found: OtherLanguage, end: number): void {
  dangers.add('', found.at, found.why, () => shownBytes(bytes, found.at, end));
}

/** What is shown or encoded: data to every printer, whatever it spells. */
const fieldData: ReadonlySet<string> = new Set(['^FD', '^FV', '^SN']);

function lookForOtherLanguages(look: Look, token: CommandToken): void {
  const found = otherLanguageIn(look.bytes, token.payload?.end ?? token.parameters, token.end);
  if (!found) return;
  if (fieldData.has(token.command)) note(look, look.warnings, token, `shows a text that ${found.why}`);
  else refuse(look, found, token.end);
}

/** Outside formats, where printers change their language, text on a line of its own is no part of the command before it. */
function lookOutside(look: Look, token: CommandToken): void {
  const { bytes } = look;
  if (token.payload) note(look, look.dangers, token, 'brings binary data outside the label');
  if (token.payload || token.command === '~DG') return;
  let at = token.parameters;
  while (at < token.end && !isLineBreak(bytes[at] as number)) at += 1;
  const found = textOutsideFormats(bytes, at, token.end);
  if (found) refuse(look, found, token.end);
}

function settleObjects(look: Look): void {
  if (look.objects.length === 0) return;
  for (const [token, verdict] of judgeObjects(look.bytes, look.objects)) {
    switch (verdict.kind) {
      case 'safe':
        break;
      case 'told':
        note(look, look.warnings, token, verdict.why);
        break;
      case 'take out':
        suspect(look, token, verdict.why, wholeOf(look, token, ''));
        break;
      case 'move':
        suspect(look, token, verdict.why, { start: verdict.drive, end: verdict.drive + 1, instead: 'R' });
        break;
    }
  }
}
