import { failureParagraph } from '../../text/text.ts';
import './scan-result.css';
import { Ellipsis, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { resultBannerOf } from '../../presentation/scan-result-text.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { ResultBanner } from '../../ui/result-banner.tsx';
import { LabelPicture } from './label-picture.tsx';
import { ParcelChoices } from './parcel-choices.tsx';
import { Fact, ParcelStatus, ParcelSummary } from './parcel-summary.tsx';
import { ReprintForm } from './reprint-form.tsx';
import { ScanActions } from './scan-actions.tsx';

/** The answer to the newest scan; the same place and form for every outcome. */
export function ScanResult() {
  const { shown, waiting, refused } = useStore(scanStore);
  return (
    <section className="result" aria-label="Result">
      {refused !== null && (
        <ResultBanner
          tone="error"
          words="Scan not taken"
          sentence={`${waiting} scans wait for the station. Scan ${refused} again when the line is shorter.`}
        />
      )}
      {shown.kind === 'nothing' && (
        <div className="result-empty">
          <EmptyState icon={ScanBarcode} title="Scan a label">
            A scan is heard on every screen, wherever the focus is. By hand: write the code and press Enter.
          </EmptyState>
        </div>
      )}
      {shown.kind === 'pending' && <PendingScan {...shown} waiting={waiting} />}
      {shown.kind === 'failure' && (
        <ResultBanner
          tone="error"
          words="Not taken"
          sentence={[shown.text, failureParagraph(shown.failure)].filter(Boolean).join(' ')}
        />
      )}
      {shown.kind === 'answer' && <ScanAnswerCard key={shown.answer.scanId} answer={shown.answer} />}
    </section>
  );
}

interface PendingScanProps {
  readonly text: string;
  readonly mode: ScanMode;
  readonly since: number;
  /** Scans not yet answered, this one among them. */
  readonly waiting: number;
}

const progressWords: Readonly<Record<ScanMode, string>> = {
  'look up': 'Looking up',
  print: 'Printing',
  delete: 'Deleting',
};

/** A scan was heard and is not answered yet; after a second it says for how long. */
function PendingScan({ text, mode, since, waiting }: PendingScanProps) {
  const seconds = Math.floor((useNow(250) - since) / 1000);
  return (
    <>
      <ResultBanner
        tone="quiet"
        icon={Ellipsis}
        words={seconds >= 1 ? `${progressWords[mode]}, ${seconds} s` : progressWords[mode]}
        sentence={waiting > 1 ? `Heard. Scans waiting behind it: ${waiting - 1}` : 'Heard.'}
      />
      <div className="answer-body">
        <AnswerCode name="Scanned" code={text.slice(0, maxShownLength)} />
      </div>
    </>
  );
}

/** No code is longer; what is longer is no code, and is soon called that. */
const maxShownLength = 64;

/** A scan's answer: the verdict, the facts, the label, and what can be done. */
function ScanAnswerCard({ answer }: { readonly answer: ScanAnswer }) {
  const now = useNow(250);
  const { value: view } = useQuery(stationViewQuery);
  const { parcel, choices } = answer;
  const look = resultBannerOf(answer, now, view?.printers);
  return (
    <>
      <ResultBanner {...look} />
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
  const [isAskingReason, setIsAskingReason] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and the keyboard must reach what it hides */}
      <div className="answer-body" tabIndex={0}>
        <AnswerCode name="Custom code" code={parcel.customCode} />
        {isAskingReason ? (
          <ReprintForm parcelId={parcel.id} copies={parcel.copies} onDone={() => setIsAskingReason(false)} />
        ) : (
          <>
            <ParcelStatus parcel={parcel} now={now} />
            <ParcelSummary parcel={parcel} />
            <LabelPicture parcel={parcel} />
          </>
        )}
      </div>
      {!isAskingReason && <ScanActions answer={answer} parcel={parcel} onAskReason={() => setIsAskingReason(true)} />}
    </>
  );
}

/** The code people hold in their hands, largest of all codes on the screen. */
function AnswerCode({ name, code }: { readonly name: string; readonly code: string | null }) {
  return (
    <dl className="answer-code">
      <Fact name={name}>{code === null ? 'None' : <Code size="hero">{code}</Code>}</Fact>
    </dl>
  );
}
