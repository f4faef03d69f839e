import { LRUCache } from 'lru-cache';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type Message, type MessageCode, message } from '../../shared/messages/message.ts';
import type { SidecarPriority, StartSidecar } from '../core/ports/desktop.ts';
import type { BarCode, LabelFile, LabelPictures } from '../core/ports/printing.ts';
import {
  defaultResolution,
  largestLabel,
  resolutionLimits,
  type UnnumberedPictureRequest,
} from './picture-messages.ts';
import { createPictureQueue, type PictureQueue, type QueueAnswer, type QueueLimits } from './picture-queue.ts';

/** Caches results by key, and shares requests in progress. */
export interface ResultCache<T> {
  /** Returns the cached or pending result, or calls `make`; the result is cached if `keep` is true. */
  answer(key: string, make: () => Promise<{ result: Result<T>; keep: boolean }>): Promise<Result<T>>;
}

/**
 * Creates a cache of the most recently used results, limited by count and total size.
 * @param sizeOf bytes of a result.
 */
export function createResultCache<T>(
  limits: { maxAnswers: number; maxBytes: number },
  sizeOf: (value: T) => number,
): ResultCache<T> {
  const cache = new LRUCache<string, Result<T>>({
    max: limits.maxAnswers,
    maxSize: limits.maxBytes,
    // At least 1: the library does not accept a size of 0.
    sizeCalculation: (result) => Math.max(1, result.ok ? sizeOf(result.value) : 0),
  });
  const inProgress = new Map<string, Promise<Result<T>>>();
  return {
    answer(key, make) {
      const known = cache.get(key) ?? inProgress.get(key);
      if (known) return Promise.resolve(known);
      const making = make()
        .then(({ result, keep }) => {
          if (keep) cache.set(key, result);
          return result;
        })
        .finally(() => inProgress.delete(key));
      inProgress.set(key, making);
      return making;
    },
  };
}

export interface PictureLimits extends QueueLimits {
  /** Milliseconds for one picture, or for reading one label's bar codes, in one process; then the process is killed. */
  readonly drawMs: number;
  /** Milliseconds for all pages of one PDF. */
  readonly printMs: number;
  readonly maxPictures: number;
  /** Bytes of all cached pictures together. */
  readonly maxBytes: number;
  /** Labels whose bar codes are cached. */
  readonly maxRead: number;
}

const defaultLimits: PictureLimits = {
  startMs: 15_000,
  drawMs: 5_000,
  printMs: 20_000,
  idleMs: 30_000,
  maxWaiting: 32,
  maxPictures: 200,
  maxBytes: 16 * 1024 * 1024,
  maxRead: 1_000,
};

/** Process crashes after which a label is not drawn any more. */
const maxLosses = 2;

/** The same for a PDF that is to be printed: a computer that is busy for a while must not cost a label. */
const maxLossesInPrint = 3;

/**
 * Creates pictures, bar codes and ZPL of labels in processes that can be killed at any time: one for what screens show, another for what
 * that one could not draw in time, and one for each printer while it prints PDFs, so that a label that is drawn for long delays neither
 * another printer nor a screen.
 */
