import './figures.css';
import { ChartColumn, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type FigurePeriod,
  type FigureSums,
  type FiguresQuery,
  type FiguresView,
  figurePeriods,
  groupingsOf,
  isSlow,
  percentileErrorPercent,
  slowVerdictMs,
  type Timing,
} from '../../shared/contract/figures-view.ts';
import type { ReprintKind } from '../../shared/printing/print-job.ts';
import { stationViewQuery } from '../data/queries.ts';
import { createQuery, useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { verdictTimes } from '../scanner/scan-session.ts';
import { hourOrDay } from '../text/dates.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, Loading } from '../ui/card.tsx';
import { BarFigure, ChartPatterns, type ChartProps, TimeFigure } from '../ui/charts.tsx';
import { FailureStrip, NoticeStrip } from '../ui/notice-strip.tsx';
import { Select } from '../ui/select.tsx';
import { ExportProgress } from './export-progress.tsx';

/** The station's figures about its own work. */
export function FiguresScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // The figures of an environment are its own.
  return view && <Figures key={view.environment.name} hasPeople={view.people.isOn} />;
}

/** Milliseconds whose changes are read together: figures are no live display. */
const gatherMs = 5_000;

const periodChoices = (Object.keys(figurePeriods) as FigurePeriod[]).map((value) => {
  return { value, label: text(`figures.period.${value}`) };
});

function Figures({ hasPeople }: { readonly hasPeople: boolean }) {
  const [query, setQuery] = useState<FiguresQuery>({ period: 'today', groupBy: 'hour' });
  const figures = useMemo(
    () =>
      createQuery({
        ...{ topics: ['print jobs', 'deletions'], gatherMs },
        async read() {
          await verdictTimes.flush();
          return call('figures.read', query);
        },
      }),
    [query],
  );
  const { value, failure } = useQuery(figures);
  const { run, isRunning, failure: exportFailure } = useAction();
  const groupings = groupingsOf(query.period).filter((grouping) => grouping !== 'person' || hasPeople);
  const choosePeriod = (period: FigurePeriod): void => {
    const offered = groupingsOf(period);
    setQuery({ period, groupBy: offered.includes(query.groupBy) ? query.groupBy : (offered[0] ?? 'day') });
  };
  return (
    <div className="screen">
      <div className="figures-head">
        <h1>{text('navigation.figures')}</h1>
        <Select label={text('figures.period')} value={query.period} choices={periodChoices} onChange={choosePeriod} />
        <Select
          label={text('figures.group')}
          value={query.groupBy}
          choices={groupings.map((grouping) => ({ value: grouping, label: text(`figures.group.${grouping}`) }))}
          onChange={(groupBy) => setQuery({ ...query, groupBy })}
        />
        <Button icon={Download} isDisabled={isRunning} onPress={() => void run(() => call('figures.export', query))}>
          {text('figures.export')}
        </Button>
      </div>
      <ExportProgress what="figures" />
      <FailureStrip failure={exportFailure ?? failure} onRetry={failure ? figures.refetch : undefined} />
      {!value && !failure && <Loading />}
      {value && value.groups.length === 0 && isEmpty(value.total) && (
        <EmptyState icon={ChartColumn} title={text('figures.empty')}>
          <p>{text('figures.empty.next')}</p>
        </EmptyState>
      )}
      {value && !isEmpty(value.total) && <FiguresOf query={query} view={value} />}
    </div>
  );
}

const isEmpty = (sums: FigureSums): boolean =>
  sums.labels + sums.uncertain + sums.deletions + sums.undoneDeletions + sums.faults.length === 0 &&
  sums.verdict === null &&
  sums.confirmed === null;

function FiguresOf({ query, view }: { readonly query: FiguresQuery; readonly view: FiguresView }) {
  const { total } = view;
  const isOverTime = query.groupBy === 'hour' || query.groupBy === 'day';
  const groups = isOverTime ? withGaps(view.groups) : view.groups;
  const { reprints, faults } = total;
  const rows = groups.map(({ key }) => (isOverTime ? hourOrDay(key, query.period === 'today') : key));
  const ofGroups = (figure: (sums: FigureSums) => number | null) => groups.map(({ sums }) => figure(sums));
  const grouped = { rowName: text(`figures.group.${query.groupBy}`), rows };
  const times: ChartProps['series'] = [
    { name: text('figures.verdict'), mark: 'solid', values: ofGroups(({ verdict }) => verdict?.p95 ?? null) },
    { name: text('figures.first-byte'), mark: 'hatched', values: ofGroups(({ firstByte }) => firstByte?.p95 ?? null) },
    { name: text('figures.confirmed'), mark: 'dotted', values: ofGroups(({ confirmed }) => confirmed?.p95 ?? null) },
  ];
  return (
    <>
      {isSlow(total) && (
        <NoticeStrip tone="warning" next={text('figures.slow.next')}>
          {text('figures.slow', { time: timeText(total.verdict?.p95 ?? 0), bound: timeText(slowVerdictMs) })}
        </NoticeStrip>
      )}
      <Summary total={total} />
      <p className="figures-explanation">{text('figures.explanation', { percent: percentileErrorPercent })}</p>
      <ChartPatterns />
      <div className="figures-charts">
        <BarFigure
          title={text('figures.chart.labels')}
          {...grouped}
          format={countText}
          series={[{ name: text('figures.series.labels'), mark: 'solid', values: ofGroups(({ labels }) => labels) }]}
        />
        <BarFigure
          title={text('figures.chart.exceptions')}
          {...grouped}
          format={countText}
          series={[
            { name: text('figures.uncertain-rate'), mark: 'hatched', values: ofGroups(({ uncertain }) => uncertain) },
            { name: text('figures.printed-again'), mark: 'solid', values: ofGroups(copiesOf) },
            { name: text('figures.deletions'), mark: 'dotted', values: ofGroups(({ deletions }) => deletions) },
          ]}
        />
        {times.some(({ values }) => values.some((value) => value !== null)) && (
          <TimeFigure
            title={text('figures.chart.times')}
            {...grouped}
            format={timeText}
            series={times}
            isConnected={isOverTime}
          />
        )}
        {reprints.length > 0 && (
          <BarFigure
            title={text('figures.chart.reprints')}
            rowName={text('figures.reason')}
            rows={reprints.map(({ kind }) => reasonText(kind))}
            format={countText}
            series={[
              { name: text('figures.series.labels'), mark: 'solid', values: reprints.map(({ labels }) => labels) },
            ]}
            isHorizontal
          />
        )}
        {faults.length > 0 && (
          <BarFigure
            title={text('figures.chart.faults')}
            rowName={text('figures.reason')}
            rows={faults.map(({ kind }) => text(`printer.reason.${kind}`))}
            format={minutesText}
            series={[
              {
                name: text('figures.series.lost'),
                mark: 'hatched',
                values: faults.map(({ lostMs }) => minutesOf(lostMs)),
              },
              {
                name: text('figures.faults'),
                mark: 'solid',
                values: faults.map(({ count }) => count),
                isNotDrawn: true,
              },
            ]}
            isHorizontal
          />
        )}
      </div>
    </>
  );
}

