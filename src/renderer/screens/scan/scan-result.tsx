import './scan-result.css';
import { Ellipsis, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { scanVerdict } from '../../presentation/scan-verdict.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { failureParagraph, text } from '../../text/text.ts';
import { EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { ResultBanner } from '../../ui/tone.tsx';
import { LabelAssignmentPanel } from '../label-assignment.tsx';
import { LabelTrouble } from '../label-trouble.tsx';
import { LabelPicture } from './label-picture.tsx';
import { ParcelChoices } from './parcel-choices.tsx';
import { Fact, ParcelStatus, ParcelSummary } from './parcel-summary.tsx';
import { ReprintForm } from './reprint-form.tsx';
import { ScanActions, SettleDeletion } from './scan-actions.tsx';

/** The answer to the newest scan; the same place and form for every outcome. */
export function ScanResult() {
  const { shown, waiting, rejected } = useStore(scanStore);
  return (
    <section className="result" aria-label={text('scan.result')}>
      {rejected !== null && (
        <ResultBanner
          tone="error"
          heading={text('scan.not-accepted')}
          sentence={text('scan.not-accepted.sentence', { waiting, code: rejected })}
        />
      )}
      {shown.kind === 'nothing' && (
        <div className="result-empty">
          <EmptyState icon={ScanBarcode} title={text('scan.empty.title')}>
            {text('scan.empty.next')}
          </EmptyState>
        </div>
      )}
      {shown.kind === 'pending' && <PendingScan {...shown} waiting={waiting} />}
      {shown.kind === 'failure' && (
        <ResultBanner tone="error" heading={text('scan.failed')} sentence={failureParagraph(shown.failure)} />
      )}
      {shown.kind === 'failure' && shown.text !== '' && (
        <div className="answer-body">
          <AnswerCode name={text('scan.scanned-code')} code={shown.text.slice(0, maxShownLength)} />
        </div>
      )}
      {shown.kind === 'answer' && <ScanAnswerCard key={shown.answer.scanId} answer={shown.answer} />}
    </section>
  );
}

interface PendingScanProps {
  readonly text: string;
  readonly mode: ScanMode;
  readonly since: number;
  /** Scans not yet answered, including this one. */
  readonly waiting: number;
}

/** A scan that is not answered yet; after one second with the time it takes. */
function PendingScan({ text: code, mode, since, waiting }: PendingScanProps) {
  const seconds = Math.floor((useNow(250) - since) / 1000);
  const heading = text(`scan.progress.${mode}`);
  return (
    <>
      <ResultBanner
        tone="quiet"
        icon={Ellipsis}
        heading={seconds >= 1 ? text('scan.pending.seconds', { heading, seconds }) : heading}
        sentence={text('scan.pending.sentence', { behind: waiting - 1 })}
      />
      <div className="answer-body">
        <AnswerCode name={text('scan.scanned-code')} code={code.slice(0, maxShownLength)} />
      </div>
    </>
  );
}

/** Longest code shown. Longer texts are no codes. */
const maxShownLength = 64;

/** A scan's answer: the verdict, the facts, the label, and what can be done. */
function ScanAnswerCard({ answer }: { readonly answer: ScanAnswer }) {
  const now = useNow(250);
  const { value: view } = useQuery(stationViewQuery);
  const { parcel, choices } = answer;
  const { countdown, heading, ...verdict } = scanVerdict(answer, now, view?.printers);
  return (
    <>
      <ResultBanner {...verdict} heading={countdown ?? heading} />
      {/* Without the seconds of a countdown, which would be announced again and again. */}
      <p className="only-spoken" aria-live="polite">
        {text('scan.spoken', { heading, sentence: verdict.sentence })}
      </p>
      {choices.length > 0 && (
        <div className="answer-body">
          <ParcelChoices choices={choices} mode={answer.mode} />
        </div>
      )}
      {choices.length === 0 && parcel === null && (
        <div className="answer-body">
          <AnswerCode name={text('scan.scanned-code')} code={answer.code} />
        </div>
      )}
      {parcel === null && answer.deletion?.state === 'uncertain' && <SettleDeletion answer={answer} />}
      {choices.length === 0 && parcel !== null && <ParcelAnswer answer={answer} parcel={parcel} now={now} />}
    </>
  );
}

interface ParcelAnswerProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  readonly now: number;
}

/** One parcel; the reprint form takes the place of the facts. */
function ParcelAnswer({ answer, parcel, now }: ParcelAnswerProps) {
  const [isAskingReason, setIsAskingReason] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and the keyboard must reach what it hides */}
      <div className="answer-body" tabIndex={0}>
        <AnswerCode name={text('scan.custom-code')} code={parcel.customCode} />
        {isAskingReason ? (
          <ReprintForm parcelId={parcel.id} copies={parcel.copies} onDone={() => setIsAskingReason(false)} />
        ) : (
          <>
            <ParcelStatus parcel={parcel} now={now} />
            <ParcelSummary parcel={parcel} />
            {parcel.needsLabelAssignment ? (
              <LabelAssignmentPanel parcels={[parcel]} />
            ) : (
              <LabelPicture parcel={parcel} />
            )}
          </>
        )}
      </div>
      <div className="answer-label-trouble">
        <LabelTrouble parcel={parcel} isShort />
      </div>
      {!isAskingReason && <ScanActions answer={answer} parcel={parcel} onAskReason={() => setIsAskingReason(true)} />}
    </>
  );
}

/** The scanned code, the largest on the screen. */
function AnswerCode({ name, code }: { readonly name: string; readonly code: string | null }) {
  return (
    <dl className="answer-code">
      <Fact name={name}>{code === null ? text('scan.no-code') : <Code size="hero">{code}</Code>}</Fact>
    </dl>
  );
}
