import { label } from './label-pieces.ts';

/** Every command of the dangerous list as a label could contain it, and its reason. */
const dangerousOnes: readonly [command: string, reason: string][] = [
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
  ['~EF', 'deletes-files'],
  ['^EF', 'deletes-files'],
  ['~EG', 'deletes-images'],
  ['^EG', 'deletes-images'],
  ['^IDR:*.*', 'deletes-files'],
  ['^ID*.GRF', 'deletes-files'],
  ['^IDR:A?.GRF', 'deletes-files'],
  ['^IDE:LOGO.GRF', 'deletes-permanent-file'],
  ['^IDB:LOGO.GRF', 'deletes-permanent-file'],
  ['^IDA:LOGO.GRF', 'deletes-permanent-file'],
  ['^id e:logo.grf', 'deletes-permanent-file'],
  ['^FLE:A.FNT,E:B.FNT,1', 'permanent-memory'],
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

/** Attempts to hide a dangerous command, and the reason of the refusal. */
const hiddenOnes: readonly [how: string, bytes: Uint8Array, reason: string][] = [
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

/** Attempts behind the data of a graphic, which ends at its size. */
const behindGraphics: typeof hiddenOnes = [
  [
    'a file behind a downloaded picture',
    label('~DGR:A.GRF,1,1,FF\r\n! CISDFCRC16\r\n0000\r\nA.ZPL\r\n^XA^XGR:A^FS^XZ'),
    'other-language',
  ],
  [
    'EPL behind a downloaded picture',
    label('~DGR:A.GRF,1,1,FF\r\nN\r\nA50,50,0,1,1,1,N,"x"\r\nP99\r\n^XA^XGR:A^FS^XZ'),
    'outside-label',
  ],
  ['EPL of letters that repeat digits', label('~DGR:A.GRF,1,1,FF\r\nN\r\nP99\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL right behind the last digit', label('~DGR:A.GRF,1,1,FFN\r\nP99\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL behind digits too many', label('~DGR:A.GRF,1,1,FF00,\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL behind a row filled with zeros', label('~DGR:A.GRF,4,4,F,\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL behind repeated rows', label('~DGR:A.GRF,8,4,F!::\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL behind repeated digits', label('~DGR:A.GRF,41,41,jHF\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['EPL behind base 64', label('~DGR:A.GRF,1,1,:B64:/w==:1EF0\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  [
    'EPL in a picture with less data than it says',
    label('~DGR:A.GRF,999,1,FF\r\nN\r\nP99\r\n^XA^XGR:A^FS^XZ'),
    'count-past-end',
  ],
  ['text instead of a picture', label('~DGR:A.GRF,99,9,"N\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'outside-label'],
  ['a picture without a size', label('~DGR:A.GRF,,,\r\nN\r\nP9\r\n^XA^XGR:A^FS^XZ'), 'unreadable-count'],
  [
    'SGD that looks like the data of a picture',
    label('~DGR:A.GRF,99,9,FF\r\n! U1 D\r\n^XA^XGR:A^FS^XZ'),
    'other-language',
  ],
  [
    'a file that looks like the data of a picture',
    label('~DGR:A.GRF,99,9,FF\r\n! CD\r\n^XA^XGR:A^FS^XZ'),
    'other-language',
  ],
  ['a file behind a graphic of the label', label('^XA^GFA,1,1,1,FF\r\n! CISDFCRC16\r\n^FS^XZ'), 'other-language'],
  ['a picture cut off, so that the next label is its data', label('^XA^FDx^FS^XZ~DGR:A.GRF,99,9,FF'), 'count-past-end'],
  [
    'a driver’s preamble that begins in a picture',
    label('~DGR:A.GRF,2,1,FFFCT~~CD,~CC^~CT~^XA^XGR:A^FS^XZ'),
    'outside-label',
  ],
];

/** Commands of other languages, in the places where they could be mistaken for text of the label. */
const foreign: typeof hiddenOnes = [
  ['SGD in field data outside a format', label('^XA^FDx^FS^XZ^FD! U1 setvar "a" "b"\r\n'), 'other-language'],
  ['SGD in variable data outside a format', label('^XA^FDx^FS^XZ^FV! U1 setvar "a" "b"\r\n'), 'other-language'],
  ['SGD in serial data outside a format', label('^XA^FDx^FS^XZ^SN! U1 setvar "a" "b"\r\n'), 'other-language'],
  ['SGD in field data before the format', label('^FD! U1 do "device.reset" ""\r\n^FS^XA^FDx^FS^XZ'), 'other-language'],
  ['JSON in field data outside a format', label('^XA^FDx^FS^XZ^FD{}{"device.reset":""}'), 'json'],
  ['SGD on a line of its own in field data', label('^XA^FDx\r\n! U1 setvar "a" "b"\r\n^FS^XZ'), 'other-language'],
  ['a file in field data', label('^XA^FDx\n ! CISDFCRC16\n^FS^XZ'), 'other-language'],
  ['a file between fields', label('^XA^FDx^FS\r\n! CISDFCRC16\r\n0000\r\n^XZ'), 'other-language'],
  ['a file in a comment', label('^XA^FX\r\n!\tCISDFCRC16\r\n^FS^XZ'), 'other-language'],
  ['a file behind a command', label('^XA^LH0,0! CISDFCRC16\r\n^FDx^FS^XZ'), 'other-language'],
  ['a stored CPCL format', label('^XA^FDx^FS\r\n! DF A.FMT\r\n^XZ'), 'other-language'],
  ['any other line of that kind', label('^XA^FDx^FS\r\n!x\r\n^XZ'), 'other-language'],
  [
    'a file before the label',
    label('! CISDFCRC16\r\n0000\r\nA.ZPL\r\n00000001\r\n0000\r\nx^XA^FDx^FS^XZ'),
    'other-language',
  ],
];

/** Numbers of copies that printers could read differently. */
const uncertainQuantities: typeof hiddenOnes = [
  ['copies behind a null', label('^XA^FDx^FS^PQ1\u000099^XZ'), 'unreadable-quantity'],
  ['copies behind a tab', label('^XA^FDx^FS^PQ1\t00^XZ'), 'unreadable-quantity'],
  ['copies behind a blank', label('^XA^FDx^FS^PQ1 0^XZ'), 'unreadable-quantity'],
  ['copies behind a letter', label('^XA^FDx^FS^PQx99^XZ'), 'unreadable-quantity'],
  ['copies behind a point', label('^XA^FDx^FS^PQ1.5^XZ'), 'unreadable-quantity'],
  ['copies behind a sign', label('^XA^FDx^FS^PQ-5^XZ'), 'unreadable-quantity'],
  ['copies behind the control byte for the comma', label('^XA^FDx^FS^PQ1\u001f99^XZ'), 'unreadable-quantity'],
  ['a pause behind the control byte for the comma', label('^XA^FDx^FS^PQ1,\u001f5^XZ'), 'unreadable-quantity'],
  ['copies before the format they are for', label('^PQ99^XA^FDx^FS^XZ'), 'unreadable-quantity'],
];

/** Permanent memory. */
const permanent: typeof hiddenOnes = [
  [
    'a format that runs when the printer is switched on',
    label('^XA^DFE:AUTOEXEC.ZPL^FS^FDx^FS^PQ9^XZ'),
    'permanent-memory',
  ],
  ['the same in temporary memory', label('^XA^DFR:AUTOEXEC.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['the same without a drive', label('^XA^DFautoexec^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format in permanent memory', label('^XA^DF e:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format in permanent memory, with a null', label('^XA^DF\u0000E\u0000:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format on a memory card', label('^XA^DFB:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format on a drive that is not known', label('^XA^DFQ:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a picture in permanent memory', label('~DGE:A.GRF,1,1,FF^XA^XGE:A.GRF^FS^XZ'), 'permanent-memory'],
  ['a picture in permanent memory that nothing draws', label('~DGE:A.GRF,1,1,FF^XA^FDx^FS^XZ'), 'permanent-memory'],
  ['the label’s image in permanent memory', label('^XA^FDx^FS^ISE:A.GRF,N^XZ'), 'permanent-memory'],
];

/** Ends that the next label would continue, and text that hides a prefix. */
const unended: typeof hiddenOnes = [
  ['an end behind a tilde', label('^XA^FDx^FS^XZ~'), 'ends-inside-command'],
  ['an end behind a caret', label('^XA^FDx^FS^XZ^'), 'ends-inside-command'],
  ['an end behind a tilde and a line break', label('^XA^FDx^FS^XZ~\r\n'), 'ends-inside-command'],
  ['an end behind one letter', label('^XA^FDx^FS^XZ^C'), 'ends-inside-command'],
  ['an end behind one letter and a null', label('^XA^FDx^FS^XZ~J\u0000'), 'ends-inside-command'],
  ['an end behind one letter in a format', label('^XA^FDx^FS^X'), 'ends-inside-command'],
  ['an end behind a font without its letter', label('^XA^FO1,1^A'), 'ends-inside-command'],
  ['an end behind the control byte for a tilde', label('^XA^FDx^FS^XZ\u0010'), 'ends-inside-command'],
  ['a binary graphic hidden by a two-byte character', label('^XA^CI15^FD\u0081^GFB,4,4,1,~JR ^FS^XZ'), 'two-byte-text'],
  ['an end hidden by a two-byte character', label('^XA^CI14^FD\u00b0^XZ! x^FS^XZ'), 'two-byte-text'],
  ['the same in text between fields', label('^XA^CI26^FS\u0081^GFB,4,4,1,~JR ^FS^XZ'), 'two-byte-text'],
  ['16-bit text', label('^XA^CI29^FDx^FS^XZ'), 'two-byte-text'],
  ['16-bit text by a number with a null', label('^XA^CI2\u00009^FDx^FS^XZ'), 'two-byte-text'],
  ['an end behind a tilde once a command is removed', label('^XA^FDx^FS^XZ~^LT9'), 'ends-inside-command'],
];

/** Commands that write, configure or delete, in spellings that a guard may take for another command. */
const disguised: typeof hiddenOnes = [
  ['a prefix changed behind the control byte for a tilde', label('^XA\u0010CC!^FDx^FS!JUF^XZ'), 'changed-prefix'],
  ['a prefix changed by a name on two lines', label('^XA^C\r\nC!!JUF^XZ'), 'changed-prefix'],
  ['a prefix changed by a name with nulls', label('^XA^\u0000C\u0000C!!JUF^XZ'), 'changed-prefix'],
  ['a prefix changed to a letter', label('^XA^CCA^FDx^FSAJUF^XZ'), 'changed-prefix'],
  ['a prefix changed to an 8-bit character', label('^XA^CC\u00de^FDx^FS\u00deJUF^XZ'), 'changed-prefix'],
  ['a prefix changed in a comment', label('^XA^FX^CC!^FS^FDx!JUF^FS^XZ'), 'changed-prefix'],
  ['the tilde changed in field data', label('^XA^FO1,1^FD~CT^^FS^XZ'), 'changed-prefix'],
  ['a prefix changed in a picture', label('~DGR:A.GRF,4,1,FF^CC!FF^XA^XGR:A.GRF^FS^XZ'), 'changed-prefix'],
  [
    'a file whose size hides commands',
    label('~DYR:A,B,G,30,1,^XA~JR^XZ......................^XA^FDx^FS^XZ'),
    'writes-files',
  ],
  ['a file inside a picture', label('~DGR:A.GRF,10,1,FF~DYE:X,A,G,2,1,FF^XA^XGR:A.GRF^FS^XZ'), 'writes-files'],
  ['a font inside a font', label('~DSR:A.FNT,40,~DUE:B.TTF,5,xxxxx^XA^FDx^FS^XZ'), 'writes-files'],
  [
    'a bitmap font whose rows are commands',
    label('~DBR:X.FNT,N,1,1,1,1,1,C,#0041.1.1.0.0.1.^JUF^XA^FDx^FS^XZ'),
    'writes-files',
  ],
  ['a file with a negative size', label('~DYE:A,B,T,-1,,^XA^FDx^FS^XZ'), 'writes-files'],
  ['an encoding table', label('~DER:JIS.DAT,27848,300021213001^XA^FDx^FS^XZ'), 'writes-files'],
  ['a picture on a drive that is not known', label('~DGZ:A.GRF,1,1,FF^XA^XGZ:A.GRF^FS^XZ'), 'permanent-memory'],
  ['a picture on a drive behind a null', label('~DG\u0000E:A.GRF,1,1,FF^XA^XGE:A.GRF^FS^XZ'), 'permanent-memory'],
  ['a picture on a drive behind a line break', label('~DG\r\nE:A.GRF,1,1,FF^XA^XGE:A.GRF^FS^XZ'), 'permanent-memory'],
  ['a deletion on a drive that is not known', label('^XA^IDZ:A.GRF^FS^XZ'), 'deletes-permanent-file'],
  ['a deletion on a drive behind a null', label('^XA^ID\u0000E:A.GRF^FS^XZ'), 'deletes-permanent-file'],
  ['a picture of a hundred million bytes', label('~DGR:A.GRF,99999999,1,^XA^FDx^FS^XZ'), 'count-past-end'],
  ['copies behind the usual prefix', label('^XA^FDx^FS^CC^PQ99^XZ'), 'changed-prefix'],
  ['factory settings behind the usual prefix', label('^XA^CC^JUF^FDx^FS^XZ'), 'changed-prefix'],
  ['a restart behind the usual tilde', label('^XA~CT~JR^FDx^FS^XZ'), 'changed-prefix'],
  ['text behind the usual delimiter', label('^XA^CD,JUF^FDx^FS^XZ'), 'changed-prefix'],
  ['a format with two drives', label('^XA^DFR:E:AUTOEXEC.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format whose drive has no letter', label('^XA^DF:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format whose drive comes behind a comma', label('^XA^DF,E:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a format whose drive comes behind a point', label('^XA^DF.E:SHIP.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  [
    'a format whose drive comes behind a long name',
    label(`^XA^DF${'A'.repeat(70)}E:X.ZPL^FS^FDx^FS^XZ`),
    'permanent-memory',
  ],
  ['a format whose name is cut to one that runs', label('^XA^DFR:AUTOEXECUTE.ZPL^FS^FDx^FS^XZ'), 'permanent-memory'],
  ['a picture whose drive comes behind a point', label('~DG.E:A.GRF,1,1,FF^XA^XG^FS^XZ'), 'permanent-memory'],
  ['an image whose drive comes behind a comma', label('^XA^FDx^FS^IS,E:A.GRF^XZ'), 'permanent-memory'],
  ['a second deletion behind a comma', label('^XA^IDR:A.GRF,E:B.GRF^FS^XZ'), 'deletes-permanent-file'],
  ['a format stored by the other prefix', label('^XA~DFE:AUTOEXEC.ZPL^FS^FDx^FS^XZ'), 'writes-files'],
  ['an image stored by the other prefix', label('^XA^FDx^FS~ISE:A.GRF^XZ'), 'writes-files'],
  ['a picture stored by the other prefix', label('^DGE:A.GRF,1,1,FF^XA^FDx^FS^XZ'), 'writes-files'],
  ['a deletion by the other prefix', label('^XA~IDR:A.GRF^FDx^FS^XZ'), 'deletes-files'],
  ['copies by the other prefix', label('^XA^FDx^FS~PQ99^XZ'), 'unreadable-quantity'],
  ['a file by the other prefix', label('^XA^DYE:EVIL,B,T,3,,abc^FS^XZ'), 'writes-files'],
  ['a font by the other prefix', label('^XA^DUE:A.TTF,2,FF^FS^XZ'), 'writes-files'],
  ['a restart by the other prefix', label('^XA^JR^FDx^FS^XZ'), 'restart'],
  ['the queue emptied by the other prefix', label('^XA^JX^FDx^FS^XZ'), 'cancels-label'],
  ['printing resumed by the other prefix', label('^XA^PS^FDx^FS^XZ'), 'resumes-printer'],
  ['diagnostics by the other prefix', label('^XA^JD^FDx^FS^XZ'), 'diagnostic-mode'],
  ['the panel locked by the other prefix', label('^XA~KP1234^FDx^FS^XZ'), 'control-panel'],
  ['the clock set by the other prefix', label('^XA~ST01,01,2030^FDx^FS^XZ'), 'clock'],
  ['a serial port by the other prefix', label('^XA~SC9600^FDx^FS^XZ'), 'serial-port'],
  ['a file copied by the other prefix', label('^XA~TOR:A.GRF,E:A.GRF^FDx^FS^XZ'), 'copies-files'],
  ['a network command that no manual lists', label('^XA^NQ1^FDx^FS^XZ'), 'network-settings'],
  ['a radio command that no manual lists', label('^XA^RX1^FDx^FS^XZ'), 'rfid'],
  ['a restart behind an escaped character', label('^XA^FO1,1^FH^FD_41~JR_41^FS^XZ'), 'restart'],
  ['a restart where the escape is a tilde', label('^XA^FO1,1^FH~^FD~JR^FS^XZ'), 'restart'],
  ['a restart between control characters', label('^XA^FO1,1^FD\u001b\u0007~\u0008J\u000bR^FS^XZ'), 'restart'],
  ['a restart in a label begun by a control byte', label('\u0002^FDx^FS\u0010\u0000J\u0000R\u0003'), 'restart'],
  ['copies with a plus', label('^XA^FDx^FS^PQ+5^XZ'), 'unreadable-quantity'],
  ['copies in another notation', label('^XA^FDx^FS^PQ1e3^XZ'), 'unreadable-quantity'],
  ['copies in hexadecimal', label('^XA^FDx^FS^PQ0x9^XZ'), 'unreadable-quantity'],
  ['copies behind the format they are not for', label('^XA^FDx^FS^XZ^PQ50'), 'unreadable-quantity'],
];

/** Settings for later labels that no command before them undoes for certain. */
const removed: readonly [what: string, command: string, reason: string][] = [
  ['an image that the next label is drawn over', '^MCN', 'kept-image'],
  ['another font by the letter of a built-in one', '^CWA,E:BLANK.TTF', 'font-letter'],
  ['another scalable font', '^CW0,E:BLANK.TTF', 'font-letter'],
  ['a label top that backs the media up', '^LT-120', 'paper-size'],
  ['a shift to the left', '^LS400', 'paper-size'],
  ['the older ZPL', '^SZ1', 'font-handling'],
  ['a question whose answer could be taken for the printer’s state', '~HS', 'query'],
  ['an answer with text of the label', '^HV1,60,ready', 'query'],
  ['a file sent back', '^HYR:A.GRF', 'query'],
  ['a question by the other prefix', '^HS', 'query'],
  ['the image of the label kept by the other prefix', '~MCN', 'kept-image'],
];

/** Copies that are not written as such. */
const copies: readonly [what: string, bytes: Uint8Array, labels: number, highest?: number][] = [
  ['many zeros', label('^XA^FDx^FS^PQ000000000000000199^XZ'), 199],
  ['a number of many digits', label('^XA^FDx^FS^PQ99999999999^XZ'), 99_999_999],
  ['a number split by a line break', label('^XA^FDx^FS^PQ1\r\n99^XZ'), 199],
  ['copies in lower case behind the control byte for a caret', label('^XA^FDx^FS\u001epq50^XZ'), 50],
  ['copies set twice', label('^XA^FDx^FS^PQ1^PQ50^XZ'), 50],
  ['blank labels beside one', label('^XA^FO1,1^FD ^FS^PQ50^XZ^XA^FDx^FS^XZ'), 1, 50],
  ['a stored format with copies, recalled', label('^XA^DFR:A.ZPL^FS^FDx^FS^PQ50^XZ^XA^XFR:A.ZPL^FS^XZ'), 50],
];

/** Settings for later labels that the reset before each label undoes. */
const undone: readonly [what: string, command: string][] = [
  ['characters printed as others', '^CI0,48,56'],
  ['another encoding', '^CI13'],
  ['another position', '^LH400,600'],
  ['white on black', '^LRY'],
  ['left and right exchanged', '^PMY'],
  ['upside down', '^POI'],
  ['turned fields', '^FWR'],
  ['right-justified fields', '^FWN,1'],
  ['half the resolution', '^JMB'],
  ['a font too small to read', '^CF0,1,1'],
  ['bar codes too small to scan', '^BY1,2,1'],
  ['messages in place of bar codes', '^CVY'],
  ['inches', '^MUI'],
  ['a converted resolution', '^MUD,150,600'],
  ['a narrow label', '^PW8'],
  ['a short label', '^LL8'],
];

/** What must happen to a hostile label, whatever the station's setting. */
export type Outcome =
  | { readonly is: 'refused'; readonly reason: string }
  /** Sent without the command. */
  | { readonly is: 'removed'; readonly reason: string; readonly left: string }
  /** Counted as so many labels, which asks before it prints. */
  | { readonly is: 'counted'; readonly labels: number; readonly highest: number }
  /** The next label is sent with that command at its usual value before it. */
  | { readonly is: 'undone'; readonly command: string };

export interface HostileLabel {
  readonly what: string;
  readonly bytes: Uint8Array;
  readonly outcome: Outcome;
}

const refusedFor = ([what, bytes, reason]: readonly [string, Uint8Array, string]): HostileLabel => {
  return { what, bytes, outcome: { is: 'refused', reason: `zpl.finding.${reason}` } };
};

/** A label with one command of the dangerous list. */
const dangerous: readonly HostileLabel[] = dangerousOnes.map(([command, reason]) =>
  refusedFor([command, label('^XA^FO10,10^FDhello^FS', command, '\r\n^FS^XZ'), reason]),
);

/** Every hostile label that was thought of, with what must happen to it. README gives their number. */
export const hostileLabels: readonly HostileLabel[] = [
  ...dangerous,
  ...[hiddenOnes, behindGraphics, foreign, uncertainQuantities, permanent, unended, disguised].flat().map(refusedFor),
  ...removed.map(([what, command, reason]): HostileLabel => {
    const outcome = { is: 'removed', reason: `zpl.finding.${reason}`, left: '^XA^FDx^FS^XZ' } as const;
    return { what, bytes: label('^XA', command, '^FDx^FS^XZ'), outcome };
  }),
  ...copies.map(([what, bytes, labels, highest = labels]): HostileLabel => {
    return { what, bytes, outcome: { is: 'counted', labels, highest } };
  }),
  ...undone.map(([what, command]): HostileLabel => {
    return {
      what,
      bytes: label('^XA', command, '^FDx^FS^XZ'),
      outcome: { is: 'undone', command: command.slice(0, 3) },
    };
  }),
];
