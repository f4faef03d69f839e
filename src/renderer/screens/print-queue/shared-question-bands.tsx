import { type LucideIcon, MessageCircleQuestion, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { SharedQuestion } from '../../../shared/site/shared-question.ts';
import { showScreen } from '../../data/current-screen.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { isTextKey, messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { sharedQuery } from './shared-questions.tsx';

/** The questions about other benches that several labels, or deletions, have: each is asked once. */
export function SharedQuestions({ about }: Pick<SharedQuestion, 'about'>) {
  const { value } = useQuery(sharedQuery);
  return value
    ?.filter((question) => question.about === about)
    .map((question) => <SharedQuestionBand key={question.ids[0]} question={question} />);
}

/** What is asked, about how many and which ones, and the two answers. */
export function SharedQuestionBand({ question }: { readonly question: SharedQuestion }) {
  const { about, ids, codes } = question;
  const action = useAction();
  const answer = (goesOn: boolean): void =>
    void action.run(() => call('shared-questions.answer', { question, goesOn }));
  return (
    <QuestionBand
      className="shared-question"
      icon={MessageCircleQuestion}
      title={text(`shared-question.title.${about}`, { count: ids.length })}
      question={questionText(question)}
      note={
        <p className="printer-band-note shared-codes">
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
          {ids.length > codes.length && text('shared-question.more', { count: ids.length - codes.length })}
        </p>
      }
      failure={action.failure}
    >
      <Button size="small" command="choice 1" isDisabled={action.isRunning} onPress={() => answer(true)}>
        {text(`shared-question.answer-all.${about}`, { count: ids.length })}
      </Button>
      <Button size="small" command="no" isDisabled={action.isRunning} onPress={() => answer(false)}>
        {text(`shared-question.answer-none.${about}`)}
      </Button>
    </QuestionBand>
  );
}

function questionText({ message }: SharedQuestion): string {
  const { bench = null, benches = bench } = message.params;
  const named = typeof benches === 'string' ? benches : null;
  const key = `shared-question.question.${message.code}`;
  return isTextKey(key) ? text(key, { benches: named }) : messageText(message);
}

const withoutPrinterQuery = createQuery({
  topics: ['print jobs', 'station'],
  read: () => call('print-jobs.without-printer', null),
});

/** Labels that were requested while no printer was set up: one question once there is one, and nothing prints before it is answered. */
export function LabelsWithoutPrinter({ labels: listed }: { readonly labels: number }) {
  const { value } = useQuery(withoutPrinterQuery);
  const action = useAction();
  // The list is cut where very many wait.
  const labels = value?.labels || listed;
  const printer = value?.printer ?? null;
  const settle = (to: string | null): void =>
    void action.run(() => call('print-jobs.settle-without-printer', { labels, printer: to }));
  const question =
    printer === null
      ? text('print-queue.without-printer.waiting', { labels })
      : text('print-queue.without-printer.question', { labels, printer });
  return (
    <QuestionBand
      icon={TriangleAlert}
      title={text('print-queue.without-printer.title', { labels })}
      question={question}
      failure={action.failure}
    >
      {printer === null ? (
        <Button size="small" onPress={() => showScreen('settings')}>
          {text('print-queue.set-up-printer')}
        </Button>
      ) : (
        <Button size="small" isDisabled={action.isRunning} onPress={() => settle(printer)}>
          {text('print-queue.without-printer.print', { labels })}
        </Button>
      )}
      <Button size="small" isDisabled={action.isRunning} onPress={() => settle(null)}>
        {text('print-queue.without-printer.discard', { labels })}
      </Button>
    </QuestionBand>
  );
}

interface QuestionBandProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly question: string;
  /** Stands below the question. */
  readonly note?: ReactNode;
  readonly className?: string;
  readonly failure: Failure | null;
  /** The buttons. */
  readonly children: ReactNode;
}

/** One question about many labels or deletions, as a band of its own. */
function QuestionBand({ icon: Icon, title, question, note, className = '', failure, children }: QuestionBandProps) {
  const id = useId();
  return (
    <section className={`printer-band printer-band-loud tone-warning ${className}`} aria-labelledby={id}>
      <div className="printer-band-line">
        <Icon aria-hidden className="printer-band-icon" />
        <div className="printer-band-text">
          <h2 id={id} className="printer-band-title">
            {title}
          </h2>
          <p className="printer-band-instruction">{question}</p>
          {note}
        </div>
        <div className="printer-band-buttons">{children}</div>
      </div>
      {failure && <FailureStrip failure={failure} />}
    </section>
  );
}
