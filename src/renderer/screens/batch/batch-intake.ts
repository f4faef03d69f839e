import { useEffect, useEffectEvent, useState } from 'react';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { largestBatchBytes } from '../../../shared/orders/batch.ts';
import { type DroppedFile, useDropDestination } from '../../data/dropped-files.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { isTextField } from '../../scanner/key-listener.ts';

/** The ways rows come in. */
export interface BatchIntake {
  readonly chooseFile: () => void;
  readonly pasteText: (text: string) => void;
  readonly isRunning: boolean;
  readonly failure: Failure | null;
  /** What was said of a drop that had no room was read. */
  readonly dismiss: () => void;
}

const dropWords = 'Drop one file with rows to be ordered';

/**
 * Takes a chosen or dropped file and pasted rows as a batch. While it is in use, every dropped file is the batch's, and so is
 * what is pasted where no text field has the focus. Where a batch is there already, it says so and takes nothing.
 */
export function useBatchIntake(canLoad: boolean): BatchIntake {
  const { run, isRunning, failure } = useAction();
  const [refusal, setRefusal] = useState<Failure | null>(null);

  const load = (work: () => Promise<Result<unknown>>): void => {
    setRefusal(canLoad ? null : batchAlreadyOpen);
    if (canLoad) void run(work);
  };
  const openFiles = (files: readonly DroppedFile[]): void =>
    load(async () => {
      const read = await readDropped(files);
      return read.ok ? call('batch.open-file', read.value) : failed(read.failure);
    });
  const pasteText = (text: string): void =>
    load(async () => {
      const read = readPasted(text);
      return read.ok ? call('batch.paste-rows', read.value) : failed(read.failure);
    });

  useDropDestination(dropWords, openFiles);
  usePaste(pasteText);

  return {
    chooseFile: () => load(() => call('batch.choose-file', null)),
    pasteText,
    isRunning,
    failure: canLoad ? failure : refusal,
    dismiss: () => setRefusal(null),
  };
}

/** Hears what is pasted while no text field has the focus. */
function usePaste(load: (text: string) => void): void {
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      loadNow(event.clipboardData?.getData('text/plain') ?? '');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

/** Longest pasted text, characters; the contract's own limit. */
const maxTextLength = largestBatchBytes / 4;

/** The one file that was dropped, with its bytes. Nothing that is too large is read. */
export async function readDropped(files: readonly DroppedFile[]): Promise<Result<{ name: string; bytes: Uint8Array }>> {
  const [file] = files;
  if (!file) return failed(noFile);
  if (files.length > 1) return failed(onlyOneFile);
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
  return text.length > maxTextLength ? failed(tooLong) : success({ text });
}

/** Said where something is dropped or pasted while a batch is there. */
const batchAlreadyOpen: Failure = {
  code: 'not-allowed-now',
  message: 'Nothing was taken: the batch before is still here.',
  next: 'Put it away first.',
};

const noFile: Failure = { code: 'invalid-input', message: 'No file was dropped.', next: 'Drop a CSV or .xlsx file.' };

const onlyOneFile: Failure = {
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
