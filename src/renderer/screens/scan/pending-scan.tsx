import './answer-card.css';
import { Ellipsis } from 'lucide-react';
import type { ScanMode } from '../../../shared/scan.ts';
import { Verdict } from '../../ui/verdict.tsx';
import { useNow } from '../../words/use-now.ts';
import { AnswerCode } from './answer-code.tsx';

interface PendingScanProps {
  readonly text: string;
  readonly mode: ScanMode;
  readonly since: number;
  /** Scans not yet answered, this one among them. */
  readonly waiting: number;
}

const doing: Readonly<Record<ScanMode, string>> = { 'look up': 'Looking up', print: 'Printing', delete: 'Deleting' };

/** A scan was heard and is not answered yet; after a second it says for how long. */
export function PendingScan({ text, mode, since, waiting }: PendingScanProps) {
  const seconds = Math.floor((useNow(250) - since) / 1000);
  return (
    <>
      <Verdict
        tone="quiet"
        icon={Ellipsis}
        words={seconds >= 1 ? `${doing[mode]}, ${seconds} s` : doing[mode]}
        sentence={waiting > 1 ? `Heard. Scans waiting behind it: ${waiting - 1}` : 'Heard.'}
      />
      <div className="answer-body">
        <AnswerCode name="Scanned" code={text.slice(0, longestShown)} />
      </div>
    </>
  );
}

/** No code is longer; what is longer is no code, and is soon called that. */
const longestShown = 64;
