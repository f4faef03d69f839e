import { messageNextStep, messageText } from '../text/text.ts';
import './app.css';
import { VolumeX, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { stationViewQuery, waitingQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { offlineWords } from '../presentation/station-health.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/hooks.ts';
import { NoticeStrip } from '../ui/notice-strip.tsx';

/** The newest notice, at the foot of the screen and in its flow; putting it away shows the one before. */
export function Notices() {
  const { value } = useQuery(stationViewQuery);
  const notices = value?.notices ?? [];
  const newest = notices.at(-1);
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {newest && (
        <NoticeStrip
          tone={newest.tone}
          next={messageNextStep(newest.text) ?? newest.next}
          actions={
            <>
              {notices.length > 1 && <span className="notices-more">{`and ${notices.length - 1} more`}</span>}
              <Button size="small" icon={X} onPress={() => void call('notice.dismiss', { noticeId: newest.id })}>
                Dismiss
              </Button>
            </>
          }
        >
          {messageText(newest.text)}
        </NoticeStrip>
      )}
    </section>
  );
}

/**
 * One calm line on every screen while the service does not answer. It is not spoken: "Station status" speaks when the state
 * changes, and what waits changes often.
 */
export function OfflineStrip() {
  const { value: view } = useQuery(stationViewQuery);
  const { value: waiting } = useQuery(waitingQuery);
  const now = useNow(10_000);
  const words = view && offlineWords(view.service, waiting, now);
  if (!words) return null;
  return (
    <section className="offline-strip" aria-label="Service">
      <NoticeStrip tone={words.tone} next={[words.works, words.waits].filter(Boolean).join(' ')}>
        {words.what}
      </NoticeStrip>
    </section>
  );
}

/** Says loudly that scans go elsewhere, as long as the window does not have the keyboard. */
export function WindowNotFocusedStrip() {
  const hasFocus = useWindowFocus();
  return (
    <div className="deaf-window" role="alert">
      {!hasFocus && (
        <button type="button" onClick={() => window.focus()}>
          <VolumeX aria-hidden />
          This window hears no scans. Click here.
        </button>
      )}
    </div>
  );
}

/** The strip goes this long after the focus came: a click that brings the focus back must meet what it was aimed at. */
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

/** True while the window has the keyboard. */
function useWindowFocus(): boolean {
  return useSyncExternalStore(subscribe, () => document.hasFocus());
}
