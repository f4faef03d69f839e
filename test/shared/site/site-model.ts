import {
  type Alone,
  actToStore,
  answerToWish,
  type BenchSituation,
  nextDeletionStep,
  nextPrintStep,
  type ParcelHere,
  type SeenAct,
  type SiteQuestion,
  type Step,
} from '../../../src/shared/site/holder-protocol.ts';
import {
  type BenchId,
  copySteps,
  type HolderAct,
  type ParcelFact,
  unknownAtSite,
  withFact,
} from '../../../src/shared/site/parcel-at-site.ts';

/** The rules under test; a broken protocol replaces some of them. */
export interface Protocol {
  nextPrintStep: typeof nextPrintStep;
  nextDeletionStep: typeof nextDeletionStep;
  answerToWish: typeof answerToWish;
  withFact: typeof withFact;
  /** False: the engine accepts an act behind any other one. */
  comparesSequences: boolean;
  /** False: a release is not stored before it is sent. */
  storesReleases: boolean;
  /** False: acts of a paused bench are passed over with its facts. */
  keepsActsOfPaused: boolean;
}

export const protocol: Protocol = {
  ...{ nextPrintStep, nextDeletionStep, answerToWish, withFact },
  comparesSequences: true,
  storesReleases: true,
  keepsActsOfPaused: true,
};

interface NumberedFact {
  readonly bench: BenchId;
  readonly n: number;
  readonly parcel: number;
  readonly fact: ParcelFact;
}

interface Wish {
  readonly to: BenchId;
  readonly parcel: number;
  readonly purpose: 'print' | 'delete';
}

type Message = { readonly id: number } & (
  | { readonly kind: 'fact'; readonly fact: NumberedFact }
  | { readonly kind: 'act'; readonly parcel: number; readonly act: HolderAct }
  | { readonly kind: 'wish'; readonly wish: Wish }
);

interface Intent {
  readonly kind: 'print' | 'delete';
  readonly parcel: number;
  readonly confirmed: Set<string>;
  questions: readonly SiteQuestion[];
  wished: BenchId | null;
}

/** What a bench has on its disk. */
interface BenchFile {
  id: BenchId;
  /** Its own facts; also those of its earlier ids, which it goes on sending where the engine lacks them. */
  logs: Map<BenchId, NumberedFact[]>;
  vector: Map<BenchId, number>;
  position: number;
  /** The id of the message at its position. */
  mark: number;
  shared: ParcelHere['shared'][];
  lastActs: (SeenAct | null)[];
  /** The act behind which its release was sent; -1 once the engine's data is not the same any more. */
  releasing: ({ after: number; act: HolderAct } | null)[];
  intents: Intent[];
  wishes: Wish[];
  /** The benches, by place, whose facts are passed over, and from where they are to be read again. */
  paused: Map<number, number>;
  /** From where it reads again for benches that are read on; null: nothing is read a second time. */
  again: number | null;
}

interface Bench {
  readonly index: number;
  file: BenchFile;
  backup: BenchFile | null;
  /** A new object with each connection and each start: an answer belongs to one of them. */
  session: object;
  isLinked: boolean;
  isCaughtUp: boolean;
  suspectsOthers: boolean;
}

interface Request {
  readonly from: Bench;
  readonly session: object;
  readonly parcel: number;
  readonly act: HolderAct;
  readonly after: number;
}

interface Deed {
  readonly bench: number;
  readonly parcel: number;
  readonly copy?: string;
}

export interface Site {
  readonly benches: readonly Bench[];
  readonly steps: Readonly<Record<StepName, (bench: Bench, parcel: number) => void>>;
  /** The benches and parcels for which that step would do something now. */
  enabled(name: StepName): { bench: Bench; parcel: number }[];
  /** Ends every cut and sends and reads everything. */
  settle(): void;
  /** What must never happen and did. */
  readonly violations: string[];
}

export type StepName =
  | ('print' | 'delete' | 'work' | 'answer' | 'printer' | 'service' | 'deliver' | 'flush' | 'read' | 'serve')
  | ('pause' | 'read-on')
  | ('suspect' | 'cut' | 'heal' | 'kill' | 'lose-engine' | 'put-engine-back' | 'back-up' | 'restore');

