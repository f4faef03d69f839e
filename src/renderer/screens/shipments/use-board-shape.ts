import { type RefObject, useLayoutEffect, useState } from 'react';
import { mostListed } from '../../../shared/board-query.ts';

/** Sizes of the board in pixels; the style sheet draws rows and head in the same rem. */
export interface BoardShape {
  /** Too narrow for columns side by side: each parcel is a small stack. */
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  /** The head keeps its place while rows scroll under it; a narrow board shows none. */
  readonly headHeight: number;
  /** Rows that can be scrolled to. */
  readonly mostRows: number;
}

/** Chromium lays out nothing taller, in pixels (its LayoutUnit ends at 2^25). */
const tallest = 32_000_000;

const narrowUnderRem = 52;
const rowRem = 5.75;
const stackRem = 10.5;
const headRem = 3.25;

/** The board's sizes at a width and a root size, both in pixels. */
export function boardShape(width: number, rootSize: number): BoardShape {
  const isNarrow = width < narrowUnderRem * rootSize;
  const rowHeight = (isNarrow ? stackRem : rowRem) * rootSize;
  return {
    isNarrow,
    rowHeight,
    headHeight: isNarrow ? 0 : headRem * rootSize,
    mostRows: Math.min(mostListed, Math.floor(tallest / rowHeight)),
  };
}

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Follows the element's width and the viewing distance, which changes the root element's attributes. */
export function useBoardShape(element: RefObject<HTMLElement | null>): BoardShape {
  const [shape, setShape] = useState(() => boardShape(Number.POSITIVE_INFINITY, rootSize()));
  useLayoutEffect(() => {
    const measure = () => {
      const next = boardShape(element.current?.clientWidth ?? Number.POSITIVE_INFINITY, rootSize());
      setShape((last) => (last.rowHeight === next.rowHeight && last.isNarrow === next.isNarrow ? last : next));
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
