import { failureNextStep, failureText } from '../text/text.ts';
import './display.css';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/contract/failure.ts';
import { type Tone, toneIcons } from './tone.ts';

interface NoticeStripProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** What to do about it. */
  readonly next?: string | undefined;
  /** Buttons at its end. */
  readonly actions?: ReactNode;
}

/** A line of news in the flow of the page: it pushes things down, and covers nothing. */
export function NoticeStrip({ tone, children, next, actions }: NoticeStripProps) {
  const Icon = toneIcons[tone];
  return (
    <div className={`notice-strip tone-${tone}`}>
      <Icon aria-hidden />
      <p>
        {children}
        {next && <span className="notice-strip-next"> {next}</span>}
      </p>
      {actions}
    </div>
  );
}

interface FailureStripProps {
  readonly failure: Failure | null;
  readonly actions?: ReactNode;
}

/** Why something did not go well, with the service's own words where it spoke; spoken as soon as it is there. */
export function FailureStrip({ failure, actions }: FailureStripProps) {
  return (
    <div role="alert" className="failure-strip">
      {failure && (
        <NoticeStrip tone="error" next={failureNextStep(failure)} actions={actions}>
          {failureText(failure)}
          {failure.serviceWords && (
            <span className="failure-strip-words"> The service says: “{failure.serviceWords}”</span>
          )}
        </NoticeStrip>
      )}
    </div>
  );
}
