import { describe, expect, it } from 'vitest';
import { dangerousCommands } from '../../../src/main/zpl/command-lists.ts';
import { guardLabel, largestLabel, maxCommands } from '../../../src/main/zpl/guard.ts';
import { label } from './label-pieces.ts';

const refusal = (bytes: Uint8Array) => {
  const guarded = guardLabel(bytes, 'take out');
  // The setting for suspicious commands never allows a dangerous one.
  expect(guardLabel(bytes, 'pass').kind).toBe(guarded.kind);
  return guarded.kind === 'refused' ? guarded.dangers : null;
};

/** Every command of the dangerous list as a label could contain it, and its reason. */
const hostile: readonly [command: string, reason: string][] = [
  ['~JR', 'restart'],
  ['^JI', 'restart'],
  ['~JI', 'restart'],
  ['~JQ', 'restart'],
  ['^JUF', 'restores-settings'],
  ['^JUN', 'restores-settings'],
  ['^JUR', 'restores-settings'],
  ['^JUA', 'restores-settings'],
  ['^JU', 'restores-settings'],
  ['^JBE', 'wipes-memory'],
  ['~JB', 'wipes-memory'],
  ['~EG', 'deletes-images'],
  ['^EG', 'deletes-images'],
  ['^IDR:*.*', 'deletes-files'],
  ['^ID*.GRF', 'deletes-files'],
  ['^IDR:A?.GRF', 'deletes-files'],
  ['^IDE:LOGO.GRF', 'deletes-permanent-file'],
  ['^IDB:LOGO.GRF', 'deletes-permanent-file'],
  ['^IDA:LOGO.GRF', 'deletes-permanent-file'],
  ['^id e:logo.grf', 'deletes-permanent-file'],
  ['~RO1', 'resets-counters'],
  ['~PM', 'decommissions'],
  ['~DYE:EVIL,B,T,3,,abc', 'writes-files'],
  ['~DYR:A,A,G,2,1,FFFF', 'writes-files'],
  ['~DBR:A.FNT,N,5,24,3,10,2,ABC,#0025.5.16', 'writes-files'],
  ['~DEE:A.DAT,2,FFFF', 'writes-files'],
  ['~DSE:A.FNT,2,FFFF', 'writes-files'],
  ['~DTE:A.DAT,2,FFFF', 'writes-files'],
  ['~DUE:A.TTF,2,FFFF', 'writes-files'],
  ['^TOR:A.GRF,E:A.GRF', 'copies-files'],
  ['^CME,B,A,R', 'renames-memory'],
  ['~JA', 'cancels-all-labels'],
  ['~JX', 'cancels-label'],
  ['~JP', 'cancels-label'],
  ['~PP', 'pauses-printer'],
  ['^PP', 'pauses-printer'],
  ['~PS', 'resumes-printer'],
  ['~PH', 'feeds-paper'],
  ['^PH', 'feeds-paper'],
  ['^PF500', 'feeds-paper'],
  ['^PN1', 'feeds-paper'],
  ['^CN1', 'feeds-paper'],
  ['^CP', 'feeds-paper'],
  ['^LF', 'feeds-paper'],
  ['^WDR:*.*', 'feeds-paper'],
  ['~WC', 'feeds-paper'],
  ['~WL', 'feeds-paper'],
  ['~PR', 'reprints-label'],
  ['^ZZ60,N', 'sleep'],
  ['~KB', 'battery'],
  ['~JF', 'battery'],
  ['~JD', 'diagnostic-mode'],
  ['~JE', 'diagnostic-mode'],
  ['~JC', 'calibration'],
  ['~JG', 'calibration'],
  ['~JL', 'calibration'],
  ['~JN', 'head-test'],
  ['^KP1234', 'control-panel'],
  ['^KN', 'control-panel'],
  ['^KL1', 'control-panel'],
  ['^KD1', 'control-panel'],
  ['^KV1', 'control-panel'],
  ['^MPD', 'control-panel'],
  ['^SC9600', 'serial-port'],
  ['^SI1', 'sensors'],
  ['^SS100', 'sensors'],
  ['^SR400', 'sensors'],
  ['^SLT', 'clock'],
  ['^SO2', 'clock'],
  ['^ST01,01,2030', 'clock'],
  ['^NB', 'network-settings'],
  ['^NC', 'network-settings'],
  ['^ND2,P,10.0.0.1', 'network-settings'],
  ['^NI1', 'network-settings'],
  ['^NN', 'network-settings'],
  ['^NP1', 'network-settings'],
  ['^NSP,10.0.0.1', 'network-settings'],
  ['^NT', 'network-settings'],
  ['^NW1', 'network-settings'],
  ['^NX', 'network-settings'],
  ['~NC001', 'network-settings'],
  ['~NR', 'network-settings'],
  ['~NT', 'network-settings'],
  ['^KC1', 'network-settings'],
  ['^WA', 'wireless-settings'],
  ['^WE', 'wireless-settings'],
  ['^WI', 'wireless-settings'],
  ['^WLOFF', 'wireless-settings'],
  ['^WP0,0', 'wireless-settings'],
  ['^WR', 'wireless-settings'],
  ['^WSevil', 'wireless-settings'],
  ['^WX', 'wireless-settings'],
  ['^WQ', 'wireless-settings'],
  ['~WR', 'wireless-settings'],
  ['^SXA,C,Y,Y,10.0.0.1', 'sends-messages'],
  ['^SQA,C,Y', 'sends-messages'],
  ['^CC!', 'changed-prefix'],
  ['~CC!', 'changed-prefix'],
  ['^CT!', 'changed-prefix'],
  ['~CT!', 'changed-prefix'],
  ['^CD;', 'changed-prefix'],
  ['~CD;', 'changed-prefix'],
  ['^HR', 'rfid'],
  ['^WT', 'rfid'],
  ['^WF', 'rfid'],
  ['^WV', 'rfid'],
  ['~RV', 'rfid'],
  ['^RB96,10', 'rfid'],
  ['^RFW,H', 'rfid'],
  ['^RLM', 'rfid'],
  ['^RS8', 'rfid'],
  ['^RU', 'rfid'],
  ['^RWH', 'rfid'],
  ['^RZ', 'rfid'],
];

