import { describe, expect, it } from 'vitest';
import { suspiciousCommands } from '../../../src/main/zpl/command-lists.ts';
import { guardLabel } from '../../../src/main/zpl/guard.ts';
import { label, text } from './label-pieces.ts';

const passed = (bytes: Uint8Array, policy: 'take out' | 'pass' = 'take out') => {
  const guarded = guardLabel(bytes, policy);
  if (guarded.kind === 'refused') throw new Error(guarded.dangers.map(({ why }) => why).join());
  return guarded;
};

/** What each becomes where suspicious commands are taken out: nothing, or what stands behind the arrow. */
const suspicious: readonly [command: string, replacement: string, reason: RegExp][] = [
  ['^MMT', '', /print mode/],
  ['^mmc,Y', '', /print mode/],
  ['^MCN', '', /printed over/],
  ['^MNY', '', /sensing/],
  ['^MTD', '', /sensing/],
  ['^MFN,N', '', /sensing/],
  ['^ML2000', '', /sensing/],
  ['~JSN', '', /sensing/],
  ['^JSA', '', /sensing/],
  ['^XS', '', /sensing/],
  ['^MD30', '', /darkness/],
  ['~SD30', '', /darkness/],
  ['^PR6,6', '', /speed/],
  ['~TA000', '', /paper/],
  ['^LT0', '', /paper/],
  ['^LS0', '', /paper/],
  ['^PW812', '', /paper/],
  ['^LL1218', '', /paper/],
  ['~PL000', '', /paper/],
  ['^JUS', '', /saves/],
  ['^JMB', '', /resolution/],
  ['^JZN', '', /after a fault/],
  ['^MUD,200,600', '', /resolution/],
  ['^CWW,E:ARI000.TTF', '', /font/],
  ['^FLE:A.FNT,E:B.FNT,1', '', /font/],
  ['^SEE:GB18030.DAT', '', /encoding/],
  ['^XB', '', /feeds back/],
  ['^SP250', '', /feeds back/],
  ['^COY,40', '', /fonts/],
  ['^SZ2', '', /fonts/],
  ['~JO', '', /test off/],
  ['^JT100', '', /looks after/],
  ['^JWM', '', /looks after/],
  ['^JJ0', '', /looks after/],
  ['^JHE', '', /looks after/],
  ['^MAR', '', /looks after/],
  ['^MIR,x', '', /looks after/],
  ['^MWY', '', /looks after/],
  ['~HS', '', /answer/],
  ['~HI', '', /answer/],
  ['~HQES', '', /answer/],
  ['~HM', '', /answer/],
  ['~HD', '', /answer/],
  ['~HB', '', /answer/],
  ['~HU', '', /answer/],
  ['~HL', '', /answer/],
  ['~WQES', '', /answer/],
  ['^HH', '', /answer/],
  ['^HWR:*.*', '', /answer/],
  ['^HGR:A.GRF', '', /answer/],
  ['^HZa', '', /answer/],
  ['^HFR:A.ZPL', '', /answer/],
  ['^HV1,3', '', /answer/],
  ['^HT', '', /answer/],
  ['^HL', '', /answer/],
  ['^HYR:A.GRF', '', /answer/],
  ['^CC^', '', /as they are/],
  ['~CC^', '', /as they are/],
  ['^CT~', '', /as they are/],
  ['~CT~', '', /as they are/],
  ['^CD,', '', /as they are/],
  ['~CD,', '', /as they are/],
  ['^PQ0', '^PQ1', /pause/],
  ['^PQ0,1,,N', '^PQ1', /pause/],
  ['^PQ1,1,,N', '^PQ1', /pause/],
  ['^PQ3,2,1,Y', '^PQ3', /pause/],
  ['^PQ,1', '^PQ1', /pause/],
  ['^IDR:OTHER.GRF', '', /did not bring/],
  ['~DGR:UNUSED.GRF,2,1,FFFF', '', /does not draw/],
];

