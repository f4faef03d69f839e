import { type Environment, isProfileOf } from '../../../shared/settings/environment.ts';
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
  records: Pick<Records, 'hasRejectedUsedCode' | 'noteUsedCodeRejection'>;
  clock: Clock;
}

export function createUsedCodes({ environment, records, clock }: UsedCodesParts): UsedCodes {
  const { baseUrl, profile } = environment;
  // Practice has no address of its own.
  const service = baseUrl ?? 'practice';
  const isProfiled =
    profile !== undefined && isProfileOf(profile, baseUrl) && profile.behaviour.usedCodes === 'rejected';
  return {
    areRejected: async () => isProfiled || (await records.hasRejectedUsedCode(service)),
    noteRejection: () => records.noteUsedCodeRejection(service, instant(clock.now())),
  };
}
