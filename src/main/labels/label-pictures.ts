import { type Failure, failed, success } from '../../shared/failure.ts';
import type { StartPictureProcess } from '../core/ports/desktop.ts';
import type { BarCode, LabelFile, LabelPictures } from '../core/ports/printing.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { resolutionLimits, usualResolution } from './label-size.ts';
import { refusal, type Wanted, whyUnanswered } from './picture-failures.ts';
import { createPictureLine, type LineAnswer, type LineLimits } from './picture-line.ts';
import { largestLabel } from './picture-messages.ts';

export interface PictureLimits extends LineLimits {
  /** Milliseconds for one picture, or for reading one label's bar codes; then the process is killed. */
  readonly drawMs: number;
  /** Milliseconds for all pages of one PDF. */
  readonly printMs: number;
  readonly mostPictures: number;
  /** Bytes of all kept pictures together. */
  readonly mostBytes: number;
  /** Labels whose bar codes are kept. */
  readonly mostRead: number;
}

const usualLimits: PictureLimits = {
  startMs: 15_000,
  drawMs: 5_000,
  printMs: 20_000,
  idleMs: 30_000,
  mostWaiting: 32,
  mostPictures: 200,
  mostBytes: 16 * 1024 * 1024,
  mostRead: 1_000,
};

/** How often a label may cost the process before it is not drawn any more. */
const mostLosses = 2;

/** Pictures, bar codes and printable pages of labels, made one after the other in a process that may be killed at any moment. */
export function createLabelPictures(parts: {
  startProcess: StartPictureProcess;
  limits?: Partial<PictureLimits>;
}): LabelPictures {
  const limits = { ...usualLimits, ...parts.limits };
  const line = createPictureLine(parts.startProcess, limits);
  const losses = createAnswerCache<number>({ mostAnswers: limits.mostRead, mostBytes: 0 }, () => 0);
  const pictures = createKeptAnswers<Uint8Array>(
    { mostAnswers: limits.mostPictures, mostBytes: limits.mostBytes },
    (png) => png.length,
  );
  const codes = createKeptAnswers<readonly BarCode[]>(
    { mostAnswers: limits.mostRead, mostBytes: 4 * 1024 * 1024 },
    lengthOfTexts,
  );

  /** A label that was lost may have met a busy computer once, and is the cause itself when it happens again. */
  const isSettled = (key: string, answer: LineAnswer): boolean => {
    if (answer.kind === 'lost' && answer.overLabel) {
      losses.put(key, (losses.get(key) ?? 0) + 1);
      return (losses.get(key) ?? 0) >= mostLosses;
    }
    return answer.kind !== 'lost' && answer.kind !== 'too many' && answer.kind !== 'closing';
  };

  return {
    async picture(label, dotsPerMillimetre = usualResolution) {
      const { format, bytes } = label;
      const key = `${label.sha256} at ${dotsPerMillimetre}`;
      const unfit = whyUnfit('picture', label, dotsPerMillimetre);
      if (unfit || format === 'unknown') return failed(unfit ?? neither('picture'));
      return pictures.answer(key, async () => {
        const answer = await line.ask({ kind: 'picture', format, label: bytes, dotsPerMillimetre }, limits.drawMs);
        const result =
          answer.kind === 'picture' ? success(new Uint8Array(answer.png)) : failed(whyNot('picture', answer));
        return { result, keep: isSettled(key, answer) };
      });
    },
    async barCodes(label) {
      const { format, bytes, sha256 } = label;
      const unfit = whyUnfit('codes', label);
      if (unfit || format === 'unknown') return failed(unfit ?? neither('codes'));
      return codes.answer(sha256, async () => {
        const answer = await line.ask({ kind: 'codes', format, label: bytes }, limits.drawMs);
        const result = answer.kind === 'codes' ? success(answer.codes) : failed(whyNot('codes', answer));
        return { result, keep: isSettled(sha256, answer) };
      });
    },
    async zplOfPdf(label, printer) {
      if (label.format !== 'pdf') return failed(refusal('zpl', 'it is no PDF'));
      const unfit = whyUnfit('zpl', label, printer.dotsPerMillimetre);
      if (unfit) return failed(unfit);
      const answer = await line.ask({ kind: 'zpl', label: label.bytes, printer }, limits.printMs, true);
      return answer.kind === 'zpl' ? success(new Uint8Array(answer.zpl)) : failed(whyNot('zpl', answer));
    },
    close: () => line.close(),
  };
}

const lengthOfTexts = (codes: readonly BarCode[]): number => codes.reduce((sum, { text }) => sum + text.length, 0);

const neither = (wanted: Wanted): Failure => refusal(wanted, 'it is neither ZPL nor PDF');

/** What needs no process to be known; null where nothing speaks against asking. */
function whyUnfit(wanted: Wanted, { bytes }: LabelFile, dotsPerMillimetre = usualResolution): Failure | null {
  if (bytes.length > largestLabel) return refusal(wanted, 'the label is larger than 512 KB');
  const { least, most } = resolutionLimits;
  const known = Number.isInteger(dotsPerMillimetre) && dotsPerMillimetre >= least && dotsPerMillimetre <= most;
  return known ? null : refusal(wanted, `${dotsPerMillimetre} dots per millimetre cannot be drawn`);
}

function whyNot(wanted: Wanted, answer: LineAnswer): Failure {
  switch (answer.kind) {
    case 'refused':
      return refusal(wanted, answer.reason);
    case 'lost':
    case 'too many':
    case 'closing':
      return whyUnanswered(wanted, answer);
    default:
      throw new Error(`Asked for a ${wanted}, answered a ${answer.kind}`);
  }
}
