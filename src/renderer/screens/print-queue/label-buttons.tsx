import './print-jobs.css';
import { type ReactNode, useState } from 'react';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/disclosure.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { type JobAction, type JobActions, jobActionText, runJobAction } from './job-actions.ts';
import { type MoveTarget, moveTargets } from './printer-actions.ts';

/** The printers that a label can be moved to, the best one first; none while they are not known. */
export function useMoveTargets(job: PrintJob | null): readonly MoveTarget[] {
  const { value: view } = useQuery(stationViewQuery);
  return view && job ? moveTargets(job.printer, view.printers, view.environment.kind) : [];
}

interface LabelButtonsProps {
  readonly job: PrintJob;
  readonly actions: JobActions;
  readonly size?: 'regular' | 'small';
  /** The id of the element that names the label. */
  readonly describedBy: string;
  /** A copy is requested that needs a reason. */
  readonly onAskReason: () => void;
  /** Further buttons behind "More". */
  readonly children?: ReactNode;
}

/** What can be done about a label on a screen about its parcel: the same as in Print queue. */
export function LabelButtons({ job, actions, size = 'small', describedBy, onAskReason, children }: LabelButtonsProps) {
  const action = useAction();
  const [isOpen, setIsOpen] = useState(false);
  const press = async (jobAction: JobAction): Promise<void> => {
    if (jobAction.kind === 'print again' && jobAction.reason === 'ask') return onAskReason();
    if (await action.run(() => runJobAction(job, jobAction))) setIsOpen(false);
  };
  const buttonOf = (jobAction: JobAction) => (
    <Button
      key={jobActionText(jobAction)}
      size={size}
      describedBy={describedBy}
      isDisabled={action.isRunning}
      onPress={() => void press(jobAction)}
    >
      {jobAction.kind === 'cancel' ? text('parcel.cancel-printing') : jobActionText(jobAction)}
    </Button>
  );
  const hasMore = actions.more.length > 0 || Boolean(children);
  return (
    <>
      {actions.shown.map(buttonOf)}
      {hasMore && (
        <MoreButton
          isOpen={isOpen}
          onPress={() => setIsOpen(!isOpen)}
          controls={`${describedBy}-more`}
          describedBy={describedBy}
        />
      )}
      {isOpen && hasMore && (
        <div id={`${describedBy}-more`} className="more-buttons">
          {actions.more.map(buttonOf)}
          {children}
        </div>
      )}
      <FailureStrip failure={action.failure} />
    </>
  );
}
