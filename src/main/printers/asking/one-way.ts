import { type Failure, failed } from '../../../shared/failure.ts';
import type { OpenPrinter } from '../../core/ports/printing.ts';

/** The answers of a way that carries labels to a printer and nothing back. `way` names it in a sentence: "the print queue Zebra". */
export function oneWay(way: string): Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'tell'> {
  const failure: Failure = {
    code: 'not-allowed-now',
    message: `Only labels go through ${way}, no commands.`,
    next: 'Use the printer’s own keys.',
  };
  return {
    status: async () => ({ kind: 'one-way' }),
    labelCount: async () => null,
    identity: async () => null,
    tell: async () => failed(failure),
  };
}
