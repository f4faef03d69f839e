import type { Command } from '../../shared/command.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Parcel } from '../../shared/parcel.ts';
import { isPickedUp, pickedUpQuestion } from '../../shared/picked-up.ts';
import type { ReplacedCode } from './ports/doubt-records.ts';

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

/**
 * A new order stands in the place of one in doubt: it leaves without a word only where the old one's codes are known to be gone.
 * @param replaced the codes it takes the place of; none for most orders
 */
export function questionAfterReplacing(
  command: Pick<Command, 'agreedAt'>,
  replaced: readonly ReplacedCode[],
): Failure | null {
  const left = replaced.find(
    ({ deletion }) => deletion !== null && deletion.state !== 'done' && !isAgreed(command, deletion.updatedAt),
  );
  if (!left) return null;
  const { message = 'The service did not delete it.', serviceWords } = left.deletion?.failure ?? {};
  return {
    ...asked(
      `The old code ${left.code} was not deleted: ${message} The old order may exist, and this would be a second one.`,
      'Send it all the same, or take it back.',
    ),
    ...(serviceWords !== undefined && { serviceWords }),
  };
}

/** Somebody said so after that moment, ISO 8601. */
const isAgreed = ({ agreedAt }: Pick<Command, 'agreedAt'>, since: string): boolean =>
  agreedAt !== null && agreedAt >= since;

const asked = (message: string, next: string): Failure => ({ code: 'not-allowed-now', message, next });
