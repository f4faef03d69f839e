import { Printer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BarcodeCommand } from '../../../shared/scanning/command-barcode.ts';
import type { SharedQuestion } from '../../../shared/site/shared-question.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';

/** The questions about other benches that several labels, or deletions, have. */
export const sharedQuery = createQuery({
  topics: ['print jobs', 'commands'],
  // The labels of a batch are asked about one after the other.
  gatherMs: 250,
  read: () => call('shared-questions.read', null),
});

type About = Pick<SharedQuestion, 'about'>;

/** Before it, the buttons for the one alone have the first choices: Print this one; Send and Undo. */
export const answerForAllCard = (about: SharedQuestion['about']): BarcodeCommand =>
  about === 'print' ? 'choice 2' : 'choice 3';

interface AskedOneProps extends About {
  /** A print job, or a command. */
  readonly id: number;
  /** The answer for that one alone. */
  readonly children?: (shared: SharedQuestion | null) => ReactNode;
}

/** The answer for one label or deletion, and beside it the one for all that are asked the same. */
export function AnswerForAll({ about, id, children }: AskedOneProps) {
  const { value } = useQuery(sharedQuery);
  const action = useAction();
  const question = value?.find((one) => one.about === about && one.ids.includes(id)) ?? null;
  return (
    <>
      {children?.(question)}
      {question && (
        <Button
          icon={about === 'print' ? Printer : Trash2}
          command={answerForAllCard(about)}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('shared-questions.answer', { question, goesOn: true }))}
        >
          {text(`shared-question.answer-all.${about}`, { count: question.ids.length })}
        </Button>
      )}
    </>
  );
}
