import { failureText } from '../../text/text.ts';
import './scan-result.css';
import { FileX, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isDeletedOrDeleting, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { call } from '../../data/station-client.ts';
import { copiesOnPaper } from '../../presentation/print-job-text.ts';

/** The label as it comes out of the printer, and how many of it are on paper. */
export function LabelPicture({ parcel }: { readonly parcel: Parcel }) {
  const picture = useLabelPicture(parcel.id, parcel.label?.state === 'kept' ? parcel.label.sha256 : null);
  const missing = missingWords(parcel) ?? picture.failure;
  return (
    <figure className="label-picture">
      {picture.url && <img src={picture.url} alt={`Label of ${parcelCode(parcel)}`} />}
      {!picture.url && (
        <div className="label-picture-empty">
          {missing ? <FileX aria-hidden /> : <Hourglass aria-hidden />}
          <p>{missing ?? 'Drawing the label'}</p>
        </div>
      )}
      <figcaption>
        {copiesWords(parcel)}
        {picture.caution && (
          <span className={`label-picture-caution ${picture.namesAnother ? 'label-picture-names-another' : ''}`}>
            {picture.caution}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function missingWords({ label }: Parcel): string | null {
  if (!label) return 'No label';
  if (label.state === 'wanted') return 'Its label is being fetched';
  return label.state === 'failed'
    ? label.failure
      ? failureText(label.failure)
      : 'Its label could not be fetched'
    : null;
}

function copiesWords(parcel: Parcel): string {
  const onPaper = isConfirmed(parcel)
    ? copiesOnPaper(parcel.copies)
    : copiesOnPaper(parcel.copies).replace('on paper', 'may be on paper');
  if (parcel.copies === 0 || !isDeletedOrDeleting(parcel)) return onPaper;
  if (parcel.deletedAt === null) return `${onPaper}, to destroy`;
  return parcel.copies === 1 ? `${onPaper}: tear it up` : `${onPaper}: tear them up`;
}

/** Nothing is on paper for certain while the newest copy was only sent, or is in doubt. */
const isConfirmed = ({ copies, lastJob }: Parcel): boolean => copies === 0 || lastJob?.state === 'printed';

interface LabelPictureState {
  /** An address of the picture inside this window; null until it is here. */
  readonly url: string | null;
  readonly caution: string | null;
  /** Its bar codes name another parcel, or none. */
  readonly namesAnother: boolean;
  /** Why there is no picture. */
  readonly failure: string | null;
}

const nothingYet: LabelPictureState = { url: null, caution: null, namesAnother: false, failure: null };

/**
 * The picture of a parcel's label. It is drawn anew when the label's bytes change.
 * @param sha256 the label's bytes; null where they are not here, and there is nothing to draw.
 */
export function useLabelPicture(parcelId: number, sha256: string | null): LabelPictureState {
  const [picture, setPicture] = useState(nothingYet);
  useEffect(() => {
    if (sha256 === null) return;
    let isCurrent = true;
    let url: string | null = null;
    void call('label.picture', { parcelId }).then((result) => {
      if (!isCurrent) return;
      if (!result.ok) return setPicture({ ...nothingYet, failure: failureText(result.failure) });
      // Copied: the bytes may stand in a larger buffer.
      url = URL.createObjectURL(new Blob([new Uint8Array(result.value.png)], { type: 'image/png' }));
      const { caution, namesAnother } = result.value;
      setPicture({ url, caution, namesAnother, failure: null });
    });
    return () => {
      isCurrent = false;
      if (url) URL.revokeObjectURL(url);
      setPicture(nothingYet);
    };
  }, [parcelId, sha256]);
  return picture;
}
