import { useEffect, useEffectEvent, useState } from 'react';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { largestBatchBytes } from '../../../shared/orders/batch.ts';
import { type DroppedFile, useDropDestination } from '../../data/dropped-files.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { isTextField } from '../../scanner/key-listener.ts';
import { text } from '../../text/text.ts';

/** How rows are opened as a batch. */
export interface BatchIntake {
  readonly chooseFile: () => void;
  readonly pasteText: (text: string) => void;
  readonly isRunning: boolean;
  readonly failure: Failure | null;
  /** Dismisses the failure of a drop or paste while a batch was open. */
  readonly dismiss: () => void;
}

/**
 * Opens a chosen or dropped file, or pasted rows, as a batch. While it is in use, it gets every dropped file, and every paste while no
 * text field has the focus. Where a batch is open already, it fails.
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
  const pasteText = (pasted: string): void =>
    load(async () => {
      const read = readPasted(pasted);
      return read.ok ? call('batch.paste-rows', read.value) : failed(read.failure);
    });

  useDropDestination(text('batch.drop'), openFiles);
  usePaste(pasteText);

  return {
    chooseFile: () => load(() => call('batch.choose-file', null)),
    pasteText,
    isRunning,
    failure: canLoad ? failure : refusal,
    dismiss: () => setRefusal(null),
  };
}

/** Handles a paste while no text field has the focus. */
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

/** The dropped file with its bytes. A file that is too large is not read. */
export async function readDropped(files: readonly DroppedFile[]): Promise<Result<{ name: string; bytes: Uint8Array }>> {
  const [file] = files;
  if (!file) return failed(noFile);
  if (files.length > 1) return failed(onlyOneFile);
  if (file.size > largestBatchBytes) return failed(tooLarge(file.name));
  try {
    return success({ name: file.name.slice(-255), bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch {
    // A folder, or a file that no longer exists.
    return failed(cannotRead(file.name));
  }
}

/** The text as main gets it. */
export function readPasted(text: string): Result<{ text: string }> {
  if (text.trim() === '') return failed(noRows);
  return text.length > maxTextLength ? failed(tooLong) : success({ text });
}

const batchAlreadyOpen: Failure = { code: 'not-allowed-now', message: message('batch.drop-while-open') };
const noFile: Failure = { code: 'invalid-input', message: message('batch.no-file-dropped') };
const onlyOneFile: Failure = { code: 'invalid-input', message: message('batch.several-files-dropped') };
const noRows: Failure = { code: 'invalid-input', message: message('batch.nothing-pasted') };
const tooLong: Failure = { code: 'too-large', message: message('batch.paste-too-long') };

const tooLarge = (name: string): Failure => ({
  code: 'too-large',
  message: message('file.named-too-large', { name, megabytes: largestBatchBytes / 1024 / 1024 }),
});

const cannotRead = (name: string): Failure => ({
  code: 'unreadable',
  message: message('file.dropped-unreadable', { name }),
});
