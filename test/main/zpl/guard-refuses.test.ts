import { describe, expect, it } from 'vitest';
import { dangerousCommands } from '../../../src/main/zpl/command-lists.ts';
import { guardLabel, largestLabel, maxCommands } from '../../../src/main/zpl/guard.ts';
import { label } from './label-pieces.ts';

const refusal = (bytes: Uint8Array) => {
  const taken = guardLabel(bytes, 'take out');
  // The setting for suspicious commands never lets a dangerous one through.
  expect(guardLabel(bytes, 'pass').kind).toBe(taken.kind);
  return taken.kind === 'refused' ? taken.dangers : null;
};

/** Every command of the dangerous list as a label could bring it, and a word of its reason. */
const hostile: readonly [command: string, reason: RegExp][] = [
  ['~JR', /restarts/],
  ['^JI', /restarts/],
  ['~JI', /restarts/],
  ['~JQ', /restarts/],
  ['^JUF', /settings/],
  ['^JUN', /settings/],
  ['^JUR', /settings/],
  ['^JUA', /settings/],
  ['^JU', /settings/],
  ['^JBE', /wipes/],
  ['~JB', /wipes/],
  ['~EG', /deletes/],
  ['^EG', /deletes/],
  ['^IDR:*.*', /deletes many/],
  ['^ID*.GRF', /deletes many/],
  ['^IDR:A?.GRF', /deletes many/],
  ['^IDE:LOGO.GRF', /lasting/],
  ['^IDB:LOGO.GRF', /lasting/],
  ['^IDA:LOGO.GRF', /lasting/],
  ['^id e:logo.grf', /lasting/],
  ['~RO1', /counters/],
  ['~PM', /out of service/],
  ['~DYE:EVIL,B,T,3,,abc', /writes files/],
  ['~DYR:A,A,G,2,1,FFFF', /writes files/],
  ['~DBR:A.FNT,N,5,24,3,10,2,ABC,#0025.5.16', /writes files/],
  ['~DEE:A.DAT,2,FFFF', /writes files/],
  ['~DSE:A.FNT,2,FFFF', /writes files/],
  ['~DTE:A.DAT,2,FFFF', /writes files/],
  ['~DUE:A.TTF,2,FFFF', /writes files/],
  ['^TOR:A.GRF,E:A.GRF', /copies/],
  ['^CME,B,A,R', /memories/],
  ['~JA', /throws away/],
  ['~JX', /throws away/],
  ['~JP', /throws away/],
  ['~PP', /pauses/],
  ['^PP', /pauses/],
  ['~PS', /starts a paused/],
  ['~PH', /feeds/],
  ['^PH', /feeds/],
  ['^PF500', /feeds/],
  ['^PN1', /feeds/],
  ['^CN1', /feeds/],
  ['^CP', /feeds/],
  ['^LF', /feeds/],
  ['^WDR:*.*', /feeds/],
  ['~WC', /feeds/],
  ['~WL', /feeds/],
  ['~PR', /once more/],
  ['^ZZ60,N', /sleep/],
  ['~KB', /battery/],
  ['~JF', /battery/],
  ['~JD', /codes instead/],
  ['~JE', /codes instead/],
  ['~JC', /measures/],
  ['~JG', /measures/],
  ['~JL', /measures/],
  ['~JN', /print head/],
  ['^KP1234', /panel/],
  ['^KN', /panel/],
  ['^KL1', /panel/],
  ['^KD1', /panel/],
  ['^KV1', /panel/],
  ['^MPD', /panel/],
  ['^SC9600', /serial/],
  ['^SI1', /sensors/],
  ['^SS100', /sensors/],
  ['^SR400', /sensors/],
  ['^SLT', /clock/],
  ['^SO2', /clock/],
  ['^ST01,01,2030', /clock/],
  ['^NB', /network/],
  ['^NC', /network/],
  ['^ND2,P,10.0.0.1', /network/],
  ['^NI1', /network/],
  ['^NN', /network/],
  ['^NP1', /network/],
  ['^NSP,10.0.0.1', /network/],
  ['^NT', /network/],
  ['^NW1', /network/],
  ['^NX', /network/],
  ['~NC001', /network/],
  ['~NR', /network/],
  ['~NT', /network/],
  ['^KC1', /network/],
  ['^WA', /wireless/],
  ['^WE', /wireless/],
  ['^WI', /wireless/],
  ['^WLOFF', /wireless/],
  ['^WP0,0', /wireless/],
  ['^WR', /wireless/],
  ['^WSevil', /wireless/],
  ['^WX', /wireless/],
  ['^WQ', /wireless/],
  ['~WR', /wireless/],
  ['^SXA,C,Y,Y,10.0.0.1', /messages/],
  ['^SQA,C,Y', /messages/],
  ['^CC!', /checked/],
  ['~CC!', /checked/],
  ['^CT!', /checked/],
  ['~CT!', /checked/],
  ['^CD;', /checked/],
  ['~CD;', /checked/],
  ['^HR', /radio/],
  ['^WT', /radio/],
  ['^WF', /radio/],
  ['^WV', /radio/],
  ['~RV', /radio/],
  ['^RB96,10', /radio/],
  ['^RFW,H', /radio/],
  ['^RLM', /radio/],
  ['^RS8', /radio/],
  ['^RU', /radio/],
  ['^RWH', /radio/],
  ['^RZ', /radio/],
];

