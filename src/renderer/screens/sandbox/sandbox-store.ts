import { createStore } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { codesOfReading, type ScanReading } from '../../../shared/scanning/scan.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import {
  maxChosenShipments,
  type SandboxAnswer,
  type SandboxScenario,
  type SandboxSelection,
} from '../../../shared/shipments/sandbox-scenario.ts';
import type { ReadableStore } from '../../data/query.ts';
import { failureText, text } from '../../text/text.ts';
import { type ChosenShipment, dayError } from './sandbox-text.ts';

/** The service's answer, and what was run. */
export interface ScenarioRun extends SandboxAnswer {
  /** "Happy, 2 shipments". */
  readonly what: string;
}

export interface SandboxState {
  readonly isOpen: boolean;
  readonly scenario: SandboxScenario;
  readonly by: 'shipments' | 'day';
  readonly chosen: readonly ChosenShipment[];
  /** As typed. */
  readonly day: string;
  /** Why the last code or row was not added; null where it was. */
  readonly addError: string | null;
  readonly isRunning: boolean;
  readonly run: ScenarioRun | null;
  readonly failure: Failure | null;
}

export interface SandboxStore extends ReadableStore<SandboxState> {
  change(change: Partial<Pick<SandboxState, 'isOpen' | 'scenario' | 'by' | 'day'>>): void;
  /** Chooses the parcel's shipment, or removes it again. */
  toggle(parcel: Parcel): void;
  /** Adds the shipment of a code that was scanned or typed. */
  add(reading: ScanReading): Promise<void>;
  remove(key: string): void;
  removeAll(): void;
  run(evenWholeDay: boolean): Promise<void>;
}

interface SandboxStoreParts {
  readonly today: string;
  /** Parcels with a code that begins with this text. */
  readonly findParcels: (code: string) => Promise<Result<Parcel[]>>;
  readonly runScenario: (request: {
    scenario: SandboxScenario;
    selection: SandboxSelection;
    evenWholeDay: boolean;
  }) => Promise<Result<SandboxAnswer>>;
}

/** The state of the panel and of the last run. */
export function createSandboxStore({ today, findParcels, runScenario }: SandboxStoreParts): SandboxStore {
  const stateStore = createStore<SandboxState>(() => ({
    ...{ isOpen: false, scenario: 'happy', by: 'shipments', chosen: [], day: today, addError: null },
    ...{ isRunning: false, run: null, failure: null },
  }));
  const { getState, setState } = stateStore;

  const choose = (shipments: readonly ChosenShipment[]): void => {
    const { chosen } = getState();
    const added = shipments.filter(({ key }) => chosen.every((other) => other.key !== key));
    const isTooMany = chosen.length + added.length > maxChosenShipments;
    setState(
      isTooMany
        ? { addError: text('sandbox.add.too-many', { count: maxChosenShipments }) }
        : { chosen: [...chosen, ...added], by: 'shipments', addError: null },
    );
  };

  const add = async (reading: ScanReading): Promise<void> => {
    const codes = codesOfReading(reading);
    for (const code of codes) {
      const found = await findParcels(code);
      if (!found.ok) return setState({ addError: failureText(found.failure) });
      const parcels = parcelsOfCode(found.value, code);
      if (parcels.length === 0) continue;
      const shipments = parcels.flatMap((parcel) => shipmentOf(parcel) ?? []);
      return shipments.length > 0 ? choose(shipments) : setState({ addError: text('sandbox.add.no-name') });
    }
    const [code, other] = codes;
    if (code === undefined) return setState({ addError: text('sandbox.add.not-a-code') });
    if (other !== undefined) return setState({ addError: text('sandbox.add.unclear', { code, other }) });
    choose([{ key: code, trackingCode: code, dropOffId: null, recipient: null }]);
  };

  return {
    getState,
    getInitialState: stateStore.getInitialState,
    subscribe: stateStore.subscribe,
    change: (change) => setState(change),
    toggle(parcel) {
      const shipment = shipmentOf(parcel);
      if (shipment === null) return setState({ addError: text('sandbox.add.no-name') });
      const { chosen } = getState();
      if (chosen.every(({ key }) => key !== shipment.key)) return choose([shipment]);
      setState({ chosen: chosen.filter(({ key }) => key !== shipment.key), addError: null });
    },
    add,
    remove: (key) => setState({ chosen: getState().chosen.filter((other) => other.key !== key), addError: null }),
    removeAll: () => setState({ chosen: [], addError: null }),
    async run(evenWholeDay) {
      const state = getState();
      const request = selectionOf(state);
      if (state.isRunning || !request.selection) return;
      setState({ isRunning: true, run: null, failure: null });
      const { scenario } = state;
      const answered = await runScenario({ scenario, selection: request.selection, evenWholeDay });
      setState({
        isRunning: false,
        ...(answered.ok ? { run: { ...answered.value, what: runText(state) } } : { failure: answered.failure }),
      });
    },
  };
}

/** The selection to send, or why there is none: one kind of selector, never two. */
export function selectionOf({
  by,
  chosen,
  day,
}: Pick<SandboxState, 'by' | 'chosen' | 'day'>):
  | { selection: SandboxSelection; why: null }
  | { selection: null; why: string } {
  if (by === 'day') {
    const why = dayError(day);
    return why === null ? { selection: { by: 'date', date: day.trim() }, why } : { selection: null, why };
  }
  if (chosen.length === 0) return { selection: null, why: text('sandbox.run.choose-first') };
  const trackingCodes = chosen.flatMap(({ trackingCode }) => trackingCode ?? []);
  if (trackingCodes.length === chosen.length) return { selection: { by: 'tracking codes', trackingCodes }, why: null };
  const shipmentIds = chosen.flatMap(({ dropOffId }) => dropOffId ?? []);
  if (shipmentIds.length === chosen.length) return { selection: { by: 'shipment ids', shipmentIds }, why: null };
  return { selection: null, why: text('sandbox.run.mixed') };
}

/** "Happy, 2 shipments". */
function runText({ scenario: name, by, chosen, day }: SandboxState): string {
  const scenario = text(`sandbox.scenario.${name}`);
  return by === 'day'
    ? text('sandbox.answer.run-on-day', { scenario, day: day.trim() })
    : text('sandbox.answer.run-on-shipments', { scenario, count: chosen.length });
}

/** The key of a parcel's shipment among the chosen; null where it cannot be selected. */
export function shipmentKey({ trackingCode, dropOffId }: Pick<Parcel, 'trackingCode' | 'dropOffId'>): string | null {
  return trackingCode ?? (dropOffId === null ? null : `number ${dropOffId}`);
}

function shipmentOf(parcel: Parcel): ChosenShipment | null {
  const key = shipmentKey(parcel);
  const { trackingCode, dropOffId, recipient } = parcel;
  return key === null ? null : { key, trackingCode, dropOffId, recipient: recipient.name };
}

/** The parcels with exactly this code; else those with the code regardless of case. */
function parcelsOfCode(parcels: readonly Parcel[], code: string): readonly Parcel[] {
  const carrying = (matches: (own: string) => boolean) =>
    parcels.filter((parcel) =>
      [parcel.customCode, parcel.pickUpCode, parcel.trackingCode].some((own) => own !== null && matches(own)),
    );
  const exact = carrying((own) => own === code);
  return exact.length > 0 ? exact : carrying((own) => own.toLowerCase() === code.toLowerCase());
}
