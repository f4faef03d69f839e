import type { Topic } from '../../shared/contract/changes.ts';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import {
  advanceRehearsal,
  begunRehearsal,
  type KeptRehearsal,
  keptRehearsalSchema,
  type RehearsalEvent,
  type RehearsalProgress,
  type RehearsalSnapshot,
  type RehearsalView,
  rehearsalFacts,
} from '../../shared/contract/rehearsal.ts';
import {
  type RehearsalFact,
  type RehearsalFault,
  type RehearsalId,
  rehearsals,
} from '../../shared/contract/rehearsal-scripts.ts';
import { message } from '../../shared/messages/message.ts';
import type { OrderRequest } from '../../shared/orders/order-request.ts';
import { type Printer, printerForNewLabels } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { EnvironmentKind } from '../../shared/settings/environment.ts';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { Announce } from './notices.ts';
import type { Orders } from './orders/order-creation.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Records } from './ports/records.ts';
import type { PrintQueue } from './printing/print-queue.ts';

/** Where a rehearsal is kept. */
export interface RehearsalStore {
  /** Null where there is none. */
  read(): Promise<unknown>;
  /** Null removes it. */
  write(kept: KeptRehearsal | null): Promise<void>;
}

export interface RehearsalsParts {
  environment: EnvironmentKind;
  records: Pick<Records, 'parcel' | 'printJobsOfParcel' | 'recentScans' | 'command' | 'labelBytes'>;
  orders: Pick<Orders, 'create' | 'progress'>;
  printQueue: Pick<PrintQueue, 'cancel'>;
  store: RehearsalStore;
  clock: Clock;
  announce: Announce;
  /** Which printers take labels has changed: `printersOf` says which. */
  onPrintersChanged(): void;
  /** A fault began or ended: everything that waits is tried now. */
  onFaultChanged(ended: RehearsalFault | null): void;
  onBug(error: unknown): void;
}

/** The view without what only an adapter knows: bars and spaces. */
export type RehearsalState = Omit<RehearsalView, 'code'> & { readonly code: string | null };

/** Rehearsals of faults: in a practice environment alone, one at a time. */
export interface Rehearsals {
  /** The one that runs, or ended and was not dismissed; else null. */
  read(): RehearsalState | null;
  start(id: RehearsalId): Promise<Result<null>>;
  /** A button of the strip. */
  choose(choice: string): Promise<Result<null>>;
  stop(): Promise<Result<null>>;
  dismiss(): Promise<Result<null>>;
  /** The fault to make now; null outside a rehearsal. */
  fault(): RehearsalFault | null;
  /** The label that the fault `other label` prints in place of any other; null where there is none. */
  otherLabel(): Promise<Uint8Array | null>;
  /** While a rehearsal runs, the practice printer takes all labels: no real printer gets one. */
  printersOf(printers: readonly Printer[]): readonly Printer[];
  topicsChanged(topics: readonly Topic[]): void;
  /** An operator created an order. */
  orderCreated(): void;
  /** Reports a rehearsal that the previous run did not finish. */
  resume(): Promise<void>;
  /** Resolves when nothing of it uses the records any more. */
  idle(): Promise<void>;
}

/** What runs: its own order and parcels, and since when its present step is shown. */
interface Running {
  readonly commandId: number;
  /** The custom code of its first parcel. */
  readonly customCode: string | null;
  parcels: readonly Parcel[];
  isPreparing: boolean;
  stepSince: string;
  /** The newest deletion of the parcel. */
  deletionId: number | null;
  /** Orders that operators created since it began. */
  otherOrders: number;
}

const observedTopics: readonly Topic[] = ['print jobs', 'parcels', 'deletions', 'commands', 'scans'];

/** Scans and print jobs that are looked at: a rehearsal has a few. */
const maxRows = 30;

