import { stationViewQuery } from '../data/queries.ts';
import { call, onChanged } from '../data/station-client.ts';
import { verdictContext } from '../presentation/verdict-facts.ts';
import { language } from '../text/page-language.ts';
import { createSoundPlayer, createSpeaker, type Sound } from '../ui/sounds.ts';
import { createScanMode } from './scan-mode.ts';
import { createScanQueue, createScanStore } from './scan-store.ts';
import { createVerdictTimes } from './verdict-times.ts';

/** What a scan does, in this window. */
export const scanMode = createScanMode();

let keyAt = Number.NEGATIVE_INFINITY;

/** When a key of this window was pressed or scanned last, on the page's clock. */
export const lastKeyAt = (): number => keyAt;

/** A key: the operator is still active. */
export function noteKey(): void {
  keyAt = performance.now();
  scanMode.touch();
}

const player = createSoundPlayer();
const speaker = createSpeaker(globalThis.speechSynthesis, language);

/** Plays a sound as loud as the settings say; the text is spoken too where they say so and the computer has a voice for it. */
export function playSound(sound: Sound, spoken: string | null = null): void {
  const { volume, speech } = stationViewQuery.getState().value?.settings.sound ?? { volume: 50, speech: false };
  player(sound, volume);
  if (speech && spoken !== null) speaker.speak(spoken, volume);
}

/** How long this window's scans wait for their verdicts. */
export const verdictTimes = createVerdictTimes({
  send: (milliseconds) => call('figures.add-verdict-times', { milliseconds }),
  isBusy: () => scanStore.getState().waiting > 0,
});

/** The environment that the window shows; undefined before it is known. */
export const shownEnvironment = (): string | undefined => stationViewQuery.getState().value?.environment.name;

/** Where this window's scans go. */
export const scanStore = createScanStore({
  call,
  onChanged,
  play: playSound,
  now: () => Date.now(),
  environment: shownEnvironment,
  onAnswered: verdictTimes.shown,
  context: () => verdictContext(stationViewQuery.getState().value, Date.now()),
});

/** Scans of which it is asked whose badge they are, one after another: each is for the person who was signed in when it was made. */
export const badgeQueue = createScanQueue<() => Promise<void>>((task) => task(), 1e9);

/** Scans that were made and not answered yet. */
export const unansweredScans = (): number => badgeQueue.length + scanStore.getState().waiting;

/** Undoes the newest pending deletion of the environment that is shown, after every scan before. */
export function undoDeletion(): void {
  const environment = shownEnvironment();
  void badgeQueue.add(async () => scanStore.undo({ environment }));
}
