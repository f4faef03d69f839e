import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '../../../../shared/contract/station-contract.ts';
import type { SiteView, StationView } from '../../../../shared/contract/station-view.ts';
import type { DeletionCount, SiteDetails, WishCount } from '../../../../shared/site/site-details.ts';
import { createQuery, type Query, useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { siteProblem, siteStateText } from '../../../presentation/station-health.ts';
import { ageText, clockTime } from '../../../text/dates.ts';
import { messageNextStep, messageText, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge, type Tone } from '../../../ui/tone.tsx';
import { SettingsLine } from '../settings-controls.tsx';
import { ReadOn } from './read-on.tsx';

const detailsQuery: Query<SiteDetails | null> = createQuery({
  topics: ['site', 'station'],
  gatherMs: 500,
  read: () => call('site.read', null),
});

const stateTones: Readonly<Record<SiteView['state'], Tone>> = {
  ...{ connected: 'success', reading: 'information', blocked: 'warning', offline: 'warning', copied: 'error' },
};

/** This bench's part in its site, and the other benches. */
export function SiteCard({ view }: { readonly view: StationView }) {
  const { value: details, failure } = useQuery(detailsQuery);
  const now = useNow(30_000);
  const { site } = view;
  if (!site || !details) return <FailureStrip failure={failure} />;
  const { bench, alone, wishes, benches, unapplied } = details;
  const problem = siteProblem(site);
  return (
    <Card title={text('site.title')} className="settings-card">
      <SettingsLine
        text={
          <>
            <p className="settings-line-name">
              {bench}
              <StateBadge
                tone={stateTones[site.state]}
                word={siteStateText({ ...site, unsent: 0 }, site.state !== 'blocked')}
              />
            </p>
            {problem && <p>{[messageText(problem), messageNextStep(problem)].join(' ')}</p>}
            {site.state !== 'blocked' && <p className="settings-hint">{unsentText(site)}</p>}
            <p className="settings-hint">{text(`site.alone.${alone}`)}</p>
            <p className="settings-hint">{text(`site.wishes.${wishes}`)}</p>
            {benches.length > 0 && <p className="settings-hint">{heardText(benches, now)}</p>}
            {unapplied > 0 && <p className="settings-hint">{text('site.unapplied', { count: unapplied })}</p>}
          </>
        }
        buttons={null}
      />
      {benches.length === 0 ? (
        <p className="settings-hint">{text('site.no-benches')}</p>
      ) : (
        <ul aria-label={text('elsewhere.name')} className="settings-list">
          {benches.map((other) => (
            <li key={other.name}>
              <BenchLine {...other} details={details} site={site} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A bench that is connected reports once a day at least. The hour: a heartbeat waits while everything else is sent. */
const reportsWithinMs = 25 * 60 * 60 * 1000;

function heardText(benches: SiteDetails['benches'], now: number): string {
  const reported = benches.filter(({ lastHeardAt }) => lastHeardAt && now - Date.parse(lastHeardAt) < reportsWithinMs);
  return text('site.heard', { reported: reported.length, count: benches.length });
}

const unsentText = ({ unsent }: SiteView): string =>
  unsent === null ? text('site.unsent-unknown') : text('site.unsent', { count: unsent });

type BenchLineProps = SiteDetails['benches'][number] & {
  readonly details: SiteDetails;
  readonly site: SiteView;
};

/** One other bench: when it was last heard of, whether its reports are read, what it asked for, and taking its parcels over. */
function BenchLine({ name, lastHeardAt, version, wishes, deletions, pausedSince, details, site }: BenchLineProps) {
  const now = useNow(30_000);
  const { takingOver } = details;
  return (
    <SettingsLine
      text={
        <>
          <p className="settings-line-name">
            {name}
            {pausedSince !== null && <StateBadge tone="warning" word={text('site.not-read')} />}
          </p>
          <p className="settings-hint">
            {lastHeardAt === null
              ? text('site.never-heard')
              : text('site.last-heard', { time: clockTime(lastHeardAt, now), age: ageText(lastHeardAt, now) })}
            {version !== null && ` · ${text('site.version', { version })}`}
          </p>
          {pausedSince !== null && (
            <p className="settings-hint">{text('site.paused', { time: clockTime(pausedSince, now) })}</p>
          )}
          {wishes && <p className="settings-hint">{wishesText(wishes, now)}</p>}
          {wishes && wishes.toDelete > 0 && (
            <p className="settings-hint">{text('site.asked-to-delete', { count: wishes.toDelete })}</p>
          )}
          {deletions && <p className="settings-hint">{deletionsText(deletions, now)}</p>}
          {takingOver?.bench === name && (
            <p role="status" className="settings-hint">
              {text('site.taking-over', { count: takingOver.taken })}
            </p>
          )}
          <TakeOver bench={name} isDisabled={site.state !== 'connected' || takingOver !== null} />
        </>
      }
      buttons={pausedSince === null ? null : <ReadOn bench={name} site={site} />}
    />
  );
}

const wishesText = ({ asked, refused, lastAt }: WishCount, now: number): string =>
  text('site.asked', { asked, refused, time: clockTime(lastAt, now) });

const deletionsText = ({ reported, refused, lastAt }: DeletionCount, now: number): string =>
  text('site.deletions', { reported, refused, time: clockTime(lastAt, now) });

type TakenOver = CallOutput<'site.take-over'>;

/** Takes over the parcels of a bench that is gone for good, after one question that names their number. */
function TakeOver({ bench, isDisabled }: { readonly bench: string; readonly isDisabled: boolean }) {
  const [parcels, setParcels] = useState<number | null>(null);
  const [taken, setTaken] = useState<TakenOver | null>(null);
  const action = useAction();
  const ask = () =>
    void action.run(async () => {
      setTaken(null);
      const held = await call('site.held-parcels', { bench });
      if (held.ok) setParcels(held.value.parcels);
      return held;
    });
  const takeOver = () =>
    void action.run(async () => {
      const answer = await call('site.take-over', { bench });
      if (answer.ok) setTaken(answer.value);
      setParcels(null);
      return answer;
    });
  return (
    <>
      {parcels === null || parcels === 0 ? (
        <div className="settings-buttons">
          <Button
            size="small"
            icon={ArrowRightLeft}
            subject={bench}
            isDisabled={isDisabled || action.isRunning}
            onPress={ask}
          >
            {text('site.take-over')}
          </Button>
        </div>
      ) : (
        <Confirmation
          label={text('button.confirm-name', { action: text('site.take-over'), subject: bench })}
          tone="delete"
          size="small"
          focus="cancel"
          confirm={{
            label: text('site.take-over.confirm', { count: parcels }),
            tone: 'delete',
            isDisabled: isDisabled || action.isRunning,
            onPress: takeOver,
          }}
          cancel={{ label: text('button.cancel'), onPress: () => setParcels(null) }}
        >
          <p>{text('site.take-over.question', { bench, count: parcels })}</p>
        </Confirmation>
      )}
      {parcels === 0 && <p role="status">{text('site.take-over.none', { bench })}</p>}
      {taken && (
        <NoticeStrip tone={taken.left === 0 ? 'success' : 'warning'}>{text('site.taken-over', taken)}</NoticeStrip>
      )}
      <FailureStrip failure={action.failure} />
    </>
  );
}
