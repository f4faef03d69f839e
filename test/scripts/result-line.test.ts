import { describe, expect, it } from 'vitest';
import { countVitest, resultLine, sum } from '../../scripts/set-up/result-line.mjs';

const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const report = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [passedFile] };

describe('npm test: the last line', () => {
  it('names skipped tests only where there are some', () => {
    expect(resultLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(resultLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
  });

  it('counts every test and every other check', () => {
    const check = { passed: 1, failed: 0, skipped: 0 };
    expect(sum([check, check, { passed: 40, failed: 2, skipped: 1 }])).toEqual({ passed: 42, failed: 2, skipped: 1 });
  });

  it('counts tests that wait to be written as skipped', () => {
    expect(countVitest({ ...report, numPendingTests: 2, numTodoTests: 1 }, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 3,
    });
  });

  it('counts a file that did not load as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(countVitest({ ...report, testResults: [passedFile, broken] }, 1).failed).toBe(1);
  });

  it('counts a failed test once, not again with its file', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
    expect(countVitest({ ...report, numFailedTests: 1, testResults: [file] }, 1).failed).toBe(1);
  });

  it('reports a failure for a run that ended badly though every test passed', () => {
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a run that crashed without a report as a failure', () => {
    expect(countVitest(null, 139)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