describe('a command that changes the printer beyond its label', () => {
  const before = '^XA^LH0,0\r\n^FO10,10';
  const after = '\r\n^FDh\u00e9llo^FS\r\n^XZ\r\n';

  it.each(suspicious)('%s goes, to the byte, where the station takes such out', (command, replacement, reason) => {
    const { bytes, takenOut, warnings } = passed(label(before, command, after));
    expect(text(bytes)).toBe(before + replacement + after);
    expect(takenOut).toEqual([{ command, at: before.length, why: expect.stringMatching(reason), times: 1 }]);
    expect(warnings).toEqual([]);
  });

  it.each(suspicious)('%s passes, and is told, where the station lets such pass', (command, _, reason) => {
    const bytes = label(before, command, after);
    const guarded = passed(bytes, 'pass');
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.takenOut).toEqual([]);
    expect(guarded.warnings.map(({ why }) => why)).toEqual([expect.stringMatching(reason)]);
  });

  it('is on the list only if it is tried here', () => {
    const tried = new Set(suspicious.map(([command]) => command.slice(0, 3).toUpperCase()));
    const untried = suspiciousCommands.filter(({ command, stays }) => !stays && !tried.has(command));
    expect(untried.map(({ command }) => command)).toEqual([]);
  });
});

describe('a label passes untouched', () => {
  it.each([
    ['in its harmless forms', '^XA^MCY^JMA^JZY^MUd^MC^PQ1^PQ1,0,1,Y^PQ2^FDx^FS^XZ'],
    ['empty', ''],
    ['with a byte order mark, nulls and blanks around it', '\u00ef\u00bb\u00bf\r\n \t^XA^FDx^FS^XZ\r\n\u0000\f'],
    [
      'with line breaks spelled out, as one carrier sends them',
      '^CI28^XA\\r\\n^FDx^FS\\r\\n\\r\\n; a remark!\\r\\n^XZ\\r\\n',
    ],
    ['with its end twice', '^XA^FDx^FS^XZ^XZ'],
    ['begun twice', '^XA^CI28^XA^FDx^FS^XZ'],
    ['set up in a format of its own', '^XA^MCY^XZ\r\n^XA^FDx^FS^XZ'],
    ['without its end', '^XA^FDx^FS'],
    ['with text between its fields', '^XA^FDx^FS</#if>; remark! 5 {^FO1,1^FDy^FS^XZ'],
    ['with braces and exclamation marks in its data', '^XA^BQN,2,5^FDLA,{"order":"1","of":{}}^FS^FDHurry! {1} 2^FS^XZ'],
    ['with a remark that only sounds like a command', '^XA^FX Achtung! 2 Pakete ^FS^FDx^FS^XZ'],
    ['with everything it names escaped', '^XA^FH^FD_7EJR _5EJUF ! 1^FS^XZ'],
  ])('%s', (_, source) => {
    const bytes = label(source);
    const guarded = passed(bytes);
    expect(guarded).toEqual({ kind: 'passed', bytes, takenOut: [], warnings: [] });
    expect(guarded.bytes).toBe(bytes);
  });

  it.each([
    ['a command nobody knows, such as one carrier ends its pictures with', '^XA^GFA,1,1,1,FF^DN^XZ', '^DN'],
    ['a prefix with nothing behind it', '^XA^FO305,3^^FO210,14^FDx^FS^XZ', '^'],
    ['a tilde in its data', '^XA^FDabout ~ 5 kg^FS^XZ', '~ 5 kg'],
    ['a control byte for a prefix', '^XA\u001eFO1,1^FDx^FS^XZ', '<1E>FO1,1'],
    ['control bytes for its begin and end', '\u0002^FDx^FS\u0003', '<02>'],
    ['millimetres, which it needs', '^XA^MUM^FDx^FS^XZ', '^MUM'],
    ['SGD as data', '^XA^FDsend ! U1 setvar "a" "b"^FS^XZ', '^FDsend ! U1 setvar "a" "b"'],
    ['a picture that only the printer holds', '^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ', '^XGR:LOGO.GRF,1,1'],
    ['a format that only the printer holds', '^XA^XFE:SHIP.ZPL^FS^FN1^FDx^FS^XZ', '^XFE:SHIP.ZPL'],
  ])('and its user is told of %s', (_, source, command) => {
    const bytes = label(source);
    const guarded = passed(bytes);
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.takenOut).toEqual([]);
    expect(guarded.warnings[0]).toMatchObject({ command, at: expect.any(Number), times: 1 });
  });
});

