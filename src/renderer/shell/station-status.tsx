import './station-status.css';
import { Circle, Triangle, X } from 'lucide-react';
import type { Failure } from '../../shared/failure.ts';
import type { StationView } from '../../shared/station-view.ts';
import { type Health, type HealthLevel, healthOf } from './health.ts';

interface StationStatusProps {
  readonly view: StationView | null;
  readonly failure: Failure | null;
}

/** Service, printer and what waits, in words and shapes; a screen reader hears of changes of state alone. */
export function StationStatus({ view, failure }: StationStatusProps) {
  const health = view ? healthOf(view) : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for things to fill in.
    <div role="group" aria-label="Station status" className="station-status">
      {failure && <p className="station-status-failure">{failure.message}</p>}
      {health.map((entry) => (
        <HealthEntry key={entry.name} {...entry} />
      ))}
      <div className="only-spoken" aria-live="polite">
        {health.map(({ name, state }) => (
          <span key={name}>{`${name} ${state}. `}</span>
        ))}
      </div>
    </div>
  );
}

function HealthEntry({ name, words, level }: Health) {
  return (
    <p className={`health health-${level}`}>
      <HealthShape level={level} />
      <span>
        {name}: <b>{words}</b>
      </span>
    </p>
  );
}

function HealthShape({ level }: { readonly level: HealthLevel }) {
  if (level === 'good') return <Circle aria-hidden fill="currentColor" />;
  if (level === 'quiet') return <Circle aria-hidden />;
  return level === 'trouble' ? <Triangle aria-hidden fill="currentColor" /> : <X aria-hidden strokeWidth={4} />;
}
