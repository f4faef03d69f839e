import './attention.css';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { AttentionEntry } from '../../../shared/contract/attention-entry.ts';
import { showScreen, showSettingsSection, useScreen } from '../../data/current-screen.ts';
import { attentionQuery, stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { submitScan } from '../../scanner/start-scanning.ts';
import { ageText } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Loading } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CommandQuestion } from '../../ui/command-target.ts';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { AttentionActions } from './attention-actions.tsx';
import { attentionStyles, attentionSubject } from './attention-kinds.ts';

/** Everything that needs a person, each with its actions in place. */
export function AttentionScreen() {
  const { value: view } = useQuery(stationViewQuery);
  const stepsTaken = useRef(0);
  // What is open belongs to one environment; a step that was taken is not taken again in the next.
  return view && <AttentionList key={view.environment.name} stepsTaken={stepsTaken} />;
}

interface AttentionListProps {
  /** The steps to the next item that were taken since the screen was opened. */
  readonly stepsTaken: RefObject<number>;
}

function AttentionList({ stepsTaken }: AttentionListProps) {
  const { value, failure } = useQuery(attentionQuery);
  const now = useNow(10_000);
  const entries = (value?.entries ?? []).map((entry) => ({ entry, ...attentionSubject(entry) }));
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { list, currentKey, setCurrentKey, focusEntry, ...focusEvents } = useEntryFocus(entries.map(({ key }) => key));

  const { attentionSteps } = useScreen();
  useEffect(() => {
    // On a list that is read and empty there is no next item, also not later.
    if (attentionSteps === stepsTaken.current || value === null) return;
    stepsTaken.current = attentionSteps;
    const next = entries.findIndex(({ key }) => key === openKey) + 1;
    setOpenKey(entries[next % entries.length]?.key ?? null);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    // Keys of fields and menus inside an entry are theirs.
    if (event.defaultPrevented || !target.matches('.attention-row, .attention-heading')) return;
    const from = entries.findIndex(({ key }) => key === currentKey);
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusEntry(Math.max(0, Math.min(to, entries.length - 1)));
  };
  const close = (key: string): void => {
    setOpenKey(null);
    focusEntry(entries.findIndex((entry) => entry.key === key));
  };

  return (
    <div className="screen attention">
      <div className="attention-head">
        <h1 tabIndex={-1}>{text('navigation.attention')}</h1>
        {value && value.total > entries.length && (
          <p>{text('attention.more', { shown: entries.length, total: value.total })}</p>
        )}
      </div>
      <FailureStrip failure={failure} onRetry={attentionQuery.refetch} />
      {!value && !failure && <Loading />}
      {value && entries.length === 0 && (
        <EmptyState icon={CircleCheck} title={text('attention.empty')}>
          <p>{text('attention.empty.next')}</p>
        </EmptyState>
      )}
      <ul ref={list} aria-label={text('navigation.attention')} onKeyDown={onKeyDown} {...focusEvents}>
        {entries.map(({ entry, key, ...subject }) => (
          <Entry
            key={key}
            entry={entry}
            subject={subject}
            now={now}
            isOpen={key === openKey}
            isTabStop={key === currentKey}
            onFocus={() => setCurrentKey(key)}
            onToggle={() => (key === openKey ? close(key) : setOpenKey(key))}
            onClose={() => close(key)}
          />
        ))}
      </ul>
    </div>
  );
}

/** One entry is the tab stop of the list. Where the focused one is gone, its successor gets the focus, then the screen's heading. */
function useEntryFocus(keys: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  const [chosenKey, setCurrentKey] = useState<string | null>(null);
  const lastIndex = useRef(0);
  const chosenIndex = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  const index = chosenIndex >= 0 ? chosenIndex : Math.max(0, Math.min(lastIndex.current, keys.length - 1));
  const focusEntry = (at: number): void => {
    const row = list.current?.querySelectorAll<HTMLElement>('.attention-row')[at];
    (row ?? list.current?.parentElement?.querySelector<HTMLElement>('h1'))?.focus();
  };

  const isEmpty = keys.length === 0;
  // Also whenever the screen is shown again: the arrow keys work at once.
  useEffect(() => {
    if (!isEmpty) list.current?.querySelector<HTMLElement>('.attention-row[tabindex="0"]')?.focus();
  }, [isEmpty]);
  useEffect(() => {
    lastIndex.current = index;
    if (hadFocus.current && document.activeElement === document.body) focusEntry(index);
  });

  return {
    list,
    currentKey: keys[index] ?? null,
    setCurrentKey,
    focusEntry,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: Element | null }) => {
      hadFocus.current = relatedTarget === null || (list.current?.contains(relatedTarget) ?? false);
    },
  };
}

interface EntryProps {
  readonly entry: AttentionEntry;
  readonly subject: Omit<ReturnType<typeof attentionSubject>, 'key'>;
  readonly now: number;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onClose: () => void;
}

/** A row that opens its actions below it. Opening answers nothing: the focus goes to a heading, which no key presses. */
function Entry({ entry, subject, now, isOpen, isTabStop, onFocus, onToggle, onClose }: EntryProps) {
  const { tone, icon: Icon } = attentionStyles[entry.kind];
  const { codes, name, since } = subject;
  const id = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    headingRef.current?.focus({ preventScroll: true });
    headingRef.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return;
    event.preventDefault();
    onClose();
  };
  return (
    <li className={`attention-entry tone-${tone}`} onKeyDown={onKeyDown} onFocus={onFocus}>
      <button
        type="button"
        className="attention-row"
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onClick={onToggle}
      >
        <Icon aria-hidden />
        <span className="attention-title">{text(`attention.kind.${entry.kind}`)}</span>{' '}
        <span className="attention-subject">
          {codes.length > 0 ? codes.map((code) => <Code key={code}>{code}</Code>) : name}
        </span>{' '}
        {since && <span className="attention-age">{ageText(since, now)}</span>}
        <ChevronDown aria-hidden className="attention-chevron" />
      </button>
      {isOpen && (
        <div id={id} className="attention-body">
          <h2 ref={headingRef} tabIndex={-1} className="attention-heading">
            {text(`attention.heading.${entry.kind}`)}
          </h2>
          <CommandQuestion value={{ screen: 'attention', about: `${id} ${entry.kind}` }}>
            <AttentionActions entry={entry} now={now} />
            <LeadButton entry={entry} code={codes[0]} />
          </CommandQuestion>
        </div>
      )}
    </li>
  );
}

/** Opens the screen that says more about an entry. */
function LeadButton({ entry, code }: { readonly entry: AttentionEntry; readonly code: string | undefined }) {
  const { leadsTo } = attentionStyles[entry.kind];
  if (leadsTo === 'site') {
    return (
      <Button size="small" tone="quiet" command="choice 5" onPress={() => showSettingsSection('site')}>
        {text('attention.open-site')}
      </Button>
    );
  }
  if (leadsTo === 'print-queue' || code === undefined) {
    return (
      <Button size="small" tone="quiet" command="choice 5" onPress={() => showScreen('print-queue')}>
        {text('attention.open-print-queue')}
      </Button>
    );
  }
  return (
    <Button
      size="small"
      tone="quiet"
      command="choice 5"
      onPress={() => submitScan({ asTyped: code, asUsKeyboard: code, by: 'typed' }, 'look up')}
    >
      {text('notices.show-parcel')}
    </Button>
  );
}
