import './print-queue.css';
import { useState } from 'react';
import type { StationView } from '../../../shared/station-view.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { PrintJobs } from './print-jobs.tsx';
import { VirtualLabels } from './virtual-labels.tsx';
import { WaitingToSend } from './waiting-to-send.tsx';

/** What the printers do and are about to do, and what waits for the service. */
export function PrintQueueScreen() {
  const { value: view } = useMirror(stationViewMirror);
  // Nothing of one environment is shown in another: each has mirrors of its own.
  return view && <Queues key={view.environment.name} printers={view.printers} />;
}

function Queues({ printers }: { readonly printers: StationView['printers'] }) {
  const [jobs] = useState(() => createMirror({ topics: ['print jobs'], read: () => call('print-jobs.list', null) }));
  const [commands] = useState(() =>
    createMirror({ topics: ['commands', 'deletions'], read: () => call('commands.open', null) }),
  );
  const jobsState = useMirror(jobs);
  const commandsState = useMirror(commands);
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
