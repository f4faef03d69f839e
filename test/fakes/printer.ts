import { type PrinterInput, readPrinterInput } from './printer-input.ts';
import { type MechanicalFault, type Piece, startMechanism } from './printer-mechanism.ts';
import { type ConnectionFault, openPrinterPort } from './printer-port.ts';
import {
  answersEverything,
  answersNothing,
  type FakeAnswers,
  type FakeFacts,
  replyToCommand,
  replyToVariable,
} from './printer-replies.ts';
import { type FakeIdentity, type FakeStatus, usualIdentity } from './printer-status.ts';

export interface FakePrinterOptions {
  connectionFault?: ConnectionFault;
  /** `silent`: answers nothing. */
  status?: Partial<FakeStatus> | 'silent';
  /** The queries it answers, by default all. */
  answers?: Partial<FakeAnswers>;
  identity?: Partial<FakeIdentity>;
  /** Bytes of formats it keeps while it cannot print, or prints slowly; unlimited by default. */
  receiveBuffer?: number;
  /** 0: a label is out as soon as its `^XZ` was read. */
  millisecondsPerLabel?: number;
  /** Labels it printed before today. */
  labelCount?: number;
}

export interface FakePrinter {
  readonly host: '127.0.0.1';
  /** Stays the same over a restart. */
  readonly port: number;
  /** The bytes it read, queries included, one entry for each connection, in the order of connecting. */
  readonly received: Buffer[];
  /** Open connections. */
  readonly openConnections: number;
  /** Connections whose client sent its end, including closed ones. */
  readonly endedConnections: number;
  readonly status: FakeStatus;
  /** The label counter. */
  readonly labelCount: number;
  /** Whole formats that wait. */
  readonly formatsInBuffer: number;
  /** Labels still to be printed of the current format. */
  readonly labelsRemaining: number;
  /** It has read `^XA` without its `^XZ`. */
  readonly insideFormat: boolean;
  /** Commands executed at once (`~JX`, `~PP`), in order, without queries; the last thousand. */
  readonly executedCommands: readonly string[];
  /** Variables that were set. */
  readonly variables: ReadonlyMap<string, string | null>;
  /** Every completely printed label in order, each copy separately. Survives a restart. */
  labels(): Buffer[];
  /** Each different label and how often it was printed completely. */
  printLog(): { label: Buffer; copies: number }[];
  /** Everything that was printed, partial labels included. */
  paper(): readonly Piece[];
  /** Starts a connection fault, or ends it with null: stalled connections are read again. */
  connectionFault(day: ConnectionFault | null): Promise<void>;
  /** Sets its status. Printing continues once no fault or pause stops it. `silent`: answers nothing. */
  setStatus(status: Partial<FakeStatus> | 'silent'): void;
  /** What it answers to from now on; everything that is not named. */
  setAnswers(answers: Partial<FakeAnswers>): void;
  /** Another printer at the same address. */
  setIdentity(identity: Partial<FakeIdentity>): void;
  /** What a `getvar` of that name gives; null: `"?"`. */
  setVariable(name: string, value: string | null): void;
  /** Changes every reply before it is sent, chunk by chunk; null ends it. */
  changeReplies(change: ((reply: Buffer, question: string) => Buffer[]) | null): void;
  /** After that many more whole labels the next one stops in the middle, with that fault. */
  breakDownMidLabel(fault: MechanicalFault, afterLabels?: number): void;
  /** Prints only by `step`. */
  hold(): void;
  /** Prints that many labels of a printer on hold. */
  step(labels?: number): void;
  /** Continues printing automatically. */
  release(): void;
  /** Power off and on: connections are reset, everything not printed is lost, the port stays. */
  restart(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the condition is true; checked after every change. Rejects after ten seconds, or the given time. */
  waitFor(condition: (printer: FakePrinter) => boolean, withinMs?: number): Promise<void>;
}

const maxExecutedCommands = 1_000;

/** A printer on a raw port of this computer, with configurable faults. By default it is ready, answers everything and prints at once. */
export async function startFakePrinter(options: FakePrinterOptions = {}): Promise<FakePrinter> {
  let isSilent = options.status === 'silent';
  let answers: FakeAnswers = { ...answersEverything, ...options.answers };
  let identity: FakeIdentity = { ...usualIdentity, ...options.identity };
  let changeReply: ((reply: Buffer, question: string) => Buffer[]) | null = null;
  const receiveBuffer = options.receiveBuffer ?? Number.POSITIVE_INFINITY;
  const variables = new Map<string, string | null>();
  const executedCommands: string[] = [];
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };

  const mechanism = startMechanism(
    {
      millisecondsPerLabel: options.millisecondsPerLabel ?? 0,
      labelCount: options.labelCount ?? 0,
      status: options.status === 'silent' ? {} : (options.status ?? {}),
    },
    () => {
      port.resumeReading();
      changed();
    },
  );

  const send = (reply: Buffer | null, question: string): void => {
    if (reply) port.send(changeReply ? changeReply(reply, question) : [reply]);
  };
  const facts = (): FakeFacts => {
    const { status, labelCount, formatsInBuffer, labelsRemaining } = mechanism;
    const bufferFull = room() === 0 || status.bufferFull;
    const counts = { formatsInBuffer, labelsRemaining, bufferFull, insideFormat: input.isInsideFormat() };
    return { answers: isSilent ? answersNothing : answers, status, counts, identity, labelCount, variables };
  };

  const executeCommand = (command: string): void => {
    send(replyToCommand(command, facts()), command);
    if (command.startsWith('~H')) return;
    executedCommands.push(command);
    if (executedCommands.length > maxExecutedCommands) executedCommands.shift();
    if (command === '~JX' || command === '~JA') input.dropUnfinished();
    if (command === '~JA') mechanism.cancelAll();
    if (command === '~JR') mechanism.powerCycle();
    if (command === '~PP' || command === '~PS') mechanism.setPaused(command === '~PP');
  };

  const input: PrinterInput = readPrinterInput({
    format: mechanism.take,
    command: executeCommand,
    variable(request) {
      if (request.verb === 'setvar') variables.set(request.name, request.value);
      send(replyToVariable(request, facts()), request.name);
    },
  });

  /** Free bytes of the receive buffer. A format that can be printed at once is read whatever its size. */
  const room = (): number => {
    const unfinished = mechanism.canPrint ? 0 : input.unfinishedBytes();
    return Math.max(0, receiveBuffer - mechanism.bytesInBuffer - unfinished);
  };

  const port = await openPrinterPort(options.connectionFault ?? null, { take: input.take, room, changed });
  const powerOff = async (): Promise<void> => {
    await port.closeAll();
    input.forget();
    mechanism.powerCycle();
  };

  const printer: FakePrinter = {
    host: '127.0.0.1',
    get port() {
      return port.port;
    },
    get received() {
      return port.received;
    },
    get openConnections() {
      return port.openConnections;
    },
    get endedConnections() {
      return port.endedConnections;
    },
    get status() {
      return mechanism.status;
    },
    get labelCount() {
      return mechanism.labelCount;
    },
    get formatsInBuffer() {
      return mechanism.formatsInBuffer;
    },
    get labelsRemaining() {
      return mechanism.labelsRemaining;
    },
    get insideFormat() {
      return input.isInsideFormat();
    },
    executedCommands,
    variables,
    labels: () => mechanism.paper.filter((piece) => piece.whole).map((piece) => piece.label),
    printLog: () => countCopies(printer.labels()),
    paper: () => mechanism.paper,
    async connectionFault(next) {
      await port.setFault(next);
      if (next?.kind === 'off') await powerOff();
      if (next?.kind === 'cable out') await port.closeAll();
    },
    setStatus(next) {
      isSilent = next === 'silent';
      if (next !== 'silent') mechanism.setStatus(next);
    },
    setAnswers(next) {
      answers = { ...answersEverything, ...next };
    },
    setIdentity(next) {
      identity = { ...identity, ...next };
    },
    setVariable: (name, value) => variables.set(name, value),
    changeReplies(change) {
      changeReply = change;
    },
    breakDownMidLabel: (fault, afterLabels = 0) => mechanism.breakDownMidLabel(fault, afterLabels),
    hold: mechanism.hold,
    step: (labels = 1) => mechanism.step(labels),
    release: mechanism.release,
    async restart() {
      await powerOff();
      await port.listen();
    },
    async close() {
      await printer.connectionFault({ kind: 'off' });
      mechanism.stop();
      changed();
    },
    waitFor: (condition, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(limit);
          watchers.delete(look);
        };
        const look = (): void => {
          if (!condition(printer)) return;
          settle();
          resolve();
        };
        const limit = setTimeout(() => {
          settle();
          reject(new Error(`The fake printer waited in vain for: ${condition}`));
        }, withinMs);
        watchers.add(look);
        look();
      }),
  };
  return printer;
}

function countCopies(labels: Buffer[]): { label: Buffer; copies: number }[] {
  const log: { label: Buffer; copies: number }[] = [];
  for (const label of labels) {
    const known = log.find((entry) => entry.label.equals(label));
    if (known) known.copies += 1;
    else log.push({ label, copies: 1 });
  }
  return log;
}