export function createRehearsals(parts: RehearsalsParts): Rehearsals {
  const { records, orders, clock } = parts;
  let progress: RehearsalProgress | null = null;
  let running: Running | null = null;
  let isChecking = false;
  let isStopped = false;
  const mutex = createMutex();

  const isRunning = (): boolean => progress !== null && progress.end === null;

  const fault = (): RehearsalFault | null => {
    if (progress === null || progress.end !== null) return null;
    const script = rehearsals[progress.id];
    if (running?.isPreparing !== false) return script.needs === 'uncertain order' ? 'answer lost' : null;
    return script.steps[progress.at]?.fault ?? null;
  };

  /** Takes the next progress: its fault and its printers hold from now on, and it is on disk when this resolves. */
  const become = async (next: RehearsalProgress | null, change: () => void = () => {}): Promise<void> => {
    const [faultBefore, ranBefore] = [fault(), isRunning()];
    progress = next;
    change();
    if (!isRunning()) running = null;
    if (running) running.stepSince = instant(clock.now());
    if (isRunning() !== ranBefore) parts.onPrintersChanged();
    if (fault() !== faultBefore) parts.onFaultChanged(faultBefore);
    parts.announce('rehearsal', 'station');
    const parcels = running?.parcels.map(({ id }) => id) ?? [];
    await parts.store.write(next && { progress: next, parcels });
  };

  const take = async (event: RehearsalEvent): Promise<boolean> => {
    if (progress === null) return false;
    const next = advanceRehearsal(progress, event);
    if (next === progress) return false;
    // Before the fault and the practice printer go.
    if (next.end !== null) await cancelUnsent(running?.parcels.map(({ id }) => id) ?? []);
    await become(next);
    return true;
  };

  /** Labels of a rehearsal that is over print nowhere. */
  const cancelUnsent = async (parcels: readonly number[]): Promise<void> => {
    for (const id of parcels) {
      for (const { id: jobId, state } of await records.printJobsOfParcel(id, maxRows)) {
        if (state === 'queued' || state === 'held') await parts.printQueue.cancel(jobId);
      }
    }
  };

  /** Goes to the first step as soon as the order is what the script needs. */
  const prepare = async (current: Running): Promise<void> => {
    const asked = await orders.progress(current.commandId);
    if (!asked.ok || progress === null) return;
    const { state, parcels } = asked.value;
    if (state === 'rejected') return void (await take({ kind: 'ended', end: 'stopped' }));
    const isReady =
      rehearsals[progress.id].needs === 'uncertain order'
        ? state === 'uncertain'
        : state === 'created' && parcels.every(({ label }) => label?.state === 'stored');
    if (!isReady) return;
    await become(progress, () => {
      current.parcels = parcels;
      current.isPreparing = false;
    });
  };

  const readFacts = async (current: Running): Promise<RehearsalFact[]> => {
    const [first, other] = current.parcels;
    const [jobs, otherJobs, present, { scans }, order] = await Promise.all([
      first ? records.printJobsOfParcel(first.id, maxRows) : [],
      other ? records.printJobsOfParcel(other.id, 1) : [],
      first ? records.parcel(first.id) : null,
      records.recentScans(maxRows, current.stepSince),
      records.command(current.commandId),
    ]);
    const scanned = scans.find(({ parcel, deletion }) => deletion !== null && parcel?.id === first?.id);
    current.deletionId = present?.deletion?.commandId ?? scanned?.deletion?.commandId ?? current.deletionId;
    const deletion = current.deletionId === null ? null : await records.command(current.deletionId);
    const lookedUp = scans.flatMap(({ at, mode, parcel, order: scannedOrder }) => {
      if (mode !== 'look up' || at < current.stepSince) return [];
      if (scannedOrder?.id === current.commandId) return ['order'] as const;
      if (parcel === null) return [];
      return parcel.id === first?.id ? (['parcel'] as const) : parcel.id === other?.id ? (['other'] as const) : [];
    });
    const snapshot: RehearsalSnapshot = {
      jobs: jobs.toReversed().map(({ state, evidence }) => ({ state, confirmedBy: evidence.confirmedBy })),
      hasOtherJob: otherJobs.length > 0,
      deletion: deletion?.state ?? null,
      ...{ lookedUp, order: order?.state ?? null, otherOrders: current.otherOrders },
    };
    return rehearsalFacts(snapshot);
  };

  /** Reads the facts until they fulfil no further step. */
  const check = async (): Promise<void> => {
    let hasAdvanced = true;
    while (hasAdvanced && running !== null && !isStopped) {
      const current: Running = running;
      if (current.isPreparing) await prepare(current);
      if (current.isPreparing) return;
      hasAdvanced = await take({ kind: 'facts', facts: await readFacts(current) });
    }
  };

  const codeOf = (current: Running): string | null => {
    if (progress === null || current.isPreparing) return null;
    const [first, other] = current.parcels;
    switch (rehearsals[progress.id].steps[progress.at]?.code) {
      case 'parcel':
        return current.customCode;
      case 'label':
        return first?.pickUpCode ?? null;
      case 'other label':
        return other?.pickUpCode ?? null;
      default:
        return null;
    }
  };

  const begin = async (id: RehearsalId): Promise<Result<null>> => {
    if (parts.environment !== 'practice') return failed(practiceOnly);
    if (isRunning()) return failed(runsAlready);
    const parcels = rehearsals[id].needs === 'two parcels' ? 2 : 1;
    // The fault and the printers hold before the order is on its way.
    await become(begunRehearsal(id));
    const created = await orders.create(rehearsalOrder(parcels), {
      ...{ quotedPrice: null, evenIfDuplicate: true, print: false },
    });
    if (!created.ok) {
      await become(null);
      return created;
    }
    running = {
      ...{ commandId: created.value.command.id, customCode: created.value.command.codes[0] ?? null },
      ...{ parcels: [], isPreparing: true },
      ...{ stepSince: instant(clock.now()), deletionId: null, otherOrders: 0 },
    };
    await check();
    return success(null);
  };

  return {
    read: () =>
      progress && {
        ...progress,
        isPreparing: progress.end === null && running?.isPreparing !== false,
        code: running && codeOf(running),
      },
    start: (id) => mutex.runExclusive(() => begin(id)),
    choose: (choice) =>
      mutex.runExclusive(async () => {
        // What was done before the button was pressed counts before it.
        await check();
        await take({ kind: 'chosen', choice });
        await check();
        return success(null);
      }),
    stop: () =>
      mutex.runExclusive(async () => {
        await take({ kind: 'ended', end: 'stopped' });
        return success(null);
      }),
    dismiss: () =>
      mutex.runExclusive(async () => {
        if (!isRunning()) await become(null);
        return success(null);
      }),
    fault,
    async otherLabel() {
      const sha256 = running?.parcels[1]?.label?.sha256;
      return sha256 ? records.labelBytes(sha256) : null;
    },
    printersOf: (printers) => (isRunning() ? [practicePrinterOf(printers)] : printers),
    topicsChanged(topics) {
      if (running === null || isChecking || isStopped || !topics.some((topic) => observedTopics.includes(topic)))
        return;
      isChecking = true;
      const checked = mutex.runExclusive(async () => {
        isChecking = false;
        await check();
      });
      checked.catch((error: unknown) => {
        if (!isStopped) parts.onBug(error);
      });
    },
    orderCreated() {
      if (running?.isPreparing === false) running.otherOrders += 1;
    },
    resume: () =>
      mutex.runExclusive(async () => {
        const kept = keptRehearsalSchema.safeParse(await parts.store.read());
        if (!kept.success || parts.environment !== 'practice' || progress !== null) return;
        await cancelUnsent(kept.data.parcels);
        await become(advanceRehearsal(kept.data.progress, { kind: 'ended', end: 'interrupted' }));
        // What was blocked by its fault is blocked on disk.
        parts.onFaultChanged('token rejected');
      }),
    async idle() {
      isStopped = true;
      await mutex.idle();
    },
  };
}

/** The first virtual printer, without a stand-in; one of its own where there is none. */
function practicePrinterOf(printers: readonly Printer[]): Printer {
  const virtual = printers.filter(({ connection }) => transportCapabilities(connection).isVirtual);
  const { standIn: _, onHold: __, ...printer } = printerForNewLabels(virtual, 'practice') ?? practicePrinter;
  return { ...printer, default: true };
}

const practicePrinter: Printer = { name: 'Practice printer', connection: { kind: 'virtual' }, default: true };

/** The order of a rehearsal, named as what it is wherever it is shown. */
const rehearsalOrder = (parcels: number): OrderRequest => ({
  pick_up_address: { text: 'Practice bench', person_name: 'Packbench' },
  drop_offs: [
    {
      address: { text: 'Rehearsal Street 1', person_name: 'Rehearsal' },
      parcels: Array.from({ length: parcels }, () => ({ unit: 'g' as const, values: 500 })),
    },
  ],
});

const practiceOnly: Failure = { code: 'not-allowed-now', message: message('rehearsal.practice-only') };

const runsAlready: Failure = { code: 'not-allowed-now', message: message('rehearsal.runs-already') };
