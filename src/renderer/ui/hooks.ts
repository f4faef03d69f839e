import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

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

/** The root element's font size, pixels: it follows the viewing distance. */
const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * A layout computed from the element's width and the root font size, both in pixels. It follows the width and the viewing distance,
 * which changes the root element's attributes; an equal layout causes no new render.
 */
export function useElementLayout<T>(
  element: RefObject<HTMLElement | null>,
  layoutOf: (width: number, rem: number) => T,
  isSame: (one: T, other: T) => boolean,
): T {
  const [layout, setLayout] = useState(() => layoutOf(Number.POSITIVE_INFINITY, rootSize()));
  useLayoutEffect(() => {
    const measure = () => {
      const next = layoutOf(element.current?.clientWidth ?? Number.POSITIVE_INFINITY, rootSize());
      setLayout((last) => (isSame(last, next) ? last : next));
    };
    measure();
    const widths = new ResizeObserver(measure);
    if (element.current) widths.observe(element.current);
    const attributes = new MutationObserver(measure);
    attributes.observe(document.documentElement, { attributes: true });
    return () => {
      widths.disconnect();
      attributes.disconnect();
    };
  }, [element, layoutOf, isSame]);
  return layout;
}