describe('label guard: a label is refused for one dangerous command', () => {
  it.each(hostile)('%s', (command, reason) => {
    const before = '^XA^FO10,10^FDhello^FS';
    expect(refusal(label(before, command, '\r\n^FS^XZ'))).toEqual([
      {
        command: expect.stringContaining(command.slice(0, 3)),
        at: before.length,
        reason: `zpl.finding.${reason}`,
        times: 1,
      },
    ]);
  });

  it('every command of the list is tested here', () => {
    const tried = new Set(hostile.map(([command]) => command.slice(0, 3).toUpperCase()));
    expect(dangerousCommands.map(({ command }) => command).filter((command) => !tried.has(command))).toEqual([]);
  });
});

/** Attempts to hide a dangerous command, and the reason of the refusal. */
const hiddenCommands: readonly [how: string, bytes: Uint8Array, reason: string][] = [
  ['lower case', label('^XA^FDx^FS~jr^XZ'), 'restart'],
  ['mixed case', label('^XA^jUf^XZ'), 'restores-settings'],
  ['a name split by a line break', label('^XA~J\r\nR^XZ'), 'restart'],
  ['a name split by nulls, as in 16-bit text', label('^XA\u0000~\u0000J\u0000R\u0000^XZ'), 'restart'],
  ['parameters split by a line break', label('^XA^JU\r\nF^XZ'), 'restores-settings'],
  ['the control byte for ~', label('^XA\u0010JR^XZ'), 'restart'],
  ['the control byte for ^', label('^XA\u001eJUF^XZ'), 'restores-settings'],
  ['inside field data', label('^XA^FO1,1^FDhello ~JR world^FS^XZ'), 'restart'],
  ['a ^ command inside field data', label('^XA^FO1,1^FDhello ^JUF world^FS^XZ'), 'restores-settings'],
  ['inside a comment', label('^XA^FX nothing to see ~JA here^FS^XZ'), 'cancels-all-labels'],
  ['inside serialised data', label('^XA^SN001~JA,1,Y^FS^XZ'), 'cancels-all-labels'],
  ['inside hexadecimal graphics', label('^XA^GFA,10,10,1,FFFF~JAFFFF^FS^XZ'), 'cancels-all-labels'],
  ['inside a downloaded picture', label('~DGR:A.GRF,10,1,FFFF~JAFFFF^XA^XGR:A.GRF^FS^XZ'), 'cancels-all-labels'],
  ['behind the last format', label('^XA^FDx^FS^XZ~JR'), 'restart'],
  ['before the first format', label('~JR^XA^FDx^FS^XZ'), 'restart'],
  ['between formats', label('^XA^FDx^FS^XZ\r\n~JR\r\n^XA^FDy^FS^XZ'), 'restart'],
  ['behind a format that never ended', label('^XA^FDx^FS~JR'), 'restart'],
  ['in a format that is only stored', label('^XA^DFR:A.ZPL^FS~JR^XZ'), 'restart'],
  ['behind a changed prefix', label('^XA^CC!!JUF!XZ'), 'changed-prefix'],
  ['a prefix changed to a blank', label('^XA^CC ^XZ'), 'changed-prefix'],
  ['a prefix changed by the first byte of the next label', label('^XA^FDx^FS^XZ^CC'), 'changed-prefix'],
  ['the delimiter changed to the control byte for it', label('^XA^CD\u001f^XZ'), 'changed-prefix'],
  ['text that resembles a driver’s preamble', label('CT~~CD,~CC!~CT~^XA^XZ'), 'changed-prefix'],
  ['a driver’s preamble that ends early', label('CT~~CD,^XA^FDx^FS^XZ'), 'outside-label'],
  ['text behind a driver’s preamble', label('CT~~CD,~CC^~CT~\r\nSIZE 4,6\r\n^XA^FDx^FS^XZ'), 'outside-label'],
  ['text before a driver’s preamble', label('SIZE CT~~CD,~CC^~CT~^XA^FDx^FS^XZ'), 'outside-label'],
  ['a byte order mark between formats', label('^XA^FDx^FS^XZ\u00ef\u00bb\u00bf^XA^FDx^FS^XZ'), 'outside-label'],
  ['behind a binary graphic that counts too little', label('^XA^GFB,3,3,1,abcdef~JR^FS^XZ'), 'count-too-small'],
  ['a binary graphic with a count past the end', label('^XA^GFB,900,900,1,abc^FS^XZ'), 'count-past-end'],
  ['a binary graphic with two sizes', label('^XA^GFB,9,3,1,abc~JR^FS^FS^XZ'), 'two-sizes'],
  ['a binary graphic without a size', label('^XA^GFB,,,,abc^FS^XZ'), 'unreadable-count'],
  ['a binary graphic over the printer’s limit', label('^XA^GFB,100000,100000,1,abc^FS^XZ'), 'count-out-of-range'],
  ['a binary graphic cut off', label('^XA^GFB,4680,4680,52,abc'), 'count-past-end'],
  ['a binary graphic outside a format', label('^GFB,7,7,1,^XA~JR^FS'), 'binary-outside-label'],
  ['a binary graphic in a format begun by a control byte', label('\u0002^GFB,3,3,1,~JR^FS^XZ'), 'binary-outside-label'],
  ['a setting by SGD before the label', label('! U1 setvar "ip.addr" "10.0.0.1"\r\n^XA^FDx^FS^XZ'), 'other-language'],
  ['a setting by SGD behind it', label('^XA^FDx^FS^XZ\r\n! U1 do "device.reset" ""\r\n'), 'other-language'],
  ['SGD inside a format', label('^XA^FDx^FS\r\n! U1 setvar "device.languages" "epl"\r\n^XZ'), 'other-language'],
  ['SGD behind a command', label('^XA^LH0,0\r\n! U1 setvar "a" "b"\r\n^FDx^FS^XZ'), 'other-language'],
  ['SGD in a comment', label('^XA^FX\r\n! U1 do "device.restore_defaults" "ip"\r\n^FS^XZ'), 'other-language'],
  ['SGD behind a driver’s preamble', label('! U1 do "device.reset" "" CT~~CD,~CC^~CT~^XA^FDx^FS^XZ'), 'other-language'],
  ['SGD behind binary data', label('^XA^GFB,1,1,1,x\r\n^FS! U1 do "device.reset" ""\r\n^XZ'), 'other-language'],
  ['JSON before the label', label('{}{"device.reset":""}^XA^FDx^FS^XZ'), 'json'],
  ['JSON inside a format', label('^XA^FS{ }{"ip.addr":"1"}^XZ'), 'json'],
  ['CPCL', label('! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hi\r\nFORM\r\nPRINT\r\n'), 'other-language'],
  ['CPCL utilities', label('^XA^FDx^FS^XZ! UTILITIES\r\nPRINT\r\n'), 'other-language'],
  ['EPL before the label', label('N\r\nA50,50,0,1,1,1,N,"x"\r\nP9\r\n^XA^FDx^FS^XZ'), 'outside-label'],
  ['EPL behind it', label('^XA^FDx^FS^XZ\r\nN\r\nP9\r\n'), 'outside-label'],
  ['EPL on a line behind a command outside formats', label('^CI28\r\nN\r\nP9\r\n^XA^FDx^FS^XZ'), 'outside-label'],
  ['EPL behind a format begun by a control byte', label('\u0002\r\nN\r\nP9\r\n^FDx^FS^XZ'), 'outside-label'],
  ['EPL behind a begin command split by a line break', label('^X\r\nA\r\nN\r\nP9\r\n^FDx^FS^XZ'), 'outside-label'],
  ['PJL', label('\u001b%-12345X@PJL RESET\r\n^XA^FDx^FS^XZ'), 'outside-label'],
  ['16-bit text', label('\u00ff\u00fe^\u0000X\u0000A\u0000'), 'outside-label'],
  ['a page of HTML', label('<html><body>Not found</body></html>'), 'outside-label'],
  ['a PDF', label('%PDF-1.7\n1 0 obj'), 'outside-label'],
  ['text behind the label', label('^XA^FDx^FS^XZ thanks'), 'outside-label'],
  ['a byte order mark in the middle', label('^XA^FDx^FS^XZ\u00ef\u00bb\u00bf'), 'outside-label'],
  ['diagnostics in field data with a control byte', label('^XA^FDa\u0010JDb^FS^XZ'), 'diagnostic-mode'],
];

