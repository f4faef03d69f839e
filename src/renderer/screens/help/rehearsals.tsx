import './rehearsals.css';
import { Check, CircleDashed, Eye, type LucideIcon, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react';
import { type RehearsalView, rehearsalResult } from '../../../shared/contract/rehearsal.ts';
import {
  type RehearsalId,
  type RehearsalPlace,
  rehearsalIds,
  rehearsals,
} from '../../../shared/contract/rehearsal-scripts.ts';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import { type ScreenName, showScreen, useScreen } from '../../data/current-screen.ts';
import { createQuery, type Query, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { isTextKey, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { BarCode, Code } from '../../ui/code.tsx';
import { CommandQuestion } from '../../ui/command-target.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';

const rehearsalQuery: Query<RehearsalView | null> = createQuery({
  topics: ['rehearsal'],
  read: () => call('rehearsal.read', null),
});

/** The sentences of a script by their names in it; a test checks that each has one. */
const sentence = (key: string): string => (isTextKey(key) ? text(key) : key);
const titleOf = (id: RehearsalId, step: string): string => sentence(`rehearsal.${id}.${step}`);

/** On Scan, where every rehearsal begins. */
async function startRehearsal(id: RehearsalId) {
  const started = await call('rehearsal.start', { id });
  if (started.ok) showScreen('scan');
  return started;
}

/** Every rehearsal, to begin one. */
export function RehearsalList() {
  const action = useAction();
  return (
    <div className="rehearsal-list">
      <h3>{text('rehearsal.title')}</h3>
      <p className="rehearsal-hint">{text('rehearsal.hint')}</p>
      <div className="rehearsal-buttons">
        {rehearsalIds.map((id) => (
          <Button
            key={id}
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => startRehearsal(id))}
          >
            {sentence(`rehearsal.${id}`)}
          </Button>
        ))}
      </div>
      <FailureStrip failure={action.failure} comesIntoView />
    </div>
  );
}

/** Above every screen: what to do next in the rehearsal that runs, or its result. */
export function RehearsalStrip() {
  const { value: view } = useQuery(rehearsalQuery);
  const { current } = useScreen();
  if (view === null) return null;
  const about = `${view.id} ${view.at} ${view.end}`;
  return (
    <CommandQuestion value={{ screen: current, about }}>
      <section className="rehearsal" aria-label={text('rehearsal.name')}>
        {view.end === null ? <RunningRehearsal view={view} /> : <RehearsalOutcome view={view} end={view.end} />}
      </section>
    </CommandQuestion>
  );
}

/** The last of the five choice cards: the answers of the screen below begin with the first. */
const lastChoices = (index: number, count: number) => choiceCommand(5 - count + index);

function RunningRehearsal({ view }: { readonly view: RehearsalView }) {
  const { id, at, isPreparing, code } = view;
  const action = useAction();
  /** The step whose place is pointed at. */
  const [pointed, setPointed] = useState<number | null>(null);
  const { steps } = rehearsals[id];
  const step = steps[at];
  if (step === undefined) return null;
  const choices = isPreparing ? [] : (step.choices ?? []);
  return (
    <>
      <div role="status" className="rehearsal-step">
        <p className="rehearsal-place-in-script">
          {text('rehearsal.step', { rehearsal: sentence(`rehearsal.${id}`), step: at + 1, steps: steps.length })}
        </p>
        <h2>{isPreparing ? text('rehearsal.preparing') : titleOf(id, step.id)}</h2>
        {!isPreparing && <p>{sentence(`rehearsal.${id}.${step.id}.text`)}</p>}
      </div>
      {code && step.code && (
        <div className="rehearsal-code">
          <span>{text(`rehearsal.code.${step.code}`)}</span>
          <BarCode widths={code.barWidths} className="rehearsal-bars" />
          <Code>{code.text}</Code>
        </div>
      )}
      <div className="rehearsal-buttons">
        {!isPreparing && (
          <Button size="small" icon={Eye} onPress={() => setPointed(at)}>
            {text('rehearsal.show')}
          </Button>
        )}
        <Button size="small" icon={X} onPress={() => void action.run(() => call('rehearsal.stop', null))}>
          {text('rehearsal.stop')}
        </Button>
      </div>
      {choices.length > 0 && (
        <div className="rehearsal-buttons">
          {choices.map((choice, index) => (
            <Button
              key={choice.id}
              tone={choices.length === 1 ? 'solid' : 'plain'}
              size="small"
              {...lastChoices(index, choices.length)}
              isDisabled={action.isRunning}
              onPress={() => void action.run(() => call('rehearsal.choose', { choice: choice.id }))}
            >
              {sentence(`rehearsal.choice.${choice.id}`)}
            </Button>
          ))}
        </div>
      )}
      <FailureStrip failure={action.failure} />
      {pointed === at && <PointAt place={step.place} onDone={() => setPointed(null)} />}
    </>
  );
}

/** What was done right, what was missed and why it matters, and what was not reached. */
function RehearsalOutcome({ view, end }: { readonly view: RehearsalView; readonly end: string }) {
  const { id } = view;
  const action = useAction();
  const { done, mistakes, open } = rehearsalResult(view);
  return (
    <>
      <div role="status" className="rehearsal-step">
        <p className="rehearsal-place-in-script">{sentence(`rehearsal.${id}`)}</p>
        <h2>{sentence(`rehearsal.end.${end}`)}</h2>
        <p>
          {end === 'finished'
            ? text('rehearsal.finished', { mistakes: mistakes.length })
            : sentence(`rehearsal.end.${end}.text`)}
        </p>
      </div>
      <div className="rehearsal-buttons">
        <Button
          size="small"
          icon={RotateCcw}
          {...lastChoices(0, 2)}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => startRehearsal(id))}
        >
          {text('rehearsal.repeat')}
        </Button>
        <Button
          tone="solid"
          size="small"
          {...lastChoices(1, 2)}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('rehearsal.dismiss', null))}
        >
          {text('rehearsal.close')}
        </Button>
      </div>
      <div className="rehearsal-result">
        <ResultList
          title={text('rehearsal.done')}
          icon={Check}
          tone="success"
          lines={done.map((step) => titleOf(id, step))}
        />
        <ResultList
          title={text('rehearsal.mistakes')}
          icon={TriangleAlert}
          tone="warning"
          lines={mistakes.map((mistake) => sentence(`rehearsal.${id}.mistake.${mistake}`))}
        />
        <ResultList
          title={text('rehearsal.open')}
          icon={CircleDashed}
          tone="quiet"
          lines={open.map((step) => titleOf(id, step))}
        />
      </div>
      <FailureStrip failure={action.failure} />
    </>
  );
}

