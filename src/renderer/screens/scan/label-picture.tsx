import './label-picture.css';
import { FileX, Hourglass } from 'lucide-react';
import { isDeletedOrDeleting, type Parcel, parcelCode } from '../../../shared/parcel.ts';
import { copiesOnPaper } from '../../words/print-jobs.ts';
import { useLabelPicture } from './use-label-picture.ts';

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
  return label.state === 'failed' ? (label.failure?.message ?? 'Its label could not be fetched') : null;
}

function copiesWords(parcel: Parcel): string {
  const onPaper = isProved(parcel)
    ? copiesOnPaper(parcel.copies)
    : copiesOnPaper(parcel.copies).replace('on paper', 'may be on paper');
  if (parcel.copies === 0 || !isDeletedOrDeleting(parcel)) return onPaper;
  if (parcel.deletedAt === null) return `${onPaper}, to destroy`;
  return parcel.copies === 1 ? `${onPaper}: tear it up` : `${onPaper}: tear them up`;
}

/** Nothing is on paper for certain while the newest copy was only sent, or is in doubt. */
const isProved = ({ copies, lastJob }: Parcel): boolean => copies === 0 || lastJob?.state === 'printed';
