import { type RefObject, useEffect, useEffectEvent } from 'react';
import { nextField } from './form-places.ts';

/** As it is shown beside the button it stands for. */
export const createKeys = 'Ctrl Enter';

interface FormKeys {
  /** The whole screen. */
  readonly screen: RefObject<HTMLElement | null>;
  readonly create: () => void;
}

/**
 * While the screen is shown: Enter in a field goes on to the next one, from the last to Get quote, which books nothing; it never
 * creates. Ctrl Enter creates: two keys that neither a scanner nor a slip presses together, and a held key counts once.
 */
export function useFormKeys({ screen, create }: FormKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const root = screen.current;
    const { target } = event;
    if (key !== 'Enter' || altKey || metaKey || shiftKey || event.isComposing || !root) return;
    if (!(target instanceof HTMLElement) || !(root.contains(target) || target === document.body)) return;
    if (!ctrlKey) {
      if (target instanceof HTMLInputElement) goOn(event, root, target);
      return;
    }
    // A button that has the focus is not pressed as well.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) create();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

function goOn(event: KeyboardEvent, screen: HTMLElement, field: HTMLInputElement): void {
  const column = field.closest<HTMLElement>('.new-order-form');
  // A small form within the form has an Enter of its own, and so has a list that is open.
  if (!column || field.closest('[data-own-enter]') || field.ariaExpanded === 'true') return;
  event.preventDefault();
  if (event.repeat) return;
  const next = nextField(column, field) ?? screen.querySelector<HTMLElement>('.new-order-buttons button:enabled');
  next?.focus();
}
