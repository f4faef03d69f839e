import { type Environment, isProfileOf } from '../../../shared/settings/environment.ts';
import type { PracticeBehaviour } from '../../../shared/settings/practice-behaviour.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';

/**
 * Whether the service rejects an order whose custom codes were used before. The interface document says that a code must be unique, not
 * that a service enforces it: until one did, an order that is sent again may be booked a second time.
 */
export interface UsedCodes {
  areRejected(): Promise<boolean>;
  /** The service rejected a used code. */
  noteRejection(): Promise<void>;
}

export interface UsedCodesParts {
  environment: Pick<Environment, 'baseUrl' | 'profile'>;
  /** How practice treats used codes at present: what it did before its setting was changed proves nothing. */
  practiceUsedCodes: () => PracticeBehaviour['usedCodes'];
  records: Pick<Records, 'hasRejectedUsedCode' | 'noteUsedCodeRejection'>;
  clock: Clock;
}

export function createUsedCodes({ environment, practiceUsedCodes, records, clock }: UsedCodesParts): UsedCodes {
  const { baseUrl, profile } = environment;
  // Practice has no address of its own.
  const service = (): string => baseUrl ?? `practice, used codes ${practiceUsedCodes()}`;
  const isProfiled =
    profile !== undefined && isProfileOf(profile, baseUrl) && profile.behaviour.usedCodes === 'rejected';
  return {
    areRejected: async () => isProfiled || (await records.hasRejectedUsedCode(service())),
    noteRejection: () => records.noteUsedCodeRejection(service(), instant(clock.now())),
  };
}
