import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * The time, milliseconds since 1970, moving on every so often while the component is shown, and at once when `subject`, which it is
 * compared with, is another one.
 */
export function useNow(everyMilliseconds: number, subject: unknown = null): number {
  const [read, setRead] = useState(() => ({ now: Date.now(), subject }));
  useEffect(() => {
    const tick = (): void => setRead(({ subject }) => ({ now: Date.now(), subject }));
    tick();
    const timer = setInterval(tick, everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  if (read.subject === subject) return read.now;
  const next = { now: Date.now(), subject };
  setRead(next);
  return next.now;
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

const fields = 'input:not([tabindex="-1"]), textarea, button';

/** Moves the focus to the first field of a newly shown form, once: not when a hidden screen is shown again. */
export function useFirstFieldFocus(form: RefObject<HTMLElement | null>): void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (!wasFocused.current) form.current?.querySelector<HTMLElement>(fields)?.focus();
    wasFocused.current = true;
  }, [form]);
}

/** Gives the focus to the first text field or button of a place, before its switches. */
export const focusFirst = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>(':is(input:not([role="switch"]), button):not(:disabled)')?.focus();

/** Keeps the focus in a place: where the field or button that has it goes or is disabled, the first one left takes it. */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let last: Element | null = null;
    const noteFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element && element.contains(target) ? target : null;
    };
    // A click on nothing gives the focus up.
    const notePress = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && last?.contains(target))) last = null;
    };
    const changed = new MutationObserver(() => {
      if (last === null || document.activeElement !== document.body) return;
      focusFirst(element);
    });
    changed.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', noteFocus);
    document.addEventListener('pointerdown', notePress, { capture: true });
    return () => {
      changed.disconnect();
      document.removeEventListener('focusin', noteFocus);
      document.removeEventListener('pointerdown', notePress, { capture: true });
    };
  }, [place]);
}

/** Keeps the link of a list that is the current one in sight, where the list scrolls in a column of its own. */
export function useCurrentLinkInView(list: RefObject<HTMLElement | null>, current: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is the current one
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current]');
    const column = list.current?.closest('.side-column');
    if (!link || !column) return;
    const [box, frame] = [link.getBoundingClientRect(), column.getBoundingClientRect()];
    column.scrollBy(0, Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom));
  }, [list, current]);
}

const faultyFields = 'input[aria-invalid="true"], textarea[aria-invalid="true"], [data-invalid] button';

/** A function to call after a failed save: it moves the focus to the first faulty field of the form. */
export function useFaultFocus(form: RefObject<HTMLElement | null>): () => void {
  const [failedSaves, setFailedSaves] = useState(0);
  const handled = useRef(0);
  useEffect(() => {
    // Not again when a hidden screen is shown.
    if (failedSaves > handled.current) {
      const faulty = form.current?.querySelector<HTMLElement>(faultyFields);
      faulty?.focus();
      // With the sentence below it.
      faulty?.closest('.field')?.scrollIntoView({ block: 'nearest' });
    }
    handled.current = failedSaves;
  }, [form, failedSaves]);
  return () => setFailedSaves((count) => count + 1);
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