interface ResultListProps {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly tone: 'success' | 'warning' | 'quiet';
  readonly lines: readonly string[];
}

function ResultList({ title, icon: Icon, tone, lines }: ResultListProps) {
  if (lines.length === 0) return null;
  return (
    <div className={`rehearsal-lines tone-${tone}`}>
      <h3>{title}</h3>
      <ul aria-label={title}>
        {lines.map((line) => (
          <li key={line}>
            <Icon aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where each place is, and the screen that has it; null where every screen does. */
const places: Readonly<Record<RehearsalPlace, { readonly screen: ScreenName | null; readonly selector: string }>> = {
  'mode print': { screen: 'scan', selector: '.big-radio-print' },
  'mode delete': { screen: 'scan', selector: '.big-radio-delete' },
  'mode look up': { screen: 'scan', selector: '.big-radio-look-up' },
  result: { screen: 'scan', selector: 'section.result' },
  'station status': { screen: null, selector: '.station-status' },
  'pending deletions': { screen: 'scan', selector: '.pending-deletions' },
  'waiting to send': { screen: 'print-queue', selector: '.waiting' },
  'needs attention': { screen: 'attention', selector: '.attention' },
};

/** Milliseconds for which a place is pointed at. */
const pointMs = 4_000;

/** Shows the screen of a place, with a ring around the place for a moment. It covers nothing and takes no press. */
function PointAt({ place, onDone }: { readonly place: RehearsalPlace; readonly onDone: () => void }) {
  const [ring, setRing] = useState<CSSProperties | null>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const { screen, selector } = places[place];
    if (screen !== null) showScreen(screen);
    const end = setTimeout(() => done(), pointMs);
    let frame = 0;
    const follow = (): void => {
      const found = document.querySelector(selector);
      const box = found?.getBoundingClientRect();
      if (box && box.width > 0) {
        setRing({ top: box.top, left: box.left, width: box.width, height: box.height });
        return;
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      clearTimeout(end);
      cancelAnimationFrame(frame);
    };
  }, [place]);
  return ring && <div className="rehearsal-ring" style={ring} aria-hidden />;
}
