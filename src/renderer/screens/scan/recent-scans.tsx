import './recent-scans.css';
import type { RecentScan } from '../../../shared/scan-answer.ts';
import { useMirror } from '../../stores/mirror.ts';
import { recentScansMirror } from '../../stores/recent-scans.ts';
import { scanDesk } from '../../stores/scanning.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { clockTime } from '../../words/ages.ts';
import { recentScanLook } from '../../words/recent-scans.ts';
import { FailureStrip } from '../failure-strip.tsx';

/** The last scans, newest first; pressing one shows its answer as it stands now. */
export function RecentScans() {
  const { value, failure } = useMirror(recentScansMirror);
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
  const { tone, icon: Icon } = recentScanLook(scan);
  return (
    <button type="button" className={`recent-scan tone-${tone}`} onClick={() => scanDesk.show(scan.scanId)}>
      <Icon aria-hidden />
      <Code>{scan.code}</Code>
      <span className="recent-scan-outcome">{scan.outcome}</span>
      <time dateTime={scan.at}>{clockTime(scan.at)}</time>
    </button>
  );
}