describe('a label is refused for one dangerous command', () => {
  it.each(hostile)('%s', (command, reason) => {
    const before = '^XA^FO10,10^FDhello^FS';
    expect(refusal(label(before, command, '\r\n^FS^XZ'))).toEqual([
      {
        command: expect.stringContaining(command.slice(0, 3)),
        at: before.length,
        why: expect.stringMatching(reason),
        times: 1,
      },
    ]);
  });

  it('and every command of the list is tried here', () => {
    const tried = new Set(hostile.map(([command]) => command.slice(0, 3).toUpperCase()));
    expect(dangerousCommands.map(({ command }) => command).filter((command) => !tried.has(command))).toEqual([]);
  });
});

const codes = /codes instead/;
const outside = /outside the label/;
const language = /another printer language/;
const json = /JSON/;
const settings = /wipes|restarts|throws|settings|network|checked/;

/** Tricks: what is sent, and a word of the reason it is refused for. */
const tricks: readonly [trick: string, bytes: Uint8Array, reason: RegExp][] = [
  ['lower case', label('^XA^FDx^FS~jr^XZ'), settings],
  ['mixed case', label('^XA^jUf^XZ'), settings],
  ['a name split by a line break', label('^XA~J\r\nR^XZ'), settings],
  ['a name split by nulls, as in 16-bit text', label('^XA\u0000~\u0000J\u0000R\u0000^XZ'), settings],
  ['parameters split by a line break', label('^XA^JU\r\nF^XZ'), settings],
  ['the control byte that stands for ~', label('^XA\u0010JR^XZ'), settings],
  ['the control byte that stands for ^', label('^XA\u001eJUF^XZ'), settings],
  ['inside field data', label('^XA^FO1,1^FDhello ~JR world^FS^XZ'), settings],
  ['a ^ command inside field data', label('^XA^FO1,1^FDhello ^JUF world^FS^XZ'), settings],
  ['inside a comment', label('^XA^FX nothing to see ~JA here^FS^XZ'), settings],
  ['inside serialised data', label('^XA^SN001~JA,1,Y^FS^XZ'), settings],
  ['inside hexadecimal graphics', label('^XA^GFA,10,10,1,FFFF~JAFFFF^FS^XZ'), settings],
  ['inside a downloaded picture', label('~DGR:A.GRF,10,1,FFFF~JAFFFF^XA^XGR:A.GRF^FS^XZ'), settings],
  ['behind the last format', label('^XA^FDx^FS^XZ~JR'), settings],
  ['before the first format', label('~JR^XA^FDx^FS^XZ'), settings],
  ['between formats', label('^XA^FDx^FS^XZ\r\n~JR\r\n^XA^FDy^FS^XZ'), settings],
  ['behind a format that never ended', label('^XA^FDx^FS~JR'), settings],
  ['in a format that is only stored', label('^XA^DFR:A.ZPL^FS~JR^XZ'), settings],
  ['behind a changed prefix', label('^XA^CC!!JUF!XZ'), /checked/],
  ['a prefix changed to a blank', label('^XA^CC ^XZ'), /checked/],
  ['a prefix changed by whatever the next label brings', label('^XA^FDx^FS^XZ^CC'), /checked/],
  ['the delimiter changed to its own stand-in', label('^XA^CD\u001f^XZ'), /checked/],
  ['a driver’s preamble that is none', label('CT~~CD,~CC!~CT~^XA^XZ'), /checked/],
  ['behind a binary graphic that counts too little', label('^XA^GFB,3,3,1,abcdef~JR^FS^XZ'), /more data follows/],
  ['a binary graphic that counts past the end', label('^XA^GFB,900,900,1,abc^FS^XZ'), /the label ends/],
  ['a binary graphic of two sizes', label('^XA^GFB,9,3,1,abc~JR^FS^FS^XZ'), /two sizes/],
  ['a binary graphic of no size', label('^XA^GFB,,,,abc^FS^XZ'), /cannot be read/],
  ['a binary graphic over the printer’s limit', label('^XA^GFB,100000,100000,1,abc^FS^XZ'), /99,999/],
  ['a binary graphic cut off', label('^XA^GFB,4680,4680,52,abc'), /the label ends/],
  ['a binary graphic outside a format', label('^GFB,7,7,1,^XA~JR^FS'), /outside the label/],
  ['a binary graphic in a format begun by a control byte', label('\u0002^GFB,3,3,1,~JR^FS^XZ'), /outside the label/],
  ['a setting by SGD before the label', label('! U1 setvar "ip.addr" "10.0.0.1"\r\n^XA^FDx^FS^XZ'), language],
  ['a setting by SGD behind it', label('^XA^FDx^FS^XZ\r\n! U1 do "device.reset" ""\r\n'), language],
  ['SGD inside a format', label('^XA^FDx^FS\r\n! U1 setvar "device.languages" "epl"\r\n^XZ'), language],
  ['SGD behind a command', label('^XA^LH0,0\r\n! U1 setvar "a" "b"\r\n^FDx^FS^XZ'), language],
  ['SGD in a comment', label('^XA^FX\r\n! U1 do "device.restore_defaults" "ip"\r\n^FS^XZ'), language],
  ['SGD behind a driver’s preamble', label('! U1 do "device.reset" "" CT~~CD,~CC^~CT~^XA^FDx^FS^XZ'), language],
  ['SGD behind binary data', label('^XA^GFB,1,1,1,x\r\n^FS! U1 do "device.reset" ""\r\n^XZ'), language],
  ['JSON before the label', label('{}{"device.reset":""}^XA^FDx^FS^XZ'), json],
  ['JSON inside a format', label('^XA^FS{ }{"ip.addr":"1"}^XZ'), json],
  ['CPCL', label('! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hi\r\nFORM\r\nPRINT\r\n'), language],
  ['CPCL utilities', label('^XA^FDx^FS^XZ! UTILITIES\r\nPRINT\r\n'), language],
  ['EPL before the label', label('N\r\nA50,50,0,1,1,1,N,"x"\r\nP9\r\n^XA^FDx^FS^XZ'), outside],
  ['EPL behind it', label('^XA^FDx^FS^XZ\r\nN\r\nP9\r\n'), outside],
  ['EPL on a line behind a command outside formats', label('^CI28\r\nN\r\nP9\r\n^XA^FDx^FS^XZ'), outside],
  ['EPL behind a format begun by a control byte', label('\u0002\r\nN\r\nP9\r\n^FDx^FS^XZ'), outside],
  ['EPL behind a begin whose name is split', label('^X\r\nA\r\nN\r\nP9\r\n^FDx^FS^XZ'), outside],
  ['PJL', label('\u001b%-12345X@PJL RESET\r\n^XA^FDx^FS^XZ'), outside],
  ['16-bit text', label('\u00ff\u00fe^\u0000X\u0000A\u0000'), outside],
  ['a page of HTML', label('<html><body>Not found</body></html>'), outside],
  ['a PDF', label('%PDF-1.7\n1 0 obj'), outside],
  ['words behind the label', label('^XA^FDx^FS^XZ thanks'), outside],
  ['a byte order mark in the middle', label('^XA^FDx^FS^XZ\u00ef\u00bb\u00bf'), outside],
  ['diagnostics in field data with a control byte', label('^XA^FDa\u0010JDb^FS^XZ'), codes],
];

