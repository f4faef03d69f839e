import './top-bar.css';
import { useMirror } from '../stores/mirror.ts';
import { stationViewMirror } from '../stores/station-view.ts';
import { ArmedChip } from './armed-chip.tsx';
import { StationStatus } from './station-status.tsx';

/** Environment, station and health: the same on every screen. */
export function TopBar() {
  const { value, failure } = useMirror(stationViewMirror);
  const kind = value?.environment.kind;
  return (
    <>
      <div role="status" aria-label="Environment" className={`environment environment-${kind ?? 'unknown'}`}>
        {kind?.toUpperCase() ?? '…'}
      </div>
      <header className="top-bar">
        <h1 className="top-bar-station">{value?.settings.station.name ?? 'Packbench'}</h1>
        <ArmedChip />
        <StationStatus view={value} failure={failure} />
      </header>
    </>
  );
}
