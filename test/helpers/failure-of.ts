import type { Failure } from '../../src/shared/contract/failure.ts';

/** The failure of a call of the station in Node; throws if the call succeeded, or ended with a bug. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'failure' in error) return error.failure as Failure;
    throw error;
  }
  throw new Error('It went well');
}