/** A site of benches with an engine, printers and the delivery service; each step is one atomic one of one bench. */
export function siteModel(alone: readonly Alone[], parcels: number, rules: Protocol = protocol): Site {
  let messages: Message[] = [];
  let lastMessageId = 0;
  let lastEpoch = 1;
  let lastCopy = 0;
  let lastRequest = 0;
  let underWay: Request[] = [];
  const violations: string[] = [];
  const begun: Deed[] = [];
  const voided = new Set<string>();
  const requested: Deed[] = [];
  const answered: Deed[] = [];

  const benches: Bench[] = alone.map((_, index) => ({
    index,
    file: emptyFile(`bench-${index}`, parcels),
    backup: null,
    session: {},
    ...{ isLinked: true, isCaughtUp: true, suspectsOthers: false },
  }));

  const post = (message: DistributedOmit<Message>): void => {
    lastMessageId += 1;
    messages.push({ ...message, id: lastMessageId } as Message);
  };
  const sentBy = (bench: BenchId): number =>
    messages.filter((message) => message.kind === 'fact' && message.fact.bench === bench).length;
  const lastActOf = (parcel: number): number =>
    messages.findLastIndex((message) => message.kind === 'act' && message.parcel === parcel) + 1;

  const change = ({ file }: Bench, parcel: number, fact: ParcelFact): void => {
    const log = file.logs.get(file.id) ?? [];
    log.push({ bench: file.id, n: log.length + 1, parcel, fact });
    file.logs.set(file.id, log);
    file.vector.set(file.id, log.length);
    file.shared[parcel] = rules.withFact(file.shared[parcel] ?? unknownAtSite, fact);
  };

  const here = ({ file }: Bench, parcel: number): ParcelHere => ({
    shared: file.shared[parcel] ?? unknownAtSite,
    lastAct: file.lastActs[parcel] ?? null,
    isReleasing: rules.storesReleases && file.releasing[parcel] !== null,
  });

  const isPaused = ({ file }: Bench, id: BenchId): boolean => file.paused.has(placeOf(id));

  const situationOf = (bench: Bench): BenchSituation => ({
    bench: bench.file.id,
    isConnected: bench.isLinked && bench.isCaughtUp,
    alone: alone[bench.index] ?? 'ask',
    // A restored bench does not answer under its earlier id.
    isAway: (id) => bench.suspectsOthers || !benches.some(({ file }) => file.id === id) || isPaused(bench, id),
  });

  /** A second bench did it, and no operator was asked at either. */
  const note = (deeds: Deed[], deed: Deed, what: string): void => {
    const isAsked = ({ bench }: Deed): boolean =>
      answered.some((answer) => answer.parcel === deed.parcel && answer.bench === bench);
    for (const earlier of deeds) {
      if (earlier.parcel !== deed.parcel || earlier.bench === deed.bench || voided.has(earlier.copy ?? '')) continue;
      if (!isAsked(earlier) && !isAsked(deed))
        violations.push(`${what} of parcel ${deed.parcel} at bench ${earlier.bench} and ${deed.bench}`);
    }
    deeds.push(deed);
  };

  const storeAct = (bench: Bench, parcel: number, { holding, copies, requests }: HolderAct): void => {
    change(bench, parcel, { kind: 'holding', holding, copies, requests });
    bench.file.releasing[parcel] = null;
  };

  const act = (bench: Bench, intent: Intent): void => {
    const { parcel } = intent;
    const { file } = bench;
    file.intents = file.intents.filter((other) => other !== intent);
    if (intent.kind === 'print') {
      lastCopy += 1;
      const copy = `copy-${lastCopy}`;
      note(begun, { bench: bench.index, parcel, copy }, 'Copies');
      change(bench, parcel, { kind: 'copy', copy: { id: copy, bench: file.id, state: 'began' } });
    } else if (!file.shared[parcel]?.requests.some(({ bench: by, state }) => by === file.id && state === 'sent')) {
      lastRequest += 1;
      const id = `request-${lastRequest}`;
      note(requested, { bench: bench.index, parcel, copy: id }, 'Deletions');
      change(bench, parcel, { kind: 'deletion', request: { id, bench: file.id, state: 'sent' } });
    }
  };

  const request = (bench: Bench, parcel: number, sent: HolderAct, after: number): void => {
    underWay.push({ from: bench, session: bench.session, parcel, act: sent, after });
  };

  const take = (bench: Bench, intent: Intent, step: Step): void => {
    const { file } = bench;
    if (step.kind === 'act') act(bench, intent);
    else if (step.kind === 'ask') intent.questions = step.questions;
    else if (step.kind === 'claim') request(bench, intent.parcel, step.act, step.after);
    else if (step.kind === 'take-over-alone') storeAct(bench, intent.parcel, step.act);
    else if (step.kind === 'refuse') file.intents = file.intents.filter((other) => other !== intent);
    else if (step.kind === 'wish' && intent.wished !== step.to) {
      intent.wished = step.to;
      post({ kind: 'wish', wish: { to: step.to, parcel: intent.parcel, purpose: intent.kind } });
    }
  };

  const addIntent = ({ file }: Bench, kind: Intent['kind'], parcel: number): void => {
    if (!file.intents.some((intent) => intent.parcel === parcel && intent.kind === kind))
      file.intents.push({ kind, parcel, confirmed: new Set(), questions: [], wished: null });
  };

  const receive = (bench: Bench, message: Message, sequence: number): void => {
    const { file } = bench;
    if (message.kind === 'fact') {
      const { bench: by, n, parcel, fact } = message.fact;
      if (by !== file.id && isPaused(bench, by)) return;
      const known = file.vector.get(by) ?? 0;
      if (n > known + 1) violations.push(`Fact ${by}/${n} arrived behind ${known}`);
      if (n !== known + 1) return;
      file.vector.set(by, n);
      file.shared[parcel] = rules.withFact(file.shared[parcel] ?? unknownAtSite, fact);
    } else if (message.kind === 'wish') {
      if (message.wish.to === file.id) file.wishes.push(message.wish);
    } else {
      const { parcel, act } = message;
      const isPassedOver = !rules.keepsActsOfPaused && isPaused(bench, act.holding.bench);
      if (isPassedOver || (file.lastActs[parcel]?.sequence ?? 0) > sequence) return;
      file.lastActs[parcel] = { ...act, sequence };
      const own = actToStore(here(bench, parcel), file.id);
      const release = file.releasing[parcel];
      if (release && release.after >= 0 && sequence > release.after) file.releasing[parcel] = null;
      if (own) storeAct(bench, parcel, own);
    }
  };

  const steps: Site['steps'] = {
    print: (bench, parcel) => addIntent(bench, 'print', parcel),
    delete: (bench, parcel) => addIntent(bench, 'delete', parcel),
    work(bench, parcel) {
      const intent = bench.file.intents.find((one) => one.parcel === parcel) ?? bench.file.intents[0];
      if (!intent) return;
      const next = intent.kind === 'print' ? rules.nextPrintStep : rules.nextDeletionStep;
      take(bench, intent, next(here(bench, intent.parcel), situationOf(bench), intent.confirmed));
    },
    answer(bench) {
      const intent = bench.file.intents.find(({ questions }) => questions.length > 0);
      if (!intent) return;
      for (const { key } of intent.questions) intent.confirmed.add(key);
      intent.questions = [];
      answered.push({ bench: bench.index, parcel: intent.parcel });
    },
    printer({ index, file }, parcel) {
      const copy = file.shared[parcel]?.copies.find(
        ({ bench, state }) => bench === file.id && copySteps[state].length > 0,
      );
      const state = copy && copySteps[copy.state][(parcel + file.vector.size) % copySteps[copy.state].length];
      const bench = benches[index];
      if (copy && state === 'void') voided.add(copy.id);
      if (copy && state && bench) change(bench, parcel, { kind: 'copy', copy: { ...copy, state } });
    },
    service(bench, parcel) {
      const { file } = bench;
      const open = file.shared[parcel]?.requests.find(({ bench: by, state }) => by === file.id && state === 'sent');
      if (!open) return;
      const state = (parcel + file.vector.size + messages.length) % 3 === 0 ? 'rejected' : 'answered';
      if (state === 'rejected') voided.add(open.id);
      change(bench, parcel, { kind: 'deletion', request: { ...open, state } });
    },
    deliver(_bench, parcel) {
      const index = underWay.findIndex((one) => one.parcel === parcel);
      const [request] = index < 0 ? [] : underWay.splice(index, 1);
      if (!request) return;
      const { from, session, act: sent, after } = request;
      if (rules.comparesSequences && lastActOf(parcel) !== after) return;
      post({ kind: 'act', parcel, act: sent });
      if (from.session !== session || !from.isLinked) return;
      from.file.lastActs[parcel] = { ...sent, sequence: messages.length };
      storeAct(from, parcel, sent);
    },
    flush({ isLinked, file }) {
      if (!isLinked) return;
      for (const [bench, log] of file.logs) {
        const fact = log[sentBy(bench)];
        if (fact) return post({ kind: 'fact', fact });
      }
    },
    read(bench) {
      if (!bench.isLinked) return;
      const { file } = bench;
      const from = file.again ?? file.position;
      for (const [index, message] of messages.slice(from, from + 3).entries()) {
        const reached = from + index + 1;
        receive(bench, message, reached);
        if (file.again !== null) file.again = reached < file.position ? reached : null;
        if (reached <= file.position) continue;
        file.position = reached;
        file.mark = message.id;
      }
      bench.isCaughtUp ||= file.again === null && file.position === messages.length;
    },
    pause({ index, file, isLinked }, parcel) {
      const other = (index + 1 + parcel) % benches.length;
      if (!isLinked || other === index || file.paused.has(other)) return;
      // One that is being read again is not known up to the position yet.
      file.paused.set(other, file.again ?? file.position);
    },
    'read-on'(bench) {
      const { file } = bench;
      if (!bench.isLinked || file.paused.size === 0) return;
      const from = Math.min(...file.paused.values(), file.again ?? file.position);
      file.again = from < file.position ? from : null;
      file.paused.clear();
      bench.isCaughtUp = file.again === null && file.position === messages.length;
    },
    serve(bench) {
      const { file } = bench;
      if (!bench.isLinked || !bench.isCaughtUp) return;
      const pending = file.releasing.findIndex((release) => release !== null && release.after >= 0);
      const again = file.releasing[pending];
      // Its outcome is unknown, and the engine's data is the same: the engine accepts it once.
      if (again) return request(bench, pending, again.act, again.after);
      const wish = file.wishes[0];
      if (!wish) return;
      const answer = rules.answerToWish(here(bench, wish.parcel), file.id);
      if (answer.kind === 'wait') return;
      file.wishes.shift();
      if (answer.kind === 'not-holder') return;
      if (wish.purpose === 'delete') return addIntent(bench, 'delete', wish.parcel);
      file.intents = file.intents.filter(({ parcel }) => parcel !== wish.parcel);
      file.releasing[wish.parcel] = { after: answer.after, act: answer.act };
      request(bench, wish.parcel, answer.act, answer.after);
    },
    suspect(bench) {
      bench.suspectsOthers = !bench.suspectsOthers;
    },
    cut(bench) {
      bench.isLinked = false;
      bench.isCaughtUp = false;
      bench.session = {};
    },
    heal(bench) {
      if (bench.isLinked) return;
      const { file } = bench;
      bench.isLinked = true;
      bench.session = {};
      if (file.position === 0 || messages[file.position - 1]?.id === file.mark) return;
      file.position = 0;
      file.again = null;
      for (const other of file.paused.keys()) file.paused.set(other, 0);
      file.lastActs = file.lastActs.map(() => null);
      file.releasing = file.releasing.map((release) => release && { ...release, after: -1 });
    },
    kill(bench) {
      steps.cut(bench, 0);
      bench.suspectsOthers = false;
    },
    'lose-engine'() {
      messages = [];
      underWay = [];
      for (const bench of benches) steps.cut(bench, 0);
    },
    'put-engine-back'() {
      messages = messages.slice(0, -3);
      underWay = [];
      for (const bench of benches) steps.cut(bench, 0);
    },
    'back-up'(bench) {
      bench.backup = structuredClone(bench.file);
    },
    restore(bench) {
      if (!bench.backup) return;
      steps.kill(bench, 0);
      bench.file = structuredClone(bench.backup);
      // The station knows a copied file by its place on the disk. Its unfinished work waits for an operator.
      lastEpoch += 1;
      bench.file.id = `bench-${bench.index}~${lastEpoch}`;
      bench.file.intents = [];
      bench.file.wishes = [];
      bench.file.releasing = bench.file.releasing.map(() => null);
    },
  };

  for (const [parcel] of Array.from({ length: parcels - 1 }).entries()) {
    const creator = benches[parcel];
    const holding = { term: 1, bench: creator?.file.id ?? '', isReleased: false };
    // The last parcel is of an import: no bench holds it.
    if (creator) change(creator, parcel, { kind: 'holding', holding, copies: [], requests: [] });
  }

  const settle = (): void => {
    while (underWay[0]) steps.deliver(underWay[0].from, underWay[0].parcel);
    for (const bench of benches) {
      steps.heal(bench, 0);
      steps['read-on'](bench, 0);
    }
    const progress = (): string => `${messages.length} ${benches.map(({ file }) => [file.position, file.again])}`;
    for (let before = ''; before !== progress(); ) {
      before = progress();
      for (const bench of benches) {
        steps.flush(bench, 0);
        steps.read(bench, 0);
      }
    }
  };
  settle();

  const isEnabled = (name: StepName, bench: Bench, parcel: number): boolean => {
    const { file, isLinked } = bench;
    const intents = file.intents.filter((intent) => intent.parcel === parcel);
    const { copies = [], requests = [] } = file.shared[parcel] ?? {};
    switch (name) {
      case 'print':
      case 'delete':
        return !intents.some(({ kind }) => kind === name) && !requests.some(({ state }) => state === 'answered');
      case 'work':
        return intents.length > 0 && !underWay.some(({ session }) => session === bench.session);
      case 'answer':
        return intents.some(({ questions }) => questions.length > 0);
      case 'printer':
        return copies.some((copy) => copy.bench === file.id && copySteps[copy.state].length > 0);
      case 'service':
        return requests.some((request) => request.bench === file.id && request.state === 'sent');
      case 'deliver':
        return underWay.some((one) => one.parcel === parcel && one.from === bench);
      case 'flush':
        return isLinked && [...file.logs.values()].some((log) => log.length > sentBy(log[0]?.bench ?? ''));
      case 'read':
        return isLinked && (file.again ?? file.position) < messages.length;
      case 'read-on':
        return isLinked && file.paused.size > 0;
      case 'serve':
        return isLinked && (file.wishes.length > 0 || file.releasing.some((one) => one !== null));
      case 'heal':
        return !isLinked;
      case 'restore':
        return bench.backup !== null;
      default:
        return true;
    }
  };

  return {
    ...{ benches, steps, violations, settle },
    enabled: (name) =>
      benches.flatMap((bench) =>
        Array.from({ length: parcels }, (_, parcel) => ({ bench, parcel })).filter(({ parcel }) =>
          isEnabled(name, bench, parcel),
        ),
      ),
  };
}

type DistributedOmit<T> = T extends unknown ? Omit<T, 'id'> : never;

const emptyFile = (id: BenchId, parcels: number): BenchFile => ({
  id,
  logs: new Map(),
  vector: new Map(),
  ...{ position: 0, mark: 0 },
  shared: Array.from({ length: parcels }, () => unknownAtSite),
  lastActs: Array.from({ length: parcels }, () => null),
  releasing: Array.from({ length: parcels }, () => null),
  ...{ intents: [], wishes: [], paused: new Map(), again: null },
});

/** The place of the bench with that id among the benches; each of its epochs is the same bench. */
const placeOf = (id: BenchId): number => Number(/^bench-(\d+)/.exec(id)?.[1]);
