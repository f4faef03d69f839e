/** Millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a page lies on the paper. */
export type PageOnPaper =
  /** Turned clockwise by a quarter, and made smaller by that factor, at least 0.95; its white margins stay. */
  | { readonly kind: 'fits'; readonly turned: boolean; readonly scale: number }
  | { readonly kind: 'too large'; readonly words: string };

/** An A6 page goes on 4x6 inch paper; whatever would become smaller than that is refused, for nothing prints small in silence. */
const leastScale = 0.95;

/** A page lies upright where it fits so, else turned: a landscape page on portrait paper. */
export function pageOnPaper(page: Size, paper: { width: number; length: number }): PageOnPaper {
  const upright = Math.min(1, paper.width / page.width, paper.length / page.height);
  if (upright >= leastScale) return { kind: 'fits', turned: false, scale: upright };
  const turned = Math.min(1, paper.width / page.height, paper.length / page.width);
  if (turned >= leastScale) return { kind: 'fits', turned: true, scale: turned };
  return {
    kind: 'too large',
    words: `its page is ${inWords(page.width, page.height)}, the paper ${inWords(paper.width, paper.length)}`,
  };
}

const inWords = (width: number, length: number): string => `${Math.round(width)} × ${Math.round(length)} mm`;
