import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Parcel } from '../../../shared/parcel.ts';
import {
  mostChosenShipments,
  type SandboxAnswer,
  type SandboxScenario,
  type SandboxSelection,
  sandboxScenarioLabels,
  shipmentsInWords,
} from '../../../shared/sandbox.ts';
import { codesOfReading, type ScanReading } from '../../../shared/scan.ts';
import { dayFault } from './sandbox-words.ts';

/** One shipment a scenario shall move. */
export interface ChosenShipment {
  readonly key: string;
  readonly trackingCode: string | null;
  /** Names it where it has no tracking code. */
  readonly dropOffId: number | null;
  readonly recipient: string | null;
}

/** What the service answered, and to what. */
export interface ScenarioRun extends SandboxAnswer {
  /** "Happy, 2 shipments". */
  readonly what: string;
}

export interface SandboxDeskState {
  readonly isOpen: boolean;
  readonly scenario: SandboxScenario;
  readonly by: 'shipments' | 'day';
  readonly chosen: readonly ChosenShipment[];
  /** As it was written. */
  readonly day: string;
  /** Why the last code or row was not added; null where it was. */
  readonly notAdded: string | null;
  readonly isRunning: boolean;
  readonly run: ScenarioRun | null;
  readonly failure: Failure | null;
}

export interface SandboxDesk extends Pick<StoreApi<SandboxDeskState>, 'getState' | 'getInitialState' | 'subscribe'> {
  change(change: Partial<Pick<SandboxDeskState, 'isOpen' | 'scenario' | 'by' | 'day'>>): void;
  /** Chooses the parcel's shipment, or leaves it out again. */
  toggle(parcel: Parcel): void;
  /** Adds the shipment of a code that was scanned or typed. */
  add(reading: ScanReading): Promise<void>;
  remove(key: string): void;
  removeAll(): void;
  run(evenWholeDay: boolean): Promise<void>;
}

interface SandboxDeskParts {
  readonly today: string;
  /** Parcels one of whose codes begins so. */
  readonly findParcels: (code: string) => Promise<Result<Parcel[]>>;
  readonly runScenario: (wanted: {
    scenario: SandboxScenario;
    selection: SandboxSelection;
    evenWholeDay: boolean;
  }) => Promise<Result<SandboxAnswer>>;
}

/** What stands in the panel, and what became of it. */
export function createSandboxDesk({ today, findParcels, runScenario }: SandboxDeskParts): SandboxDesk {
  const store = createStore<SandboxDeskState>(() => ({
    ...{ isOpen: false, scenario: 'happy', by: 'shipments', chosen: [], day: today, notAdded: null },
    ...{ isRunning: false, run: null, failure: null },
  }));
  const { getState, setState } = store;

  const choose = (shipments: readonly ChosenShipment[]): void => {
    const { chosen } = getState();
    const added = shipments.filter(({ key }) => chosen.every((other) => other.key !== key));
    const isTooMany = chosen.length + added.length > mostChosenShipments;
    setState(isTooMany ? { notAdded: tooMany } : { chosen: [...chosen, ...added], by: 'shipments', notAdded: null });
  };

  const add = async (reading: ScanReading): Promise<void> => {
    const codes = codesOfReading(reading);
    for (const code of codes) {
      const found = await findParcels(code);
      if (!found.ok) return setState({ notAdded: found.failure.message });
      const parcels = parcelsOfCode(found.value, code);
      if (parcels.length === 0) continue;
      const shipments = parcels.flatMap((parcel) => shipmentOf(parcel) ?? []);
      return shipments.length > 0 ? choose(shipments) : setState({ notAdded: noName });
    }
    const [code, other] = codes;
    if (code === undefined) return setState({ notAdded: noCode });
    if (other !== undefined) return setState({ notAdded: `Neither ${code} nor ${other} is known here.` });
    choose([{ key: code, trackingCode: code, dropOffId: null, recipient: null }]);
  };

  return {
    getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    change: (change) => setState(change),
    toggle(parcel) {
      const shipment = shipmentOf(parcel);
      if (shipment === null) return setState({ notAdded: noName });
      const { chosen } = getState();
      if (chosen.every(({ key }) => key !== shipment.key)) return choose([shipment]);
      setState({ chosen: chosen.filter(({ key }) => key !== shipment.key), notAdded: null });
    },
    add,
    remove: (key) => setState({ chosen: getState().chosen.filter((other) => other.key !== key), notAdded: null }),
    removeAll: () => setState({ chosen: [], notAdded: null }),
    async run(evenWholeDay) {
      const state = getState();
      const wanted = selectionOf(state);
      if (state.isRunning || !wanted.selection) return;
      setState({ isRunning: true, run: null, failure: null });
      const { scenario } = state;
      const answered = await runScenario({ scenario, selection: wanted.selection, evenWholeDay });
      setState({
        isRunning: false,
        ...(answered.ok
          ? { run: { ...answered.value, what: `${sandboxScenarioLabels[scenario]}, ${whatIn(state)}` } }
          : { failure: answered.failure }),
      });
    },
  };
}

/** What would be sent, or why nothing can be: one kind of selector, never two. */
export function selectionOf({
  by,
  chosen,
  day,
}: Pick<SandboxDeskState, 'by' | 'chosen' | 'day'>):
  | { selection: SandboxSelection; why: null }
  | { selection: null; why: string } {
  if (by === 'day') {
    const why = dayFault(day);
    return why === null ? { selection: { by: 'date', date: day.trim() }, why } : { selection: null, why };
  }
  if (chosen.length === 0) return { selection: null, why: 'Choose a shipment first' };
  const trackingCodes = chosen.flatMap(({ trackingCode }) => trackingCode ?? []);
  if (trackingCodes.length === chosen.length) return { selection: { by: 'tracking codes', trackingCodes }, why: null };
  const shipmentIds = chosen.flatMap(({ dropOffId }) => dropOffId ?? []);
  if (shipmentIds.length === chosen.length) return { selection: { by: 'shipment ids', shipmentIds }, why: null };
  return { selection: null, why: 'Some have only a tracking code, others only a number: run them apart' };
}

const whatIn = ({ by, chosen, day }: SandboxDeskState): string =>
  by === 'day' ? `every shipment of ${day.trim()}` : shipmentsInWords(chosen.length);

/** The key a parcel's shipment has among the chosen; null where nothing of it can be sent. */
export function shipmentKey({ trackingCode, dropOffId }: Pick<Parcel, 'trackingCode' | 'dropOffId'>): string | null {
  return trackingCode ?? (dropOffId === null ? null : `number ${dropOffId}`);
}

function shipmentOf(parcel: Parcel): ChosenShipment | null {
  const key = shipmentKey(parcel);
  const { trackingCode, dropOffId, recipient } = parcel;
  return key === null ? null : { key, trackingCode, dropOffId, recipient: recipient.name };
}

/** Those that carry exactly this code; without one, those that carry it in other letters. */
function parcelsOfCode(parcels: readonly Parcel[], code: string): readonly Parcel[] {
  const carrying = (alike: (own: string) => boolean) =>
    parcels.filter((parcel) =>
      [parcel.customCode, parcel.pickUpCode, parcel.trackingCode].some((own) => own !== null && alike(own)),
    );
  const exact = carrying((own) => own === code);
  return exact.length > 0 ? exact : carrying((own) => own.toLowerCase() === code.toLowerCase());
}

const tooMany = `${mostChosenShipments} shipments are chosen already: run the scenario on them first.`;
const noName = 'That shipment has neither a tracking code nor a number: a scenario cannot name it.';
const noCode = 'That can be no code of a shipment.';
