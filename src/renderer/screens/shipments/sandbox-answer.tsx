// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
import { useEffect, useRef } from 'react';
import { longestSandboxAnswer } from '../../../shared/sandbox.ts';
import { inThrees } from '../../words/digits.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { CopyButton } from '../settings/copy-button.tsx';
import type { ScenarioRun } from './sandbox-desk.ts';

interface SandboxAnswerBoxProps {
  readonly run: ScenarioRun | null;
  readonly isRunning: boolean;
}

/** Whatever the service answered, as it came: the document does not show what that is. */
export function SandboxAnswerBox({ run, isRunning }: SandboxAnswerBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (run) box.current?.scrollIntoView({ block: 'nearest' });
  }, [run]);
  return (
    <div ref={box} className="sandbox-answer">
      <p role="status" aria-label="Scenario" className="sandbox-answer-head">
        {isRunning ? 'Asking the service …' : run && `${run.what}: the service answered ${run.httpStatus}.`}
      </p>
      {run?.failure && <FailureStrip failure={run.failure} />}
      {run && !run.failure && <p className="sandbox-hint">Statuses follow as their events arrive.</p>}
      {run?.body === '' && <p className="sandbox-hint">There is nothing in the answer.</p>}
      {run && run.body !== '' && (
        <>
          <section className="sandbox-body" aria-label="Answer of the service" tabIndex={0}>
            <pre>{run.body}</pre>
          </section>
          {run.isCut && (
            <p className="sandbox-hint">The first {inThrees(longestSandboxAnswer)} characters of it are shown.</p>
          )}
          <div className="sandbox-copy">
            <CopyButton text={run.body} name="answer" />
          </div>
        </>
      )}
    </div>
  );
}
