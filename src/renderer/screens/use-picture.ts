import { useEffect, useState } from 'react';

/** An address under which the window can show a PNG's bytes; given back when the picture goes. */
export function usePicture(png: Uint8Array | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!png) return setAddress(null);
    const made = URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [png]);
  return address;
}
