import { RefreshCw } from 'lucide-react';
import { isDeletedOrDeleting, type Parcel } from '../../shared/shipments/parcel.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { nextLabelAttemptText } from '../presentation/print-job-text.ts';
import { failureNextStep, failureText, messageDetails, quotedServiceText, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureStrip, NoticeStrip } from '../ui/notice-strip.tsx';
import { HelpButton } from './help/help-button.tsx';

interface LabelTroubleProps {
  readonly parcel: Parcel;
  /** Without the next step and the technical facts. */
  readonly isShort?: boolean;
}

/** Why a parcel's label is not downloaded, when it is tried again, and a button that tries now; help where there is no label; nothing where there is no trouble. */
export function LabelTrouble({ parcel, isShort = false }: LabelTroubleProps) {
  const action = useAction();
  const { id: parcelId, label } = parcel;
  if (label?.state === 'stored' || isDeletedOrDeleting(parcel)) return null;
  if (!label) return <HelpButton page="label-missing" />;
  if (!label.failure) return null;
  const { failure } = label;
  const details = [
    ...messageDetails(failure.message),
    ...(failure.serviceText ? [quotedServiceText(failure.serviceText)] : []),
  ];
  return (
    <>
      <NoticeStrip
        tone="warning"
        next={isShort ? undefined : failureNextStep(failure)}
        details={isShort ? [] : details}
        actions={
          <>
            <Button
              size="small"
              icon={RefreshCw}
              isDisabled={action.isRunning}
              onPress={() => void action.run(() => call('label.retry', { parcelId }))}
            >
              {text('label.retry')}
            </Button>
            <HelpButton page="label-missing" />
          </>
        }
      >
        {failureText(failure)} {nextLabelAttemptText(label)}
      </NoticeStrip>
      <FailureStrip failure={action.failure} />
    </>
  );
}
