import './empty-state.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

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
      {children && <div className="empty-state-words">{children}</div>}
    </div>
  );
}
