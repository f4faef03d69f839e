import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import {
  longestSandboxAnswer,
  type SandboxAnswer,
  type SandboxScenario,
  type SandboxSelection,
  type SandboxTouch,
  sandboxScenarioLabels,
  shipmentsInWords,
} from '../../../shared/shipments/sandbox-scenario.ts';
import { plainDateWords } from '../../../shared/values/plain-date.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService, ScenarioSelectors, ServiceAnswer } from '../ports/service.ts';

export interface SandboxParts {
  environment: EnvironmentKind;
  records: Records;
  service: DeliveryService;
  clock: Clock;
}

export interface ScenarioRequest {
  scenario: SandboxScenario;
  selection: SandboxSelection;
  /** A person was asked about every shipment of that day. */
  evenWholeDay: boolean;
}

/** Scenarios that push shipments to a final status: in practice and sandbox, never in production, whoever asks. */
export interface Sandbox {
  touches(selection: SandboxSelection): Promise<Result<SandboxTouch>>;
  /** Whatever the service answers is given as it came; its shape is not documented. */
  run(wanted: ScenarioRequest): Promise<Result<SandboxAnswer>>;
}

export function createSandbox({ environment, records, service, clock }: SandboxParts): Sandbox {
  const note = (scenario: SandboxScenario, selection: SandboxSelection, outcome: string): Promise<void> =>
    records.note({
      at: instant(clock.now()),
      who: 'operator',
      what: `sandbox scenario, ${scenario}`,
      code: selection.by === 'tracking codes' && selection.trackingCodes.length === 1 ? firstOf(selection) : null,
      outcome: `${selectionWords(selection)}: ${outcome}`,
    });

  return {
    async touches(selection) {
      if (environment === 'production') return failed(notInProduction);
      return success(await records.scenarioShipments(selection));
    },
    async run({ scenario, selection, evenWholeDay }) {
      if (environment === 'production') return failed(notInProduction);
      if (selection.by === 'date' && !evenWholeDay) {
        return failed(wholeDay(selection.date, await records.scenarioShipments(selection)));
      }
      const answer = await service.runScenario(scenario, selectorsOf(selection));
      if (answer.kind === 'unanswered') {
        await note(scenario, selection, answer.requestLeft ? 'no answer' : 'not sent');
        return failed(unanswered(answer, scenario));
      }
      await note(scenario, selection, `answered ${answer.httpStatus}`);
      return success(shownAnswer(answer));
    },
  };
}

/** One field of the body and never two: they combine with OR (interface document, Endpoints 4). */
function selectorsOf(selection: SandboxSelection): ScenarioSelectors {
  switch (selection.by) {
    case 'tracking codes':
      return { drop_off_shipment_unique_ids: [...new Set(selection.trackingCodes)] };
    case 'shipment ids':
      return { drop_off_shipment_ids: [...new Set(selection.shipmentIds)] };
    case 'date':
      return { date: selection.date };
  }
}

const firstOf = ({ trackingCodes }: Extract<SandboxSelection, { by: 'tracking codes' }>): string | null =>
  trackingCodes[0] ?? null;

function selectionWords(selection: SandboxSelection): string {
  switch (selection.by) {
    case 'tracking codes':
      return shipmentsInWords(new Set(selection.trackingCodes).size);
    case 'shipment ids':
      return shipmentsInWords(new Set(selection.shipmentIds).size);
    case 'date':
      return `every shipment of ${selection.date}`;
  }
}

function shownAnswer(answer: Exclude<ServiceAnswer<unknown>, { kind: 'unanswered' }>): SandboxAnswer {
  return {
    httpStatus: answer.httpStatus,
    body: answer.rawBody.slice(0, longestSandboxAnswer),
    isCut: answer.rawBody.length > longestSandboxAnswer,
    failure: answer.kind === 'answered' ? null : answer.failure,
  };
}

function unanswered(
  { failure, requestLeft }: Extract<ServiceAnswer<unknown>, { kind: 'unanswered' }>,
  scenario: SandboxScenario,
): Failure {
  const label = sandboxScenarioLabels[scenario];
  const outcomeText = requestLeft ? `Whether ${label} was run is not known.` : `${label} was not run.`;
  return { ...failure, message: `${failure.message} ${outcomeText}` };
}

const notInProduction: Failure = {
  code: 'not-allowed-now',
  message: 'Scenarios run in practice and sandbox alone, never in production.',
  next: 'Use a sandbox environment, under Settings.',
};

function wholeDay(date: string, { shipments, final }: SandboxTouch): Failure {
  const known = shipments === 0 ? 'none that this station knows' : `${shipmentsInWords(shipments)} known here`;
  const ended = final === 0 ? '' : `, of which ${final} ${final === 1 ? 'is' : 'are'} at an end already`;
  return {
    code: 'not-allowed-now',
    message: `This moves every shipment of ${plainDateWords(date)}: ${known}${ended}. The service may know more.`,
    next: 'Say that the whole day is meant, or choose shipments instead.',
  };
}
