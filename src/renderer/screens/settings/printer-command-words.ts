import { assertNever } from '../../../shared/failure.ts';
import type { PrinterCommand, PrinterConnection } from '../../../shared/printer.ts';

interface CommandWords {
  /** On the button. */
  readonly words: string;
  /** After "was told:", a sentence. */
  readonly done: string;
  /** What is asked first, where it costs something; null where it does not. */
  readonly ask: { readonly consequence: string; readonly yes: string; readonly no: string } | null;
}

/** How the commands to a printer are offered and reported. */
export const printerCommandWords: Record<PrinterCommand, CommandWords> = {
  calibrate: {
    words: 'Calibrate',
    done: 'calibrate. It feeds a few labels.',
    ask: { consequence: 'It feeds a few blank labels to measure them.', yes: 'Calibrate it', no: 'Leave it' },
  },
  pause: { words: 'Pause', done: 'pause. It prints nothing until it is told to resume.', ask: null },
  resume: { words: 'Resume', done: 'resume.', ask: null },
  'cancel all': {
    words: 'Cancel all in it',
    done: 'cancel all. Labels that were in it did not come out: look at its jobs in the Print queue.',
    ask: {
      consequence: 'Every label in the printer is dropped, those of other computers too. What was not sent yet stays.',
      yes: 'Drop them all',
      no: 'Leave them',
    },
  },
  'clear unfinished label': {
    words: 'Clear unfinished label',
    done: 'forget the label it has only a part of.',
    ask: null,
  },
  'ignore media commands': {
    words: 'Keep labels from changing media settings',
    done: 'keep its print mode and media settings, whatever a label says.',
    ask: null,
  },
};

/** What can be told over which connection: a print queue carries what may wait behind labels, the Windows spooler nothing but labels. */
export function commandsOver(kind: PrinterConnection['kind']): readonly PrinterCommand[] {
  switch (kind) {
    case 'tcp':
    case 'usb':
      return offered;
    case 'cups':
      return ['calibrate', 'ignore media commands'];
    case 'windows':
    case 'virtual':
      return [];
    default:
      return assertNever(kind);
  }
}

const offered: readonly PrinterCommand[] = [
  'calibrate',
  'pause',
  'resume',
  'cancel all',
  'clear unfinished label',
  'ignore media commands',
];
