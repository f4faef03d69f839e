import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { showScreen } from '../../data/current-screen.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

const withoutPrinterQuery = createQuery({
  topics: ['print jobs', 'station'],
  read: () => call('print-jobs.without-printer', null),
});

/** Labels that were requested while no printer was set up: one question once there is one, and nothing prints before it is answered. */
export function LabelsWithoutPrinter({ labels: listed }: { readonly labels: number }) {
  const { value } = useQuery(withoutPrinterQuery);
  const action = useAction();
  const id = useId();
  // The list is cut where very many wait.
  const labels = value?.labels || listed;
  const printer = value?.printer ?? null;
  const settle = (to: string | null): void =>
    void action.run(() => call('print-jobs.settle-without-printer', { labels, printer: to }));
  return (
    <section className="printer-band printer-band-loud tone-warning" aria-labelledby={id}>
      <div className="printer-band-line">
        <TriangleAlert aria-hidden className="printer-band-icon" />
        <div className="printer-band-text">
          <h2 id={id} className="printer-band-title">
            {text('print-queue.without-printer.title', { labels })}
          </h2>
          <p className="printer-band-instruction">
            {printer === null
              ? text('print-queue.without-printer.waiting', { labels })
              : text('print-queue.without-printer.question', { labels, printer })}
          </p>
        </div>
        <div className="printer-band-buttons">
          {printer === null ? (
            <Button size="small" onPress={() => showScreen('settings')}>
              {text('print-queue.set-up-printer')}
            </Button>
          ) : (
            <Button size="small" isDisabled={action.isRunning} onPress={() => settle(printer)}>
              {text('print-queue.without-printer.print', { labels })}
            </Button>
          )}
          <Button size="small" isDisabled={action.isRunning} onPress={() => settle(null)}>
            {text('print-queue.without-printer.discard', { labels })}
          </Button>
        </div>
      </div>
      {action.failure && <FailureStrip failure={action.failure} />}
    </section>
  );
}
