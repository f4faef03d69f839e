import './notices.css';
import { X } from 'lucide-react';
import { call } from '../station.ts';
import { useMirror } from '../stores/mirror.ts';
import { stationViewMirror } from '../stores/station-view.ts';
import { Button } from '../ui/button.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';

/** The newest notice, at the foot of the screen and in its flow; putting it away shows the one before. */
export function Notices() {
  const { value } = useMirror(stationViewMirror);
  const notices = value?.notices ?? [];
  const newest = notices.at(-1);
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {newest && (
        <NoticeStrip
          tone={newest.tone}
          next={newest.next}
          actions={
            <>
              {notices.length > 1 && <span className="notices-more">{`and ${notices.length - 1} more`}</span>}
              <Button size="small" icon={X} onPress={() => void call('notice.dismiss', { noticeId: newest.id })}>
                Dismiss
              </Button>
            </>
          }
        >
          {newest.text}
        </NoticeStrip>
      )}
    </section>
  );
}
