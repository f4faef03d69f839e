import './parcel-page.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { isLabelUntold, type Parcel, parcelCode } from '../../../shared/parcel.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { copiesOnPaper } from '../../words/print-jobs.ts';
import { useNow } from '../../words/use-now.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { LabelView } from './label-view.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { ParcelCopies } from './parcel-copies.tsx';
import { ParcelFacts } from './parcel-facts.tsx';
import { ParcelPrices } from './parcel-prices.tsx';
import { ParcelTimeline } from './parcel-timeline.tsx';
import { RepeatOrder } from './repeat-order.tsx';
import { shownStatus } from './shown-status.ts';

interface ParcelPageProps {
  /** The parcel as the board knew it when it was opened. */
  readonly opened: Parcel;
  /** What prices are in; null where nobody said. */
  readonly currency: string | null;
  readonly onBack: () => void;
}

/** One parcel, everything the station knows of it, and what can be done with it. */
export function ParcelPage({ opened, currency, onBack }: ParcelPageProps) {
  const mirror = useMemo(() => detailMirror(opened.id), [opened.id]);
  const { value: detail, failure } = useMirror(mirror);
  const parcel = detail?.parcel ?? opened;
  const now = useNow(1_000);
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  // A button that was pressed and is disabled now has lost the focus: the key is heard wherever that is.
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) goBack();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section ref={page} className="screen parcel-page" aria-label="Parcel" tabIndex={-1}>
      <Head parcel={parcel} now={now} onBack={onBack} />
      <FailureStrip failure={failure} />
      {parcel.missing.length > 0 && <NoticeStrip tone="warning">{unsaidWords(parcel)}</NoticeStrip>}
      <div className="parcel-columns">
        <div className="parcel-column">
          <ParcelActions parcel={parcel} now={now} />
          <RepeatOrder parcelId={parcel.id} />
          <Card>
            <ParcelFacts parcel={parcel} now={now} />
          </Card>
        </div>
        <Card title="Timeline">
          <ParcelTimeline parcelId={parcel.id} now={now} />
        </Card>
        <div className="parcel-column">
          <LabelView parcel={parcel} />
          <Card title="Copies" aside={copiesOnPaper(parcel.copies)}>
            <ParcelCopies copies={detail?.copies ?? []} now={now} />
          </Card>
          {detail && <ParcelPrices detail={detail} currency={currency} />}
        </div>
      </div>
    </section>
  );
}

const detailMirror = (parcelId: number) =>
  createMirror({
    topics: ['parcels', 'print jobs', 'deletions'],
    read: () => call('parcel.detail', { parcelId }),
  });

function Head({ parcel, now, onBack }: { readonly parcel: Parcel; readonly now: number; readonly onBack: () => void }) {
  const status = shownStatus(parcel, now);
  return (
    <div className="parcel-head">
      <Button size="small" icon={ArrowLeft} onPress={onBack}>
        Back
      </Button>
      <div className="parcel-head-words">
        <p className="shipment-small">{parcel.customCode === null ? 'No custom code' : 'Custom code'}</p>
        <h1>
          <Code size="hero">{parcelCode(parcel)}</Code>
        </h1>
      </div>
      <p className="parcel-status">
        <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
        {status.source && <span className="shipment-small">{`${status.source}, ${status.age}`}</span>}
      </p>
    </div>
  );
}

/** What the service should have told of the parcel and did not. */
function unsaidWords(parcel: Parcel): string {
  if (isLabelUntold(parcel)) {
    return 'No answer to the order spoke of this parcel: nobody told where its label is. Import the order response to print it.';
  }
  return `The service did not say: ${parcel.missing.join(', ')}.`;
}
