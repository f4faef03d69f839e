import './help.css';
import { ArrowLeft } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { closeHelpScreen } from '../../data/current-screen.ts';
import { type HelpPage, helpGroups, showHelp, useHelpPage } from '../../data/help.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { keysText, type Shortcut, type ShortcutPlace, shortcuts, shortcutText } from '../../data/shortcuts.ts';
import { containsTerms, highlightTerms } from '../../text/search.ts';
import { isTextKey, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { useCurrentLinkInView } from '../../ui/hooks.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { HealthChecks } from './health-page.tsx';
import { RehearsalList } from './rehearsals.tsx';
import { SupportFile } from './support-file.tsx';

/** What to do about each trouble, and the keyboard; opened with F12, from Settings and from where a trouble is shown. */
export function HelpScreen() {
  const page = useHelpPage();
  const { value: view } = useQuery(stationViewQuery);
  const [find, setFind] = useState('');
  const article = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLElement>(null);
  useCurrentLinkInView(list, page);
  const groups = foundPages(find);
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0);
  useEffect(() => {
    article.current?.scrollTo(0, 0);
    if (page !== 'keyboard') title.current?.focus();
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other terms to mark
  useEffect(() => {
    if (article.current) highlightTerms([article.current], find);
    return () => highlightTerms([], '');
  }, [find, page]);
  return (
    <div className="screen help">
      <h1 className="only-spoken">{text('help.title')}</h1>
      <div className="side-column">
        <div className="help-back">
          <Button size="small" icon={ArrowLeft} hint={text('help.key')} onPress={() => closeHelpScreen()}>
            {text('help.back')}
          </Button>
        </div>
        <SearchField label={text('help.search')} value={find} onChange={setFind} takesFocus />
        <p role="status" className="help-count">
          {find.trim() !== '' && text('help.found', { count })}
        </p>
        <nav ref={list} className="side-list" aria-label={text('help.pages')}>
          {groups.map(({ group, pages }) => (
            <div key={group} className="help-group">
              <h2>{text(`help.group.${group}`)}</h2>
              <ul>
                {pages.map((one) => (
                  <li key={one}>
                    <a
                      href={`#help-${one}`}
                      aria-current={one === page ? 'page' : undefined}
                      onClick={(event) => {
                        event.preventDefault();
                        showHelp(one);
                        title.current?.focus();
                      }}
                    >
                      {text(`help.${one}.title`)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <article ref={article} className="help-page" aria-labelledby="help-title">
        <h2 id="help-title" ref={title} tabIndex={-1}>
          {text(`help.${page}.title`)}
        </h2>
        <p>{text(`help.${page}.meaning`)}</p>
        {page === 'health' && <HealthChecks />}
        {page !== 'keyboard' && <Steps page={page} />}
        {page === 'health' && <SupportFile />}
        {view?.environment.kind === 'practice' && <RehearsalList />}
        {page === 'keyboard' && <ShortcutTables />}
      </article>
    </div>
  );
}

function Steps({ page }: { readonly page: HelpPage }) {
  return (
    <>
      <h3>{text('help.steps')}</h3>
      <ol className="help-steps">
        {stepsOf(page).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

/** Every shortcut, by where it works. */
function ShortcutTables() {
  const places = [...new Set<ShortcutPlace>(shortcuts.map(({ where }) => where))];
  return places.map((place) => (
    <table key={place} className="help-shortcuts">
      <caption>{text(`help.place.${place}`)}</caption>
      <thead className="only-spoken">
        <tr>
          <th scope="col">{text('help.keyboard.keys')}</th>
          <th scope="col">{text('help.keyboard.action')}</th>
        </tr>
      </thead>
      <tbody>
        {shortcuts
          .filter(({ where }) => where === place)
          .map((shortcut) => (
            <tr key={shortcut.id}>
              <th scope="row">
                <Keys {...shortcut} />
              </th>
              <td>{shortcutText(shortcut.id)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  ));
}

/** The keys pressed together, then those that take the place of the last one. */
function Keys({ keys, or = [] }: Pick<Shortcut, 'keys' | 'or'>) {
  return (
    <>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {or.map((key) => (
        <Fragment key={key}>
          {'/ '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </>
  );
}

/** Most steps on a page. */
const mostSteps = 6;

/** The steps of a page, in order: the catalogue numbers them. */
export function stepsOf(page: HelpPage): string[] {
  const keys = Array.from({ length: mostSteps }, (_, index) => `help.${page}.step-${index + 1}`);
  return keys.filter(isTextKey).map((key) => text(key));
}

/** The pages that contain every term of the search, in their groups. */
export function foundPages(find: string) {
  return helpGroups.flatMap(({ group, pages }) => {
    const found = (pages as readonly HelpPage[]).filter((page) => containsTerms(textOf(page), find));
    return found.length === 0 ? [] : [{ group, pages: found }];
  });
}

const textOf = (page: HelpPage): string =>
  [
    text(`help.${page}.title`),
    text(`help.${page}.meaning`),
    ...(page === 'keyboard'
      ? shortcuts.map((shortcut) => `${keysText(shortcut)} ${shortcutText(shortcut.id)}`)
      : stepsOf(page)),
  ].join(' ');
