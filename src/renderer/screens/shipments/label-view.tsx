import type { Parcel } from '../../../shared/parcel.ts';
import { useLabelPicture } from '../scan/use-label-picture.ts';

/** The picture of the parcel's label, once its bytes are here. */
export function LabelView({ parcel }: { readonly parcel: Parcel }) {
  const picture = useLabelPicture(parcel.id, parcel.label?.state === 'kept' ? parcel.label.sha256 : null);
  if (picture.failure) return <p className="parcel-reason">{`No picture of the label: ${picture.failure}`}</p>;
  if (!picture.url) return null;
  return (
    <figure className="label-view">
      <img src={picture.url} alt="The parcel’s label" />
      {picture.caution && <figcaption>{picture.caution}</figcaption>}
    </figure>
  );
}
