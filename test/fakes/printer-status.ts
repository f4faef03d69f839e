/** The state of the fake printer; all false and zero is ready to print. */
export interface FakeStatus {
  paperOut: boolean;
  ribbonOut: boolean;
  headOpen: boolean;
  paused: boolean;
  tooHot: boolean;
  tooCold: boolean;
  cutterFault: boolean;
  headFault: boolean;
  /** Peel mode: the last label was not taken. */
  labelNotTaken: boolean;
  /** Prints the received bytes as codes, and no label. */
  diagnosticMode: boolean;
  corruptMemory: boolean;
  /** Reports that its receive buffer is full, as it also does when this is true. */
  bufferFull: boolean;
  /** Further bits of group 1 of its errors and warnings. */
  errorBits: number;
  warningBits: number;
}

export const readyStatus: FakeStatus = {
  paperOut: false,
  ribbonOut: false,
  headOpen: false,
  paused: false,
  tooHot: false,
  tooCold: false,
  cutterFault: false,
  headFault: false,
  labelNotTaken: false,
  diagnosticMode: false,
  corruptMemory: false,
  bufferFull: false,
  errorBits: 0,
  warningBits: 0,
};

/** True while no label comes out. */
export const stopsPrinting = (status: FakeStatus): boolean =>
  status.paused || status.labelNotTaken || errorGroup(status) !== 0;

/** Where the guide says that `~HS` gets no answer. */
export const silencesHostStatus = (status: FakeStatus): boolean =>
  status.paperOut || status.ribbonOut || status.headOpen || status.tooHot;

/** Group 1 of the error flags (ZPL Programming Guide, ~HQ). */
export const errorGroup = (status: FakeStatus): number =>
  (status.paperOut ? 0x1 : 0) |
  (status.ribbonOut ? 0x2 : 0) |
  (status.headOpen ? 0x4 : 0) |
  (status.cutterFault ? 0x8 : 0) |
  (status.tooHot ? 0x10 : 0) |
  (status.headFault ? 0x40 : 0) |
  status.errorBits;

/** What it counts while it works. */
export interface FakeCounts {
  /** Complete formats that wait for the current one. */
  readonly formatsInBuffer: number;
  /** Labels still to be printed of the current format. */
  readonly labelsRemaining: number;
  /** The receive buffer is full. */
  readonly bufferFull: boolean;
  /** `^XA` without its `^XZ`. */
  readonly insideFormat: boolean;
}

/** The reported identity. */
export interface FakeIdentity {
  model: string;
  firmware: string;
  serial: string;
  dotsPerMillimetre: number;
}

export const usualIdentity: FakeIdentity = {
  model: 'ZD421-203dpi',
  firmware: 'V93.21.26Z',
  serial: 'D2J231800001',
  dotsPerMillimetre: 8,
};

const bit = (flag: boolean): string => (flag ? '1' : '0');
const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const frame = (fields: string[]): string => `\x02${fields.join(',')}\x03\r\n`;
const hexGroup = (bits: number): string => (bits >>> 0).toString(16).toUpperCase().padStart(8, '0');

/** The three strings of a `~HS` reply, 82 bytes (ZPL Programming Guide, ~HS). The third begins with a password. */
export function hostStatusReply(status: FakeStatus, counts: FakeCounts): Buffer {
  const first = [
    '030',
    bit(status.paperOut),
    bit(status.paused),
    '1218',
    digits(counts.formatsInBuffer, 3),
    bit(counts.bufferFull),
    bit(status.diagnosticMode),
    bit(counts.insideFormat),
    '000',
    bit(status.corruptMemory),
    bit(status.tooCold),
    bit(status.tooHot),
  ];
  const second = [
    '001',
    '0',
    bit(status.headOpen),
    bit(status.ribbonOut),
    '1',
    '2',
    '6',
    bit(status.labelNotTaken),
    digits(counts.labelsRemaining, 8),
    '1',
    '000',
  ];
  return Buffer.from(frame(first) + frame(second) + frame(['1234', '0']), 'latin1');
}

const flagLine = (name: string, bits: number): string =>
  `  ${name.padEnd(16)}${bit(bits !== 0)} 00000000 ${hexGroup(bits)}\r\n`;

/** The `~HQES` reply, spaced as on a ZT411. It does not report a pause. */
export function errorFlagsReply(status: FakeStatus): Buffer {
  const lines = flagLine('ERRORS:', errorGroup(status)) + flagLine('WARNINGS:', status.warningBits);
  return Buffer.from(`\x02\r\n\r\nPRINTER STATUS\r\n${lines}\x03`, 'latin1');
}

/** The value of `zpl.system_status`: paused, then flag, group 2 and group 1 of the errors, then of the warnings. */
export function systemStatus(status: FakeStatus): string {
  const errors = errorGroup(status);
  const flags = (bits: number): string[] => [bit(bits !== 0), '00000000', hexGroup(bits)];
  return [bit(status.paused), ...flags(errors), ...flags(status.warningBits)].join(',');
}

/** The `~HI` reply. */
export function identificationReply({ model, firmware, dotsPerMillimetre }: FakeIdentity): Buffer {
  return Buffer.from(frame([model, firmware, String(dotsPerMillimetre), '8176KB', '']), 'latin1');
}
