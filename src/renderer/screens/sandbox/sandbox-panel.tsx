// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
import './sandbox-panel.css';
import { Play } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import {
  longestSandboxAnswer,
  type SandboxPreview,
  type SandboxScenario,
  type SandboxSelection,
  sandboxScenarios,
} from '../../../shared/shipments/sandbox-scenario.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useScanDestination } from '../../scanner/scan-destination.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useFirstFieldFocus } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { ConfirmButton, CopyButton } from '../settings/settings-controls.tsx';
import { ChosenShipments } from './chosen-shipments.tsx';
import { type SandboxStore, type ScenarioRun, selectionOf } from './sandbox-store.ts';
import { acceptedText, dayError, dayQuestion, finalStatusText, isPreviewOf, scenarioEffect } from './sandbox-text.ts';

interface SandboxPanelProps {
  readonly store: SandboxStore;
  /** It is the front panel and receives scans. */
  readonly isInFront: boolean;
}

/** Moves chosen shipments, or those of a day, to a final status. Practice and sandbox only. */
export function SandboxPanel({ store, isInFront }: SandboxPanelProps) {
  const state = useStore(store);
  const { by, chosen, day, scenario } = state;
  const request = selectionOf(state);
  const preview = usePreview(store, request.selection);
  useScanDestination((reading) => {
    if (isInFront) void store.add(reading);
    return isInFront;
  });
  const kind = useQuery(stationViewQuery).value?.environment.kind ?? 'sandbox';
  const label = text(`sandbox.scenario.${scenario}`);
  const finalStatus = preview && finalStatusText(preview, chosen.length);
  return (
    <Card title={text('sandbox.title')} className="sandbox-panel">
      <ScenarioChoice kind={kind} chosen={scenario} onChoose={(next) => store.change({ scenario: next })} />
      <p className="sandbox-hint">{text('sandbox.final-hint', { kind })}</p>
      <RadioButtonGroup
        label={text('sandbox.which')}
        showsLabel
        value={by}
        onChange={(next) => store.change({ by: next })}
        radios={[
          { value: 'shipments', label: text('sandbox.by.shipments') },
          { value: 'day', label: text('sandbox.by.day') },
        ]}
      />
      <p className="sandbox-hint">{text('sandbox.one-kind-hint')}</p>
      {by === 'shipments' ? (
        <ChosenShipments store={store} state={state} preview={preview} />
      ) : (
        <TextField
          label={text('sandbox.day')}
          value={day}
          onChange={(next) => store.change({ day: next })}
          error={dayError(day)}
          description={text('sandbox.day.hint')}
          isCode
        />
      )}
      {finalStatus && by === 'shipments' && <NoticeStrip tone="warning">{finalStatus}</NoticeStrip>}
      <div className="sandbox-run">
        {by === 'day' ? (
          <ConfirmButton
            key={`${scenario} ${day}`}
            label={text('sandbox.run.day', { scenario: label })}
            tone="solid"
            size="regular"
            icon={Play}
            disabledReason={request.selection ? null : text('sandbox.day.first')}
            consequence={dayQuestion(day.trim(), preview)}
            confirmLabel={text('sandbox.day.confirm')}
            isDisabled={state.isRunning}
            onConfirm={() => store.run(true)}
          />
        ) : (
          <Button
            tone="solid"
            icon={Play}
            isDisabled={state.isRunning}
            disabledReason={request.why}
            onPress={() => void store.run(false)}
          >
            {chosen.length === 0
              ? text('sandbox.run', { scenario: label })
              : text('sandbox.run.shipments', { scenario: label, count: chosen.length })}
          </Button>
        )}
      </div>
      <FailureStrip failure={state.failure} />
      <ScenarioResult run={state.run} isRunning={state.isRunning} />
    </Card>
  );
}

interface LoadedPreview {
  /** The selection it belongs to. */
  readonly selection: SandboxSelection;
  readonly preview: SandboxPreview;
}

/**
 * What the station knows of the selection, read again whenever the selection or a status changes. For chosen shipments the last
 * answer stays meanwhile; for a day, a preview of another selection is never shown.
 */
function usePreview(store: SandboxStore, selection: SandboxSelection | null): SandboxPreview | null {
  const query = useMemo(
    () =>
      createQuery<LoadedPreview | null>({
        topics: ['parcels'],
        read: async () => {
          const current = selectionOf(store.getState()).selection;
          if (current === null) return success(null);
          const answer = await call('sandbox.preview', current);
          return answer.ok ? success({ selection: current, preview: answer.value }) : answer;
        },
      }),
    [store],
  );
  const request = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection is read again
  useEffect(() => query.refetch(), [query, request]);
  const loaded = useQuery(query).value;
  return loaded && isPreviewOf(loaded.selection, selection) ? loaded.preview : null;
}

interface ScenarioChoiceProps {
  readonly kind: EnvironmentKind;
  readonly chosen: SandboxScenario;
  readonly onChoose: (scenario: SandboxScenario) => void;
}

/** The six scenarios under the interface document's names, each with its effect where that is known. */
function ScenarioChoice({ kind, chosen, onChoose }: ScenarioChoiceProps) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(group);
  return (
    <RadioGroup
      ref={group}
      className="sandbox-scenarios"
      aria-label={text('sandbox.scenario')}
      value={chosen}
      onChange={(scenario) => onChoose(scenario as SandboxScenario)}
    >
      {sandboxScenarios.map((scenario) => (
        <Radio
          key={scenario}
          value={scenario}
          className="sandbox-scenario"
          aria-label={text(`sandbox.scenario.${scenario}`)}
          {...(kind === 'practice' && { 'aria-describedby': `${id}-${scenario}` })}
        >
          <span className="sandbox-scenario-label">{text(`sandbox.scenario.${scenario}`)}</span>
          <span id={`${id}-${scenario}`} className="sandbox-scenario-sentence">
            {scenarioEffect(scenario, kind)}
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

/** The service's answer as received; its shape is not documented. */
function ScenarioResult({ run, isRunning }: ScenarioResultProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (run) box.current?.scrollIntoView({ block: 'nearest' });
  }, [run]);
  return (
    <div ref={box} className="sandbox-answer">
      <p role="status" aria-label={text('sandbox.scenario')} className="sandbox-answer-head">
        {isRunning
          ? text('sandbox.answer.running')
          : run && text('sandbox.answer.status', { run: run.what, status: String(run.httpStatus) })}
      </p>
      {run?.failure && <FailureStrip failure={run.failure} />}
      {run && !run.failure && <p>{acceptedText(run.body)}</p>}
      {run && !run.failure && <p className="sandbox-hint">{text('sandbox.answer.events-follow')}</p>}
      {run?.failure && run.body === '' && <p className="sandbox-hint">{text('sandbox.answer.empty')}</p>}
      {run && run.body !== '' && (
        <>
          <section className="sandbox-body" aria-label={text('sandbox.answer')} tabIndex={0}>
            <pre>{run.body}</pre>
          </section>
          {run.isCut && <p className="sandbox-hint">{text('sandbox.answer.cut', { count: longestSandboxAnswer })}</p>}
          <div className="sandbox-copy">
            <CopyButton text={run.body} name={text('sandbox.answer.name')} />
          </div>
        </>
      )}
    </div>
  );
}
