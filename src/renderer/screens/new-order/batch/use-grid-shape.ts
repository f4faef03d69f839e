import { type RefObject, useLayoutEffect, useState } from 'react';

/** Sizes of the table; the style sheet draws rows and head in the same rem. */
export interface GridShape {
  /** Pixels of one rem, which grows with the viewing distance. */
  readonly rem: number;
  /** Too narrow to keep two columns in sight: only the row's number stays. */
  readonly isNarrow: boolean;
}

export const rowRem = 4.125;
export const headRem = 3.75;
const narrowUnderRem = 46;

/** The table's sizes at a width and a root size, both in pixels. */
export const gridShape = (width: number, rem: number): GridShape => ({ rem, isNarrow: width < narrowUnderRem * rem });

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Follows the element's width and the viewing distance, which changes the root element's attributes. */
export function useGridShape(element: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState(() => gridShape(Number.POSITIVE_INFINITY, rootSize()));
  useLayoutEffect(() => {
    const measure = () => {
      const next = gridShape(element.current?.clientWidth ?? Number.POSITIVE_INFINITY, rootSize());
      setShape((last) => (last.rem === next.rem && last.isNarrow === next.isNarrow ? last : next));
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
  }, [element]);
  return shape;
}
