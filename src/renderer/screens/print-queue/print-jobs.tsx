import './print-jobs.css';
import { Printer } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import type { PrintJob } from '../../../shared/print-job.ts';
import type { PrinterState } from '../../../shared/printer.ts';
import { showScreen } from '../../stores/current-screen.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inThrees } from '../../words/digits.ts';
import { useNow } from '../../words/use-now.ts';
import { jobsByPrinter, jobsOnPages, type PrinterJobs } from './jobs-by-printer.ts';
import { PrintJobRow } from './print-job-row.tsx';
import { othersOf } from './printer-acts.ts';
import { PrinterBand } from './printer-band.tsx';

interface PrintJobsProps {
  readonly printers: readonly PrinterState[];
  /** null: not read yet. */
  readonly jobs: readonly PrintJob[] | null;
}

/**
 * All jobs, under their printers. One list holds them all, so that a job is one item wherever it prints. What has buttons of its own
 * and is no job, the printers' bands and feet, may not stand inside a list: it is laid out between the items by rows of the grid.
 */
export function PrintJobs({ printers, jobs }: PrintJobsProps) {
  const now = useNow(10_000);
  const groups = useMemo(() => jobsByPrinter(printers, jobs ?? []), [printers, jobs]);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState icon={Printer} title="No printer is set up">
          <Button onPress={() => showScreen('settings')}>Set up a printer</Button>
        </EmptyState>
      </Card>
    );
  }
  const places = groups.map((group, index) => {
    const page = pages[group.name] ?? 1;
    const { rows, left } = jobsOnPages(group, page);
    const showMore = () => setPages({ ...pages, [group.name]: page + 1 });
    return { group, rows, left, showMore, others: othersOf(group.name, printers), gridRow: 3 * index + 1 };
  });
  return (
    <div className="print-queue-main">
      {places.map(({ group, rows, left, showMore, others, gridRow }) => (
        <Fragment key={group.name}>
          <div className="printer-head" style={{ gridRow }}>
            <PrinterBand group={group} others={others} now={now} />
          </div>
          <div className="printer-foot" style={{ gridRow: gridRow + 2 }}>
            {jobs !== null && rows.length === 0 && <p className="printer-no-jobs">{noJobsWords(group)}</p>}
            {left > 0 && (
              <Button size="small" tone="quiet" onPress={showMore}>
                {`Show ${inThrees(left)} more`}
              </Button>
            )}
          </div>
        </Fragment>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in parts of their own, which a ul cannot hold */}
      <div role="list" aria-label="Print jobs" className={jobs?.length ? 'print-jobs' : 'print-jobs-none'}>
        {places.map(({ group, rows, others, gridRow }) => (
          <div key={group.name} className="printer-jobs" style={{ gridRow: gridRow + 1 }}>
            {rows.map((entry) => (
              <PrintJobRow
                key={entry.job.id}
                entry={entry}
                reasons={group.printer?.reasons ?? noReasons}
                others={others}
                now={now}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const noReasons: PrinterState['reasons'] = [];

function noJobsWords({ printer }: PrinterJobs): string {
  return printer?.reasons.length
    ? 'No label waits for it.'
    : 'Nothing to print. Scan a parcel in Print mode, or create an order.';
}
