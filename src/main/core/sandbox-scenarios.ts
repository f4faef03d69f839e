import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { EnvironmentKind } from '../../shared/settings/environment.ts';
import {
  longestSandboxAnswer,
  type SandboxAnswer,
  type SandboxPreview,
  type SandboxScenario,
  type SandboxSelection,
} from '../../shared/shipments/sandbox-scenario.ts';
import type { Announce } from './notices.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { JournalRecords } from './ports/scan-records.ts';
import type { DeliveryService, ScenarioSelectors, ServiceAnswer } from './ports/service.ts';
import type { SandboxRecords } from './ports/shipment-records.ts';

export interface SandboxParts {
  environment: EnvironmentKind;
  records: SandboxRecords & JournalRecords;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
}

export interface ScenarioRequest {
  scenario: SandboxScenario;
  selection: SandboxSelection;
  /** The operator confirmed that every shipment of that day changes. */
  evenWholeDay: boolean;
}

/** Scenarios that move shipments to a final status: in practice and sandbox, never in production. */
export interface Sandbox {
  preview(selection: SandboxSelection): Promise<Result<SandboxPreview>>;
  /** The service's answer is passed on as received; its shape is not documented. */
  run(request: ScenarioRequest): Promise<Result<SandboxAnswer>>;
}

export function createSandbox({ environment, records, service, clock, announce }: SandboxParts): Sandbox {
  const note = (selection: SandboxSelection, outcome: Message): Promise<void> =>
    records.note({
      at: instant(clock.now()),
      who: 'operator',
      what: 'run-sandbox-scenario',
      code: selection.by === 'tracking codes' && selection.trackingCodes.length === 1 ? firstOf(selection) : null,
      outcome,
    });

  return {
    async preview(selection) {
      if (environment === 'production') return failed(notInProduction);
      return success(await records.scenarioShipments(selection));
    },
    async run({ scenario, selection, evenWholeDay }) {
      if (environment === 'production') return failed(notInProduction);
      if (selection.by === 'date' && !evenWholeDay) {
        return failed(confirmDay(selection.date, await records.scenarioShipments(selection)));
      }
      const answer = await service.runScenario(scenario, selectorsOf(selection));
      if (answer.kind === 'unanswered') {
        const kind = answer.requestLeft ? 'not-answered' : 'not-sent';
        await note(selection, message(`journal.scenario.${kind}`, { scenario, ...summaryOf(selection) }));
        return failed(unanswered(answer));
      }
      if (answer.kind === 'answered') {
        await records.markScenarioRun(selection, instant(clock.now()));
        announce('parcels');
      }
      const run = { scenario, ...summaryOf(selection), status: answer.httpStatus };
      await note(selection, message('journal.scenario.answered', run));
      return success(shownAnswer(answer));
    },
  };
}

/** Only one field of the body: several combine with OR (interface document, Endpoints 4). */
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

/** The selection as the journal names it: so many shipments, or all of a date. */
function summaryOf(selection: SandboxSelection): { shipments: number | null; date: string | null } {
  switch (selection.by) {
    case 'tracking codes':
      return { shipments: new Set(selection.trackingCodes).size, date: null };
    case 'shipment ids':
      return { shipments: new Set(selection.shipmentIds).size, date: null };
    case 'date':
      return { shipments: null, date: selection.date };
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

/** The failure of a call without an answer, with what is known of the scenario. */
function unanswered({ failure, requestLeft }: Extract<ServiceAnswer<unknown>, { kind: 'unanswered' }>): Failure {
  const reason = failure.message;
  return { ...failure, message: message(requestLeft ? 'sandbox.run-unknown' : 'sandbox.not-run', { reason }) };
}

const notInProduction: Failure = { code: 'not-allowed-now', message: message('sandbox.not-in-production') };

const confirmDay = (date: string, { shipments, final }: SandboxPreview): Failure => ({
  code: 'not-allowed-now',
  message: message('sandbox.confirm-day', { date, shipments, final }),
});
