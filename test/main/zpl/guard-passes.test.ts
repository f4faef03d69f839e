import { describe, expect, it } from 'vitest';
import { suspiciousCommands } from '../../../src/main/zpl/command-lists.ts';
import { guardLabel } from '../../../src/main/zpl/guard.ts';
import { label, text } from './label-pieces.ts';

const passed = (bytes: Uint8Array, policy: 'take out' | 'pass' = 'take out') => {
  const guarded = guardLabel(bytes, policy);
  if (guarded.kind === 'refused') throw new Error(guarded.dangers.map(({ reason }) => reason).join());
  return guarded;
};

/** Each suspicious command with its replacement by the policy "take out". */
const suspicious: readonly [command: string, replacement: string, reason: string][] = [
  ['^MMT', '', 'print-mode'],
  ['^mmc,Y', '', 'print-mode'],
  ['^MNY', '', 'media-settings'],
  ['^MTD', '', 'media-settings'],
  ['^MFN,N', '', 'media-settings'],
  ['^ML2000', '', 'media-settings'],
  ['~JSN', '', 'media-settings'],
  ['^JSA', '', 'media-settings'],
  ['^XS', '', 'media-settings'],
  ['^MD30', '', 'darkness'],
  ['~SD30', '', 'darkness'],
  ['^PR6,6', '', 'speed'],
  ['~TA000', '', 'paper-size'],
  ['^LT0', '', 'paper-size'],
  ['^LS0', '', 'paper-size'],
  ['^PW812', '', 'paper-size'],
  ['^LL1218', '', 'paper-size'],
  ['~PL000', '', 'paper-size'],
  ['^JUS', '', 'saves-settings'],
  ['^JMB', '', 'halved-resolution'],
  ['^JZN', '', 'no-reprint-after-fault'],
  ['^MUD,200,600', '', 'converted-resolution'],
  ['^CWW,E:ARI000.TTF', '', 'font-letter'],
  ['^SEE:GB18030.DAT', '', 'encoding'],
  ['^XB', '', 'backfeed'],
  ['^SP250', '', 'backfeed'],
  ['^COY,40', '', 'font-handling'],
  ['^SZ2', '', 'font-handling'],
  ['~JO', '', 'head-test-off'],
  ['^JT100', '', 'maintenance'],
  ['^JWM', '', 'maintenance'],
  ['^JJ0', '', 'maintenance'],
  ['^JHE', '', 'maintenance'],
  ['^MAR', '', 'maintenance'],
  ['^MIR,x', '', 'maintenance'],
  ['^MWY', '', 'maintenance'],
  ['^CC^', '', 'usual-prefix'],
  ['~CC^', '', 'usual-prefix'],
  ['^CT~', '', 'usual-prefix'],
  ['~CT~', '', 'usual-prefix'],
  ['^CD,', '', 'usual-prefix'],
  ['~CD,', '', 'usual-prefix'],
  ['^SD30', '', 'darkness'],
  ['~LT0', '', 'paper-size'],
  ['^PQ0', '^PQ1', 'quantity'],
  ['^PQ0,1,,N', '^PQ1', 'quantity'],
  ['^PQ1,1,,N', '^PQ1', 'quantity'],
  ['^PQ3,2,1,Y', '^PQ3', 'quantity'],
  ['^PQ,1', '^PQ1', 'quantity'],
  ['^PQ1,0,50,Y', '^PQ1', 'quantity'],
  ['^IDR:OTHER.GRF', '', 'deletes-other-object'],
  ['~DGR:UNUSED.GRF,2,1,FFFF', '', 'unused-image'],
];

