import './scan-screen.css';
import type { RecentScan } from '../../../shared/scanning/scan-answer.ts';
import { recentScansQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { recentScanStyle } from '../../presentation/scan-result-text.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { clockTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

/** The last scans, newest first; pressing one shows its answer as it stands now. */
export function RecentScansCard() {
  const { value, failure } = useQuery(recentScansQuery);
  return (
    <Card title="Recent scans" aside={value ? `${value.today} today` : ''} className="recent-scans">
      <FailureStrip failure={failure} />
      {value?.scans.length === 0 && <p className="recent-scans-none">Nothing was scanned yet.</p>}
      <ul aria-label="Recent scans">
        {value?.scans.map((scan) => (
          <li key={scan.scanId}>
            <RecentScanButton scan={scan} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentScanButton({ scan }: { readonly scan: RecentScan }) {
  const { tone, icon: Icon } = recentScanStyle(scan);
  return (
    <button type="button" className={`recent-scan tone-${tone}`} onClick={() => scanStore.show(scan.scanId)}>
      <Icon aria-hidden />
      <Code>{scan.code}</Code>
      <span className="recent-scan-outcome">{scan.outcome}</span>
      <time dateTime={scan.at}>{clockTime(scan.at)}</time>
    </button>
  );
}