export function createLabelPictures(parts: {
  startProcess: StartSidecar;
  limits?: Partial<PictureLimits>;
  onBug: (error: unknown) => void;
}): LabelPictures {
  const limits = { ...defaultLimits, ...parts.limits };
  const createQueue = (priority: SidecarPriority): PictureQueue =>
    createPictureQueue(() => parts.startProcess(priority), limits, parts.onBug);
  // A picture takes a processor for longer than a label takes to the printer.
  const screenQueue = createQueue('background');
  const secondQueue = createQueue('normal');
  const printerQueues = new Map<string, PictureQueue>();
  const queueOf = (printer: string): PictureQueue => {
    const queue = printerQueues.get(printer) ?? createQueue('normal');
    printerQueues.set(printer, queue);
    return queue;
  };
  /** On a busy computer the process in the background may get no processor at all: then the label is tried once more, in the foreground. */
  const requestForScreen = async (request: UnnumberedPictureRequest): Promise<QueueAnswer> => {
    const answer = await screenQueue.request(request, limits.drawMs);
    const isTooSlow = answer.kind === 'lost' && answer.why === 'too slow';
    return isTooSlow ? secondQueue.request(request, limits.drawMs) : answer;
  };
  let isClosed = false;
  const losses = new LRUCache<string, number>({ max: limits.maxRead });
  const pictures = createResultCache<Uint8Array>(
    { maxAnswers: limits.maxPictures, maxBytes: limits.maxBytes },
    (png) => png.length,
  );
  const codes = createResultCache<readonly BarCode[]>(
    { maxAnswers: limits.maxRead, maxBytes: 4 * 1024 * 1024 },
    totalTextLength,
  );

  /** True where the answer can be cached. One crash may be due to a busy computer; a second one is due to the label. */
  const isSettled = (key: string, answer: QueueAnswer): boolean => {
    if (answer.kind === 'lost' && answer.duringLabel) {
      const count = (losses.get(key) ?? 0) + 1;
      losses.set(key, count);
      return count >= maxLosses;
    }
    return !isMissing(answer);
  };

  /** Why a PDF was not drawn; it is drawn later where that passes. */
  const printFailure = (key: string, answer: QueueAnswer): Failure => {
    if (!isMissing(answer)) return failureOfAnswer('zpl', answer);
    const count = (losses.get(key) ?? 0) + (answer.kind === 'lost' && answer.duringLabel ? 1 : 0);
    losses.set(key, count);
    if (answer.kind !== 'lost') return { ...failureOfMissingAnswer('zpl', answer), code: 'picture-delayed' };
    if (count >= maxLossesInPrint) return failureOfMissingAnswer('zpl', answer);
    return { code: 'picture-delayed', message: message('label.pdf-not-drawn-yet', { reason: reasonOfLoss(answer) }) };
  };

  return {
    async picture(label, dotsPerMillimetre = defaultResolution) {
      const { format, bytes } = label;
      const key = `${label.sha256} at ${dotsPerMillimetre}`;
      const unfitness = findUnfitness('picture', label, dotsPerMillimetre);
      if (unfitness || format === 'unknown') return failed(unfitness ?? unknownFormat('picture'));
      return pictures.answer(key, async () => {
        const answer = await requestForScreen({ kind: 'picture', format, label: bytes, dotsPerMillimetre });
        const result =
          answer.kind === 'picture' ? success(new Uint8Array(answer.png)) : failed(failureOfAnswer('picture', answer));
        return { result, keep: isSettled(key, answer) };
      });
    },
    async barCodes(label) {
      const { format, bytes, sha256 } = label;
      const unfitness = findUnfitness('codes', label);
      if (unfitness || format === 'unknown') return failed(unfitness ?? unknownFormat('codes'));
      return codes.answer(sha256, async () => {
        const answer = await requestForScreen({ kind: 'codes', format, label: bytes });
        const result = answer.kind === 'codes' ? success(answer.codes) : failed(failureOfAnswer('codes', answer));
        return { result, keep: isSettled(sha256, answer) };
      });
    },
    async zplOfPdf(label, { name, ...printer }) {
      if (label.format !== 'pdf') return failed(pictureFailure('zpl', message('label.reason.no-pdf')));
      const unfitness = findUnfitness('zpl', label, printer.dotsPerMillimetre);
      if (unfitness) return failed(unfitness);
      const key = `${label.sha256} for ${name}`;
      if (isClosed) return failed(printFailure(key, { kind: 'closing' }));
      const answer = await queueOf(name).request({ kind: 'zpl', label: label.bytes, printer }, limits.printMs);
      if (answer.kind !== 'zpl') return failed(printFailure(key, answer));
      losses.delete(key);
      return success(new Uint8Array(answer.zpl));
    },
    async close() {
      isClosed = true;
      await Promise.all([screenQueue, secondQueue, ...printerQueues.values()].map((queue) => queue.close()));
    },
  };
}

const totalTextLength = (codes: readonly BarCode[]): number => codes.reduce((sum, { text }) => sum + text.length, 0);

const unknownFormat = (requestKind: RequestKind): Failure =>
  pictureFailure(requestKind, message('label.reason.unknown-format'));

/** The failure of a request that need not be sent to the process; null where there is none. */
function findUnfitness(
  requestKind: RequestKind,
  { bytes }: LabelFile,
  dotsPerMillimetre = defaultResolution,
): Failure | null {
  if (bytes.length > largestLabel)
    return pictureFailure(requestKind, message('label.reason.too-large', { kilobytes: largestLabel / 1024 }));
  const { least, most } = resolutionLimits;
  const known = Number.isInteger(dotsPerMillimetre) && dotsPerMillimetre >= least && dotsPerMillimetre <= most;
  return known ? null : pictureFailure(requestKind, message('label.reason.resolution', { dotsPerMillimetre }));
}

type MissingAnswer = Extract<QueueAnswer, { kind: 'lost' | 'too many' | 'closing' | 'update waiting' }>;

const isMissing = (answer: QueueAnswer): answer is MissingAnswer =>
  ['lost', 'too many', 'closing', 'update waiting'].includes(answer.kind);

const reasonOfLoss = ({ why }: Extract<QueueAnswer, { kind: 'lost' }>): Message =>
  message(why === 'too slow' ? 'label.reason.too-slow' : 'label.reason.ended');

function failureOfAnswer(requestKind: RequestKind, answer: QueueAnswer): Failure {
  switch (answer.kind) {
    case 'refused':
      return pictureFailure(requestKind, answer.reason);
    case 'lost':
    case 'too many':
    case 'closing':
    case 'update waiting':
      return failureOfMissingAnswer(requestKind, answer);
    default:
      throw new Error(`Asked for a ${requestKind}, answered a ${answer.kind}`);
  }
}

/** The kinds of request about a label. */
export type RequestKind = 'picture' | 'codes' | 'zpl';

const failureCodes = {
  picture: 'label.no-preview',
  codes: 'label.bar-codes-not-read',
  zpl: 'label.pdf-not-printable',
} as const satisfies Record<RequestKind, MessageCode>;

const pictureFailure = (requestKind: RequestKind, reason: Message): Failure => ({
  code: 'picture-failed',
  message: message(failureCodes[requestKind], { reason }),
});

/** The failure of a request without an answer. */
function failureOfMissingAnswer(requestKind: RequestKind, answer: MissingAnswer): Failure {
  if (answer.kind === 'closing') return { code: 'picture-failed', message: message('label.station-closing') };
  if (answer.kind === 'too many') return { code: 'picture-failed', message: message('label.too-many-waiting') };
  if (answer.kind === 'update waiting') return { code: 'picture-failed', message: message('station.update-waiting') };
  return pictureFailure(requestKind, reasonOfLoss(answer));
}
