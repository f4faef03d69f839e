import './recent-scans.css';
import { memo, useDeferredValue } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { recentScansQuery, stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { recentScanStyle, scanVerdict } from '../../presentation/verdict.ts';
import { verdictContext } from '../../presentation/verdict-facts.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Card, Loading } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

/** The last scans, newest first; pressing one shows its answer as it is now. */
export function RecentScansCard() {
  // Drawn when nothing else is to be done: a scan that begins meanwhile comes first.
  const { value, failure } = useDeferredValue(useQuery(recentScansQuery));
  const { value: view } = useQuery(stationViewQuery);
  return (
    <Card
      title={text('scan.recent')}
      aside={value ? text('scan.recent.today', { count: value.today }) : ''}
      className="recent-scans"
    >
      <FailureStrip failure={failure} />
      {!value && !failure && <Loading />}
      {value?.scans.length === 0 && <p className="recent-scans-none">{text('scan.recent.none')}</p>}
      <ul aria-label={text('scan.recent')}>
        {value?.scans.map((scan) => (
          <li key={scan.scanId}>
            <RecentScan scan={scan} view={view} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RecentScanProps {
  readonly scan: ScanAnswer;
  readonly view: StationView | null;
}

/** Drawn again only where it is different: each reading brings all of them. */
const RecentScan = memo(
  RecentScanRow,
  (one, other) => one.view === other.view && JSON.stringify(one.scan) === JSON.stringify(other.scan),
);

function RecentScanRow({ scan, view }: RecentScanProps) {
  const id = `recent-scan-${scan.scanId}`;
  // The countdown is not shown here: no clock is needed.
  const verdict = scanVerdict(scan, verdictContext(view, 0));
  const { tone, icon: Icon } = recentScanStyle(scan, verdict);
  return (
    <div className={`recent-scan tone-${tone}`}>
      <Icon aria-hidden />
      {/* Named by the code alone: an outcome such as "Deletion undone" must not read as the name of an action. */}
      <button
        type="button"
        className="recent-scan-code"
        aria-describedby={`${id}-outcome`}
        onClick={() => scanStore.show(scan.scanId)}
      >
        <Code>{scan.code}</Code>
      </button>
      <span id={`${id}-outcome`} className="recent-scan-outcome">
        {verdict.heading}
      </span>
      <time dateTime={scan.at}>{clockTime(scan.at)}</time>
    </div>
  );
}
