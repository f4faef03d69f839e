import './parcel-panel.css';
import { Repeat, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { isLabelAddressUnknown, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { parcelStatusView } from '../../presentation/parcel-text.ts';
import { copiesText } from '../../presentation/print-job-text.ts';
import { verdictOn } from '../../presentation/verdict.ts';
import { factsOfParcel } from '../../presentation/verdict-facts.ts';
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
import { useVerdictContext } from '../verdict-context.ts';
import { ParcelActions, type ParcelQuestion, parcelCodeId } from './parcel-actions.tsx';
import { ParcelCopies, ParcelFacts, ParcelPrices } from './parcel-details.tsx';
import { ParcelTimeline } from './parcel-timeline.tsx';

interface ParcelPanelProps {
  /** The parcel as the board showed it when it was opened. */
  readonly opened: Parcel;
  /** The currency of prices; null where none is configured. */
  readonly currency: string | null;
  /** The question that it is opened with. */
  readonly question: ParcelQuestion | null;
  readonly onClose: () => void;
}

/** One parcel beside the list: its verdict, the actions for it, all facts and its timeline. */
export function ParcelPanel({ opened, currency, question, onClose }: ParcelPanelProps) {
  const query = useMemo(() => detailQuery(opened.id), [opened.id]);
  const { value: detail, failure } = useQuery(query);
  const parcel = detail?.parcel ?? opened;
  const now = useNow(1_000);
  const panel = useRef<HTMLElement>(null);
  // A question takes the focus itself.
  const focus = useEffectEvent(() => question === null && panel.current?.focus());
  useEffect(() => void focus(), []);
  // A pressed button that is disabled now has lost the focus, so Escape is handled on the document.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section ref={panel} className="parcel-panel" aria-label={text('parcel-page.title')} tabIndex={-1}>
      <Head parcel={parcel} onClose={onClose} />
      <PresentVerdict parcel={parcel} now={now} />
      <Status parcel={parcel} now={now} />
      <FailureStrip failure={failure} />
      <LabelAssignmentPanel parcels={[parcel]} />
      {parcel.missing.length > 0 && !parcel.needsLabelAssignment && (
        <NoticeStrip tone="warning">{missingFieldsText(parcel)}</NoticeStrip>
      )}
      <LabelTrouble parcel={parcel} />
      <div className="parcel-columns">
        <div className="parcel-column">
          <ParcelActions parcel={parcel} now={now} question={question} />
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
    concerns: (_, changed) => changed === parcelId,
    read: () => call('parcel.detail', { parcelId }),
  });

interface HeadProps {
  readonly parcel: Parcel;
  readonly onClose: () => void;
}

function Head({ parcel, onClose }: HeadProps) {
  return (
    <div className="parcel-head">
      <div className="parcel-head-text">
        {parcel.customCode === null && <p className="shipment-small">{text('parcel-page.no-custom-code')}</p>}
        <h2 id={parcelCodeId}>
          <Code>{parcelCode(parcel)}</Code>
        </h2>
      </div>
      <Button size="small" icon={X} onPress={onClose}>
        {text('parcel-page.close')}
      </Button>
    </div>
  );
}

/** The verdict on the parcel as it is now, the same as on the Scan screen. */
function PresentVerdict({ parcel, now }: { readonly parcel: Parcel; readonly now: number }) {
  const verdict = verdictOn(factsOfParcel(parcel, useVerdictContext(now)));
  return (
    <div className={`parcel-verdict tone-${verdict.tone}`}>
      <verdict.icon aria-hidden />
      <div>
        <h3>{verdict.countdown ?? verdict.heading}</h3>
        <p>{[verdict.sentence, verdict.place].filter(Boolean).join(' ')}</p>
      </div>
    </div>
  );
}

/** The newest status, with its source and age. */
function Status({ parcel, now }: { readonly parcel: Parcel; readonly now: number }) {
  const status = parcelStatusView(parcel, now);
  return (
    <p className="parcel-status">
      <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
      {status.updated && <span className="shipment-small">{status.updated}</span>}
    </p>
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
  if (parcel.label?.state === 'on demand' && parcel.deletedAt === null)
    return <p className="parcel-reason">{text('label.missing.on-demand')}</p>;
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
