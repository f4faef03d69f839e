import './sandbox-panel.css';
import { Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/failure.ts';
import {
  type SandboxSelection,
  type SandboxTouch,
  sandboxScenarioLabels,
  shipmentsInWords,
} from '../../../shared/sandbox.ts';
import { useScanDestination } from '../../scanner/destination.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { BigRadios } from '../../ui/big-radios.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { SandboxAnswerBox } from './sandbox-answer.tsx';
import { SandboxChosen } from './sandbox-chosen.tsx';
import { type SandboxDesk, selectionOf } from './sandbox-desk.ts';
import { SandboxScenarios } from './sandbox-scenarios.tsx';
import { answers, dayFault, dayQuestion, endWords } from './sandbox-words.ts';

interface SandboxPanelProps {
  readonly desk: SandboxDesk;
  /** Nothing lies over it: a scan is meant for it. */
  readonly isInFront: boolean;
}

/** Pushes chosen shipments, or those of a day, to a final status. Practice and sandbox only. */
export function SandboxPanel({ desk, isInFront }: SandboxPanelProps) {
  const state = useStore(desk);
  const { by, chosen, day, scenario } = state;
  const wanted = selectionOf(state);
  const touch = useTouch(desk, wanted.selection);
  useScanDestination((reading) => {
    if (isInFront) void desk.add(reading);
    return isInFront;
  });
  const label = sandboxScenarioLabels[scenario];
  const ended = touch && endWords(touch, chosen.length);
  return (
    <Card title="Sandbox scenarios" className="sandbox-panel">
      <SandboxScenarios chosen={scenario} onChoose={(next) => desk.change({ scenario: next })} />
      <p className="sandbox-hint">
        After a scenario its shipments are at a final status: no later scenario changes them. The document names the
        scenarios and does not tell their steps; a sandbox may take others.
      </p>
      <BigRadios
        label="Which shipments"
        showsLabel
        value={by}
        onChange={(next) => desk.change({ by: next })}
        radios={[
          { value: 'shipments', label: 'Chosen ones' },
          { value: 'day', label: 'All of a day' },
        ]}
      />
      <p className="sandbox-hint">
        One kind is sent, never both: the service joins them with OR, and a day beside chosen shipments would move both.
      </p>
      {by === 'shipments' ? (
        <SandboxChosen desk={desk} state={state} touch={touch} />
      ) : (
        <TextField
          label="Day to move"
          value={day}
          onChange={(next) => desk.change({ day: next })}
          error={dayFault(day)}
          description="Picked up or delivered that day, YYYY-MM-DD"
          isCode
        />
      )}
      {ended && by === 'shipments' && <NoticeStrip tone="warning">{ended}</NoticeStrip>}
      <div className="sandbox-run">
        {by === 'day' ? (
          <AskingRun
            key={`${scenario} ${day}`}
            words={`Run ${label} on that day`}
            why={wanted.selection ? null : 'Write a day first'}
            question={dayQuestion(day.trim(), touch)}
            isRunning={state.isRunning}
            onRun={() => void desk.run(true)}
          />
        ) : (
          <Button
            tone="solid"
            icon={Play}
            isDisabled={state.isRunning}
            disabledReason={wanted.why}
            onPress={() => void desk.run(false)}
          >
            {chosen.length === 0 ? `Run ${label}` : `Run ${label} on ${shipmentsInWords(chosen.length)}`}
          </Button>
        )}
      </div>
      <FailureStrip failure={state.failure} />
      <SandboxAnswerBox run={state.run} isRunning={state.isRunning} />
    </Card>
  );
}

interface AskingRunProps {
  readonly words: string;
  readonly why: string | null;
  readonly question: string;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

/** A whole day asks once more, in its own place. */
function AskingRun({ words, why, question, isRunning, onRun }: AskingRunProps) {
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

interface ToldTouch {
  /** What it was asked about. */
  readonly of: SandboxSelection;
  readonly touch: SandboxTouch;
}

/**
 * What the station knows of the selection, read again whenever that or a status changes. Among chosen shipments the last answer stays
 * meanwhile; of a day nothing is told that was said of another selection.
 */
function useTouch(desk: SandboxDesk, selection: SandboxSelection | null): SandboxTouch | null {
  const mirror = useMemo(
    () =>
      createMirror<ToldTouch | null>({
        topics: ['parcels'],
        read: async () => {
          const asked = selectionOf(desk.getState()).selection;
          if (asked === null) return success(null);
          const answer = await call('sandbox.touches', asked);
          return answer.ok ? success({ of: asked, touch: answer.value }) : answer;
        },
      }),
    [desk],
  );
  const wanted = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another question
  useEffect(() => mirror.reread(), [mirror, wanted]);
  const told = useMirror(mirror).value;
  return told && answers(told.of, selection) ? told.touch : null;
}
