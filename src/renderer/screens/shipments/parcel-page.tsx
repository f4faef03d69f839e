import './parcel-page.css';
import { ArrowLeft, Repeat } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { isLabelAddressUnknown, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { parcelStatusView } from '../../presentation/parcel-text.ts';
import { copiesText } from '../../presentation/print-job-text.ts';
import { list, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import { LabelAssignmentPanel } from '../label-assignment.tsx';
import { LabelTrouble } from '../label-trouble.tsx';
import { requestDraft } from '../new-order/requested-draft.tsx';
import { labelPictureCaption, useLabelPicture } from '../scan/label-picture.tsx';
import { ParcelCopies, ParcelFacts, ParcelPrices } from './parcel-details.tsx';
import { ParcelActions } from './parcel-page-actions.tsx';
import { ParcelTimeline } from './parcel-timeline.tsx';

interface ParcelPageProps {
  /** The parcel as the board showed it when it was opened. */
  readonly opened: Parcel;
  /** The currency of prices; null where none is configured. */
  readonly currency: string | null;
  readonly onBack: () => void;
}

/** One parcel: all facts, its timeline, and the actions for it. */
export function ParcelPage({ opened, currency, onBack }: ParcelPageProps) {
  const query = useMemo(() => detailQuery(opened.id), [opened.id]);
  const { value: detail, failure } = useQuery(query);
  const parcel = detail?.parcel ?? opened;
  const now = useNow(1_000);
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  // A pressed button that is disabled now has lost the focus, so Escape is handled on the document.
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) goBack();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section ref={page} className="screen parcel-page" aria-label={text('parcel-page.title')} tabIndex={-1}>
      <Head parcel={parcel} now={now} onBack={onBack} />
      <FailureStrip failure={failure} />
      <LabelAssignmentPanel parcels={[parcel]} />
      {parcel.missing.length > 0 && !parcel.needsLabelAssignment && (
        <NoticeStrip tone="warning">{missingFieldsText(parcel)}</NoticeStrip>
      )}
      <LabelTrouble parcel={parcel} />
      <div className="parcel-columns">
        <div className="parcel-column">
          <ParcelActions parcel={parcel} now={now} />
          <RepeatOrder parcelId={parcel.id} />
          <Card>
            <ParcelFacts parcel={parcel} now={now} />
          </Card>
        </div>
        <Card title={text('parcel-page.timeline')}>
          <ParcelTimeline parcelId={parcel.id} now={now} />
        </Card>
        <div className="parcel-column">
          <ParcelLabel parcel={parcel} />
          <Card title={text('parcel-page.copies')} aside={copiesText(parcel.copies)}>
            <ParcelCopies copies={detail?.copies ?? []} now={now} />
          </Card>
          {detail && <ParcelPrices detail={detail} currency={currency} />}
        </div>
      </div>
    </section>
  );
}

const detailQuery = (parcelId: number) =>
  createQuery({
    topics: ['parcels', 'print jobs', 'deletions'],
    read: () => call('parcel.detail', { parcelId }),
  });

function Head({ parcel, now, onBack }: { readonly parcel: Parcel; readonly now: number; readonly onBack: () => void }) {
  const status = parcelStatusView(parcel, now);
  return (
    <div className="parcel-head">
      <Button size="small" icon={ArrowLeft} onPress={onBack}>
        {text('parcel-page.back')}
      </Button>
      <div className="parcel-head-text">
        <p className="shipment-small">
          {text(parcel.customCode === null ? 'parcel-page.no-custom-code' : 'parcel-page.custom-code')}
        </p>
        <h1>
          <Code size="hero">{parcelCode(parcel)}</Code>
        </h1>
      </div>
      <p className="parcel-status">
        <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
        {status.updated && <span className="shipment-small">{status.updated}</span>}
      </p>
    </div>
  );
}

/** What the service's answer should have contained and did not. */
function missingFieldsText(parcel: Parcel): string {
  if (isLabelAddressUnknown(parcel)) return text('parcel-page.address-unknown');
  return text('parcel-page.missing-fields', { fields: list(parcel.missing) });
}

/** The picture of the parcel's label, once its bytes are stored. */
function ParcelLabel({ parcel }: { readonly parcel: Parcel }) {
  const picture = useLabelPicture(parcel.id, parcel.label?.state === 'stored' ? parcel.label.sha256 : null);
  if (picture.failure)
    return <p className="parcel-reason">{text('parcel-page.picture.failed', { reason: picture.failure })}</p>;
  if (!picture.url) return null;
  return (
    <figure className="label-view">
      <img src={picture.url} alt={text('parcel-page.picture')} />
      {picture.url && <figcaption>{labelPictureCaption(picture)}</figcaption>}
    </figure>
  );
}

/** Opens New order filled in from this parcel's order, without its codes. */
function RepeatOrder({ parcelId }: { readonly parcelId: number }) {
  const action = useAction();
  const repeat = () =>
    action.run(async () => {
      const environment = stationViewQuery.getState().value?.environment.name ?? '';
      const draft = await call('parcel.order-draft', { parcelId });
      if (draft.ok) {
        requestDraft({ environment, draft: draft.value });
        showScreen('new-order');
      }
      return draft;
    });
  return (
    <div>
      <Button size="small" icon={Repeat} isDisabled={action.isRunning} onPress={repeat}>
        {text('parcel-page.repeat')}
      </Button>
      <FailureStrip failure={action.failure} />
    </div>
  );
}
