import './answer-card.css';
import { useState } from 'react';
import type { Parcel } from '../../../shared/parcel.ts';
import type { ScanAnswer } from '../../../shared/scan-answer.ts';
import { useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { Verdict } from '../../ui/verdict.tsx';
import { useNow } from '../../words/use-now.ts';
import { verdictOf } from '../../words/verdicts.ts';
import { AnswerCode } from './answer-code.tsx';
import { LabelPicture } from './label-picture.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { ParcelChoices } from './parcel-choices.tsx';
import { ParcelFacts, ParcelStatus } from './parcel-facts.tsx';
import { ReprintReasons } from './reprint-reasons.tsx';

/** A scan's answer: the verdict, the facts, the label, and what can be done. */
export function AnswerCard({ answer }: { readonly answer: ScanAnswer }) {
  const now = useNow(250);
  const { value: view } = useMirror(stationViewMirror);
  const { parcel, choices } = answer;
  const look = verdictOf(answer, now, view?.printers);
  return (
    <>
      <Verdict {...look} />
      {/* The seconds of a countdown are for the eye alone. */}
      <p className="only-spoken" aria-live="polite">
        {`${look.words.replace(/ in \d+ s$/, '')}. ${look.sentence}`}
      </p>
      {choices.length > 0 && (
        <div className="answer-body">
          <ParcelChoices choices={choices} mode={answer.mode} />
        </div>
      )}
      {choices.length === 0 && parcel === null && (
        <div className="answer-body">
          <AnswerCode name="Scanned" code={answer.code} />
        </div>
      )}
      {choices.length === 0 && parcel !== null && <ParcelAnswer answer={answer} parcel={parcel} now={now} />}
    </>
  );
}

interface ParcelAnswerProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  readonly now: number;
}

/** One parcel; while a reason for another copy is asked, the question stands where the facts were. */
function ParcelAnswer({ answer, parcel, now }: ParcelAnswerProps) {
  const [asksReason, setAsksReason] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and the keyboard must reach what it hides */}
      <div className="answer-body" tabIndex={0}>
        <AnswerCode name="Custom code" code={parcel.customCode} />
        {asksReason ? (
          <ReprintReasons parcelId={parcel.id} copies={parcel.copies} onDone={() => setAsksReason(false)} />
        ) : (
          <>
            <ParcelStatus parcel={parcel} now={now} />
            <ParcelFacts parcel={parcel} />
            <LabelPicture parcel={parcel} />
          </>
        )}
      </div>
      {!asksReason && <ParcelActions answer={answer} parcel={parcel} onAskReason={() => setAsksReason(true)} />}
    </>
  );
}
