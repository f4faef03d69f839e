import './display.css';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../../shared/contract/failure.ts';
import { failureNextStep, failureText, messageDetails, quotedServiceText, text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Details } from './disclosure.tsx';
import { type Tone, toneIcons } from './tone.tsx';

interface NoticeStripProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** What to do about it. */
  readonly next?: string | undefined;
  readonly details?: readonly string[];
  /** Buttons at the end of the strip. */
  readonly actions?: ReactNode;
}

/** A message in the flow of the page: it covers nothing. */
export function NoticeStrip({ tone, children, next, details = [], actions }: NoticeStripProps) {
  const Icon = toneIcons[tone];
  return (
    <div className={`notice-strip tone-${tone}`}>
      <Icon aria-hidden />
      <p>
        {children}
        {next && <span className="notice-strip-next"> {next}</span>}
      </p>
      <Details lines={details} />
      {actions}
    </div>
  );
}

interface FailureStripProps {
  readonly failure: Failure | null;
  /** A new failure is scrolled to, where the page is longer than its place. */
  readonly comesIntoView?: boolean;
  readonly actions?: ReactNode;
  /** Reads again what could not be read. */
  readonly onRetry?: (() => void) | undefined;
}

/** Why an action failed, with the service's own text where it gave one; announced at once. */
export function FailureStrip({ failure, comesIntoView = false, actions, onRetry }: FailureStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure && comesIntoView) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, comesIntoView]);
  return (
    <div ref={strip} role="alert" className="failure-strip">
      {failure && (
        <NoticeStrip
          tone="error"
          next={failureNextStep(failure)}
          details={messageDetails(failure.message)}
          actions={
            <>
              {actions}
              {onRetry && (
                <Button size="small" onPress={onRetry}>
                  {text('button.try-again')}
                </Button>
              )}
            </>
          }
        >
          {failureText(failure)}
          {failure.serviceText && (
            <span className="failure-strip-service-text"> {quotedServiceText(failure.serviceText)}</span>
          )}
        </NoticeStrip>
      )}
    </div>
  );
}
