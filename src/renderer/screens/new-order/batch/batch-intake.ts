import { largestBatchBytes } from '../../../../shared/batch.ts';
import { type Failure, failed, type Result, success } from '../../../../shared/failure.ts';
import type { DroppedFile } from '../../../stores/import-desk.ts';

/** Longest pasted text, characters; the contract's own limit. */
const longestText = largestBatchBytes / 4;

/** The one file that was dropped, with its bytes. Nothing that is too large is read. */
export async function readDropped(files: readonly DroppedFile[]): Promise<Result<{ name: string; bytes: Uint8Array }>> {
  const [file] = files;
  if (!file) return failed(noFile);
  if (files.length > 1) return failed(oneAtATime);
  if (file.size > largestBatchBytes) return failed(tooLarge(file.name));
  try {
    return success({ name: file.name.slice(-255), bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch {
    // A folder, or a file that is gone by now.
    return failed(cannotRead(file.name));
  }
}

/** The text as it goes to main. */
export function readPasted(text: string): Result<{ text: string }> {
  if (text.trim() === '') return failed(noRows);
  return text.length > longestText ? failed(tooLong) : success({ text });
}

/** Said where something is dropped or pasted while a batch is there. */
export const stillThere: Failure = {
  code: 'not-allowed-now',
  message: 'Nothing was taken: the batch before is still here.',
  next: 'Put it away first.',
};

const noFile: Failure = { code: 'invalid-input', message: 'No file was dropped.', next: 'Drop a CSV or .xlsx file.' };

const oneAtATime: Failure = {
  code: 'invalid-input',
  message: 'None was taken: a batch is one file.',
  next: 'Drop them one after another, or put their rows into one file.',
};

const tooLarge = (name: string): Failure => ({
  code: 'too-large',
  message: `${name} was not taken: it is larger than ${largestBatchBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
});

const cannotRead = (name: string): Failure => ({
  code: 'unreadable',
  message: `${name} was not taken: it cannot be read.`,
  next: 'Choose it by “Choose a file”. Folders cannot be dropped.',
});

const noRows: Failure = {
  code: 'invalid-input',
  message: 'Nothing was taken: no rows are copied.',
  next: 'Copy them in the spreadsheet, with the row that names the columns.',
};

const tooLong: Failure = {
  code: 'too-large',
  message: 'Nothing was taken: the copied rows are too many at once.',
  next: 'Save them as a file and choose that.',
};
