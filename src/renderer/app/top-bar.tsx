import './top-bar.css';
import { Circle, Triangle, X } from 'lucide-react';
import type { Failure } from '../../shared/contract/failure.ts';
import type { StationView } from '../../shared/contract/station-view.ts';
import { attentionQuery, stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { attentionHealth, type Health, type HealthLevel, healthOf } from '../presentation/station-health.ts';
import { DeleteModeChip } from '../scanner/delete-mode-chip.tsx';
import { failureText, text } from '../text/text.ts';

/** Environment, station and health: the same on every screen. */
export function TopBar() {
  const { value, failure } = useQuery(stationViewQuery);
  const kind = value?.environment.kind;
  return (
    <>
      <div
        role="status"
        aria-label={text('environment.name')}
        className={`environment environment-${kind ?? 'unknown'}`}
      >
        {kind ? text(`environment.badge.${kind}`) : '…'}
      </div>
      <header className="top-bar">
        <h1 className="top-bar-station">{value?.settings.station.name ?? text('app.name')}</h1>
        <DeleteModeChip />
        <StationStatus view={value} failure={failure} />
      </header>
    </>
  );
}

interface StationStatusProps {
  readonly view: StationView | null;
  readonly failure: Failure | null;
}

/** Service, printer and waiting commands, as text and shapes; a screen reader announces changes of state alone. */
function StationStatus({ view, failure }: StationStatusProps) {
  const total = useQuery(attentionQuery).value?.total ?? null;
  const attention = total === null ? [] : [attentionHealth(total)];
  const health = [...(view ? healthOf(view) : []), ...attention];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for things to fill in.
    <div role="group" aria-label={text('station-status.name')} className="station-status">
      {failure && <p className="station-status-failure">{failureText(failure)}</p>}
      {health
        .filter(({ name }) => name !== 'attention' || total !== 0)
        .map((entry) => (
          <HealthEntry key={entry.name} {...entry} />
        ))}
      <div className="only-spoken" aria-live="polite">
        {health.map(({ name, announcement }) => (
          <span key={name}>{announcement} </span>
        ))}
      </div>
    </div>
  );
}

function HealthEntry({ name, value, level }: Health) {
  return (
    <p className={`health health-${level}`}>
      <HealthShape level={level} />
      <span>
        {text(`station-status.label.${name}`)} <b>{value}</b>
      </span>
    </p>
  );
}

function HealthShape({ level }: { readonly level: HealthLevel }) {
  if (level === 'good') return <Circle aria-hidden fill="currentColor" />;
  if (level === 'quiet') return <Circle aria-hidden />;
  return level === 'warning' ? <Triangle aria-hidden fill="currentColor" /> : <X aria-hidden strokeWidth={4} />;
}
