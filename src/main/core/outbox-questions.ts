import type { Command } from '../../shared/command.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Parcel } from '../../shared/parcel.ts';
import { isPickedUp, pickedUpQuestion } from '../../shared/picked-up.ts';

/**
 * What a person must say before a command leaves; null where nothing is asked.
 * @param parcel the parcel a deletion is about, where it is known here
 * @param shiftMs what waited longer asks, milliseconds
 */
export function questionBeforeSending(
  command: Pick<Command, 'kind' | 'createdAt' | 'agreedAt' | 'knownPickedUp'>,
  parcel: Pick<Parcel, 'status'> | null,
  now: number,
  shiftMs: number,
): Failure | null {
  const isLate = command.kind === 'delete' && !command.knownPickedUp && parcel !== null && isPickedUp(parcel);
  if (isLate) return asked(pickedUpQuestion(parcel) ?? '', 'Send it, or take it back.');
  // Since a person last said that it is wanted.
  const wantedAt = Date.parse(command.agreedAt ?? command.createdAt);
  if (now - wantedAt <= shiftMs) return null;
  const what = command.kind === 'delete' ? 'This deletion' : 'This order';
  return asked(`${what} waited longer than a shift. Is it still wanted?`, 'Send it, or take it back.');
}

const asked = (message: string, next: string): Failure => ({ code: 'not-allowed-now', message, next });
