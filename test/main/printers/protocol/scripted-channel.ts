import type { PrinterChannel, ReplyTimeouts } from '../../../../src/main/printers/protocol/printer-channel.ts';

/** A channel to a printer that answers each query at once, as a test defines. */
export interface ScriptedChannel extends PrinterChannel {
  /** Every question, in order, without its line end. */
  readonly asked: string[];
  /** The time after which each query without an answer ended, in milliseconds. */
  readonly silenceCost: number[];
}

/** `answer` is given each question (several lines where several are sent together) and gives the bytes that come back. */
export function scriptedChannel(answer: (question: string) => string): ScriptedChannel {
  const asked: string[] = [];
  const silenceCost: number[] = [];
  return {
    asked,
    silenceCost,
    async exchange(query: Uint8Array, _isWhole: (reply: Uint8Array) => boolean, limits: ReplyTimeouts) {
      const question = Buffer.from(query).toString('latin1').trim();
      asked.push(question);
      silenceCost.push(Math.min(limits.firstByteMs, limits.totalMs));
      return Buffer.from(answer(question), 'latin1');
    },
  };
}

export const flagsReply = (errors: string, warnings = '0 00000000 00000000'): string =>
  `\x02\r\n\r\nPRINTER STATUS\r\n  ERRORS:         ${errors}\r\n  WARNINGS:       ${warnings}\r\n\x03`;
export const noErrors = flagsReply('0 00000000 00000000');
/** The guide's own example of a `~HS` reply, with a password. */
export const readyHost =
  '\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

/** Answers `~HQES` and `~HS` as given, variables by name; '' where it is silent. */
export const printerThatSays =
  (flags: string, host: string, variables: Record<string, string> = {}) =>
  (question: string): string => {
    const name = /getvar "(.*)"/.exec(question)?.[1];
    if (name) return variables[name] ?? variables.any ?? '';
    return (question.includes('~HQES') ? flags : '') + (question.includes('~HS') ? host : '');
  };