describe('label guard: a label is refused whatever hides the command', () => {
  it.each(hiddenCommands)('%s', (_, bytes, reason) => {
    const dangers = refusal(bytes);
    expect(dangers?.map((danger) => danger.reason)).toContain(`zpl.finding.${reason}`);
    for (const { at } of dangers ?? []) expect(at).toBeLessThan(bytes.length);
  });

  it('a finding names the command and its position', () => {
    expect(refusal(label('^XA^FDh\u00e9llo \u001ejuf\r\n^FS^XZ'))).toEqual([
      { command: '<1E>juf', at: 12, reason: 'zpl.finding.restores-settings', times: 1 },
    ]);
  });

  it('at most twenty findings are reported, each once', () => {
    const many = hostile.map(([command]) => `${command}\r\n`).join('');
    expect(refusal(label('^XA', many, many, '^XZ'))).toHaveLength(20);
    expect(refusal(label('^XA~JA~JA~JA^XZ'))).toEqual([
      { command: '~JA', at: 3, reason: 'zpl.finding.cancels-all-labels', times: 3 },
    ]);
  });

  it('a label with too many commands is refused', () => {
    const many = label('^XA', '^FS'.repeat(maxCommands - 2), '^XZ');
    expect(refusal(many)).toBeNull();
    expect(refusal(label(many, '^XA'))).toEqual([
      { command: '^XA', at: many.length, reason: 'zpl.finding.too-many-commands', times: 1 },
    ]);
  });

  it('a label that is too large is refused', () => {
    const large = label('^XA^FX', new Uint8Array(largestLabel).fill(0x20), '^XZ');
    expect(refusal(large)).toEqual([{ command: '', at: 0, reason: 'zpl.finding.label-too-large', times: 1 }]);
    expect(refusal(large.subarray(0, largestLabel))).toBeNull();
  });
});