describe('a label is refused whatever the trick', () => {
  it.each(tricks)('%s', (_, bytes, reason) => {
    const dangers = refusal(bytes);
    expect(dangers?.map(({ why }) => why)).toEqual(expect.arrayContaining([expect.stringMatching(reason)]));
    for (const { at } of dangers ?? []) expect(at).toBeLessThan(bytes.length);
  });

  it('naming where the command stands, in words and bytes an operator can show to somebody', () => {
    expect(refusal(label('^XA^FDh\u00e9llo \u001ejuf\r\n^FS^XZ'))).toEqual([
      { command: '<1E>juf', at: 12, why: expect.stringContaining('settings in force'), times: 1 },
    ]);
  });

  it('and names at most twenty reasons, each once', () => {
    const many = hostile.map(([command]) => `${command}\r\n`).join('');
    expect(refusal(label('^XA', many, many, '^XZ'))).toHaveLength(20);
    expect(refusal(label('^XA~JA~JA~JA^XZ'))).toEqual([{ command: '~JA', at: 3, why: expect.any(String), times: 3 }]);
  });

  it('or with more commands than any label', () => {
    const many = label('^XA', '^FS'.repeat(maxCommands - 2), '^XZ');
    expect(refusal(many)).toBeNull();
    expect(refusal(label(many, '^XA'))).toEqual([
      { command: '^XA', at: many.length, why: expect.stringContaining(`at most ${maxCommands}`), times: 1 },
    ]);
  });

  it('or larger than any label', () => {
    const large = label('^XA^FX', new Uint8Array(largestLabel).fill(0x20), '^XZ');
    expect(refusal(large)).toEqual([
      { command: 'The label', at: 0, why: expect.stringContaining(`at most ${largestLabel}`), times: 1 },
    ]);
    expect(refusal(large.subarray(0, largestLabel))).toBeNull();
  });
});
