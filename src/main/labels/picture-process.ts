import { setImmediate as nextTurn } from 'node:timers/promises';
import { LabelRefusal } from './label-refusal.ts';
import { answerRequest, createLabelTools, loadFor } from './label-tools.ts';
import { type PictureMessage, pictureRequestSchema } from './picture-messages.ts';

/**
 * The process in which labels are drawn and read, and all WebAssembly runs; it may be killed at any moment. It runs as an Electron
 * utility process and as a forked Node process (`serialization: 'advanced'`, so that bytes stay bytes).
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

// What cannot be loaded ends the process unanswered. A renderer that a label has ended throws from its timers too, and Node would
// print its nine million characters of source.
process.on('uncaughtException', () => process.exit(1));

const parent = findParent();
const tools = createLabelTools();
parent.onMessage((message) => void answer(message));
parent.send({ kind: 'ready' });

async function answer(message: unknown): Promise<void> {
  const request = pictureRequestSchema.parse(message);
  await loadFor(tools, request);
  parent.send({ kind: 'started', id: request.id });
  await nextTurn(); // lets the message leave: drawing may not come back
  try {
    parent.send(await answerRequest(tools, request));
  } catch (error) {
    parent.send({ kind: 'refused', id: request.id, reason: reasonOf(error), final: !(error instanceof LabelRefusal) });
  }
}

/** What broke a tool is not told in its own words: they are of no use to an operator, and may be long. */
const reasonOf = (error: unknown): string =>
  error instanceof LabelRefusal ? error.message.slice(0, 1000) : 'it broke the program that draws it';
