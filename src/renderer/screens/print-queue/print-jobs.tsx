import './print-jobs.css';
import { CircleCheck, Printer, TriangleAlert, Unplug } from 'lucide-react';
import type { PrintJob } from '../../../shared/print-job.ts';
import type { PrinterState } from '../../../shared/printer.ts';
import { showScreen } from '../../stores/current-screen.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNow } from '../../words/use-now.ts';
import { jobsByPrinter, type PrinterJobs } from './jobs-by-printer.ts';
import { PrintJobRow } from './print-job-row.tsx';
import { mendingSentences, printerStateWords, quietWords } from './printer-words.ts';

interface PrintJobsProps {
  readonly printers: readonly PrinterState[];
  /** null: not read yet. */
  readonly jobs: readonly PrintJob[] | null;
}

/**
 * All jobs, under their printers. One list holds them all, so that a job is one item wherever it prints; the printers' bands
 * between the items are plain text to it.
 */
export function PrintJobs({ printers, jobs }: PrintJobsProps) {
  const groups = jobsByPrinter(printers, jobs ?? []);
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState icon={Printer} title="No printer is set up">
          <Button onPress={() => showScreen('settings')}>Set up a printer</Button>
        </EmptyState>
      </Card>
    );
  }
  const cards = groups.map((group) => <PrinterCard key={group.name} group={group} isRead={jobs !== null} />);
  const isEmpty = !jobs?.length;
  return (
    <div className="print-queue-main">
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in cards of their own, which a ul cannot hold */}
      <div role="list" aria-label="Print jobs" className={isEmpty ? 'print-jobs-none' : 'print-jobs'}>
        {!isEmpty && cards}
      </div>
      {isEmpty && cards}
    </div>
  );
}

function PrinterCard({ group, isRead }: { readonly group: PrinterJobs; readonly isRead: boolean }) {
  const now = useNow(10_000);
  return (
    <Card isFlush>
      <PrinterBand group={group} />
      {group.jobs.map((entry) => (
        <PrintJobRow key={entry.job.id} entry={entry} now={now} />
      ))}
      {isRead && group.jobs.length === 0 && (
        <p className="printer-no-jobs">Nothing to print. Scan a parcel in Print mode, or create an order.</p>
      )}
    </Card>
  );
}

function PrinterBand({ group: { name, printer } }: { readonly group: PrinterJobs }) {
  if (!printer)
    return (
      <Band
        tone="quiet"
        title={name}
        words="No longer set up here. What it had to print waits; set it up again under Settings."
      />
    );
  const isHeld = printer.reasons.length > 0;
  const title = `${name}: ${printerStateWords(printer)}`;
  return isHeld ? (
    <Band tone="warning" title={title} words={mendingSentences(printer)} />
  ) : (
    <Band tone="success" title={title} words={quietWords(printer.connection)} />
  );
}

const bandIcons = { quiet: Unplug, warning: TriangleAlert, success: CircleCheck };

interface BandProps {
  readonly tone: keyof typeof bandIcons;
  readonly title: string;
  readonly words: string;
}

function Band({ tone, title, words }: BandProps) {
  const Icon = bandIcons[tone];
  return (
    <div className={`printer-band printer-band-${tone} tone-${tone}`}>
      <Icon aria-hidden />
      <div>
        <p className="printer-band-title">{title}</p>
        <p className="printer-band-words">{words}</p>
      </div>
    </div>
  );
}
