import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { callChannel, changedChannel } from '../shared/contract/station-channels.ts';

/**
 * The page's only access to Electron: two functions on two channels. Main checks every call and its sender; the page parses the
 * answers.
 */
contextBridge.exposeInMainWorld('station', {
  call(name: unknown, input: unknown): Promise<unknown> {
    return ipcRenderer.invoke(callChannel, name, input);
  },
  /** Calls the listener with each change notification; returns a function that ends the subscription. */
  subscribe(listener: (changed: unknown) => void): () => void {
    const handleMessage = (_event: IpcRendererEvent, changed: unknown): void => listener(changed);
    ipcRenderer.on(changedChannel, handleMessage);
    return () => void ipcRenderer.off(changedChannel, handleMessage);
  },
});
