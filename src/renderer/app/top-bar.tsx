import './top-bar.css';
import { Circle, LogOut, Triangle, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { Failure } from '../../shared/contract/failure.ts';
import type { StationView } from '../../shared/contract/station-view.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { ShownPerson } from '../../shared/settings/people.ts';
import { attentionQuery, stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { attentionHealth, type Health, type HealthLevel, healthOf } from '../presentation/station-health.ts';
import { signInAnyway, twofoldScans } from '../scanner/badges.ts';
import { DeleteModeChip } from '../scanner/delete-mode-chip.tsx';
import { submitScan } from '../scanner/start-scanning.ts';
import { failureText, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';

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
        {value?.people.isOn && <SignedInPerson person={value.people.signedIn} />}
        <DeleteModeChip />
        <StationStatus view={value} failure={failure} />
      </header>
    </>
  );
}

/** Who works at the station, with the button that ends it. */
function SignedInPerson({ person }: { readonly person: ShownPerson | null }) {
  return (
    <div className="signed-in">
      <p role="status" aria-label={text('signed-in.name')}>
        {person ? text('signed-in.person', { name: person.name, role: person.role }) : text('signed-in.no-one')}
      </p>
      {person && (
        <Button size="small" icon={LogOut} onPress={() => void call('person.sign-out', null)}>
          {text('signed-in.sign-out')}
        </Button>
      )}
    </div>
  );
}

/** What is asked of whoever works here: to sign in, for a lead's badge, or what a scan was. */
export function PeopleStrip() {
  const people = useQuery(stationViewQuery).value?.people;
  const twofold = useStore(twofoldScans, ({ scan }) => scan);
  if (!people?.isOn) return null;
  const { question, signedIn } = people;
  return (
    <section className="people-strip" aria-label={text('people-strip.name')}>
      {twofold && (
        <NoticeStrip
          tone="warning"
          actions={
            <>
              <Button size="small" onPress={() => signInAnyway(twofold)}>
                {text('people-strip.sign-in')}
              </Button>
              <Button size="small" onPress={() => lookUpInstead(twofold)}>
                {text('people-strip.look-up')}
              </Button>
            </>
          }
        >
          {text('people-strip.also-a-parcel', { name: twofold.name })}
        </NoticeStrip>
      )}
      {question && (
        <NoticeStrip
          tone="warning"
          actions={
            <Button size="small" onPress={() => void call('person.drop-question', null)}>
              {text('people-strip.drop')}
            </Button>
          }
        >
          {text(`people-strip.ask.${question.what}`, { limit: question.limit, code: question.code })}
        </NoticeStrip>
      )}
      {signedIn === null && !twofold && (
        <NoticeStrip tone="information">{text('people-strip.sign-in-first')}</NoticeStrip>
      )}
    </section>
  );
}

function lookUpInstead({ reading }: { readonly reading: ScanReading }): void {
  twofoldScans.dismiss();
  submitScan(reading, 'look up');
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