const noFigures: FigureSums = {
  ...{ verdict: null, firstByte: null, confirmed: null, labels: 0, hours: 0, uncertain: 0 },
  ...{ deletions: 0, undoneDeletions: 0, reprints: [], faults: [] },
};

/** With the days between two others, and the hours between two others of one day, in which nothing was counted. */
function withGaps(groups: FiguresView['groups']): FiguresView['groups'] {
  return groups.flatMap((group, index) => {
    const next = groups[index + 1]?.key;
    const gaps: FiguresView['groups'] = [];
    for (let key = following(group.key); next !== undefined && key < next; key = following(key)) {
      if (key.length > 'YYYY-MM-DD'.length && key.slice(0, 10) !== next.slice(0, 10)) break;
      gaps.push({ key, sums: noFigures });
    }
    return [group, ...gaps];
  });
}

/** The next day, or the next hour; both stand for themselves, without a time zone. */
function following(key: string): string {
  const isHour = key.includes('T');
  const at = new Date(isHour ? `${key}:00Z` : `${key}T00:00Z`);
  return new Date(at.getTime() + (isHour ? 1 : 24) * 3_600_000).toISOString().slice(0, key.length);
}

function Summary({ total }: { readonly total: FigureSums }) {
  const { labels, hours, uncertain, deletions, undoneDeletions, faults } = total;
  const printedAgain = copiesOf(total);
  const lostMs = faults.reduce((sum, { lostMs: lost }) => sum + lost, 0);
  const tiles = [
    timeTile(text('figures.verdict'), total.verdict),
    timeTile(text('figures.first-byte'), total.firstByte),
    timeTile(text('figures.confirmed'), total.confirmed),
    [
      text('figures.labels-an-hour'),
      countText(hours === 0 ? 0 : Math.round((10 * labels) / hours) / 10),
      text('figures.labels-and-hours', { labels, hours }),
    ],
    [
      text('figures.uncertain-rate'),
      text('figures.rate', { rate: labels === 0 ? 0 : uncertain / labels }),
      text('figures.some-of-labels', { count: uncertain, labels }),
    ],
    [
      text('figures.printed-again'),
      countText(printedAgain),
      text('figures.some-of-labels', { count: printedAgain, labels }),
    ],
    [text('figures.deletions'), countText(deletions), text('figures.undone', { count: undoneDeletions })],
    [
      text('figures.faults'),
      countText(faults.reduce((sum, { count }) => sum + count, 0)),
      text('figures.time-lost', { time: timeText(lostMs) }),
    ],
  ];
  return (
    <dl className="figures-summary" aria-label={text('figures.summary')}>
      {tiles.map(([name, value, detail]) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd className="figures-value">{value}</dd>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

const timeTile = (name: string, timing: Timing | null): string[] =>
  timing === null
    ? [name, '–', text('figures.no-times')]
    : [name, text('figures.p95', { time: timeText(timing.p95) }), text('figures.p50', { time: timeText(timing.p50) })];

const countText = (count: number): string => text('figures.count', { count });

/** "61 ms", "2.4 s" or "12.5 min". */
function timeText(milliseconds: number): string {
  if (milliseconds < 1_000) return text('figures.milliseconds', { milliseconds: Math.round(milliseconds) });
  if (milliseconds < 60_000) return text('figures.seconds', { seconds: Math.round(milliseconds / 100) / 10 });
  return minutesText(minutesOf(milliseconds));
}

const minutesOf = (milliseconds: number): number => Math.round(milliseconds / 6_000) / 10;
const minutesText = (minutes: number): string => text('figures.minutes', { minutes });

const copiesOf = ({ reprints }: FigureSums): number => reprints.reduce((sum, { labels }) => sum + labels, 0);

function reasonText(kind: ReprintKind): string {
  if (kind === 'other') return text('figures.reason.other');
  return kind === 'not printed' ? text('print-job.not-printed-reason') : text(`reprint.reason.${kind}`);
}
