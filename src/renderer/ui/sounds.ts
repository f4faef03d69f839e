import type { Volume } from '../../shared/settings/settings.ts';

/** The sound of an outcome: four distinct sounds, each under half a second. */
export const soundNames = ['success', 'warning', 'error', 'already counted'] as const;
export type Sound = (typeof soundNames)[number];

interface Beep {
  readonly hertz: number;
  /** Seconds from the sound's beginning, and how long. */
  readonly from: number;
  readonly lasts: number;
  readonly shape: OscillatorType;
}

const sounds: Readonly<Record<Sound, readonly Beep[]>> = {
  // Rises.
  success: [
    { hertz: 880, from: 0, lasts: 0.07, shape: 'sine' },
    { hertz: 1320, from: 0.08, lasts: 0.1, shape: 'sine' },
  ],
  // The same twice.
  warning: [
    { hertz: 587, from: 0, lasts: 0.12, shape: 'triangle' },
    { hertz: 587, from: 0.18, lasts: 0.12, shape: 'triangle' },
  ],
  // Low, rough and long.
  error: [{ hertz: 165, from: 0, lasts: 0.4, shape: 'sawtooth' }],
  // Three ticks.
  'already counted': [0, 0.08, 0.16].map((from) => ({ hertz: 1760, from, lasts: 0.03, shape: 'sine' })),
};

/** How loud each volume is; 1 is the loudest that the computer can play. */
const gains: Readonly<Record<Volume, number>> = { off: 0, quiet: 0.05, normal: 0.2, loud: 0.7 };

/** Seconds of fade in and out, so that a beep does not click. */
const fadeSeconds = 0.008;

/** Longest wait of the first sound for a page that is always busy, milliseconds. */
const longestWaitMs = 100;

/**
 * Plays the sounds; silent on a computer without sound. The first one starts the system's sound, which keeps the page busy for 50 ms:
 * what it belongs to is painted before that.
 */
export function createSoundPlayer(): (sound: Sound, volume: Volume) => void {
  let context: AudioContext | undefined;

  const beep = (audio: AudioContext, loudness: number, { hertz, from, lasts, shape }: Beep): void => {
    const begin = audio.currentTime + from;
    const oscillator = new OscillatorNode(audio, { type: shape, frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness, begin + fadeSeconds);
    gain.gain.setValueAtTime(loudness, begin + lasts - fadeSeconds);
    gain.gain.linearRampToValueAtTime(0, begin + lasts);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + lasts);
  };

  const play = (sound: Sound, volume: Volume): void => {
    try {
      context ??= new AudioContext();
      const audio = context;
      // Without a key or a click the browser keeps it asleep; a scan is keys, so it wakes.
      if (audio.state === 'suspended') audio.resume().catch(() => undefined);
      for (const note of sounds[sound]) beep(audio, gains[volume], note);
    } catch {
      // Without a sound device the screen alone shows the outcome.
    }
  };

  return (sound, volume) => {
    if (typeof AudioContext === 'undefined' || volume === 'off') return;
    if (context) play(sound, volume);
    else requestIdleCallback(() => play(sound, volume), { timeout: longestWaitMs });
  };
}