describe('label guard: a command that changes the printer beyond its label', () => {
  const before = '^XA^LH0,0\r\n^FO10,10';
  const after = '\r\n^FDh\u00e9llo^FS\r\n^XZ\r\n';

  it.each(suspicious)('%s is removed, to the byte, by the policy "take out"', (command, replacement, reason) => {
    const { bytes, removedCommands, warnings } = passed(label(before, command, after));
    expect(text(bytes)).toBe(before + replacement + after);
    expect(removedCommands).toEqual([{ command, at: before.length, reason: `zpl.finding.${reason}`, times: 1 }]);
    expect(warnings).toEqual([]);
  });

  it.each(suspicious)('%s passes and is reported by the policy "pass"', (command, _, reason) => {
    const bytes = label(before, command, after);
    const guarded = passed(bytes, 'pass');
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.removedCommands).toEqual([]);
    expect(guarded.warnings.map((finding) => finding.reason)).toEqual([`zpl.finding.${reason}`]);
  });

  it('has a test here if it is on the list', () => {
    const tried = new Set(suspicious.map(([command]) => command.slice(0, 3).toUpperCase()));
    const untried = suspiciousCommands.filter(({ command, always }) => !always && !tried.has(command));
    expect(untried.map(({ command }) => command)).toEqual([]);
  });
});

/** Their answers would come between those to the station's own questions. */
const queries = [
  ...'~HS ~HI ~HQES ~HM ~HD ~HB ~HU ~HL ~WQES ^HH ^HWR:*.* ^HGR:A.GRF ^HZa ^HFR:A.ZPL ^HV1,3 ^HT ^HL ^HYR:A.GRF'.split(
    ' ',
  ),
];

it.each(queries)('label guard: %s, which makes the printer answer, is removed by both policies', (command) => {
  for (const policy of ['take out', 'pass'] as const) {
    const guarded = passed(label('^XA', command, '^FDx^FS^XZ'), policy);
    expect(text(guarded.bytes)).toBe('^XA^FDx^FS^XZ');
    expect(guarded.removedCommands).toEqual([{ command, at: 3, reason: 'zpl.finding.query', times: 1 }]);
  }
});

describe('label guard: a label passes unchanged', () => {
  it.each([
    ['in its harmless forms', '^XA^MCY^JMA^JZY^MUd^MC^PQ1^PQ1,0,1,Y^PQ2^FDx^FS^XZ'],
    ['empty', ''],
    ['with a byte order mark, nulls and blanks around it', '\u00ef\u00bb\u00bf\r\n \t^XA^FDx^FS^XZ\r\n\u0000\f'],
    [
      'with line breaks written as text, as one carrier sends them',
      '^CI28^XA\\r\\n^FDx^FS\\r\\n\\r\\n; a remark!\\r\\n^XZ\\r\\n',
    ],
    ['with its end twice', '^XA^FDx^FS^XZ^XZ'],
    ['begun twice', '^XA^CI28^XA^FDx^FS^XZ'],
    ['set up in a format of its own', '^XA^MCY^XZ\r\n^XA^FDx^FS^XZ'],
    ['without its end', '^XA^FDx^FS'],
    ['with text between its fields', '^XA^FDx^FS</#if>; remark! 5 {^FO1,1^FDy^FS^XZ'],
    ['with braces and exclamation marks in its data', '^XA^BQN,2,5^FDLA,{"order":"1","of":{}}^FS^FDHurry! {1} 2^FS^XZ'],
    ['with a comment that resembles a command', '^XA^FX Achtung! 2 Pakete ^FS^FDx^FS^XZ'],
    ['with two-byte text that ends whole', '^XA^CI15^FD\u0083e\u00b1^FS^XZ'],
    ['with everything it names escaped', '^XA^FH^FD_7EJR _5EJUF ! 1^FS^XZ'],
  ])('%s', (_, source) => {
    const bytes = label(source);
    const guarded = passed(bytes);
    expect(guarded).toEqual({ kind: 'passed', bytes, removedCommands: [], warnings: [] });
    expect(guarded.bytes).toBe(bytes);
  });

  it.each([
    ['an unknown command, such as one carrier ends its pictures with', '^XA^GFA,1,1,1,FF^DN^XZ', '^DN'],
    ['a prefix with nothing behind it', '^XA^FO305,3^^FO210,14^FDx^FS^XZ', '^'],
    ['a tilde in its data', '^XA^FDabout ~ 5 kg^FS^XZ', '~ 5 kg'],
    ['a control byte for a prefix', '^XA\u001eFO1,1^FDx^FS^XZ', '<1E>FO1,1'],
    ['control bytes for its begin and end', '\u0002^FDx^FS\u0003', '<02>'],
    ['millimetres, which the label needs', '^XA^MUM^FDx^FS^XZ', '^MUM'],
    ['the shaping of its text, which the label needs', '^XA^PA0,1,1,0^FDx^FS^XZ', '^PA0,1,1,0'],
    ['SGD as data', '^XA^FDsend ! U1 setvar "a" "b"^FS^XZ', '^FDsend ! U1 setvar "a" "b"'],
    ['a picture that is only in the printer', '^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ', '^XGR:LOGO.GRF,1,1'],
    ['a format that is only in the printer', '^XA^XFE:SHIP.ZPL^FS^FN1^FDx^FS^XZ', '^XFE:SHIP.ZPL'],
  ])('reports %s', (_, source, command) => {
    const bytes = label(source);
    const guarded = passed(bytes);
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.removedCommands).toEqual([]);
    expect(guarded.warnings[0]).toMatchObject({ command, at: expect.any(Number), times: 1 });
  });
});

