import './settings.css';
import {
  type ComponentType,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { clearSettingsSection, type SettingsSection, settingsSections, useScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { mayDo } from '../../scanner/badges.ts';
import { containsTerms, highlightTerms } from '../../text/search.ts';
import { text } from '../../text/text.ts';
import { SearchContext } from '../../ui/disclosure.tsx';
import { useCurrentLinkInView } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SetUpCard } from '../set-up/set-up.tsx';
import { DataFolderCard, HealthCard, HelpCard, LicencesCard, VersionsCard } from './about-cards.tsx';
import { CommandBarcodesCard } from './command-barcodes-card.tsx';
import { EnvironmentSettings } from './connections/environment-settings.tsx';
import { SiteCard } from './connections/site-card.tsx';
import { WebhookSettings } from './connections/webhook-settings.tsx';
import { AppearanceCard, KioskCard, SoundCard } from './display-cards.tsx';
import { PeopleCard } from './people-settings.tsx';
import { PrinterSettings } from './printers/printer-settings.tsx';
import { BackupsCard } from './records/backups-card.tsx';
import { ErasureCard } from './records/erasure-card.tsx';
import { ScannerCard } from './scanner-card.tsx';
import {
  BenchCard,
  LabelsCard,
  LanguageCard,
  OrdersCard,
  PracticeCard,
  RecordsCard,
  SpendingCard,
  StationCard,
  WatchedFolderSettings,
} from './setting-cards.tsx';
import { UnsavedSection, useUnsavedSections } from './unsaved-changes.tsx';

type Card = ComponentType<{ readonly view: StationView }>;

/** The cards of each section, in the order of the screen. */
const sections = {
  service: [EnvironmentSettings, PracticeCard],
  printers: [PrinterSettings, LabelsCard],
  bench: [StationCard, BenchCard, ScannerCard, CommandBarcodesCard, PeopleCard, SetUpCard],
  orders: [OrdersCard, SpendingCard],
  webhooks: [WebhookSettings, WatchedFolderSettings],
  site: [SiteCard],
  records: [RecordsCard, BackupsCard, ErasureCard],
  display: [LanguageCard, AppearanceCard, SoundCard, KioskCard],
  about: [HelpCard, HealthCard, VersionsCard, DataFolderCard, LicencesCard],
} as const satisfies Readonly<Record<SettingsSection, readonly Card[]>>;
type SectionName = SettingsSection;
const sectionNames = settingsSections;

/** The settings, for whoever may change them. */
export function SettingsScreen() {
  const { value: view } = useQuery(stationViewQuery);
  if (!view || mayDo(view, 'set up')) return <AllSettings />;
  return (
    <div className="screen">
      <h1>{text('settings.title')}</h1>
      <NoticeStrip tone="information" next={text('settings.admins-only.next')}>
        {text('settings.admins-only')}
      </NoticeStrip>
    </div>
  );
}

/** Everything an operator can set, on one page with a list of its sections. */
function AllSettings() {
  const { value: view, failure } = useQuery(stationViewQuery);
  const content = useRef<HTMLDivElement>(null);
  const [find, setFind] = useState('');
  const isShown = useFoundCards(content, find);
  const { settingsTarget, settingsSection } = useScreen();
  // What is asked for must not be hidden by a search.
  useEffect(() => {
    if (settingsTarget || settingsSection) setFind('');
  }, [settingsTarget, settingsSection]);
  useEffect(() => {
    if (!settingsSection || !view || find !== '') return;
    showSection(content.current, settingsSection);
    clearSettingsSection();
  }, [settingsSection, view, find]);
  const { unsaved, report } = useUnsavedSections();
  const shown = sectionNames.filter(
    (section) =>
      (section !== 'site' || view?.site !== undefined) && sections[section].some((_, card) => isShown(section, card)),
  );
  return (
    <div className="screen settings">
      <h1 className="only-spoken">{text('settings.title')}</h1>
      <div className="side-column">
        <SearchField label={text('settings.search')} value={find} onChange={setFind} takesFocus />
        <p role="status" className="settings-hint">
          {find.trim() === '' ? text('settings.saved-at-once') : text('settings.found', { count: shown.length })}
        </p>
        <SectionNavigation content={content} shown={shown} unsaved={unsaved} />
      </div>
      <div ref={content} className="settings-content">
        <FailureStrip failure={failure} />
        <SearchContext value={find}>
          {view &&
            sectionNames.map((section) => (
              <section
                key={section}
                id={sectionId(section)}
                className="settings-section"
                aria-labelledby={`${sectionId(section)}-title`}
                hidden={!shown.includes(section)}
              >
                <h2 id={`${sectionId(section)}-title`} tabIndex={-1}>
                  {text(`settings.section.${section}`)}
                </h2>
                <UnsavedSection section={section} report={report}>
                  {sections[section].map((Card: Card, index) => (
                    <div
                      // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a section never change
                      key={index}
                      className="settings-place"
                      data-card={cardId(section, index)}
                      hidden={!isShown(section, index)}
                    >
                      <Card view={view} />
                    </div>
                  ))}
                </UnsavedSection>
              </section>
            ))}
        </SearchContext>
      </div>
    </div>
  );
}

const sectionId = (section: SectionName): string => `settings-${section}`;
const cardId = (section: SectionName, index: number): string => `${section} ${index}`;

/**
 * Which cards contain every term of the search, in what they show, in the title of their section or among its keywords. Decided when the
 * search changes, so that a card stays while it is worked on.
 */
function useFoundCards(content: RefObject<HTMLElement | null>, find: string) {
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  useLayoutEffect(() => {
    const places = [...(content.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const matching = places.filter(({ dataset, textContent }) => {
      const section = dataset.card?.split(' ')[0] as SectionName;
      const title = `${text(`settings.section.${section}`)} ${text(`settings.keywords.${section}`)}`;
      return textContent !== '' && containsTerms(`${title} ${textContent}`, find);
    });
    setFound(find.trim() === '' ? null : new Set(matching.map(({ dataset }) => dataset.card ?? '')));
    highlightTerms(matching, find);
    content.current?.scrollTo(0, 0);
    return () => highlightTerms([], '');
  }, [content, find]);
  return (section: SectionName, index: number): boolean => found?.has(cardId(section, index)) ?? true;
}

interface SectionNavigationProps {
  readonly content: RefObject<HTMLElement | null>;
  readonly shown: readonly SectionName[];
  readonly unsaved: ReadonlySet<string>;
}

/** Links to the sections; the one that is read now is marked, and those that hold something unsaved. */
function SectionNavigation({ content, shown, unsaved }: SectionNavigationProps) {
  const current = useCurrentSection(content, shown);
  const list = useRef<HTMLElement>(null);
  useCurrentLinkInView(list, current);
  const open = (event: MouseEvent, section: SectionName): void => {
    event.preventDefault();
    showSection(content.current, section);
  };
  return (
    <nav ref={list} className="side-list" aria-label={text('settings.sections')}>
      <ul>
        {shown.map((section) => (
          <li key={section}>
            <a
              href={`#${sectionId(section)}`}
              aria-current={section === current ? 'location' : undefined}
              onClick={(event) => open(event, section)}
            >
              {text(`settings.section.${section}`)}
              {unsaved.has(section) && <span className="settings-unsaved">{text('settings.unsaved')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Brings a section to the upper edge, with the cursor at its title. */
function showSection(content: HTMLElement | null, section: SectionName): void {
  scrollTo(content, document.getElementById(sectionId(section)));
  document.getElementById(`${sectionId(section)}-title`)?.focus({ preventScroll: true });
}

/** Brings a section to the upper edge, whichever element scrolls; `scrollIntoView` would move the whole window too. */
function scrollTo(content: HTMLElement | null, section: HTMLElement | null): void {
  if (!content || !section) return;
  const frame = content.scrollHeight > content.clientHeight ? content : content.parentElement;
  const top = section.getBoundingClientRect().top - (frame?.getBoundingClientRect().top ?? 0);
  frame?.scrollBy(0, top - sectionGap());
}

/** The space above a section at the upper edge, pixels. */
const sectionGap = (): number => 1.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** How far below the upper edge a section's title may stand and be the current one, pixels. */
const readingLine = 80;

/** The section at the upper edge of the content. */
function useCurrentSection(content: RefObject<HTMLElement | null>, shown: readonly SectionName[]): SectionName | null {
  const [current, setCurrent] = useState<SectionName | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search shows other sections
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let read: SectionName | null = null;
    const follow = () => {
      const line = element.getBoundingClientRect().top + readingLine;
      const begun = sectionNames.filter((section) => {
        const title = document.getElementById(sectionId(section));
        return title !== null && !title.hidden && title.getBoundingClientRect().top <= line;
      });
      read = begun.at(-1) ?? null;
      setCurrent(read);
    };
    follow();
    // Another width moves everything: the section that was read stays.
    let width = element.clientWidth;
    const resized = new ResizeObserver(() => {
      const isOtherWidth = width > 0 && element.clientWidth > 0 && element.clientWidth !== width;
      width = element.clientWidth;
      if (isOtherWidth && read !== null && element.scrollTop > 0)
        scrollTo(element, document.getElementById(sectionId(read)));
    });
    resized.observe(element);
    // In a narrow window the whole screen scrolls.
    const frames = [element, element.parentElement];
    for (const frame of frames) frame?.addEventListener('scroll', follow, { passive: true });
    return () => {
      resized.disconnect();
      for (const frame of frames) frame?.removeEventListener('scroll', follow);
    };
  }, [content, shown.length]);
  return current !== null && shown.includes(current) ? current : (shown[0] ?? null);
}
