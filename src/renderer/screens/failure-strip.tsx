import './failure-strip.css';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { NoticeStrip } from '../ui/notice-strip.tsx';

interface FailureStripProps {
  readonly failure: Failure | null;
  readonly actions?: ReactNode;
}

/** Why something did not go well, with the service's own words where it spoke; spoken as soon as it is there. */
export function FailureStrip({ failure, actions }: FailureStripProps) {
  return (
    <div role="alert" className="failure-strip">
      {failure && (
        <NoticeStrip tone="error" next={failure.next} actions={actions}>
          {failure.message}
          {failure.serviceWords && (
            <span className="failure-strip-words"> The service says: “{failure.serviceWords}”</span>
          )}
        </NoticeStrip>
      )}
    </div>
  );
}
