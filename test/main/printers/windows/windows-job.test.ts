import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJobStatus } from '../../../../src/main/printers/windows/windows-job.ts';
import { jobStatus } from '../../../../src/main/printers/windows/winspool-api.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';

const statusOf = (status: number, statusText: string | null = null) => readJobStatus({ status, statusText });
const states = (...codes: Message['code'][]) =>
  message('printer.windows-status', { states: codes.map((code) => ({ code, params: {} })) });

/** JOB_INFO_1, member Status (learn.microsoft.com). */
describe('Windows job status', () => {
  it.each([
    [jobStatus.paperOut, 'printer.windows-state.paper-out', true],
    [jobStatus.offline, 'printer.windows-state.offline', true],
    [jobStatus.userIntervention, 'printer.windows-state.user-intervention', true],
    [jobStatus.blocked, 'printer.windows-state.blocked', true],
    [jobStatus.error, 'printer.windows-state.error', true],
    [jobStatus.paused, 'printer.windows-state.paused', true],
    [jobStatus.spooling, 'printer.windows-state.spooling', false],
    [jobStatus.printing, 'printer.windows-state.sending', false],
    [0, 'printer.windows-state.waiting', false],
  ] as const)('%d is %s', (status, code, isHeld) => {
    expect(statusOf(status)).toEqual({ isDone: false, isDeleted: false, isHeld, status: states(code) });
  });

  it('an unknown bit is reported by its number', () => {
    expect(statusOf(0x8000_0000).status).toEqual(
      message('printer.windows-status', {
        states: [message('printer.windows-state.other', { status: 2_147_483_648 })],
      }),
    );
  });

  it('reports every fault at once, the most important first', () => {
    expect(statusOf(jobStatus.printing | jobStatus.error | jobStatus.paperOut).status).toEqual(
      states('printer.windows-state.paper-out', 'printer.windows-state.error', 'printer.windows-state.sending'),
    );
  });

  it('prefers the text of driver or port to the bits, and keeps it short', () => {
    expect(statusOf(jobStatus.error, ' Ribbon out ').status).toEqual(
      message('printer.windows-status.reported', { report: 'Ribbon out' }),
    );
    expect(String(statusOf(0, 'x'.repeat(5000)).status.params.report)).toHaveLength(300);
  });

  it('is done once it was sent to the printer, though Windows deletes it then', () => {
    for (const bit of [jobStatus.printed, jobStatus.complete]) {
      expect(statusOf(bit | jobStatus.deleting)).toMatchObject({ isDone: true, isDeleted: false });
      expect(statusOf(bit | jobStatus.retained)).toMatchObject({ isDone: true });
    }
    expect(statusOf(jobStatus.deleting)).toMatchObject({ isDone: false, isDeleted: true });
    expect(statusOf(jobStatus.deleted)).toMatchObject({ isDone: false, isDeleted: true });
  });

  it('has a status for every combination, and is never both done and deleted', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), (status) => {
        const { isDone, isDeleted, status: reported } = statusOf(status);
        expect(reported.params.states).not.toEqual([]);
        expect(isDone && isDeleted).toBe(false);
      }),
    );
  });
});
