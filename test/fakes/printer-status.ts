/** What the fake printer says of itself; all false is a printer ready to print. */
export interface FakeStatus {
  paperOut: boolean;
  paused: boolean;
  headOpen: boolean;
  ribbonOut: boolean;
  bufferFull: boolean;
  formatsInBuffer: number;
  labelsRemaining: number;
}

export const readyStatus: FakeStatus = {
  paperOut: false,
  paused: false,
  headOpen: false,
  ribbonOut: false,
  bufferFull: false,
  formatsInBuffer: 0,
  labelsRemaining: 0,
};

const bit = (flag: boolean): string => (flag ? '1' : '0');
const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const frame = (fields: string[]): string => `\x02${fields.join(',')}\x03\r\n`;

/** The three strings of a `~HS` reply, 82 bytes (ZPL Programming Guide, ~HS). */
export function hostStatusReply(status: FakeStatus, insideFormat: boolean): Buffer {
  const first = [
    '030',
    bit(status.paperOut),
    bit(status.paused),
    '1218',
    digits(status.formatsInBuffer, 3),
    bit(status.bufferFull),
    '0',
    bit(insideFormat),
    '000',
    '0',
    '0',
    '0',
  ];
  const second = [
    '001',
    '0',
    bit(status.headOpen),
    bit(status.ribbonOut),
    '1',
    '2',
    '6',
    '0',
    digits(status.labelsRemaining, 8),
    '1',
    '000',
  ];
  return Buffer.from(frame(first) + frame(second) + frame(['1234', '0']), 'latin1');
}
