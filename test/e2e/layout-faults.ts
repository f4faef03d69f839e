import type { Locator, Page } from 'playwright';

/** Everything that can be pressed, typed into or focused, and the verdicts. */
const checked = [
  ...['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]', '.verdict-heading'],
  ...['button', 'link', 'radio', 'checkbox', 'tab', 'switch', 'textbox', 'searchbox', 'spinbutton', 'combobox'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/**
 * Interactive elements and verdicts that are cut off, covered or outside the window, one line each. What a list or a page that
 * scrolls hides below its edge is no fault, unless it is required.
 * @param required elements that must be seen whole without scrolling
 */
export async function layoutFaults(page: Page, required: readonly Locator[] = []): Promise<string[]> {
  await drawn(page);
  const faults = await page.evaluate(findFaults, { selector: checked, mark: null });
  for (const locator of required) {
    const mark = 'data-layout-required';
    const found = await locator.all();
    if (found.length === 0) faults.push(`${locator}: not there`);
    for (const element of found) await element.evaluate((node, name) => node.setAttribute(name, ''), mark);
    faults.push(...(await page.evaluate(findFaults, { selector: `[${mark}]`, mark })));
  }
  return [...new Set(faults)];
}

/** Gives the focus to one element after the other, as Tab does; those that are then cut off, covered or out of sight, one line each. */
export async function focusFaults(page: Page): Promise<string[]> {
  await drawn(page);
  return page.evaluate(findFaults, { selector: checked, mark: null, focuses: true });
}

/** Texts that are cut off, lie under a control, are smaller than can be read at a bench or run into another one, one line each. */
export async function textFaults(page: Page): Promise<string[]> {
  await drawn(page);
  return page.evaluate(findTextFaults, { smallest: 16 });
}

/** Everything that is pressed on the shown screen and is smaller than this, in pixels, one line each. */
export async function targetFaults(page: Page, smallest: number): Promise<string[]> {
  await drawn(page);
  return page.evaluate((least) => {
    const pressed = 'a[href], button, input, select, textarea, label:has(input:is([type="radio"], [type="checkbox"]))';
    const faults = [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
      const isOnlySpoken = element.offsetWidth <= 1 || element.closest('[style*="clip"]') !== null;
      if (isOnlySpoken || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
      // A row's button may reach over the whole row.
      const over = getComputedStyle(element, '::after');
      const reachesOver = over.content !== 'none' && over.position === 'absolute' && over.inset === '0px';
      const target = reachesOver ? (element.offsetParent ?? element) : element;
      const { width, height } = target.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.innerText.trim();
      return width >= least && height >= least ? [] : [`${name}: ${Math.round(width)} x ${Math.round(height)} px`];
    });
    return [...new Set(faults)];
  }, smallest);
}

/** Fonts are loaded, and two frames were drawn since the last change: what follows the size of something else is in place. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

interface Search {
  readonly selector: string;
  /** The attribute of required elements, removed again; null: elements may be scrolled out of sight. */
  readonly mark: string | null;
  /** Each element that Tab reaches gets the focus first, and must then be seen whole. */
  readonly focuses?: boolean;
}

/** Runs in the page. */
function findFaults({ selector, mark, focuses = false }: Search): string[] {
  const tolerance = 1;
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '';
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return `${kind} "${label.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
  };

  /** Hidden, or shown to screen readers alone. */
  const isNotShown = (element: Element): boolean => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return true;
    for (let part: Element | null = element; part; part = part.parentElement) {
      const { clipPath, clip, position } = getComputedStyle(part);
      if (clipPath.startsWith('inset(50%') || (position === 'absolute' && clip !== 'auto')) return true;
    }
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };

  const overlap = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

  /** Where the element can be seen, and where it could be seen after scrolling. */
  const roomOf = (element: Element): { seen: Box; reachable: Box } => {
    const viewport: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let seen = viewport;
    let reachable = viewport;
    let canScroll = false;
    let position = getComputedStyle(element).position;
    for (let part = element.parentElement; part && position !== 'fixed'; part = part.parentElement) {
      const style = getComputedStyle(part);
      const isSkipped = position === 'absolute' && style.position === 'static';
      if (!isSkipped) position = style.position;
      if (isSkipped || part === document.body || part === document.documentElement) continue;
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      if (!clips) continue;
      const { left, top } = part.getBoundingClientRect();
      const inner = { left: left + part.clientLeft, top: top + part.clientTop };
      const box = { ...inner, right: inner.left + part.clientWidth, bottom: inner.top + part.clientHeight };
      seen = overlap(seen, box);
      const scrolls = /auto|scroll/.test(style.overflowY) && part.scrollHeight > part.clientHeight;
      canScroll ||= scrolls;
      reachable = canScroll
        ? { ...reachable, left: Math.max(reachable.left, box.left), right: Math.min(reachable.right, box.right) }
        : overlap(reachable, box);
    }
    const anyHeight = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
    return { seen, reachable: canScroll ? { ...reachable, ...anyHeight } : reachable };
  };

  const excess = (box: Box, room: Box): string | null => {
    const sides = [
      ['left', room.left - box.left],
      ['top', room.top - box.top],
      ['right', box.right - room.right],
      ['bottom', box.bottom - room.bottom],
    ] as const;
    const cut = sides.filter(([, by]) => by > tolerance);
    return cut.length === 0 ? null : cut.map(([side, by]) => `${side} by ${Math.round(by)} px`).join(', ');
  };

  /** What lies over the middle or a corner of the part that can be seen. */
  const coverOf = (element: Element, box: Box, seen: Box): Element | null => {
    const part = overlap(box, seen);
    const [width, height] = [part.right - part.left, part.bottom - part.top];
    if (width < 8 || height < 8) return null;
    // Corners are round, and shared with neighbours.
    const [insetX, insetY] = [Math.min(width / 4, 14), Math.min(height / 4, 14)];
    const middle = [part.left + width / 2, part.top + height / 2] as const;
    const points = [
      middle,
      [part.left + insetX, part.top + insetY],
      [part.right - insetX, part.top + insetY],
      [part.left + insetX, part.bottom - insetY],
      [part.right - insetX, part.bottom - insetY],
    ] as const;
    for (const [x, y] of points) {
      const top = document.elementFromPoint(x, y);
      const isOwn = top !== null && (element.contains(top) || top.contains(element));
      const isLabel = top?.closest('label')?.contains(element) || element.closest('label')?.contains(top);
      // A field may hold its own button, such as Clear.
      const isInSameField = top?.closest('button')?.parentElement?.contains(element) && element.matches('input');
      // A row's button may reach over the whole row.
      const isInSameItem = top?.closest('li, [role="row"], [role="listitem"]')?.contains(element);
      if (top && !isOwn && !isLabel && !isInSameField && !isInSameItem) return top;
    }
    return null;
  };

  const faults: string[] = [];
  for (const element of document.querySelectorAll(selector)) {
    if (mark !== null) element.removeAttribute(mark);
    if (isNotShown(element)) {
      if (mark !== null) faults.push(`${nameOf(element)}: not shown`);
      continue;
    }
    if (focuses) {
      if ((element as HTMLElement).tabIndex < 0) continue;
      (element as HTMLElement).focus();
      if (document.activeElement !== element) continue;
    }
    const box = element.getBoundingClientRect();
    const { seen, reachable } = roomOf(element);
    const cut = excess(box, mark === null && !focuses ? reachable : seen);
    if (cut !== null) faults.push(`${nameOf(element)}: cut off at the ${cut}`);
    const cover = cut === null ? coverOf(element, box, seen) : null;
    if (cover) faults.push(`${nameOf(element)}: covered by ${nameOf(cover)} (${cover.className})`);
    const { overflowX } = getComputedStyle(element);
    // A table that scrolls sideways shows all of its text.
    const isTextCut = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + tolerance;
    if (isTextCut && !(element instanceof HTMLInputElement)) faults.push(`${nameOf(element)}: its text is cut off`);
    // The sign that more follows says nothing on a line of its own.
    const isMore = element.matches('.more-button') && element.parentElement !== null;
    const beside = isMore ? [...(element.parentElement?.querySelectorAll(':scope > :is(button, a)') ?? [])] : [];
    const lines = beside.filter((one) => one !== element).map((one) => one.getBoundingClientRect());
    if (lines.length > 0 && !lines.some(({ top, bottom }) => top < box.bottom && bottom > box.top))
      faults.push(`${nameOf(element)}: alone on its line`);
  }
  return faults;
}

/** Runs in the page. */
function findTextFaults({ smallest }: { smallest: number }): string[] {
  const tolerance = 2;
  const isOnlySpoken = (element: Element): boolean => {
    for (let part: Element | null = element; part; part = part.parentElement) {
      const { clipPath, clip, position } = getComputedStyle(part);
      if (clipPath.startsWith('inset(50%') || (position === 'absolute' && clip !== 'auto')) return true;
    }
    return false;
  };
  const isDrawn = (colour: string): boolean => !/^rgba\(.*, 0\)$|^transparent$/.test(colour);
  const hasShape = (control: Element): boolean => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(control);
    return isDrawn(backgroundColor) || (borderTopWidth !== '0px' && isDrawn(borderTopColor));
  };
  /** The first part that cuts the text off for good: it neither scrolls nor ends it with an ellipsis. */
  const cutBy = (element: Element, box: DOMRect): Element | null => {
    for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(part);
      if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed' || position === 'sticky') return null;
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const isCut = box.left < left - tolerance || box.right > right + tolerance;
      if (isCut || box.top < top - tolerance || box.bottom > bottom + tolerance) return part;
    }
    return null;
  };

  /** The block of a colour of its own that the text should stand in, where it does not. */
  const leftBy = (element: Element, box: DOMRect): Element | null => {
    for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
      const { overflowX, backgroundColor, display } = getComputedStyle(part);
      if (overflowX !== 'visible') return null;
      if (!isDrawn(backgroundColor) || display === 'inline') continue;
      const { left, right } = part.getBoundingClientRect();
      return box.left < left - tolerance || box.right > right + tolerance ? part : null;
    }
    return null;
  };

  /** The part that is not scrolled out of sight. */
  const seenOf = (whole: DOMRect, from: Element | null): DOMRect => {
    let { left, top, right, bottom } = whole;
    for (let part = from; part && part !== document.body; part = part.parentElement) {
      if (getComputedStyle(part).overflow === 'visible') continue;
      const box = part.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };

  /** Two texts without a space between them on one line: Arabic letters are joined, and screen readers read them as one. */
  const isJoined = (one: Node, next: Node): boolean => {
    if (!/[\p{L}\p{N}]$/u.test(one.textContent ?? '') || !/^[\p{L}\p{N}]/u.test(next.textContent ?? '')) return false;
    const between = document.createRange();
    between.setStart(one, one.textContent?.length ?? 0);
    between.setEnd(next, 0);
    if (between.toString() !== '' || between.cloneContents().querySelector('br, svg, img, input')) return false;
    const isInline = (node: Node): boolean => {
      for (let part = node.parentElement; part && part !== between.commonAncestorContainer; part = part.parentElement)
        if (getComputedStyle(part).display !== 'inline') return false;
      return true;
    };
    return isInline(one) && isInline(next);
  };

  const controls = [...document.querySelectorAll('button, input, select, textarea, a[href]')]
    .filter((control) => control.checkVisibility({ checkVisibilityCSS: true }) && hasShape(control))
    .map((control) => ({ control, box: seenOf(control.getBoundingClientRect(), control.parentElement) }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const faults: string[] = [];
  for (const element of document.querySelectorAll('main *')) {
    if (element.closest('[role="grid"], table') || !/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    const by = element.scrollWidth - element.clientWidth;
    if (by > tolerance) faults.push(`${element.className} scrolls sideways by ${by} px`);
  }
  let before: Node | null = null;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const content = (node.textContent ?? '').trim();
    if (!element || content === '' || /^(script|style|option)$/i.test(element.tagName)) continue;
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || isOnlySpoken(element)) continue;
    const named = `text "${content.replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
    if (before && isJoined(before, node)) faults.push(`${named}: joined with "${before.textContent}"`);
    before = node;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    // The environment's block holds one word in capitals, whose size follows the block.
    const isEnvironment = element.closest('[role="status"][aria-label="Environment"]') !== null;
    if (size < smallest && !isEnvironment) faults.push(`${named}: ${size} px`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    // Parts of one line that are written in different directions have boxes of their own.
    const lines = boxes.filter(({ top }, index) => top >= (boxes[index - 1]?.bottom ?? top) - tolerance).length;
    if (lines > 4 && content.length < 4 * lines) faults.push(`${named}: ${lines} lines`);
    for (const box of boxes) {
      const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const part = cutBy(element, box);
      if (part) faults.push(`${named}: cut off by ${part.className}`);
      const block = leftBy(element, box);
      if (block) faults.push(`${named}: sticks out of ${block.className}`);
      // What lies under a bar or outside its list is not seen at all.
      if (!middle || !(element.contains(middle) || middle.contains(element))) continue;
      const seen = seenOf(box, element);
      for (const { control, box: over } of controls) {
        if (control.contains(element) || element.contains(control)) continue;
        if (control.closest('label')?.contains(element)) continue;
        const width = Math.min(seen.right, over.right) - Math.max(seen.left, over.left);
        const height = Math.min(seen.bottom, over.bottom) - Math.max(seen.top, over.top);
        if (width > tolerance && height > tolerance) {
          const name = control.getAttribute('aria-label') ?? (control as HTMLElement).innerText;
          faults.push(`${named}: under ${name.trim() || control.tagName}`);
        }
      }
    }
  }
  return [...new Set(faults)];
}
