import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { callChannel, changedChannel } from '../shared/contract/station-channels.ts';

/**
 * All that the page gets of Electron: two functions on two channels. What may be called, by whom and with what is checked in
 * main; what comes back is parsed in the page.
 */
contextBridge.exposeInMainWorld('station', {
  call(name: unknown, input: unknown): Promise<unknown> {
    return ipcRenderer.invoke(callChannel, name, input);
  },
  /** The returned function ends the subscription. */
  subscribe(listener: (changed: unknown) => void): () => void {
    const handleMessage = (_event: IpcRendererEvent, changed: unknown): void => listener(changed);
    ipcRenderer.on(changedChannel, handleMessage);
    return () => void ipcRenderer.off(changedChannel, handleMessage);
  },
});
