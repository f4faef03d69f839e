import { useEffect, useEffectEvent, useState } from 'react';
import { type Failure, failed, type Result } from '../../../../shared/failure.ts';
import { isTextField } from '../../../scanner/text-field.ts';
import { call } from '../../../station.ts';
import { useDropDestination } from '../../../stores/drop-destination.ts';
import type { DroppedFile } from '../../../stores/import-desk.ts';
import { useAction } from '../../use-action.ts';
import { readDropped, readPasted, stillThere } from './batch-intake.ts';

/** The ways rows come in. */
export interface BatchIntake {
  readonly chooseFile: () => void;
  readonly takeText: (text: string) => void;
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
export function useBatchIntake(isRoom: boolean): BatchIntake {
  const { run, isRunning, failure } = useAction();
  const [refusal, setRefusal] = useState<Failure | null>(null);

  const take = (work: () => Promise<Result<unknown>>): void => {
    setRefusal(isRoom ? null : stillThere);
    if (isRoom) void run(work);
  };
  const takeFiles = (files: readonly DroppedFile[]): void =>
    take(async () => {
      const read = await readDropped(files);
      return read.ok ? call('batch.take-file', read.value) : failed(read.failure);
    });
  const takeText = (text: string): void =>
    take(async () => {
      const read = readPasted(text);
      return read.ok ? call('batch.take-text', read.value) : failed(read.failure);
    });

  useDropDestination(dropWords, takeFiles);
  usePaste(takeText);

  return {
    chooseFile: () => take(() => call('batch.choose-file', null)),
    takeText,
    isRunning,
    failure: isRoom ? failure : refusal,
    dismiss: () => setRefusal(null),
  };
}

/** Hears what is pasted while no text field has the focus. */
function usePaste(take: (text: string) => void): void {
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      takeNow(event.clipboardData?.getData('text/plain') ?? '');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}
