import './parcel-panel.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { type Result, success } from '../../../shared/failure.ts';
import { type Parcel, parcelCode } from '../../../shared/parcel.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useNow } from '../../words/use-now.ts';
import { LabelView } from './label-view.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { ParcelFacts } from './parcel-facts.tsx';
import { shownStatus } from './shown-status.ts';

interface ParcelPanelProps {
  /** The parcel as the board knew it when it was opened. */
  readonly opened: Parcel;
  readonly onClose: () => void;
}

/** One parcel beside the board: its facts, its label, and what can be done with it. */
export function ParcelPanel({ opened, onClose }: ParcelPanelProps) {
  const parcel = useCurrent(opened);
  const now = useNow(1_000);
  const status = shownStatus(parcel, now);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section ref={panel} className="parcel-panel" aria-label="Parcel" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="parcel-panel-head">
        <p className="shipment-small">{parcel.customCode === null ? 'No custom code' : 'Custom code'}</p>
        <Button size="small" tone="quiet" icon={X} onPress={onClose}>
          Close
        </Button>
      </div>
      <Code size="fact">{parcelCode(parcel)}</Code>
      <p className="parcel-panel-status">
        <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
        {status.source && <span className="shipment-small">{`${status.source}, ${status.age}`}</span>}
      </p>
      <ParcelActions parcel={parcel} now={now} />
      {parcel.missing.length > 0 && (
        <NoticeStrip tone="warning">The service did not say: {parcel.missing.join(', ')}.</NoticeStrip>
      )}
      <ParcelFacts parcel={parcel} now={now} />
      <LabelView parcel={parcel} />
    </section>
  );
}

/** The opened parcel as it is now: found again by its code whenever something changed. */
function useCurrent(opened: Parcel): Parcel {
  const mirror = useMemo(
    () => createMirror({ topics: ['parcels', 'print jobs', 'deletions'], read: () => readAgain(opened) }),
    [opened],
  );
  return useMirror(mirror).value ?? opened;
}

async function readAgain(opened: Parcel): Promise<Result<Parcel>> {
  const page = await call('shipments.page', { find: parcelCode(opened), offset: 0, limit: 50 });
  return page.ok ? success(page.value.rows.find((parcel) => parcel.id === opened.id) ?? opened) : page;
}
