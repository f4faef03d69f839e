import './tone.css';
import './notice-strip.css';
import type { ReactNode } from 'react';
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
