import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJobStatus } from '../../../../src/main/printers/windows/windows-job.ts';
import { jobStatus } from '../../../../src/main/printers/windows/winspool-api.ts';

const standing = (status: number, words: string | null = null) => readJobStatus({ status, words });

/** JOB_INFO_1, member Status (learn.microsoft.com). */
describe('a job’s status in the Windows queue', () => {
  it.each([
    [jobStatus.paperOut, 'the printer is out of paper', true],
    [jobStatus.offline, 'the printer is offline', true],
    [jobStatus.userIntervention, 'the printer needs a hand', true],
    [jobStatus.blocked, 'the driver cannot print it', true],
    [jobStatus.error, 'an error is reported', true],
    [jobStatus.paused, 'it is paused in the queue', true],
    [jobStatus.spooling, 'it is being put in the queue', false],
    [jobStatus.printing, 'it is being given to the printer', false],
    [0, 'it waits in the queue', false],
    [0x8000_0000, 'it has the status 2147483648', false],
  ])('%d is said in words', (status, words, isHeld) => {
    expect(standing(status)).toEqual({
      isDone: false,
      isDeleted: false,
      isHeld,
      words: `Windows print queue: ${words}`,
    });
  });

  it('names every fault at once, the one to mend first', () => {
    expect(standing(jobStatus.printing | jobStatus.error | jobStatus.paperOut).words).toBe(
      'Windows print queue: the printer is out of paper, an error is reported, it is being given to the printer',
    );
  });

  it('puts the words of driver or port before the bits, and keeps them short', () => {
    expect(standing(jobStatus.error, ' Ribbon out ').words).toBe('Windows print queue: Ribbon out');
    expect(standing(0, 'x'.repeat(5000)).words?.length).toBeLessThanOrEqual(300);
  });

  it('is done once it was given to the printer, though Windows deletes it then', () => {
    for (const bit of [jobStatus.printed, jobStatus.complete]) {
      expect(standing(bit | jobStatus.deleting)).toMatchObject({ isDone: true, isDeleted: false });
      expect(standing(bit | jobStatus.retained)).toMatchObject({ isDone: true });
    }
    expect(standing(jobStatus.deleting)).toMatchObject({ isDone: false, isDeleted: true });
    expect(standing(jobStatus.deleted)).toMatchObject({ isDone: false, isDeleted: true });
  });

  it('says something of every combination, and never both done and deleted', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), (status) => {
        const { isDone, isDeleted, words } = standing(status);
        expect(words).toMatch(/^Windows print queue: \S/);
        expect(isDone && isDeleted).toBe(false);
      }),
    );
  });
});
