import type { z } from 'zod';
import { createCallLimit, maxCallsAtOnce, tooMany } from '../../shared/contract/call-limits.ts';
import { type Failure, failed, failureSchema, type Result, success } from '../../shared/contract/failure.ts';
import { callSchemas, type StationCall, stationCalls } from '../../shared/contract/station-contract.ts';
import { issueSummary, validationIssues } from '../../shared/contract/validation-issues.ts';
import { message } from '../../shared/messages/message.ts';
import { withoutCompiling } from '../../shared/values/parsing.ts';

/** Most issues of an input that are named to the page. */
const maxIssuesNamed = 5;

export interface AnswerCallsParts {
  /** Handles a call whose input was parsed by the contract. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  /** Called with errors that only a bug can cause, of which the page gets no details, and with those of the disk. */
  onBug(error: unknown): void;
  /** Milliseconds on a clock that only goes forward; the process's own by default. */
  now?(): number;
}

/**
 * Answers calls of the window: name, input and output are checked against the contract, and the answer is always a plain Result,
 * never an exception. The sender must have been checked.
 */
export function answerCalls({
  call,
  onBug,
  now = () => performance.now(),
}: AnswerCallsParts): (name: unknown, input: unknown) => Promise<Result<unknown>> {
  const limit = createCallLimit(now);
  let running = 0;
  return async (name, input) => {
    const refusal = limit.refusal(name, input);
    if (refusal) return failed(refusal);
    if (!isStationCall(name)) return failed(unknownCall);
    const contract = callSchemas(name);
    const parsed = contract.input.safeParse(input, withoutCompiling);
    if (!parsed.success) return failed(invalidInput(parsed.error));
    if (running >= maxCallsAtOnce) return failed(tooMany);
    running += 1;
    try {
      const result = await call(name, parsed.data);
      if (!result.ok) return failed(result.failure);
      const value = contract.output.safeParse(result.value, withoutCompiling);
      if (value.success) return success(value.data);
      throw new Error(`"${name}" answered against the contract: ${issueSummary(value.error)}`);
    } catch (error) {
      onBug(error);
      return failed(storageFailure(error) ?? unexpected);
    } finally {
      running -= 1;
    }
  };
}

const isStationCall = (name: unknown): name is StationCall =>
  typeof name === 'string' && Object.hasOwn(stationCalls, name);

const unknownCall: Failure = { code: 'invalid-input', message: message('call.unknown') };

/** What the disk refused, as the records report it; null for any other error. */
function storageFailure(error: unknown): Failure | null {
  const failure = failureSchema.safeParse(Object(error).failure);
  return failure.success && failure.data.code === 'storage' ? failure.data : null;
}

const unexpected: Failure = { code: 'unexpected', message: message('call.unexpected') };

/** Contains paths and messages, never values. */
function invalidInput(error: z.ZodError): Failure {
  const issues = validationIssues(error)
    .slice(0, maxIssuesNamed)
    .map(({ path, message: problem }) => message('validation.at', { path, problem }));
  return { code: 'invalid-input', message: message('call.invalid-input', { issues }) };
}
