import './display.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from '../text/text.ts';

interface CardProps {
  readonly children: ReactNode;
  /** A heading in the card's first line. */
  readonly title?: string;
  /** A figure or a word at the end of that line. */
  readonly aside?: ReactNode;
  readonly tone?: 'plain' | 'delete' | 'warning';
  /** No inner space: the content brings its own, as bands and rows do. */
  readonly isFlush?: boolean;
  readonly className?: string;
}

/** A white sheet on the paper. */
export function Card({ children, title, aside, tone = 'plain', isFlush = false, className = '' }: CardProps) {
  return (
    <section className={`card card-${tone} ${isFlush ? 'card-flush' : ''} ${className}`}>
      {title && (
        <div className="card-head">
          <h2>{title}</h2>
          {aside !== undefined && <span>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  );
}

/** What stands where nothing was read yet; not seen before a moment has passed, because most readings take less. */
export function Loading() {
  return <p className="loading">{text('app.loading')}</p>;
}

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What to do to fill it. */
  readonly children?: ReactNode;
}

/** What stands where nothing is yet. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon aria-hidden />
      <p className="empty-state-title">{title}</p>
      {children && <div className="empty-state-text">{children}</div>}
    </div>
  );
}
