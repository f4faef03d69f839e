import './uncertain-orders.css';
import { type LucideIcon, PackageCheck, Trash2 } from 'lucide-react';
import type { CommandAction } from '../../../shared/orders/command.ts';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { createQuery, type Query } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { clockTime } from '../../text/dates.ts';
import { quotedServiceText, type TextKey, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { HelpButton } from '../help/help-button.tsx';

interface UncertainDeletionAnswer {
  readonly action: CommandAction;
  readonly labelKey: TextKey;
  readonly icon: LucideIcon;
  readonly isThere: boolean;
}

/** What an operator who checked at the service can answer. */
export const uncertainDeletionAnswers: readonly UncertainDeletionAnswer[] = [
  { action: 'settleDeletion', labelKey: 'uncertain-deletion.deleted', icon: Trash2, isThere: false },
  { action: 'settleDeletion', labelKey: 'uncertain-deletion.exists', icon: PackageCheck, isThere: true },
];

interface UncertainDeletionProps {
  readonly commandId: number;
  /** What the service said when it refused the deletion; null where it said nothing, or where its text is shown elsewhere. */
  readonly serviceText: string | null;
  /** The parcel, where this station knows it. */
  readonly parcel: Pick<Parcel, 'status' | 'deletion'> | null;
  readonly size?: 'regular' | 'small';
  /** Answers that stand before these, with a command card each. */
  readonly answersBefore?: number;
}

/** Asks whether a parcel exists whose deletion may have been carried out by a request that no clear answer came to. Nothing is sent. */
export function UncertainDeletion(props: UncertainDeletionProps) {
  const { commandId, serviceText, parcel, size = 'regular', answersBefore = 0 } = props;
  const action = useAction();
  const statusSince = parcel && statusSinceDeletion(parcel);
  return (
    <section className="uncertain-deletion" aria-label={text('uncertain-deletion.title')}>
      {serviceText !== null && <p>{quotedServiceText(serviceText)}</p>}
      {statusSince && <p role="status">{statusSince}</p>}
      <p>{text('uncertain-deletion.check')}</p>
      <div className="uncertain-deletion-buttons">
        <SettleDeletionButtons {...{ commandId, size, answersBefore, action }} />
        <HelpButton page="uncertain-deletion" />
      </div>
      <FailureStrip failure={action.failure} />
    </section>
  );
}

interface SettleDeletionButtonsProps extends Pick<UncertainDeletionProps, 'commandId' | 'size'> {
  readonly answersBefore: number;
  readonly action: Action;
}

export function SettleDeletionButtons(props: SettleDeletionButtonsProps) {
  const { commandId, size = 'regular', answersBefore, action } = props;
  return uncertainDeletionAnswers.map(({ labelKey, icon, isThere }, index) => (
    <Button
      key={labelKey}
      {...choiceCommand(answersBefore + index)}
      icon={icon}
      size={size}
      isDisabled={action.isRunning}
      onPress={() => void action.run(() => call('command.settle', { commandId, isThere }))}
    >
      {text(labelKey)}
    </Button>
  ));
}

/** A status that the service reported after the last attempt to delete the parcel: it may still exist. */
export function statusSinceDeletion({ status, deletion }: Pick<Parcel, 'status' | 'deletion'>): string | null {
  if (!status || !deletion || status.state === 'deleted') return null;
  if (Date.parse(status.at) <= Date.parse(deletion.updatedAt)) return null;
  return text('uncertain-deletion.status-since', {
    status: text(`shipment.state.${status.state}`),
    at: clockTime(status.at),
  });
}

/** The parcel of an uncertain deletion, read again when an event changes it. */
export const parcelQuery = (parcelId: number): Query<Parcel> =>
  createQuery({
    topics: ['parcels', 'deletions', 'commands'],
    async read() {
      const detail = await call('parcel.detail', { parcelId });
      return detail.ok ? { ok: true, value: detail.value.parcel } : detail;
    },
  });
