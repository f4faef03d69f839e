import './countdown-ring.css';
import { secondsLeft } from '../../words/deletions.ts';

interface CountdownRingProps {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** The whole countdown, milliseconds. */
  readonly lasts: number;
  readonly now: number;
}

const radius = 21;
const around = 2 * Math.PI * radius;

/** The seconds left, in a ring that empties. */
export function CountdownRing({ endsAt, lasts, now }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, (endsAt - now) / Math.max(1, lasts)));
  return (
    <div className="countdown-ring">
      <svg viewBox="0 0 50 50" aria-hidden="true">
        <circle cx="25" cy="25" r={radius} className="countdown-ring-track" />
        <circle
          cx="25"
          cy="25"
          r={radius}
          className="countdown-ring-left"
          strokeDasharray={`${left * around} ${around}`}
          transform="rotate(-90 25 25)"
        />
      </svg>
      <span>{secondsLeft(endsAt, now)}</span>
    </div>
  );
}
