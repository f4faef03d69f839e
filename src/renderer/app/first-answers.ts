import { stationViewQuery } from '../data/queries.ts';
import { scanStore } from '../scanner/scan-session.ts';

/**
 * Longest time that the frame of the window, which index.html has, stands in place of the first screen, milliseconds. To draw that screen
 * without what it shows takes the page as long as the answers need.
 */
const longestMs = 150;

/** Resolves once the station is read and each scan made so far is answered, or after the longest time. */
export function firstAnswers(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      resolve();
    };
    const check = (): void => {
      const { value, failure } = stationViewQuery.getState();
      if ((value ?? failure) !== null && scanStore.getState().waiting === 0) end();
    };
    const timer = setTimeout(end, longestMs);
    const stops = [stationViewQuery.subscribe(check), scanStore.subscribe(check)];
  });
}
