import './app.css';
import { VolumeX, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { stationViewQuery, waitingQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { offlineNotice } from '../presentation/station-health.ts';
import { messageDetails, messageNextStep, messageText, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/hooks.ts';
import { NoticeStrip } from '../ui/notice-strip.tsx';

/** The newest notice, at the foot of the screen and in its flow; dismissing it shows the one before. */
export function Notices() {
  const { value } = useQuery(stationViewQuery);
  const notices = value?.notices ?? [];
  const newest = notices.at(-1);
  return (
    <section className="notices" aria-label={text('notices.name')} aria-live="polite">
      {newest && (
        <NoticeStrip
          tone={newest.tone}
          key={newest.id}
          next={messageNextStep(newest.message) ?? undefined}
          details={messageDetails(newest.message)}
          actions={
            <>
              {notices.length > 1 && (
                <span className="notices-more">{text('notices.more', { count: notices.length - 1 })}</span>
              )}
              <Button size="small" icon={X} onPress={() => void call('notice.dismiss', { noticeId: newest.id })}>
                {text('button.dismiss')}
              </Button>
            </>
          }
        >
          {messageText(newest.message)}
        </NoticeStrip>
      )}
    </section>
  );
}

/**
 * One line on every screen while the service does not answer. It is not announced: "Station status" announces each change of state,
 * and the counts in this line change often.
 */
export function OfflineStrip() {
  const { value: view } = useQuery(stationViewQuery);
  const { value: waiting } = useQuery(waitingQuery);
  const now = useNow(10_000);
  const notice = view && offlineNotice(view.service, waiting, now);
  if (!notice) return null;
  return (
    <section className="offline-strip" aria-label={text('offline.name')}>
      <NoticeStrip tone={notice.tone} next={[notice.available, notice.waiting].filter(Boolean).join(' ')}>
        {notice.problem}
      </NoticeStrip>
    </section>
  );
}

/** Warns that scans go elsewhere while the window does not have the keyboard focus. */
export function WindowNotFocusedStrip() {
  const hasFocus = useWindowFocus();
  return (
    <div className="window-not-focused" role="alert">
      {!hasFocus && (
        <button type="button" onClick={() => window.focus()}>
          <VolumeX aria-hidden />
          {text('window-not-focused')}
        </button>
      )}
    </div>
  );
}

/** The strip stays for this long after the window gets the focus: removed at once, it would move the target of the click that focused the window. */
const hideDelayMs = 500;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(listener, hideDelayMs);
  };
  window.addEventListener('focus', later);
  window.addEventListener('blur', listener);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('focus', later);
    window.removeEventListener('blur', listener);
  };
}

/** True while the window has the keyboard focus. */
function useWindowFocus(): boolean {
  return useSyncExternalStore(subscribe, () => document.hasFocus());
}
