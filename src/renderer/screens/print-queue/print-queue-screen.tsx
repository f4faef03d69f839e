import './print-queue-screen.css';
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../shared/contract/station-contract.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { clockTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { usePngUrl } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { PrintJobs } from './print-job-list.tsx';
import { WaitingToSend } from './waiting-to-send.tsx';

/** What the printers do and are about to do, and what waits for the service. */
export function PrintQueueScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Nothing of one environment is shown in another: each has mirrors of its own.
  return view && <Queues key={view.environment.name} printers={view.printers} />;
}

function Queues({ printers }: { readonly printers: StationView['printers'] }) {
  const [jobs] = useState(() => createQuery({ topics: ['print jobs'], read: () => call('print-jobs.list', null) }));
  const [commands] = useState(() =>
    createQuery({ topics: ['commands', 'deletions'], read: () => call('commands.open', null) }),
  );
  const jobsState = useQuery(jobs);
  const commandsState = useQuery(commands);
  const hasOpenCommands = (commandsState.value?.length ?? 0) > 0;
  const hasVirtual = printers.some((printer) => printer.connection.kind === 'virtual');
  // What is seldom looked at stands below, and leaves the jobs the whole width.
  const isBeside =
    hasOpenCommands || printers.some(({ connection, isDefault }) => isDefault && connection.kind === 'virtual');
  return (
    <div className="screen">
      <h1 className="only-spoken">Print queue</h1>
      <FailureStrip failure={jobsState.failure ?? commandsState.failure} />
      <div className={isBeside ? 'print-queue print-queue-beside' : 'print-queue'}>
        <PrintJobs printers={printers} jobs={jobsState.value} />
        <div className={hasOpenCommands ? 'print-queue-side print-queue-side-urgent' : 'print-queue-side'}>
          <WaitingToSend commands={commandsState.value} />
          {hasVirtual && <VirtualLabels />}
        </div>
      </div>
    </div>
  );
}

type VirtualLabel = CallOutput<'virtual-printer.labels'>[number];

/** Pictures shown at once; older labels stay as files. */
const maxPictures = 12;

/** What came out of the virtual printer, newest first. */
function VirtualLabels() {
  const [query] = useState(() =>
    createQuery({ topics: ['virtual labels'], read: () => call('virtual-printer.labels', null) }),
  );
  const { value, failure } = useQuery(query);
  const newest = useMemo(() => newestFirst(value ?? []), [value]);
  return (
    <Card title="Virtual printer" aside={value ? countWords(value.length) : ''} className="virtual-labels">
      <FailureStrip failure={failure} />
      {value?.length === 0 && <p className="waiting-none">Labels it prints are shown here.</p>}
      <ul aria-label="Printed pictures" className="virtual-labels-strip">
        {newest.map((label) => (
          <li key={label.file}>
            <LabelFigure label={label} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const countWords = (count: number): string => (count === 1 ? '1 label' : `${count} labels`);

const newestFirst = (labels: readonly VirtualLabel[]): VirtualLabel[] =>
  [...labels].sort((one, other) => other.at.localeCompare(one.at)).slice(0, maxPictures);

function LabelFigure({ label }: { readonly label: VirtualLabel }) {
  const address = usePngUrl(label.png);
  const at = clockTime(label.at);
  return (
    <figure className="virtual-label">
      {address ? (
        <img src={address} alt={`Label that came out at ${at}`} />
      ) : (
        <p className="virtual-label-none">{label.png ? '' : `No picture. Its bytes are in ${label.file}`}</p>
      )}
      <figcaption>{at}</figcaption>
    </figure>
  );
}
