import './scan-result.css';
import './scan-actions.css';
import { Ellipsis, Printer, ScanBarcode, Search, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { questionKey } from '../../../shared/site/shared-question.ts';
import { scanHelp } from '../../data/help.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { isPending } from '../../presentation/offered-actions.ts';
import { scanVerdict } from '../../presentation/verdict.ts';
import { type Verdict, verdictContext } from '../../presentation/verdict-facts.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { submitScan } from '../../scanner/start-scanning.ts';
import { failureParagraph, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CommandBars, CommandQuestion } from '../../ui/command-target.ts';
import { useNow } from '../../ui/hooks.ts';
import { ResultBanner } from '../../ui/tone.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { LabelTrouble } from '../label-trouble.tsx';
import { loadOnDemand } from '../load-on-demand.tsx';
import { useVerdictContext } from '../verdict-context.ts';
import { LabelPicture } from './label-picture.tsx';
import { Fact, ParcelStatus, ParcelSummary } from './parcel-summary.tsx';
import { ReprintForm } from './reprint-form.tsx';
import {
  answerCodeId,
  DeletionActions,
  OrderActions,
  ScanActions,
  SettleDeletion,
  UnknownCodeActions,
} from './scan-actions.tsx';

const LabelAssignment = loadOnDemand(async () => (await import('../label-assignment.tsx')).LabelAssignmentPanel);

/** The answer to the newest scan; the same place and form for every outcome. */
export function ScanResult() {
  return (
    <ResultSection>
      <div role="alert">
        <RejectedScan />
      </div>
      <ShownScan />
      <SpokenVerdict />
    </ResultSection>
  );
}

/** Its own state: a scan that begins renders none of the answer that is still shown. */
function ResultSection({ children }: { readonly children: ReactNode }) {
  const isBusy = useStore(scanStore, ({ waiting }) => waiting > 0);
  return (
    // Until the newest scan is answered, what is shown belongs to an earlier one.
    <section className="result" aria-label={text('scan.result')} aria-busy={isBusy}>
      {children}
    </section>
  );
}

function RejectedScan() {
  const rejected = useStore(scanStore, (state) => state.rejected);
  const waiting = useStore(scanStore, (state) => (state.rejected === null ? 0 : state.waiting));
  if (rejected === null) return null;
  return (
    <ResultBanner
      tone="error"
      heading={text('scan.not-accepted')}
      sentence={text('scan.not-accepted.sentence', { waiting, code: rejected })}
    />
  );
}

/**
 * The verdict for a screen reader, once: the place stays and its content is another element, so that a verdict that reads like the last one
 * is announced too. Seconds of a countdown and places in the queue, which change all the time, announce nothing.
 */
function SpokenVerdict() {
  const shown = useStore(scanStore, (state) => state.shown);
  const { value: view } = useQuery(stationViewQuery);
  const [spoken, setSpoken] = useState<{ readonly of: unknown; readonly id: number; readonly text: string }>(
    nothingSpoken,
  );
  const verdict = shown.kind === 'answer' ? scanVerdict(shown.answer, verdictContext(view, Date.now())) : null;
  // An answer is read again and again; what it comes to is announced when it is another.
  const of =
    shown.kind === 'answer' && verdict ? [shown.answer.scanId, verdict.heading, verdict.sentence].join('\n') : shown;
  if (shown.kind !== 'pending' && of !== spoken.of) {
    const sentence = shown.kind === 'failure' ? failureParagraph(shown.failure) : '';
    const said = verdict ?? { heading: text('scan.failed'), sentence, place: null };
    setSpoken({ of, id: spoken.id + 1, text: shown.kind === 'nothing' ? '' : spokenText(said) });
  }
  return (
    <p className="only-spoken" aria-live="polite" aria-atomic>
      {spoken.text !== '' && <span key={spoken.id}>{spoken.text}</span>}
    </p>
  );
}

const spokenText = ({ heading, sentence, place }: Pick<Verdict, 'heading' | 'sentence' | 'place'>): string =>
  text('scan.spoken', { heading, sentence, place });

const nothingSpoken = { of: null, id: 0, text: '' };

function ShownScan() {
  const shown = useStore(scanStore, (state) => state.shown);
  switch (shown.kind) {
    case 'nothing':
      return (
        <div className="result-empty">
          <EmptyState icon={ScanBarcode} title={text('scan.empty.title')}>
            {text('scan.empty.next')}
          </EmptyState>
        </div>
      );
    case 'pending':
      return <PendingScan {...shown} />;
    case 'failure':
      return (
        <>
          <ResultBanner tone="error" heading={text('scan.failed')} sentence={failureParagraph(shown.failure)} />
          {shown.text !== '' && (
            <div className="answer-head">
              <AnswerCode name={text('scan.scanned-code')} code={shown.text.slice(0, maxShownLength)} />
            </div>
          )}
        </>
      );
    case 'answer':
      return (
        <CommandQuestion value={{ screen: 'scan', about: questionOf(shown.answer) }}>
          <ShownBarCodes>
            <ScanAnswerCard answer={shown.answer} />
          </ShownBarCodes>
        </CommandQuestion>
      );
  }
}

interface PendingScanProps {
  readonly text: string;
  readonly mode: ScanMode;
  readonly since: number;
}

/** A scan that is not answered yet; after one second with the time it takes, below the heading, which stays as it is. */
function PendingScan({ text: code, mode, since }: PendingScanProps) {
  const waiting = useStore(scanStore, (state) => state.waiting);
  const seconds = Math.floor((useNow(250) - since) / 1000);
  return (
    <>
      <ResultBanner
        tone="quiet"
        icon={Ellipsis}
        heading={text(`scan.progress.${mode}`)}
        sentence={text('scan.pending.sentence', { behind: waiting - 1, seconds })}
      />
      <div className="answer-head">
        <AnswerCode name={text('scan.scanned-code')} code={code.slice(0, maxShownLength)} />
      </div>
    </>
  );
}

/** Where the settings say so, the buttons inside show the bar codes of their command cards. */
function ShownBarCodes({ children }: { readonly children: ReactNode }) {
  const { value: view } = useQuery(stationViewQuery);
  const { bench, station } = view?.settings ?? {};
  if (!bench?.commandBarCodes) return children;
  return <BarCodesOfKey key={station?.commandKey}>{children}</BarCodesOfKey>;
}

/** The bar codes follow from the site key alone. */
function BarCodesOfKey({ children }: { readonly children: ReactNode }) {
  const [query] = useState(() => createQuery({ topics: [], read: () => call('command-barcodes.read', null) }));
  const { value } = useQuery(query);
  const bars = useMemo(() => value && new Map(value.map(({ command, barWidths }) => [command, barWidths])), [value]);
  return <CommandBars value={bars}>{children}</CommandBars>;
}

/** What the answers on the screen are about: a command card scanned for another question answers none. */
const questionOf = ({ scanId, parcel, job, deletion, order }: ScanAnswer): string =>
  [
    ...[
      scanId,
      job?.id,
      job?.state,
      job?.question && questionKey(job.question.message),
      parcel?.deletionConflict?.state,
    ],
    ...[deletion?.commandId, deletion?.state, order?.id, order?.state],
  ].join();

/** Longest code shown. Longer texts are no codes. */
const maxShownLength = 64;

/**
 * A scan's answer: the verdict, the facts, the label, and what can be done. The next answer is written into the same elements, which is
 * painted sooner than new ones; only what has a state, a focus or a scroll position of its own begins anew with each scan.
 */
function ScanAnswerCard({ answer }: { readonly answer: ScanAnswer }) {
  const { scanId, parcel, choices, order } = answer;
  // The actions are those of the deletion then, and the order's buttons would be about the order.
  const isDeletionPending = answer.deletion !== null && isPending(answer.deletion);
  const now = useNow(250, scanId);
  const { countdown, heading, place, rule, actions, ...verdict } = scanVerdict(answer, useVerdictContext(now));
  return (
    <>
      <ResultBanner
        {...verdict}
        heading={countdown ?? heading}
        sentence={
          <>
            {verdict.sentence}
            {place && <span className="verdict-place">{place}</span>}
          </>
        }
      />
      {choices.length > 0 && (
        <div key={`choices ${scanId}`} className="answer-body answer-body-list">
          <ParcelChoices choices={choices} mode={answer.mode} />
        </div>
      )}
      {choices.length === 0 && parcel === null && (
        <div className="answer-head">
          <AnswerCode name={text('scan.scanned-code')} code={answer.code} />
          {answer.order === null && answer.deletion === null && <HelpButton page={scanHelp[answer.kind]} />}
        </div>
      )}
      <Fragment key={`actions ${scanId}`}>
        {rule === 'not known' && <UnknownCodeActions code={answer.code} actions={actions} />}
        {parcel === null && answer.deletion?.state === 'uncertain' && <SettleDeletion answer={answer} />}
        {parcel === null && answer.deletion?.state !== 'uncertain' && (order === null || isDeletionPending) && (
          <DeletionActions deletion={answer.deletion} actions={actions} />
        )}
        {order !== null && !isDeletionPending && <OrderActions order={order} actions={actions} />}
      </Fragment>
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
  const { scanId } = answer;
  const [reasonAskedFor, setReasonAskedFor] = useState<number | null>(null);
  const isAskingReason = reasonAskedFor === scanId;
  return (
    <>
      <div className="answer">
        <div className="answer-head">
          <AnswerCode name={text('scan.custom-code')} code={parcel.customCode} />
          <dl className="answer-receiver">
            <Fact name={text('parcel.to')}>
              <bdi>{parcel.recipient.name ?? text('parcel.no-recipient')}</bdi>
            </Fact>
          </dl>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and the keyboard must reach what it hides */}
        <div key={scanId} className="answer-body" tabIndex={0}>
          {isAskingReason ? (
            <ReprintForm parcelId={parcel.id} copies={parcel.copies} onDone={() => setReasonAskedFor(null)} />
          ) : (
            <>
              <ParcelStatus parcel={parcel} now={now} />
              <ParcelSummary parcel={parcel} now={now} />
              {parcel.needsLabelAssignment && <LabelAssignment parcels={[parcel]} />}
            </>
          )}
        </div>
        {!isAskingReason && !parcel.needsLabelAssignment && <LabelPicture key={`label ${scanId}`} parcel={parcel} />}
      </div>
      <div key={`trouble ${scanId}`} className="answer-label-trouble">
        <LabelTrouble parcel={parcel} isShort />
      </div>
      {!isAskingReason && (
        <ScanActions
          key={`actions ${scanId}`}
          answer={answer}
          parcel={parcel}
          onAskReason={() => setReasonAskedFor(scanId)}
        />
      )}
    </>
  );
}

/** The scanned code, the largest on the screen. */
function AnswerCode({ name, code }: { readonly name: string; readonly code: string | null }) {
  return (
    <dl id={answerCodeId}>
      <Fact name={name}>{code === null ? text('scan.no-code') : <Code size="hero">{code}</Code>}</Fact>
    </dl>
  );
}

interface ParcelChoicesProps {
  readonly choices: readonly Parcel[];
  /** The action to apply to the chosen parcel. */
  readonly mode: ScanMode;
}

const icons = { 'look up': Search, print: Printer, delete: Trash2 } as const satisfies Record<ScanMode, unknown>;

/** The parcels that share a code; choosing one counts as a scan of its own code. */
export function ParcelChoices({ choices, mode }: ParcelChoicesProps) {
  return (
    <ul className="parcel-choices" aria-label={text('scan.choices')}>
      {choices.map((parcel, index) => {
        const code = parcel.customCode ?? parcel.pickUpCode;
        const codeId = `choice-${parcel.id}`;
        return (
          <li key={parcel.id}>
            <div id={codeId} className="parcel-choice">
              <Code>{parcelCode(parcel)}</Code>
              <span className="parcel-choice-more">{summaryOf(parcel)}</span>
            </div>
            <Button
              {...choiceCommand(index)}
              icon={icons[mode]}
              tone={mode === 'delete' ? 'delete' : 'plain'}
              describedBy={codeId}
              isDisabled={code === null}
              onPress={() => code !== null && submitScan({ asTyped: code, asUsKeyboard: code, by: 'typed' }, mode)}
            >
              {text(`scan.choice.${mode}`)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function summaryOf({ position, parcelCount, weightGrams, status, deletedAt, recipient }: Parcel): string {
  const weight = weightGrams === null ? null : text('parcel.weight', { grams: weightGrams });
  const state = deletedAt === null ? (status?.state ?? 'none') : 'deleted';
  return [
    text('parcel.position', { position, count: parcelCount }),
    weight,
    recipient.name,
    text(`shipment.state.${state}`),
  ]
    .filter((part) => part !== null)
    .join(', ');
}
