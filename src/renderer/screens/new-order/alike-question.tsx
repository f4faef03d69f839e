import './alike-question.css';
import { CopyCheck } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { AlikeQuestion } from './order-desk.ts';

interface AlikeCardProps {
  readonly question: AlikeQuestion;
  readonly onAnswer: (createAllTheSame: boolean) => void;
}

/**
 * Asks before an order much like one just made is made as well. The focus goes to the answer that does nothing: a second half of a
 * double press, or a scanner's Enter, buys nothing.
 */
export function AlikeCard({ question, onAnswer }: AlikeCardProps) {
  const title = useId();
  const words = useId();
  const answers = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question asked again takes the focus again
  useEffect(() => answers.current?.querySelector('button')?.focus(), [question]);
  const { message, next } = question.failure;
  return (
    <section aria-labelledby={title} aria-describedby={words} className="alike">
      <h2 id={title}>
        <CopyCheck aria-hidden /> The same once more?
      </h2>
      <p id={words}>
        {message} {next}
      </p>
      <div className="alike-answers" ref={answers}>
        <Button onPress={() => onAnswer(false)}>Do not create it</Button>
        <Button onPress={() => onAnswer(true)}>Create it all the same</Button>
      </div>
    </section>
  );
}
