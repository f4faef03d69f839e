import { useSyncExternalStore } from 'react';

/** The strip goes this long after the focus came: a click that brings the focus back must meet what it was aimed at. */
const settling = 500;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(listener, settling);
  };
  window.addEventListener('focus', later);
  window.addEventListener('blur', listener);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('focus', later);
    window.removeEventListener('blur', listener);
  };
}

/** True while the window has the keyboard. */
export function useWindowFocus(): boolean {
  return useSyncExternalStore(subscribe, () => document.hasFocus());
}
