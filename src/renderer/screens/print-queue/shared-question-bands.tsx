import { MessageCircleQuestion, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
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
  const id = useId();
  const answer = (goesOn: boolean): void =>
    void action.run(() => call('shared-questions.answer', { question, goesOn }));
  return (
    <section className="printer-band printer-band-loud shared-question tone-warning" aria-labelledby={id}>
      <div className="printer-band-line">
        <MessageCircleQuestion aria-hidden className="printer-band-icon" />
        <div className="printer-band-text">
          <h2 id={id} className="printer-band-title">
            {text(`shared-question.title.${about}`, { count: ids.length })}
          </h2>
          <p className="printer-band-instruction">{questionText(question)}</p>
          <p className="printer-band-note shared-codes">
            {codes.map((code) => (
              <Code key={code}>{code}</Code>
            ))}
            {ids.length > codes.length && text('shared-question.more', { count: ids.length - codes.length })}
          </p>
        </div>
        <div className="printer-band-buttons">
          <Button size="small" command="choice 1" isDisabled={action.isRunning} onPress={() => answer(true)}>
            {text(`shared-question.answer-all.${about}`, { count: ids.length })}
          </Button>
          <Button size="small" command="no" isDisabled={action.isRunning} onPress={() => answer(false)}>
            {text(`shared-question.answer-none.${about}`)}
          </Button>
        </div>
      </div>
      {action.failure && <FailureStrip failure={action.failure} />}
    </section>
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
  const id = useId();
  // The list is cut where very many wait.
  const labels = value?.labels || listed;
  const printer = value?.printer ?? null;
  const settle = (to: string | null): void =>
    void action.run(() => call('print-jobs.settle-without-printer', { labels, printer: to }));
  return (
    <section className="printer-band printer-band-loud tone-warning" aria-labelledby={id}>
      <div className="printer-band-line">
        <TriangleAlert aria-hidden className="printer-band-icon" />
        <div className="printer-band-text">
          <h2 id={id} className="printer-band-title">
            {text('print-queue.without-printer.title', { labels })}
          </h2>
          <p className="printer-band-instruction">
            {printer === null
              ? text('print-queue.without-printer.waiting', { labels })
              : text('print-queue.without-printer.question', { labels, printer })}
          </p>
        </div>
        <div className="printer-band-buttons">
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
        </div>
      </div>
      {action.failure && <FailureStrip failure={action.failure} />}
    </section>
  );
}
