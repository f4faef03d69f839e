import type { Failure } from '../../src/shared/contract/failure.ts';

/** The failure a call of the station in Node ends with; throws where it went well, or where a bug ended it. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'failure' in error) return error.failure as Failure;
    throw error;
  }
  throw new Error('It went well');
}
