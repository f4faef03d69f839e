import { afterEach, expect, it } from 'vitest';
import {
  chooseVoice,
  createSoundPlayer,
  createSpeaker,
  type Speech,
  soundNames,
  timesOf,
  tones,
} from '../../../src/renderer/ui/sounds.ts';
import { settingIssue, settingsSchema } from '../../../src/shared/settings/settings.ts';

const browser = globalThis as Record<string, unknown>;
const names = [
  ...['AudioContext', 'OscillatorNode', 'GainNode', 'SpeechSynthesisUtterance'],
  ...['document', 'requestAnimationFrame', 'requestIdleCallback'],
];
afterEach(() => {
  for (const name of names) delete browser[name];
});

/** A browser with sound that writes down what is played; its page paints and becomes idle on command. */
function browserWithSound() {
  const frames: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const heard = { contexts: 0, played: [] as string[], loudest: 0, waits: [] as unknown[] };
  const parameter = {
    setValueAtTime: () => parameter,
    linearRampToValueAtTime(value: number) {
      heard.loudest = Math.max(heard.loudest, value);
      return parameter;
    },
  };
  Object.assign(browser, {
    AudioContext: class {
      currentTime = 0;
      state = 'running';
      constructor() {
        heard.contexts += 1;
      }
    },
    GainNode: class {
      gain = parameter;
      connect = () => {};
    },
    OscillatorNode: class {
      frequency = { setValueAtTime: () => ({ linearRampToValueAtTime: () => {} }) };
      constructor(_context: unknown, { type }: { type: string }) {
        heard.played.push(type);
      }
      connect = (next: unknown) => next;
      start = () => {};
      stop = () => {};
    },
    document: { hidden: false },
    requestAnimationFrame: (work: () => void) => frames.push(work),
    requestIdleCallback: (work: () => void, options: unknown) => {
      idle.push(work);
      heard.waits.push(options);
    },
  });
  const run = (works: (() => void)[]): void => {
    for (const work of works.splice(0)) work();
  };
  return {
    heard,
    paint: () => run(frames),
    becomeIdle() {
      run(frames);
      run(idle);
    },
  };
}

it('sounds: the first one starts the system’s sound once its outcome is painted, later ones play at once', () => {
  const { heard, paint, becomeIdle } = browserWithSound();
  const play = createSoundPlayer();
  play('refused', 0);
  play('refused', 50);
  expect(heard).toMatchObject({ contexts: 0, played: [], waits: [] });
  paint();
  expect(heard).toMatchObject({ contexts: 0, played: [], waits: [{ timeout: 100 }] });
  becomeIdle();
  expect(heard).toMatchObject({ contexts: 1, played: ['sawtooth'] });
  play('refused', 50);
  expect(heard).toMatchObject({ contexts: 1, played: ['sawtooth', 'sawtooth'] });
});

it('sounds: a window that is not shown plays its first one at once', () => {
  const { heard } = browserWithSound();
  Object.assign(browser, { document: { hidden: true } });
  createSoundPlayer()('refused', 50);
  expect(heard).toMatchObject({ contexts: 1, played: ['sawtooth'] });
});

it('sounds: grow with the volume, and never overdrive the loudspeaker', () => {
  const loudness = [5, 25, 50, 100].map((volume) => {
    const { heard, becomeIdle } = browserWithSound();
    createSoundPlayer()('done', volume);
    becomeIdle();
    return heard.loudest;
  });
  expect(loudness).toEqual(loudness.toSorted((one, other) => one - other));
  expect(loudness[0]).toBeGreaterThan(0);
  expect(loudness.at(-1)).toBeLessThan(1);
});

it('sounds: the volume of an earlier version is kept as a number, and only whole numbers to 100 are stored', () => {
  const volumeOf = (volume: unknown) => settingsSchema.parse({ sound: { volume } }).sound.volume;
  expect(['off', 'quiet', 'normal', 'loud'].map(volumeOf)).toEqual([0, 25, 50, 100]);
  expect(settingsSchema.parse({}).sound).toEqual({ volume: 50, speech: false });
  for (const wrong of [-1, 101, 0.5, 'louder', null])
    expect(settingIssue('sound', 'volume', wrong)?.code).toBe('settings.volume');
});

it('sounds: no two have the same rhythm or the same way of their pitch, and none lasts half a second', () => {
  const rhythms = soundNames.map((name) => tones[name].notes.map(({ length }) => length).join());
  const pitches = soundNames.map((name) => {
    const hertz = tones[name].notes.flatMap((note) => [note.hertz, note.to ?? note.hertz]);
    return hertz
      .slice(1)
      .map((next, index) => Math.sign(next - (hertz[index] ?? 0)))
      .filter((way) => way !== 0)
      .join();
  });
  expect(new Set(rhythms).size).toBe(soundNames.length);
  expect(new Set(pitches).size).toBe(soundNames.length);
  for (const name of soundNames) {
    const last = timesOf(tones[name]).at(-1);
    expect((last?.from ?? 1) + (last?.lasts ?? 1)).toBeLessThan(0.5);
  }
});

const voice = (lang: string, changes: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice => ({
  ...{ lang, name: lang, voiceURI: lang, localService: true, default: false },
  ...changes,
});

it('speech: a voice of this computer that speaks the page’s language is chosen, never one of the network', () => {
  const [us, gb] = [voice('en-US'), voice('en_GB', { default: true })];
  const german = voice('de-DE');
  const remote = voice('ar-SA', { localService: false, default: true });
  const voices = [us, remote, gb, german];
  expect(chooseVoice(voices, 'en')).toBe(gb);
  expect(chooseVoice(voices, 'de')).toBe(german);
  expect(chooseVoice(voices, 'ar')).toBeNull();
  expect(chooseVoice([voice('den')], 'de')).toBeNull();
  expect(chooseVoice([], 'en')).toBeNull();
});

it('speech: the newest text interrupts the one before, and without a voice nothing is said', () => {
  const said: unknown[] = [];
  let voices: SpeechSynthesisVoice[] = [];
  Object.assign(browser, {
    SpeechSynthesisUtterance: class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  const speech = {
    getVoices: () => voices,
    cancel: () => said.push('cancelled'),
    speak: (utterance: SpeechSynthesisUtterance) =>
      said.push([utterance.text, utterance.voice?.lang, utterance.volume]),
    addEventListener: () => {},
    removeEventListener: () => {},
  } as unknown as Speech;
  const speaker = createSpeaker(speech, 'en');
  expect(speaker.hasVoice()).toBe(false);
  speaker.speak('Parcel found', 50);
  expect(said).toEqual([]);
  voices = [voice('en-GB')];
  expect(speaker.hasVoice()).toBe(true);
  speaker.speak('Parcel found', 50);
  speaker.speak('Already printed', 100);
  speaker.speak('Not known', 0);
  expect(said).toEqual(['cancelled', ['Parcel found', 'en-GB', 0.5], 'cancelled', ['Already printed', 'en-GB', 1]]);
  expect(createSpeaker(undefined, 'en').hasVoice()).toBe(false);
});