describe('label guard: what a label stores in the printer', () => {
  it('stays if the label draws it, and is reported', () => {
    const bytes = label('~DGR:LOGO.GRF,2,1,FF,00\r\n^XA^FO1,1^XGLOGO,1,1^FS^IDR:LOGO.GRF^XZ');
    const guarded = passed(bytes);
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.warnings.map(({ command }) => command)).toEqual(['~DGR:LOGO.GRF,2,1,FF,00']);
  });

  it('stays also in several lines, compressed, in base 64, and with a row filled with ones', () => {
    for (const data of ['FF\r\n00', 'FF\r\n,', '!\r\n:', 'HFH0', ':Z64:eJz7zwAAAf8A/w==:7D4E', 'FF00\r\n\\r\\n']) {
      const bytes = label('~DGR:LOGO.GRF,2,1,', data, '\r\n^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ');
      expect(passed(bytes).bytes).toBe(bytes);
    }
  });

  it('is removed, with its deletion, if the label does not draw it', () => {
    const { bytes } = passed(label('~DGR:LOGO.GRF,2,1,FFFF^XA^FDx^FS^IDR:LOGO.GRF^FS^XZ'));
    expect(text(bytes)).toBe('^XA^FDx^FS^FS^XZ');
  });

  it('is never printed by removing the command that stores a format for later', () => {
    const bytes = label('^XA^DFR:SHIP.ZPL^FS^FO1,1^FN1^FS^XZ');
    expect(passed(bytes).bytes).toBe(bytes);
  });
});

describe('label guard: preambles of label designers', () => {
  const setUp = '^XA~TA000~JSN^LT0^MNW^MTD^PON^PMN^LH0,0^JMA^PR6,6~SD30^JUS^LRN^CI28^XZ\r\n';
  const drawing = '^XA^MMT^PW812^LL1218^FT10,10^FDx^FS^PQ1,0,1,Y^XZ\r\n';

  it.each([
    ['whole', '\u0010CT~~CD,~CC^~CT~\r\n', '\r\n'],
    ['without its first byte', 'CT~~CD,~CC^~CT~\r\n', '\r\n'],
    ['behind a byte order mark', '\u00ef\u00bb\u00bfCT~~CD,~CC^~CT~\r\n', '\u00ef\u00bb\u00bf\r\n'],
    ['behind a blank', ' CT~~CD,~CC^~CT~\r\n', ' \r\n'],
    ['inside a format', '^XA\r\nCT~~CD,~CC^~CT~\r\n^XZ', '^XA\r\n\r\n^XZ'],
    ['left out', '', ''],
  ])('pass %s; their settings are removed', (_, preamble, left) => {
    expect(text(passed(label(preamble, setUp, drawing)).bytes)).toBe(
      `${left}^XA^PON^PMN^LH0,0^JMA^LRN^CI28^XZ\r\n^XA^FT10,10^FDx^FS^PQ1,0,1,Y^XZ\r\n`,
    );
    const bytes = label(preamble, setUp, drawing);
    expect(passed(bytes, 'pass').bytes).toBe(bytes);
  });
});
