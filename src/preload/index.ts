import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { createCallLimit } from '../shared/contract/call-limits.ts';
import { callChannel, changedChannel, keyChannel, questionHost } from '../shared/contract/station-channels.ts';

const limit = createCallLimit(() => performance.now());

const subscribeTo = (channel: string, listener: (message: unknown) => void): (() => void) => {
  const handleMessage = (_event: IpcRendererEvent, sent: unknown): void => listener(sent);
  ipcRenderer.on(channel, handleMessage);
  return () => void ipcRenderer.off(channel, handleMessage);
};

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
  /** Calls the listener with each key that was pressed in another window of Packbench; returns a function that ends it. */
  receiveKeys: (listener: (key: unknown) => void): (() => void) => subscribeTo(keyChannel, listener),
};

/** They scroll a question; no scanner sends them. */
const scrollKeys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'];

/** The window of a question gets no function: its keys press nothing there and go to main, because a scanner may be writing them. */
function forwardKeys(): void {
  const forward = (event: KeyboardEvent): void => {
    if (scrollKeys.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, code, shiftKey, ctrlKey, altKey, metaKey, repeat } = event;
    ipcRenderer.send(keyChannel, {
      kind: event.type === 'keyup' ? 'up' : 'down',
      ...{ key, code, shiftKey, ctrlKey, altKey, metaKey, repeat },
      altGraph: event.getModifierState('AltGraph'),
      capsLock: event.getModifierState('CapsLock'),
    });
  };
  window.addEventListener('keydown', forward, { capture: true });
  window.addEventListener('keyup', forward, { capture: true });
}

if (location.host === questionHost) forwardKeys();
else contextBridge.exposeInMainWorld('station', station);