describe('what a label stores in the printer', () => {
  it('stays where the label draws it, and is told', () => {
    const bytes = label('~DGR:LOGO.GRF,2,1,FF,00\r\n^XA^FO1,1^XGLOGO,1,1^FS^IDR:LOGO.GRF^XZ');
    const guarded = passed(bytes);
    expect(guarded.bytes).toBe(bytes);
    expect(guarded.warnings.map(({ command }) => command)).toEqual(['~DGR:LOGO.GRF,2,1,FF,00']);
  });

  it('goes to the memory that forgets, together with what recalls it', () => {
    const { bytes, takenOut } = passed(
      label(
        '~DGE:LOGO.GRF,2,1,FFFF^XA^FO1,1^XGe:logo.grf,1,1^FS^XZ^XA^DF B:SHIP.ZPL^FS^FN1^FS^XZ^XA^XFB:SHIP^FS^FN1^FDx^FS^XZ',
      ),
    );
    expect(text(bytes)).toBe(
      '~DGR:LOGO.GRF,2,1,FFFF^XA^FO1,1^XGR:logo.grf,1,1^FS^XZ^XA^DF R:SHIP.ZPL^FS^FN1^FS^XZ^XA^XFR:SHIP^FS^FN1^FDx^FS^XZ',
    );
    expect(takenOut.map(({ command }) => command)).toEqual([
      '~DGE:LOGO.GRF,2,1,FFFF',
      '^XGe:logo.grf,1,1',
      '^DF B:SHIP.ZPL',
      '^XFB:SHIP',
    ]);
  });

  it('goes, and its deletion with it, where the label does not draw it', () => {
    const { bytes } = passed(label('~DGR:LOGO.GRF,2,1,FFFF^XA^FDx^FS^IDR:LOGO.GRF^FS^XZ'));
    expect(text(bytes)).toBe('^XA^FDx^FS^FS^XZ');
  });

  it('a format stored to be printed elsewhere is never printed by taking the storing out', () => {
    const bytes = label('^XA^DFR:SHIP.ZPL^FS^FO1,1^FN1^FS^XZ');
    expect(passed(bytes).bytes).toBe(bytes);
  });
});

describe('preambles of label designers', () => {
  const setUp = '^XA~TA000~JSN^LT0^MNW^MTD^PON^PMN^LH0,0^JMA^PR6,6~SD30^JUS^LRN^CI28^XZ\r\n';
  const drawing = '^XA^MMT^PW812^LL1218^FT10,10^FDx^FS^PQ1,0,1,Y^XZ\r\n';

  it.each([
    ['whole', '\u0010CT~~CD,~CC^~CT~\r\n', '\r\n'],
    ['without its first byte', 'CT~~CD,~CC^~CT~\r\n', '\r\n'],
    ['behind a blank', ' CT~~CD,~CC^~CT~\r\n', ' \r\n'],
    ['inside a format', '^XA\r\nCT~~CD,~CC^~CT~\r\n^XZ', '^XA\r\n\r\n^XZ'],
    ['left out', '', ''],
  ])('pass %s; what they set up is taken out', (_, preamble, left) => {
    expect(text(passed(label(preamble, setUp, drawing)).bytes)).toBe(
      `${left}^XA^PON^PMN^LH0,0^JMA^LRN^CI28^XZ\r\n^XA^FT10,10^FDx^FS^PQ1,0,1,Y^XZ\r\n`,
    );
    const bytes = label(preamble, setUp, drawing);
    expect(passed(bytes, 'pass').bytes).toBe(bytes);
  });
});
