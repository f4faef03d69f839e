import { Code } from '../../ui/code.tsx';
import { Fact } from './parcel-facts.tsx';

/** The code people hold in their hands, largest of all codes on the screen. */
export function AnswerCode({ name, code }: { readonly name: string; readonly code: string | null }) {
  return (
    <dl className="answer-code">
      <Fact name={name}>{code === null ? 'None' : <Code size="hero">{code}</Code>}</Fact>
    </dl>
  );
}
