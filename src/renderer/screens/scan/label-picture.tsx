import './label-picture.css';
import { FileX, Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Result } from '../../../shared/contract/failure.ts';
import { isDeletedOrDeleting, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { call } from '../../data/station-client.ts';
import { lastKeyAt } from '../../scanner/scan-session.ts';
import { failureText, text } from '../../text/text.ts';

/** The label as it is printed, and how many copies of it there are. */
export function LabelPicture({ parcel }: { readonly parcel: Parcel }) {
  const picture = useLabelPicture(parcel.id, parcel.label?.state === 'stored' ? parcel.label.sha256 : null);
  const missing = missingLabelText(parcel) ?? picture.failure;
  return (
    <figure className="label-picture">
      {picture.url && <img src={picture.url} alt={text('label.picture', { code: parcelCode(parcel) })} />}
      {!picture.url && (
        <div className="label-picture-empty">
          {missing ? <FileX aria-hidden /> : <Hourglass aria-hidden />}
          <p>{missing ?? text('label.picture.loading')}</p>
        </div>
      )}
      <figcaption>
        <span className="label-picture-copies">
          {text('label.copies', { copies: parcel.copies, state: copiesState(parcel) })}
        </span>
        {picture.url && (
          <span className={picture.namesOtherParcel ? 'label-picture-names-another' : 'label-picture-copies'}>
            {labelPictureCaption(picture)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function missingLabelText({ label, needsLabelAssignment }: Parcel): string | null {
  if (needsLabelAssignment) return text('label.missing.not-assigned');
  if (!label) return text('label.missing.none');
  if (label.state === 'pending') return text(label.failure ? 'label.missing.delayed' : 'label.missing.pending');
  if (label.state === 'on demand') return text('label.missing.on-demand');
  return label.state === 'failed' ? text('label.missing.failed') : null;
}

/** Copies are counted as printed only while the newest one is confirmed. */
function copiesState(parcel: Parcel): 'deleted' | 'deleting' | 'printed' | 'sent' {
  if (parcel.deletedAt !== null) return 'deleted';
  if (isDeletedOrDeleting(parcel)) return 'deleting';
  return parcel.lastJob?.state === 'printed' ? 'printed' : 'sent';
}

/** "Preview", with a warning where the barcodes of the picture do not name the parcel. */
export const labelPictureCaption = ({ namesOtherParcel }: Pick<LabelPictureState, 'namesOtherParcel'>): string =>
  namesOtherParcel ? text('label.picture.names-another') : text('label.picture.preview');

interface LabelPictureState {
  /** The picture's address inside this window; null until it is loaded. */
  readonly url: string | null;
  /** Its barcodes name another parcel, or none. */
  readonly namesOtherParcel: boolean;
  /** Why there is no picture. */
  readonly failure: string | null;
}

/**
 * The picture of a parcel's label, drawn again when the label's bytes change.
 * @param sha256 the label's bytes; null where they are not stored, and there is nothing to draw.
 */
export function useLabelPicture(parcelId: number, sha256: string | null): LabelPictureState {
  const { url, value, failure } = usePicture(sha256 && `${parcelId} ${sha256}`, () =>
    call('label.picture', { parcelId }),
  );
  return { url, namesOtherParcel: value?.namesOtherParcel ?? false, failure };
}

interface PictureState<T> {
  /** The picture's address inside this window; null until it is loaded. */
  readonly url: string | null;
  readonly value: T | null;
  /** Why there is no picture. */
  readonly failure: string | null;
}

const nothingYet = { url: null, value: null, failure: null };

/** Milliseconds without a key that a label must be shown before it is drawn: what the next scan replaces is not drawn at all. */
const drawAfterMs = 150;

/** Drawing takes a processor for longer than a label takes to the printer, so it does not begin between the keys of a scan. */
export const drawingPauseMs = (shownAt: number, lastKeyAt: number, now: number): number =>
  Math.max(shownAt, lastKeyAt) + drawAfterMs - now;

/**
 * A PNG picture that main draws, read again when `key` changes, and a few times after a failure.
 * @param key null: there is nothing to draw
 */
export function usePicture<T extends { readonly png: Uint8Array }>(
  key: string | null,
  read: () => Promise<Result<T>>,
): PictureState<T> {
  const [picture, setPicture] = useState<PictureState<T>>(nothingYet);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (key === null) return;
    let url: string | null = null;
    const show = (result: Result<T>): void => {
      if (!result.ok) {
        setPicture({ ...nothingYet, failure: failureText(result.failure) });
        return;
      }
      // Copied, because the bytes may be part of a larger buffer.
      url = URL.createObjectURL(new Blob([new Uint8Array(result.value.png)], { type: 'image/png' }));
      setPicture({ url, value: result.value, failure: null });
    };
    const shownAt = performance.now();
    const stopReading = readWithRetries(readNow, show, () => drawingPauseMs(shownAt, lastKeyAt(), performance.now()));
    return () => {
      stopReading();
      if (url) URL.revokeObjectURL(url);
      setPicture(nothingYet);
    };
  }, [key]);
  return picture;
}

/** Pauses before the automatic retries of a failed read, milliseconds; then a person decides. */
export const retryPausesMs: readonly number[] = [2_000, 8_000, 30_000];

/**
 * Reads, and reads again after a failure, at most once for each pause. Each result is reported until the returned function is called.
 * @param waitMs milliseconds until the first reading; it is asked again when they are over
 */
export function readWithRetries<T>(
  read: () => Promise<Result<T>>,
  onResult: (result: Result<T>) => void,
  waitMs: () => number = () => 0,
): () => void {
  let isCurrent = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = async (retries: number): Promise<void> => {
    const result = await read();
    if (!isCurrent) return;
    onResult(result);
    const pauseMs = retryPausesMs[retries];
    if (!result.ok && pauseMs !== undefined) timer = setTimeout(() => void attempt(retries + 1), pauseMs);
  };
  const begin = (): void => {
    const leftMs = waitMs();
    if (leftMs > 0) timer = setTimeout(begin, leftMs);
    else void attempt(0);
  };
  begin();
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}
