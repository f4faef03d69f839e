// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
import './sandbox-panel.css';
import { Play } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import {
  longestSandboxAnswer,
  type SandboxScenario,
  type SandboxSelection,
  type SandboxTouch,
  sandboxScenarioLabels,
  sandboxScenarios,
  shipmentsInWords,
} from '../../../shared/shipments/sandbox-scenario.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useScanDestination } from '../../scanner/scan-destination.ts';
import { groupDigits } from '../../text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { CopyButton } from '../settings/settings-controls.tsx';
import { ChosenShipments } from './chosen-shipments.tsx';
import { type SandboxStore, type ScenarioRun, selectionOf } from './sandbox-store.ts';
import { dayError, dayQuestion, endWords, isPreviewOf, scenarioSentences } from './sandbox-text.ts';

interface SandboxPanelProps {
  readonly store: SandboxStore;
  /** Nothing lies over it: a scan is meant for it. */
  readonly isInFront: boolean;
}

/** Pushes chosen shipments, or those of a day, to a final status. Practice and sandbox only. */
export function SandboxPanel({ store, isInFront }: SandboxPanelProps) {
  const state = useStore(store);
  const { by, chosen, day, scenario } = state;
  const request = selectionOf(state);
  const preview = usePreview(store, request.selection);
  useScanDestination((reading) => {
    if (isInFront) void store.add(reading);
    return isInFront;
  });
  const label = sandboxScenarioLabels[scenario];
  const ended = preview && endWords(preview, chosen.length);
  return (
    <Card title="Sandbox scenarios" className="sandbox-panel">
      <ScenarioChoice chosen={scenario} onChoose={(next) => store.change({ scenario: next })} />
      <p className="sandbox-hint">
        After a scenario its shipments are at a final status: no later scenario changes them. The document names the
        scenarios and does not tell their steps; a sandbox may take others.
      </p>
      <RadioButtonGroup
        label="Which shipments"
        showsLabel
        value={by}
        onChange={(next) => store.change({ by: next })}
        radios={[
          { value: 'shipments', label: 'Chosen ones' },
          { value: 'day', label: 'All of a day' },
        ]}
      />
      <p className="sandbox-hint">
        One kind is sent, never both: the service joins them with OR, and a day beside chosen shipments would move both.
      </p>
      {by === 'shipments' ? (
        <ChosenShipments store={store} state={state} preview={preview} />
      ) : (
        <TextField
          label="Day to move"
          value={day}
          onChange={(next) => store.change({ day: next })}
          error={dayError(day)}
          description="Picked up or delivered that day, YYYY-MM-DD"
          isCode
        />
      )}
      {ended && by === 'shipments' && <NoticeStrip tone="warning">{ended}</NoticeStrip>}
      <div className="sandbox-run">
        {by === 'day' ? (
          <ConfirmedRunButton
            key={`${scenario} ${day}`}
            words={`Run ${label} on that day`}
            why={request.selection ? null : 'Write a day first'}
            question={dayQuestion(day.trim(), preview)}
            isRunning={state.isRunning}
            onRun={() => void store.run(true)}
          />
        ) : (
          <Button
            tone="solid"
            icon={Play}
            isDisabled={state.isRunning}
            disabledReason={request.why}
            onPress={() => void store.run(false)}
          >
            {chosen.length === 0 ? `Run ${label}` : `Run ${label} on ${shipmentsInWords(chosen.length)}`}
          </Button>
        )}
      </div>
      <FailureStrip failure={state.failure} />
      <ScenarioResult run={state.run} isRunning={state.isRunning} />
    </Card>
  );
}

