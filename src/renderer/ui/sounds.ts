import type { Language } from '../../shared/values/language.ts';

/** What is heard of an outcome: five tones, each under half a second. They differ in rhythm, and in which way the pitch goes. */
export const soundNames = ['done', 'waiting', 'warning', 'refused', 'already scanned'] as const;
export type Sound = (typeof soundNames)[number];

/** One note of a tone. */
interface Note {
  readonly hertz: number;
  /** The pitch at its end, where the pitch glides. */
  readonly to?: number;
  readonly length: keyof typeof noteSeconds;
}

interface Tone {
  readonly shape: OscillatorType;
  readonly notes: readonly Note[];
}

const noteSeconds = { short: 0.06, long: 0.16, 'very long': 0.4 } as const;

/** Seconds of silence between two notes. */
const pauseSeconds = 0.04;

/** All above 150 Hz, which small loudspeakers play. The rhythm alone distinguishes them, for those who do not hear differences of pitch. */
export const tones: Readonly<Record<Sound, Tone>> = {
  done: {
    shape: 'sine',
    notes: [
      { hertz: 880, length: 'short' },
      { hertz: 1320, length: 'long' },
    ],
  },
  waiting: {
    shape: 'sine',
    notes: [
      { hertz: 880, length: 'long' },
      { hertz: 660, length: 'short' },
      { hertz: 880, length: 'short' },
    ],
  },
  warning: {
    shape: 'triangle',
    notes: [
      { hertz: 587, length: 'short' },
      { hertz: 880, length: 'long' },
      { hertz: 587, length: 'short' },
    ],
  },
  refused: { shape: 'sawtooth', notes: [{ hertz: 330, to: 165, length: 'very long' }] },
  'already scanned': {
    shape: 'sine',
    notes: [
      { hertz: 1760, length: 'short' },
      { hertz: 1760, length: 'short' },
      { hertz: 1760, length: 'short' },
    ],
  },
};

/** When each note of a tone begins, and how long it lasts, in seconds from the beginning of the tone. */
export function timesOf({ notes }: Tone): { readonly from: number; readonly lasts: number }[] {
  let from = 0;
  return notes.map(({ length }) => {
    const note = { from, lasts: noteSeconds[length] };
    from += note.lasts + pauseSeconds;
    return note;
  });
}

/** The loudest that does not overdrive the loudspeakers of a computer; 1 is the most that it can play. */
const loudest = 0.7;

/** The volume of the settings, 0 to 100, as a gain. Hearing is not linear: half the volume is a quarter of the gain. */
const gainOf = (volume: number): number => loudest * (volume / 100) ** 2;

/** Seconds of fade in and out, so that a note does not click. */
const fadeSeconds = 0.008;

/** Longest wait of the first sound for a page that is always busy, milliseconds. */
const longestWaitMs = 100;

/**
 * Plays the tones; silent on a computer without sound. The first one starts the system's sound, which keeps the page busy for 50 ms:
 * what it belongs to is painted before that. A window that is not shown paints nothing.
 */
export function createSoundPlayer(): (sound: Sound, volume: number) => void {
  let context: AudioContext | undefined;

  const play = (sound: Sound, volume: number): void => {
    try {
      context ??= new AudioContext();
      const audio = context;
      // Without a key or a click the browser keeps it asleep; a scan is keys, so it wakes.
      if (audio.state === 'suspended') audio.resume().catch(() => undefined);
      const { shape, notes } = tones[sound];
      for (const [index, { from, lasts }] of timesOf(tones[sound]).entries()) {
        const { hertz = 0, to = hertz } = notes[index] ?? {};
        const begin = audio.currentTime + from;
        const oscillator = new OscillatorNode(audio, { type: shape, frequency: hertz });
        if (to !== hertz) oscillator.frequency.setValueAtTime(hertz, begin).linearRampToValueAtTime(to, begin + lasts);
        const gain = new GainNode(audio, { gain: 0 });
        gain.gain.setValueAtTime(0, begin);
        gain.gain.linearRampToValueAtTime(gainOf(volume), begin + fadeSeconds);
        gain.gain.setValueAtTime(gainOf(volume), begin + lasts - fadeSeconds);
        gain.gain.linearRampToValueAtTime(0, begin + lasts);
        oscillator.connect(gain).connect(audio.destination);
        oscillator.start(begin);
        oscillator.stop(begin + lasts);
      }
    } catch {
      // Without a sound device the screen alone shows the outcome.
    }
  };

  return (sound, volume) => {
    if (typeof AudioContext === 'undefined' || volume === 0) return;
    if (context) play(sound, volume);
    else if (document.hidden) play(sound, volume);
    else requestAnimationFrame(() => requestIdleCallback(() => play(sound, volume), { timeout: longestWaitMs }));
  };
}

/** What the choice of a voice depends on. */
export type VoiceFacts = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/**
 * The voice that speaks the page's language on this computer: the system's default one where it does. Null where there is none; a voice
 * of the network is never chosen, because what happens at the bench stays on it.
 */
export function chooseVoice<V extends VoiceFacts>(voices: readonly V[], language: Language): V | null {
  const own = voices.filter(({ lang, localService }) => localService && /^[a-z]+/i.exec(lang)?.[0] === language);
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}

/** The part of the browser's speech that is used. */
export type Speech = Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
>;

/** Speaks short texts of the page's language. */
export interface Speaker {
  /** True where this computer has a voice for the language; the first question may come before the system has named its voices. */
  hasVoice(): boolean;
  /** Speaks the text in place of what is spoken still; nothing without a voice, and nothing at volume 0. */
  speak(text: string, volume: number): void;
  /** Calls the listener whenever the system names its voices; returns a function that ends it. */
  onVoicesChanged(listener: () => void): () => void;
}

/** Makes a speaker. `speech` is undefined where the browser has none. */
export function createSpeaker(speech: Speech | undefined, language: Language): Speaker {
  const voice = () => chooseVoice(speech?.getVoices() ?? [], language);
  return {
    hasVoice: () => voice() !== null,
    speak(text, volume) {
      const chosen = voice();
      if (!speech || chosen === null || volume === 0) return;
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = chosen;
      utterance.lang = chosen.lang;
      utterance.volume = volume / 100;
      speech.cancel();
      speech.speak(utterance);
    },
    onVoicesChanged(listener) {
      speech?.addEventListener('voiceschanged', listener);
      return () => speech?.removeEventListener('voiceschanged', listener);
    },
  };
}
