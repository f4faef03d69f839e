import { useEffect, useEffectEvent } from 'react';
import type { DroppedFile } from './import-desk.ts';

/** A screen that wants dropped files for itself. */
export interface DropDestination {
  /** Shown while files are held over the window. */
  readonly words: string;
  take(files: readonly DroppedFile[]): void;
}

/** Who gets dropped files instead of the import: the newest first. Bounded by the screens that are shown. */
const destinations: DropDestination[] = [];

/** Gives every dropped file to the destination until the function it returns is called. */
export function registerDropDestination(destination: DropDestination): () => void {
  destinations.unshift(destination);
  return () => {
    const place = destinations.indexOf(destination);
    if (place >= 0) destinations.splice(place, 1);
  };
}

/** Where a file dropped now would go; null: it is imported. */
export const dropDestination = (): DropDestination | null => destinations[0] ?? null;

/** While the component is shown, dropped files are its own. */
export function useDropDestination(words: string, take: (files: readonly DroppedFile[]) => void): void {
  const takeNow = useEffectEvent(take);
  useEffect(() => registerDropDestination({ words, take: (files) => takeNow(files) }), [words]);
}
