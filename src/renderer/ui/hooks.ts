import { useEffect, useState } from 'react';

/** The time, milliseconds since 1970, moving on every so often while the component is shown. */
export function useNow(everyMilliseconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}

/** An address under which the window can show a PNG's bytes; given back when the picture goes. */
export function usePngUrl(png: Uint8Array | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!png) return setUrl(null);
    const objectUrl = URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [png]);
  return url;
}
