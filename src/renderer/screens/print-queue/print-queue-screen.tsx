import './print-queue-screen.css';
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../shared/contract/station-contract.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import type { CommandState } from '../../../shared/orders/command.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, type QueryState, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Card, Loading } from '../../ui/card.tsx';
import { usePngUrl } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { PrintJobs } from './print-job-list.tsx';
import { WaitingToSend } from './waiting-to-send.tsx';

/** The print jobs of each printer, and the commands that wait for the service. */
export function PrintQueueScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Each environment has queries of its own, so that nothing of one is shown in another.
  return view && <Queues key={view.environment.name} printers={view.printers} environment={view.environment.kind} />;
}

/** A person decides about them, by evidence that needs the width. */
const personStates: readonly CommandState[] = ['uncertain', 'needs confirmation', 'rejected'];

interface QueuesProps {
  readonly printers: StationView['printers'];
  readonly environment: EnvironmentKind;
}

function Queues({ printers, environment }: QueuesProps) {
  const [jobs] = useState(() =>
    createQuery({ topics: ['print jobs', 'deletions'], read: () => call('print-jobs.list', null) }),
  );
  const [commands] = useState(() =>
    createQuery({ topics: ['commands', 'deletions'], read: () => call('commands.open', null) }),
  );
  const jobsState = useQuery(jobs);
  const commandsState = useQuery(commands);
  const hasOpenCommands = (commandsState.value?.length ?? 0) > 0;
  const hasVirtual = printers.some((printer) => transportCapabilities(printer.connection).isVirtual);
  // The rarely used part goes below and leaves the full width to the jobs.
  const needsPerson = commandsState.value?.some(({ state }) => personStates.includes(state)) ?? false;
  const isBeside =
    (hasOpenCommands && !needsPerson) ||
    (!needsPerson &&
      printers.some(({ connection, isDefault }) => isDefault && transportCapabilities(connection).isVirtual));
  return (
    <div className="screen">
      <h1 className="only-spoken" tabIndex={-1}>
        {text('navigation.print-queue')}
      </h1>
      <FailureStrip
        failure={jobsState.failure ?? commandsState.failure}
        onRetry={() => {
          jobs.refetch();
          commands.refetch();
        }}
      />
      <div className={isBeside ? 'print-queue print-queue-beside' : 'print-queue'}>
        <PrintJobs
          printers={printers}
          jobs={jobsState.value}
          isLoading={isLoading(jobsState)}
          environment={environment}
        />
        <div className={sideClass(hasOpenCommands, needsPerson)}>
          <WaitingToSend commands={commandsState.value} isLoading={isLoading(commandsState)} />
          {hasVirtual && <VirtualLabels />}
        </div>
      </div>
    </div>
  );
}

const isLoading = ({ value, failure }: QueryState<unknown>): boolean => value === null && failure === null;

/** What needs a person stands first wherever the parts stand below each other. */
const sideClass = (hasOpenCommands: boolean, needsPerson: boolean): string =>
  ['print-queue-side', hasOpenCommands && 'print-queue-side-urgent', needsPerson && 'print-queue-side-first']
    .filter(Boolean)
    .join(' ');

type VirtualLabel = CallOutput<'virtual-printer.labels'>[number];

/** Most pictures shown; older labels stay as files. */
const maxPictures = 12;

/** The labels that the virtual printer printed, newest first. */
function VirtualLabels() {
  const [query] = useState(() =>
    createQuery({ topics: ['virtual labels'], read: () => call('virtual-printer.labels', null) }),
  );
  const { value, failure } = useQuery(query);
  const newest = useMemo(() => newestFirst(value ?? []), [value]);
  return (
    <Card
      title={text('print-queue.virtual-printer')}
      aside={value ? text('print-queue.virtual-labels', { labels: value.length }) : ''}
    >
      <FailureStrip failure={failure} />
      {!value && !failure && <Loading />}
      {value?.length === 0 && <p className="waiting-none">{text('print-queue.virtual-printer.none')}</p>}
      <ul aria-label={text('print-queue.virtual-printer.list')} className="virtual-labels-strip">
        {newest.map((label) => (
          <li key={label.file}>
            <LabelFigure label={label} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const newestFirst = (labels: readonly VirtualLabel[]): VirtualLabel[] =>
  [...labels].sort((one, other) => other.at.localeCompare(one.at)).slice(0, maxPictures);

function LabelFigure({ label }: { readonly label: VirtualLabel }) {
  const address = usePngUrl(label.png);
  const at = clockTime(label.at);
  return (
    <figure className="virtual-label">
      {address ? (
        <img src={address} alt={text('print-queue.virtual-label', { time: at })} />
      ) : (
        <p>{label.png ? '' : text('print-queue.virtual-label.no-picture', { file: label.file })}</p>
      )}
      <figcaption>{at}</figcaption>
    </figure>
  );
}
