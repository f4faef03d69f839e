/** The terms of a search, in lower case. */
const termsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');

/** True where the text contains every term of the search; every text contains those of an empty one. */
export function containsTerms(text: string, search: string): boolean {
  const lowerCase = text.toLowerCase();
  return termsOf(search).every((term) => lowerCase.includes(term));
}

/** True where the text contains a term of the search. */
export function containsAnyTerm(text: string, search: string): boolean {
  const lowerCase = text.toLowerCase();
  return termsOf(search).some((term) => lowerCase.includes(term));
}

const highlightName = 'search';

/** Marks the terms of the search below these elements (`::highlight(search)`), and removes earlier marks. */
export function highlightTerms(elements: readonly Element[], search: string): void {
  const terms = termsOf(search);
  const ranges = terms.length === 0 ? [] : elements.flatMap((element) => rangesOf(element, terms));
  CSS.highlights.set(highlightName, new Highlight(...ranges));
}

function rangesOf(element: Element, terms: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const content = (node.textContent ?? '').toLowerCase();
    for (const term of terms) {
      for (let at = content.indexOf(term); at >= 0; at = content.indexOf(term, at + term.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + term.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
