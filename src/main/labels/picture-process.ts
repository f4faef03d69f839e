import { loadZplRenderer } from './draw-zpl.ts';
import { type DrawRequest, drawRequestSchema, largestLabel, type PictureMessage } from './picture-messages.ts';

/**
 * The process that draws label pictures, and may be killed at any moment. It runs as an Electron utility process and as a forked
 * Node process (`serialization: 'advanced'`, so that bytes stay bytes).
 */
interface Parent {
  send(message: PictureMessage): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** What Electron adds to `process` in a utility process (electronjs.org, process.parentPort). */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

function findParent(): Parent {
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

const parent = findParent();
const renderer = await loadZplRenderer();
parent.onMessage(async (message) => {
  const request = drawRequestSchema.parse(message);
  parent.send(await answer(request));
});
parent.send({ kind: 'ready' });

async function answer({ id, format, bytes }: DrawRequest): Promise<PictureMessage> {
  try {
    if (format === 'pdf') throw new Error('PDF labels have no picture in this version');
    if (bytes.length > largestLabel) throw new Error('the label is larger than 512 KB');
    return { kind: 'drawn', id, png: await renderer.draw(bytes) };
  } catch (error) {
    return { kind: 'refused', id, reason: reasonOf(error) };
  }
}

const reasonOf = (error: unknown): string =>
  String(error && typeof error === 'object' && 'message' in error ? error.message : error).slice(0, 1000);
