/**
 * The connection of a process that can be killed to main. Such a process is an Electron utility process or a forked Node process
 * (`serialization: 'advanced'`, so that bytes stay bytes).
 */
export interface ParentProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** What Electron adds to `process` in a utility process (electronjs.org, process.parentPort). */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Connects to the process that started this one. A forked process ends with it; Electron ends its utility processes itself. */
export function connectToParent(): ParentProcess {
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', (event) => listener(event.data)),
    };
  }
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  };
}
