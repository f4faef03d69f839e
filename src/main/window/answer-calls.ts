import type { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import { faultsOf, faultText } from '../../shared/faults.ts';
import { type StationCall, stationCalls } from '../../shared/station-contract.ts';

/** Calls of the window answered at the same time; the page itself has no more than a dozen. Those above are refused. */
export const mostCallsAtOnce = 64;

/** Faults of an input named to the page; the rest would say the same. */
const mostFaultsNamed = 5;

export interface AnswerCallsParts {
  /** Given an input that the contract parsed. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  /** Told of what only a bug can cause; the page is told nothing of it. */
  onBug(error: unknown): void;
}

/**
 * Answers one call of the window: name, input and output are held to the contract, and the answer is always a plain Result;
 * nothing is thrown across the border. The sender has been checked.
 */
export function answerCalls({
  call,
  onBug,
}: AnswerCallsParts): (name: unknown, input: unknown) => Promise<Result<unknown>> {
  let running = 0;
  return async (name, input) => {
    if (!isStationCall(name)) return failed(unknownCall);
    const contract = stationCalls[name];
    const parsed = contract.input.safeParse(input);
    if (!parsed.success) return failed(invalidInput(parsed.error));
    if (running >= mostCallsAtOnce) return failed(tooMany);
    running += 1;
    try {
      const result = await call(name, parsed.data);
      if (!result.ok) return failed(result.failure);
      const value = contract.output.safeParse(result.value);
      if (value.success) return success(value.data);
      throw new Error(`"${name}" answered against the contract: ${faultsOf(value.error).map(faultText).join('; ')}`);
    } catch (error) {
      onBug(error);
      return failed(unexpected);
    } finally {
      running -= 1;
    }
  };
}

const isStationCall = (name: unknown): name is StationCall =>
  typeof name === 'string' && Object.hasOwn(stationCalls, name);

const again = 'Do it again. If it comes back, close Packbench and open it again.';

const unknownCall: Failure = { code: 'invalid-input', message: 'The station does not know this call.', next: again };

const tooMany: Failure = {
  code: 'not-allowed-now',
  message: 'The station is answering too many calls at once; this one was not taken.',
  next: 'Wait a moment and do it again.',
};

const unexpected: Failure = { code: 'unexpected', message: 'Something went wrong inside the station.', next: again };

/** Also for a call that came from another place than the station's own page. */
export const foreignSender: Failure = { code: 'invalid-input', message: 'The station answers its own window only.' };

/** Names places and rules, never the values. */
function invalidInput(error: z.ZodError): Failure {
  const faults = faultsOf(error).slice(0, mostFaultsNamed).map(faultText);
  return { code: 'invalid-input', message: `Not accepted: ${faults.join('; ')}.` };
}
