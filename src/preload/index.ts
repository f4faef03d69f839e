import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { createCallLimit } from '../shared/contract/call-limits.ts';
import { type PressedKey, pressedKey } from '../shared/contract/pressed-key.ts';
import { callChannel, changedChannel, keyChannel, questionHost } from '../shared/contract/station-channels.ts';

const limit = createCallLimit(() => performance.now());

const subscribeTo = (channel: string, listener: (message: unknown) => void): (() => void) => {
  const handleMessage = (_event: IpcRendererEvent, sent: unknown): void => listener(sent);
  ipcRenderer.on(channel, handleMessage);
  return () => void ipcRenderer.off(channel, handleMessage);
};

/** Calls the function with every key before the page gets it, until the returned function is called. */
function onEachKey(take: (event: KeyboardEvent) => void): () => void {
  window.addEventListener('keydown', take, { capture: true });
  window.addEventListener('keyup', take, { capture: true });
  return () => {
    window.removeEventListener('keydown', take, { capture: true });
    window.removeEventListener('keyup', take, { capture: true });
  };
}

const withhold = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Most keys that are held for the page: several scans. */
const maxHeldKeys = 500;

/**
 * Holds what is pressed while the page's program loads, until the returned function takes it: the scan field is there before, and a scan
 * made then must not be lost.
 */
function holdKeys(): () => (PressedKey & { ageMs: number })[] {
  let held: { key: PressedKey; at: number }[] = [];
  const stopHolding = onEachKey((event) => {
    if (!event.isTrusted) return;
    withhold(event);
    if (held.length < maxHeldKeys) held.push({ key: pressedKey(event), at: event.timeStamp });
  });
  return () => {
    stopHolding();
    const now = performance.now();
    const keys = held.map(({ key, at }) => ({ ...key, ageMs: Math.max(0, now - at) }));
    held = [];
    return keys;
  };
}

const isQuestion = location.host === questionHost;
const takeHeldKeys = isQuestion ? () => [] : holdKeys();

/**
 * The page's only access to Electron: three functions, each with its own channel. Main checks every call, its sender
 * and its answer.
 */
const station = {
  async call(name: unknown, input: unknown): Promise<unknown> {
    const failure = limit.refusal(name, input);
    return failure ? { ok: false, failure } : ipcRenderer.invoke(callChannel, name, input);
  },
  /** Calls the listener with each change notification; returns a function that ends the subscription. */
  subscribe: (listener: (changed: unknown) => void): (() => void) => subscribeTo(changedChannel, listener),
  /**
   * Calls the listener with the keys that were pressed before the page's program ran, and with each that is pressed in another window of
   * Packbench; returns a function that ends it.
   */
  receiveKeys(listener: (key: unknown) => void): () => void {
    const stop = subscribeTo(keyChannel, listener);
    for (const key of takeHeldKeys()) listener(key);
    return stop;
  },
};

/** They scroll a question; no scanner sends them. */
const scrollKeys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'];

/** The window of a question gets no function: its keys press nothing there and go to main, because a scanner may be writing them. */
function forwardKeys(): void {
  onEachKey((event) => {
    if (scrollKeys.includes(event.key)) return;
    withhold(event);
    ipcRenderer.send(keyChannel, pressedKey(event));
  });
}

if (isQuestion) forwardKeys();
else contextBridge.exposeInMainWorld('station', station);
