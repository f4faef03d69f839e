import type { FakeFormat } from './printer-input.ts';
import { type FakeStatus, readyStatus, stopsPrinting } from './printer-status.ts';

/** A fault that can occur in the middle of a label. */
export type MechanicalFault = 'paperOut' | 'ribbonOut' | 'headOpen';

/** A printed label. */
export interface Piece {
  /** The format it was made by. */
  readonly label: Buffer;
  /** False for one that stopped in the middle. */
  readonly whole: boolean;
}

/** Motor, head and memory of the fake printer: prints formats one label after the other. */
export interface Mechanism {
  readonly status: FakeStatus;
  readonly paper: readonly Piece[];
  /** Labels printed in total; kept over a power cycle. */
  readonly labelCount: number;
  readonly formatsInBuffer: number;
  readonly labelsRemaining: number;
  /** Bytes of formats that are not done. */
  readonly bytesInBuffer: number;
  readonly canPrint: boolean;
  take(format: FakeFormat): void;
  /** Sets its status; printing continues once nothing stops it. */
  setStatus(status: Partial<FakeStatus>): void;
  setPaused(paused: boolean): void;
  /** After that many more whole labels the next one stops in the middle, with that fault. */
  breakDownMidLabel(fault: MechanicalFault, afterLabels: number): void;
  /** Prints only by `step`. */
  hold(): void;
  step(labels: number): void;
  release(): void;
  /** `~JA`. */
  cancelAll(): void;
  /** Power off and on, or `~JR`: all formats are lost, paper, ribbon and head stay as they are. */
  powerCycle(): void;
  stop(): void;
}

interface Work {
  format: FakeFormat;
  remaining: number;
  /** A half of the next label is out. */
  halfOut: boolean;
  reprint: boolean;
}

/** Calls `changed` after every label and fault. */
export function startMechanism(
  options: { millisecondsPerLabel: number; labelCount: number; status: Partial<FakeStatus> },
  changed: () => void,
): Mechanism {
  let status: FakeStatus = { ...readyStatus, ...options.status };
  let labelCount = options.labelCount;
  let queue: FakeFormat[] = [];
  let work: Work | null = null;
  let reprintAfterFault = true;
  let breakDown: { fault: MechanicalFault; afterLabels: number } | null = null;
  let held = false;
  let steps = 0;
  let timer: NodeJS.Timeout | null = null;
  const paper: Piece[] = [];

  /** `^JZ` applies until it is changed; a format that draws nothing is executed and dropped. */
  const nextWork = (): Work | null => {
    for (let format = queue.shift(); format; format = queue.shift()) {
      reprintAfterFault = format.reprintAfterFault ?? reprintAfterFault;
      if (format.draws) return { format, remaining: format.copies, halfOut: false, reprint: reprintAfterFault };
    }
    return null;
  };

  /** Continues a label stopped in the middle: the printer reprints it, or counts it as printed (`^JZ`). */
  const goOnAfterFault = (): void => {
    if (!work?.halfOut) return;
    work.halfOut = false;
    if (!work.reprint) work.remaining -= 1;
  };

  const stopInTheMiddle = (doing: Work, fault: MechanicalFault): void => {
    paper.push({ label: doing.format.bytes, whole: false });
    doing.halfOut = true;
    status = { ...status, [fault]: true };
  };

  const makeOne = (doing: Work): void => {
    if (breakDown && breakDown.afterLabels-- === 0) {
      const { fault } = breakDown;
      breakDown = null;
      stopInTheMiddle(doing, fault);
    } else {
      paper.push({ label: doing.format.bytes, whole: true });
      doing.remaining -= 1;
      labelCount += 1;
    }
    if (held) steps -= 1;
    changed();
  };

  const mayMove = (): boolean => !stopsPrinting(status) && (!held || steps > 0);

  const run = (): void => {
    while (!timer && mayMove()) {
      goOnAfterFault();
      if (!work || work.remaining <= 0) work = nextWork();
      const doing = work;
      if (!doing) return;
      if (options.millisecondsPerLabel === 0 || held) makeOne(doing);
      else timer = setTimeout(() => endLabel(doing), options.millisecondsPerLabel);
    }
    if (work && work.remaining <= 0) work = null;
  };

  const endLabel = (doing: Work): void => {
    timer = null;
    if (work === doing) makeOne(doing);
    run();
  };

  const haltMotor = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };

  const changeStatus = (next: FakeStatus): void => {
    const fault = (['paperOut', 'ribbonOut', 'headOpen'] as const).find((name) => next[name] && !status[name]);
    status = next;
    if (timer && work && fault) {
      haltMotor();
      stopInTheMiddle(work, fault);
    }
    run();
    changed();
  };

  return {
    get status() {
      return status;
    },
    paper,
    get labelCount() {
      return labelCount;
    },
    get formatsInBuffer() {
      return queue.length;
    },
    get labelsRemaining() {
      return work?.remaining ?? 0;
    },
    get bytesInBuffer() {
      return [...queue, ...(work ? [work.format] : [])].reduce((sum, format) => sum + format.bytes.length, 0);
    },
    get canPrint() {
      return mayMove();
    },
    take(format) {
      if (!status.diagnosticMode) queue.push(format);
      run();
    },
    setStatus: (next) => changeStatus({ ...readyStatus, ...next }),
    setPaused: (paused) => changeStatus({ ...status, paused }),
    breakDownMidLabel(fault, afterLabels) {
      breakDown = { fault, afterLabels };
    },
    hold() {
      held = true;
      steps = 0;
    },
    step(labels) {
      steps += labels;
      run();
    },
    release() {
      held = false;
      run();
    },
    cancelAll() {
      queue = [];
      if (work) work.remaining = timer ? 1 : 0;
      run();
    },
    powerCycle() {
      haltMotor();
      queue = [];
      work = null;
      reprintAfterFault = true;
      changeStatus({ ...status, paused: false });
    },
    stop: haltMotor,
  };
}
