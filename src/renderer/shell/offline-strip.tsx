import './offline-strip.css';
import { useMirror } from '../stores/mirror.ts';
import { stationViewMirror } from '../stores/station-view.ts';
import { waitingMirror } from '../stores/waiting.ts';
import { NoticeStrip } from '../ui/notice-strip.tsx';
import { useNow } from '../words/use-now.ts';
import { offlineWords } from './offline-words.ts';

/**
 * One calm line on every screen while the service does not answer. It is not spoken: "Station status" speaks when the state
 * changes, and what waits changes often.
 */
export function OfflineStrip() {
  const { value: view } = useMirror(stationViewMirror);
  const { value: waiting } = useMirror(waitingMirror);
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
