import { useEffect, useState } from 'react';
import { call } from '../../station.ts';

/**
 * How many copies of a parcel's label are or may be on paper, as it stands when the component is first shown.
 * @param code a code the parcel is found by.
 * @returns null until it is known, and where there is no such parcel.
 */
export function useCopies(parcelId: number | null, code: string | undefined): number | null {
  const [copies, setCopies] = useState<number | null>(null);
  useEffect(() => {
    if (parcelId === null || code === undefined) return;
    let isWanted = true;
    void call('shipments.page', { find: code, offset: 0, limit: 20 }).then((page) => {
      const parcel = page.ok ? page.value.rows.find((row) => row.id === parcelId) : undefined;
      if (isWanted && parcel) setCopies(parcel.copies);
    });
    return () => {
      isWanted = false;
    };
  }, [parcelId, code]);
  return copies;
}
