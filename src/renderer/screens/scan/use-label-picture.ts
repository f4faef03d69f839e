import { useEffect, useState } from 'react';
import { call } from '../../station.ts';

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
    let isWanted = true;
    let url: string | null = null;
    void call('label.picture', { parcelId }).then((result) => {
      if (!isWanted) return;
      if (!result.ok) return setPicture({ ...nothingYet, failure: result.failure.message });
      // Copied: the bytes may stand in a larger buffer.
      url = URL.createObjectURL(new Blob([new Uint8Array(result.value.png)], { type: 'image/png' }));
      const { caution, namesAnother } = result.value;
      setPicture({ url, caution, namesAnother, failure: null });
    });
    return () => {
      isWanted = false;
      if (url) URL.revokeObjectURL(url);
      setPicture(nothingYet);
    };
  }, [parcelId, sha256]);
  return picture;
}
