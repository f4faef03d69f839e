import { type ComponentType, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { text } from '../text/text.ts';
import { Loading } from '../ui/card.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';

interface LoadState<Props> {
  readonly Component: ComponentType<Props> | null;
  readonly hasFailed: boolean;
}

/** Parts of the page that are not needed at its start, in the order in which they are loaded ahead. */
const parts: (() => Promise<void>)[] = [];

/**
 * A component whose code is a file of its own: read when it is shown first, or ahead by `loadAhead` unless it is rarely shown. Unlike with `React.lazy`, what
 * was loaded ahead is shown at once, not after a moment of its placeholder.
 */
export function loadOnDemand<Props extends object = object>(
  read: () => Promise<ComponentType<Props>>,
  isLoadedAhead = true,
): ComponentType<Props> {
  const store = createStore<LoadState<Props>>(() => ({ Component: null, hasFailed: false }));
  const load = async (): Promise<void> => {
    if (store.getState().Component) return;
    await read().then(
      (Component) => store.setState({ Component, hasFailed: false }),
      () => store.setState({ hasFailed: true }),
    );
  };
  if (isLoadedAhead) parts.push(load);
  return function LoadedOnDemand(props) {
    const { Component, hasFailed } = useStore(store);
    useEffect(() => void load(), []);
    if (Component) return <Component {...props} />;
    if (!hasFailed) return <Loading />;
    return (
      <NoticeStrip tone="error" next={text('app.part-not-loaded.next')}>
        {text('app.part-not-loaded')}
      </NoticeStrip>
    );
  };
}

/** Milliseconds after the start: nothing is loaded ahead of the first scan. */
const startMs = 1_500;

/** Loads all parts one after another while there is nothing else to do, so that each opens at once. The returned function cancels it. */
export function loadAhead(): () => void {
  const next = (index: number): void => {
    const load = parts[index];
    if (load) requestIdleCallback(() => void load().then(() => next(index + 1)));
  };
  const timer = setTimeout(() => next(0), startMs);
  return () => clearTimeout(timer);
}