interface ConfirmedRunButtonProps {
  readonly words: string;
  readonly why: string | null;
  readonly question: string;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

/** A whole day asks once more, in its own place. */
function ConfirmedRunButton({ words, why, question, isRunning, onRun }: ConfirmedRunButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button tone="solid" icon={Play} isDisabled={isRunning} disabledReason={why} onPress={() => setIsAsking(true)}>
        {words}
      </Button>
    );
  }
  const run = () => {
    setIsAsking(false);
    onRun();
  };
  return (
    <fieldset className="sandbox-question" aria-label={`${words}?`}>
      <p>{question}</p>
      <Button tone="delete" isDisabled={isRunning} onPress={run}>
        Move them all
      </Button>
      <Button onPress={() => setIsAsking(false)}>Leave the day alone</Button>
    </fieldset>
  );
}

interface LoadedPreview {
  /** What it was asked about. */
  readonly selection: SandboxSelection;
  readonly preview: SandboxTouch;
}

/**
 * What the station knows of the selection, read again whenever that or a status changes. Among chosen shipments the last answer stays
 * meanwhile; of a day nothing is told that was said of another selection.
 */
function usePreview(store: SandboxStore, selection: SandboxSelection | null): SandboxTouch | null {
  const query = useMemo(
    () =>
      createQuery<LoadedPreview | null>({
        topics: ['parcels'],
        read: async () => {
          const asked = selectionOf(store.getState()).selection;
          if (asked === null) return success(null);
          const answer = await call('sandbox.preview', asked);
          return answer.ok ? success({ selection: asked, preview: answer.value }) : answer;
        },
      }),
    [store],
  );
  const request = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another question
  useEffect(() => query.refetch(), [query, request]);
  const loaded = useQuery(query).value;
  return loaded && isPreviewOf(loaded.selection, selection) ? loaded.preview : null;
}

interface ScenarioChoiceProps {
  readonly chosen: SandboxScenario;
  readonly onChoose: (scenario: SandboxScenario) => void;
}

/** The six scenarios under the document's labels, each with what it will do. */
function ScenarioChoice({ chosen, onChoose }: ScenarioChoiceProps) {
  const id = useId();
  return (
    <RadioGroup
      className="sandbox-scenarios"
      aria-label="Scenario"
      value={chosen}
      onChange={(scenario) => onChoose(scenario as SandboxScenario)}
    >
      {sandboxScenarios.map((scenario) => (
        <Radio
          key={scenario}
          value={scenario}
          className="sandbox-scenario"
          aria-label={sandboxScenarioLabels[scenario]}
          aria-describedby={`${id}-${scenario}`}
        >
          <span className="sandbox-scenario-label">{sandboxScenarioLabels[scenario]}</span>
          <span id={`${id}-${scenario}`} className="sandbox-scenario-sentence">
            {scenarioSentences[scenario]}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface ScenarioResultProps {
  readonly run: ScenarioRun | null;
  readonly isRunning: boolean;
}

/** Whatever the service answered, as it came: the document does not show what that is. */
function ScenarioResult({ run, isRunning }: ScenarioResultProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (run) box.current?.scrollIntoView({ block: 'nearest' });
  }, [run]);
  return (
    <div ref={box} className="sandbox-answer">
      <p role="status" aria-label="Scenario" className="sandbox-answer-head">
        {isRunning ? 'Asking the service …' : run && `${run.what}: the service answered ${run.httpStatus}.`}
      </p>
      {run?.failure && <FailureStrip failure={run.failure} />}
      {run && !run.failure && <p className="sandbox-hint">Statuses follow as their events arrive.</p>}
      {run?.body === '' && <p className="sandbox-hint">There is nothing in the answer.</p>}
      {run && run.body !== '' && (
        <>
          <section className="sandbox-body" aria-label="Answer of the service" tabIndex={0}>
            <pre>{run.body}</pre>
          </section>
          {run.isCut && (
            <p className="sandbox-hint">The first {groupDigits(longestSandboxAnswer)} characters of it are shown.</p>
          )}
          <div className="sandbox-copy">
            <CopyButton text={run.body} name="answer" />
          </div>
        </>
      )}
    </div>
  );
}
