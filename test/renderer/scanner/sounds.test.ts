import { afterEach, expect, it } from 'vitest';
import { createSoundPlayer } from '../../../src/renderer/ui/sounds.ts';

const browser = globalThis as Record<string, unknown>;
const names = ['AudioContext', 'OscillatorNode', 'GainNode', 'requestIdleCallback'];
afterEach(() => {
  for (const name of names) delete browser[name];
});

it('sounds: the first one starts the system’s sound once the page has nothing else to do, later ones play at once', () => {
  const idle: (() => void)[] = [];
  const waits: unknown[] = [];
  let contexts = 0;
  const played: unknown[] = [];
  const parameter = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  Object.assign(browser, {
    AudioContext: class {
      currentTime = 0;
      state = 'running';
      constructor() {
        contexts += 1;
      }
    },
    GainNode: class {
      gain = parameter;
      connect = () => {};
    },
    OscillatorNode: class {
      constructor(_context: unknown, { type }: { type: string }) {
        played.push(type);
      }
      connect = (next: unknown) => next;
      start = () => {};
      stop = () => {};
    },
    requestIdleCallback: (work: () => void, options: unknown) => {
      idle.push(work);
      waits.push(options);
    },
  });
  const play = createSoundPlayer();
  play('error', 'off');
  play('error', 'normal');
  expect({ contexts, played, waits }).toEqual({ contexts: 0, played: [], waits: [{ timeout: 100 }] });
  for (const work of idle) work();
  expect({ contexts, played }).toEqual({ contexts: 1, played: ['sawtooth'] });
  play('error', 'normal');
  expect({ contexts, played }).toEqual({ contexts: 1, played: ['sawtooth', 'sawtooth'] });
});
