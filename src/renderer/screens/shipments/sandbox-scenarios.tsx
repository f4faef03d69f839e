import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { type SandboxScenario, sandboxScenarioLabels, sandboxScenarios } from '../../../shared/sandbox.ts';
import { scenarioSentences } from './sandbox-words.ts';

interface SandboxScenariosProps {
  readonly chosen: SandboxScenario;
  readonly onChoose: (scenario: SandboxScenario) => void;
}

/** The six scenarios under the document's labels, each with what it will do. */
export function SandboxScenarios({ chosen, onChoose }: SandboxScenariosProps) {
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
