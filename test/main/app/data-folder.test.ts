import { statSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolderProblem } from '../../../src/main/app/data-folder.ts';
import { messageNextStep, messageSentence } from '../../../src/main/text/main-text.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { makeReadOnly, makeWritable, mayMakeReadOnly } from '../../helpers/read-only.ts';

const opened = closedAfterEach();
const self = process.getuid?.() ?? 0;
const someoneElse = self + 1;

/** A folder that may not be written until the end of the test. */
async function readOnlyFolder(): Promise<string> {
  const folder = await opened.folder();
  makeReadOnly(folder);
  opened.keep({ close: async () => makeWritable(folder) });
  return folder;
}

const codeOf = (...given: Parameters<typeof dataFolderProblem>) => dataFolderProblem(...given)?.failure.message.code;

describe.runIf(process.platform === 'linux')('the data folder before the station starts', () => {
  it('is made where it is missing, for this user alone', async () => {
    const folder = join(await opened.folder(), 'new', 'data');
    expect(dataFolderProblem(folder)).toBeNull();
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  });

  it.runIf(mayMakeReadOnly)('that cannot be written is named with its reason', async () => {
    const folder = await readOnlyFolder();
    expect(codeOf(folder, self)).toBe('storage.folder-read-only');
    expect(codeOf(join(folder, 'data'), self)).toBe('storage.folder-read-only');
    expect(codeOf(folder, someoneElse)).toBe('storage.folder-of-other-user');
    const { message } = dataFolderProblem(folder, self)?.failure ?? {};
    expect(message && [messageSentence(message), messageNextStep(message)]).toEqual([
      'Packbench may not write to its data folder.',
      'Check the permissions of the folder and whether its disk is read-only, then start Packbench again.',
    ]);
  });

  it('that another user has open is not taken over; a lock that was left behind, or an own one, says nothing', async () => {
    const folder = await opened.folder();
    symlinkSync(`${hostname()}-${process.pid}`, join(folder, 'SingletonLock'));
    expect(codeOf(folder, someoneElse)).toBe('storage.folder-in-use');
    expect(codeOf(folder, self)).toBeUndefined();
    const left = await opened.folder();
    // No process has this number: it is above the kernel's limit.
    symlinkSync(`${hostname()}-${2 ** 22 + 1}`, join(left, 'SingletonLock'));
    expect(codeOf(left, someoneElse)).toBeUndefined();
  });
});
