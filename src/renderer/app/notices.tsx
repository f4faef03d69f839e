import './app.css';
import './notices.css';
import { RotateCw, ScanSearch, VolumeX, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Notice } from '../../shared/contract/station-view.ts';
import { showSettingsField } from '../data/current-screen.ts';
import { messageHelp, serviceHelp } from '../data/help.ts';
import { stationViewQuery, waitingQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { offlineNotice, siteProblem } from '../presentation/station-health.ts';
import { commandReports } from '../scanner/command-barcodes.ts';
import { scanStore } from '../scanner/scan-session.ts';
import { submitScan } from '../scanner/start-scanning.ts';
import { HelpButton } from '../screens/help/help-button.tsx';
import { failureNextStep, failureText, messageDetails, messageNextStep, messageText, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../ui/notice-strip.tsx';

/** Most notices of main in sight; the others follow as these are dismissed. */
const maxShown = 3;

/** News is dismissed automatically after this time, milliseconds, but not while the pointer or the focus is on it. */
const newsMs = 10_000;

/** Tones that need no person; a warning or an error stays until it is dismissed. */
const newsTones: readonly Notice['tone'][] = ['information', 'success'];

/**
 * Notices in the corner, the newest last. The screens leave room for them: they cover nothing, and the answer to a scan does not move.
 * No notice takes the focus.
 */
export function Notices() {
  const { value } = useQuery(stationViewQuery);
  const undone = useStore(scanStore, (state) => state.undone);
  const report = useStore(commandReports, (state) => state.report);
  const stack = useRef<HTMLElement>(null);
  useEffect(() => reserveRoom(stack.current), []);
  const notices = value?.notices ?? [];
  const hidden = Math.max(0, notices.length - maxShown);
  return (
    <section className="notices" aria-label={text('notices.name')} aria-live="polite" ref={stack}>
      {hidden > 0 && <p className="notices-more">{text('notices.more', { count: hidden })}</p>}
      {notices.slice(-maxShown).map((notice) => (
        <CornerNotice
          key={notice.id}
          tone={notice.tone}
          next={messageNextStep(notice.message)}
          details={messageDetails(notice.message)}
          actions={
            <>
              <HelpButton page={messageHelp[notice.message.code]} />
              {notice.code !== undefined && <ShowParcel code={notice.code} />}
            </>
          }
          onDismiss={() => void call('notice.dismiss', { noticeId: notice.id })}
        >
          {messageText(notice.message)}
        </CornerNotice>
      ))}
      {report && (
        <CornerNotice key={`command ${report.id}`} tone={report.tone} onDismiss={commandReports.dismiss}>
          {report.text}
        </CornerNotice>
      )}
      {undone && (
        <CornerNotice
          key={`undone ${undone.id}`}
          tone={undone.kind === 'deletion' ? 'success' : 'information'}
          next={undone.kind === 'deletion' ? undefined : failureNextStep(undone.failure)}
          onDismiss={() => scanStore.dismissUndone()}
        >
          {undone.kind === 'deletion' ? text('notices.undone', { code: undone.code }) : failureText(undone.failure)}
        </CornerNotice>
      )}
    </section>
  );
}

/** Keeps the height of the stack in `--notices-height`, for the screens that leave room for it. */
function reserveRoom(stack: HTMLElement | null): () => void {
  if (!stack) return () => undefined;
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--notices-height', `${stack.offsetHeight}px`);
  });
  observer.observe(stack);
  return () => observer.disconnect();
}

interface CornerNoticeProps {
  readonly tone: Notice['tone'];
  readonly children: ReactNode;
  readonly next?: string | null | undefined;
  readonly details?: readonly string[];
  /** Buttons before Dismiss. */
  readonly actions?: ReactNode;
  readonly onDismiss: () => void;
}

function CornerNotice({ tone, children, next, details = [], actions, onDismiss }: CornerNoticeProps) {
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isTimed = newsTones.includes(tone) && !isHovered && !hasFocus;
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isTimed) return;
    const timer = setTimeout(() => dismiss(), newsMs);
    return () => clearTimeout(timer);
  }, [isTimed]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only keep it in sight
    <div
      className="corner-notice"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <NoticeStrip
        tone={tone}
        next={next ?? undefined}
        details={details}
        actions={
          <div className="corner-notice-buttons">
            {actions}
            <Button size="small" icon={X} onPress={onDismiss}>
              {text('button.dismiss')}
            </Button>
          </div>
        }
      >
        {children}
      </NoticeStrip>
    </div>
  );
}

function ShowParcel({ code }: { readonly code: string }) {
  return (
    <Button
      size="small"
      icon={ScanSearch}
      onPress={() => submitScan({ asTyped: code, asUsKeyboard: code, by: 'typed' }, 'look up')}
    >
      {text('notices.show-parcel')}
    </Button>
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
  const { name, kind } = view.environment;
  const { field } = notice;
  // The practice service has neither an address nor a token in Settings.
  const canCheck = field !== null && kind !== 'practice';
  return (
    <section className="offline-strip" aria-label={text('offline.name')}>
      <NoticeStrip
        tone={notice.tone}
        next={[notice.available, notice.waiting].filter(Boolean).join(' ')}
        details={notice.details}
        actions={
          <>
            <HelpButton page={serviceHelp[view.service.state]} />
            {canCheck && (
              <Button size="small" onPress={() => showSettingsField({ environment: name, field })}>
                {text(field === 'token' ? 'offline.enter-token' : 'offline.check-address')}
              </Button>
            )}
          </>
        }
      >
        {notice.problem}
      </NoticeStrip>
    </section>
  );
}

/** One line on every screen while this bench is connected to its site and takes no part in it. Announced by "Station status" as well. */
export function SiteStrip() {
  const problem = siteProblem(useQuery(stationViewQuery).value?.site);
  if (!problem) return null;
  return (
    <section className="offline-strip" aria-label={text('site-problem.name')}>
      <NoticeStrip
        tone="warning"
        next={messageNextStep(problem) ?? undefined}
        actions={<HelpButton page="site-problem" />}
      >
        {messageText(problem)}
      </NoticeStrip>
    </section>
  );
}

/** One line on every screen while another version is installed than the one that runs. */
export function UpdateStrip() {
  const update = useQuery(stationViewQuery).value?.update;
  const action = useAction();
  if (update === undefined) return null;
  return (
    <section className="offline-strip" aria-label={text('update.name')} aria-live="polite">
      <NoticeStrip
        tone="information"
        next={update === 'waiting' ? text('update.waiting.next') : undefined}
        actions={
          update === 'waiting' && (
            <Button
              size="small"
              icon={RotateCw}
              isDisabled={action.isRunning}
              onPress={() => void action.run(() => call('station.restart', null))}
            >
              {text('update.restart')}
            </Button>
          )
        }
      >
        {text(`update.${update}`)}
      </NoticeStrip>
      <FailureStrip failure={action.failure} />
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
