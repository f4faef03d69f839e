import {
  type Alone,
  actToStore,
  answerToWish,
  type BenchSituation,
  knownOf,
  nextDeletionStep,
  nextPrintStep,
  type ParcelHere,
  releaseAgain,
  type SiteQuestion,
  type Step,
  takeOverStep,
  unknownHere,
  withMessage,
  withoutActs,
  withRefusal,
} from '../../../src/shared/site/holder-protocol.ts';
import {
  type BenchId,
  copySteps,
  type HolderAct,
  type ParcelFact,
  withFact,
} from '../../../src/shared/site/parcel-at-site.ts';

/** The rules under test; a broken protocol replaces some of them. */
export interface Protocol {
  nextPrintStep: typeof nextPrintStep;
  nextDeletionStep: typeof nextDeletionStep;
  answerToWish: typeof answerToWish;
  releaseAgain: typeof releaseAgain;
  withMessage: typeof withMessage;
  withRefusal: typeof withRefusal;
  withoutActs: typeof withoutActs;
  withFact: typeof withFact;
  /** False: the engine accepts an act behind any other one. */
  comparesSequences: boolean;
  /** False: a release is not stored before it is sent. */
  storesReleases: boolean;
  /** False: acts of a paused bench are passed over with its facts. */
  keepsActsOfPaused: boolean;
  /** False: what was confirmed for one copy or deletion counts for later ones too. */
  forgetsConfirmations: boolean;
}

export const protocol: Protocol = {
  ...{ nextPrintStep, nextDeletionStep, answerToWish, releaseAgain, withMessage, withRefusal, withoutActs, withFact },
  comparesSequences: true,
  storesReleases: true,
  keepsActsOfPaused: true,
  forgetsConfirmations: true,
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

/** `sequence`: its number in the engine's present data. `act`: null for what a hostile bench wrote to a parcel's subject. */
type Message = { readonly id: number; readonly sequence: number } & (
  | { readonly kind: 'fact'; readonly fact: NumberedFact }
  | { readonly kind: 'act'; readonly parcel: number; readonly act: HolderAct | null }
  | { readonly kind: 'wish'; readonly wish: Wish }
);

interface Intent {
  readonly kind: 'print' | 'delete';
  readonly parcel: number;
  readonly confirmed: Set<string>;
  /** An operator answered a question of this one. */
  isAnswered: boolean;
  questions: readonly SiteQuestion[];
  wished: BenchId | null;
}

/** What a bench has on its disk. */
interface BenchFile {
  id: BenchId;
  /** Its own facts; also those of its earlier ids, which it goes on sending where the engine lacks them. */
  logs: Map<BenchId, NumberedFact[]>;
  vector: Map<BenchId, number>;
  /** The number of the message that it read last, in which data of the engine, and its id. */
  position: number;
  dataId: number;
  mark: number;
  parcels: ParcelHere[];
  intents: Intent[];
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
  /** What others asked of it since it was started. */
  wishes: Wish[];
}

interface Request {
  readonly kind: 'claim' | 'release' | 'release again';
  readonly from: Bench;
  /** Another one than that of the bench: it does not hear the answer. */
  session: object;
  readonly parcel: number;
  readonly act: HolderAct;
  readonly after: number;
}

interface BenchOfParcel {
  readonly bench: number;
  readonly parcel: number;
}

interface Deed extends BenchOfParcel {
  readonly id: string;
  /** An operator was asked about this one. */
  readonly isConfirmed: boolean;
  /** Its bench holds the parcel by an answer: what other benches did of which it knows nothing is known to be unknown. */
  readonly isTakenOver: boolean;
}

export interface Site {
  readonly benches: readonly Bench[];
  readonly steps: Readonly<Record<StepName, (bench: Bench, parcel: number) => void>>;
  /** The benches and parcels for which that step would do something now. */
  enabled(name: StepName): { bench: Bench; parcel: number }[];
  /** Ends every cut and sends and reads everything. */
  settle(): void;
  /** Has an operator at each bench print each parcel, and answer what is asked; what cannot be printed then is a violation. */
  printEverywhere(): void;
  /** A bench has read a fact that neither the engine nor the file of its bench has any more. */
  hasLostFacts(): boolean;
  /** What must never happen and did. */
  readonly violations: string[];
}

export type StepName =
  | ('print' | 'delete' | 'work' | 'answer' | 'printer' | 'service' | 'deliver' | 'flush' | 'read' | 'serve')
  | ('pause' | 'read-on' | 'take-over' | 'suspect' | 'cut' | 'heal' | 'kill' | 'time-out' | 'expire' | 'junk')
  | ('lose-engine' | 'put-engine-back' | 'back-up' | 'restore');

/** A site of benches with an engine, printers and the delivery service; each step is one atomic one of one bench. */
export function siteModel(alone: readonly Alone[], parcels: number, rules: Protocol = protocol): Site {
  let messages: Message[] = [];
  let lastSequence = 0;
  let dataId = 1;
  let lastMessageId = 0;
  let lastEpoch = 1;
  let lastCopy = 0;
  let lastRequest = 0;
  let underWay: Request[] = [];
  const violations: string[] = [];
  const begun: Deed[] = [];
  const voided = new Set<string>();
  const requested: Deed[] = [];
  /** The holds that benches asked the engine for, or took without it, after an operator's answer. */
  const takenOver = new Set<string>();
  const keptConfirmations = new Map<string, Set<string>>();
  /** From which benches an operator took parcels over, as gone for good: what those print meanwhile is known to be unknown. */
  const gone: BenchOfParcel[] = [];
  /** From which benches an operator took a parcel over: the next holder does not ask again before it deletes it. */
  const takenFrom: BenchOfParcel[] = [];

  const benches: Bench[] = alone.map((_, index) => ({
    index,
    file: emptyFile(`bench-${index}`, parcels),
    backup: null,
    session: {},
    ...{ isLinked: true, isCaughtUp: true, suspectsOthers: false, wishes: [] },
  }));

  const post = (message: DistributedOmit<Message>): void => {
    lastMessageId += 1;
    lastSequence += 1;
    messages.push({ ...message, id: lastMessageId, sequence: lastSequence } as Message);
  };
  const sentBy = (bench: BenchId): number =>
    messages.reduce(
      (sent, message) => (message.kind === 'fact' && message.fact.bench === bench ? message.fact.n : sent),
      0,
    );
  const unread = ({ file }: Bench): Message[] =>
    messages.filter(({ sequence }) => sequence > (file.again ?? file.position));
  const lastOn = (parcel: number): { sequence: number; act: HolderAct | null } | null => {
    const last = messages.findLast((message) => message.kind === 'act' && message.parcel === parcel);
    return last?.kind === 'act' ? last : null;
  };

  const here = ({ file }: Bench, parcel: number): ParcelHere => {
    const known = file.parcels[parcel] ?? unknownHere;
    return rules.storesReleases ? known : { ...known, release: 'none' };
  };
  const put = ({ file }: Bench, parcel: number, change: Partial<ParcelHere>): void => {
    file.parcels[parcel] = { ...(file.parcels[parcel] ?? unknownHere), ...change };
  };

  const change = (bench: Bench, parcel: number, fact: ParcelFact): void => {
    const { file } = bench;
    const log = file.logs.get(file.id) ?? [];
    log.push({ bench: file.id, n: log.length + 1, parcel, fact });
    file.logs.set(file.id, log);
    file.vector.set(file.id, log.length);
    put(bench, parcel, { shared: rules.withFact(here(bench, parcel).shared, fact) });
  };

  const isPaused = ({ file }: Bench, id: BenchId): boolean => file.paused.has(placeOf(id));

  const situationOf = (bench: Bench): BenchSituation => ({
    bench: bench.file.id,
    isConnected: bench.isLinked && bench.isCaughtUp,
    alone: alone[bench.index] ?? 'ask',
    // A restored bench does not answer under its earlier id.
    isAway: (id) => bench.suspectsOthers || !benches.some(({ file }) => file.id === id) || isPaused(bench, id),
  });

  /** The benches that hold the parcel, as that one knows, itself left out. */
  const otherHolders = (bench: Bench, parcel: number): BenchOfParcel[] => {
    const { shared, lastAct } = here(bench, parcel);
    return [shared.holding, lastAct?.holding].flatMap((holding) => {
      const holder = holding ? placeOf(holding.bench) : bench.index;
      return holder === bench.index ? [] : [{ bench: holder, parcel }];
    });
  };

  const holdKey = (bench: Bench, parcel: number, term: number | undefined): string =>
    `${bench.index} ${parcel} ${term}`;

  /** A second bench did it unasked: it knew of the first, or it did not and no operator had answered that there may be one. */
  const note = (
    deeds: Deed[],
    what: 'Copies' | 'Deletions',
    { bench, intent, id }: { bench: Bench; intent: Intent; id: string },
    known: readonly { readonly id: string }[],
  ): void => {
    const { parcel, isAnswered } = intent;
    const term = here(bench, parcel).shared.holding?.term;
    const isTakenOver = takenOver.has(holdKey(bench, parcel, term));
    const deed: Deed = { bench: bench.index, parcel, id, isConfirmed: isAnswered, isTakenOver };
    const away = what === 'Deletions' ? [...gone, ...takenFrom] : gone;
    const isExcused = (one: Deed): boolean =>
      one.isConfirmed || one.isTakenOver || away.some((other) => other.parcel === parcel && other.bench === one.bench);
    for (const earlier of deeds) {
      if (earlier.parcel !== parcel || earlier.bench === bench.index || voided.has(earlier.id)) continue;
      const isKnown = known.some((one) => one.id === earlier.id);
      if (isKnown ? !isAnswered : !isExcused(earlier) && !isExcused(deed))
        violations.push(`${what} of parcel ${parcel} at bench ${earlier.bench} and ${bench.index}`);
    }
    deeds.push(deed);
  };

  const storeAct = (bench: Bench, parcel: number, { holding, copies, requests }: HolderAct): void => {
    change(bench, parcel, { kind: 'holding', holding, copies, requests });
    put(bench, parcel, { release: 'none' });
  };

  /** What was learned of a parcel's subject; an own act that the file does not have is stored. */
  const learn = (bench: Bench, parcel: number, next: ParcelHere): void => {
    put(bench, parcel, next);
    const own = actToStore(next, bench.file.id);
    if (own) storeAct(bench, parcel, own);
  };

  const act = (bench: Bench, intent: Intent): void => {
    const { parcel } = intent;
    const { file } = bench;
    file.intents = file.intents.filter((other) => other !== intent);
    if (intent.kind === 'print') {
      lastCopy += 1;
      const copy = `copy-${lastCopy}`;
      note(begun, 'Copies', { bench, intent, id: copy }, knownOf(here(bench, parcel)).copies);
      change(bench, parcel, { kind: 'copy', copy: { id: copy, bench: file.id, state: 'began' } });
    } else if (
      !here(bench, parcel).shared.requests.some(({ bench: by, state }) => by === file.id && state === 'sent')
    ) {
      lastRequest += 1;
      const id = `request-${lastRequest}`;
      note(requested, 'Deletions', { bench, intent, id }, knownOf(here(bench, parcel)).requests);
      change(bench, parcel, { kind: 'deletion', request: { id, bench: file.id, state: 'sent' } });
    }
  };

  const request = (
    bench: Bench,
    parcel: number,
    kind: Request['kind'],
    { act: sent, after }: { act: HolderAct; after: number },
  ): void => {
    underWay.push({ from: bench, session: bench.session, kind, parcel, act: sent, after });
  };

  const take = (bench: Bench, intent: Intent, step: Step): void => {
    const { file } = bench;
    if (step.kind !== 'wish') intent.wished = null;
    if (intent.isAnswered && (step.kind === 'claim' || step.kind === 'take-over-alone')) {
      takenOver.add(holdKey(bench, intent.parcel, step.act.holding.term));
      takenFrom.push(...otherHolders(bench, intent.parcel));
    }
    if (step.kind === 'act') act(bench, intent);
    else if (step.kind === 'ask') intent.questions = step.questions;
    else if (step.kind === 'claim') request(bench, intent.parcel, 'claim', step);
    else if (step.kind === 'take-over-alone') storeAct(bench, intent.parcel, step.act);
    else if (step.kind === 'refuse') file.intents = file.intents.filter((other) => other !== intent);
    else if (step.kind === 'wish' && intent.wished !== step.to) {
      intent.wished = step.to;
      post({ kind: 'wish', wish: { to: step.to, parcel: intent.parcel, purpose: intent.kind } });
    }
  };

  const confirmedFor = ({ id }: BenchFile, kind: Intent['kind'], parcel: number): Set<string> => {
    const key = `${id} ${kind} ${parcel}`;
    const confirmed = (!rules.forgetsConfirmations && keptConfirmations.get(key)) || new Set();
    keptConfirmations.set(key, confirmed);
    return confirmed;
  };

  const addIntent = ({ file }: Bench, kind: Intent['kind'], parcel: number): void => {
    if (!file.intents.some((intent) => intent.parcel === parcel && intent.kind === kind))
      file.intents.push({
        kind,
        parcel,
        confirmed: confirmedFor(file, kind, parcel),
        isAnswered: false,
        questions: [],
        wished: null,
      });
  };

  const receive = (bench: Bench, message: Message): void => {
    const { file } = bench;
    if (message.kind === 'fact') {
      const { bench: by, n, parcel, fact } = message.fact;
      if (by !== file.id && isPaused(bench, by)) return;
      const known = file.vector.get(by) ?? 0;
      if (n > known + 1) violations.push(`Fact ${by}/${n} arrived behind ${known}`);
      if (n !== known + 1) return;
      file.vector.set(by, n);
      put(bench, parcel, { shared: rules.withFact(here(bench, parcel).shared, fact) });
    } else if (message.kind === 'wish') {
      // One that waited in the engine was meant for an earlier time.
      if (message.wish.to === file.id && bench.isCaughtUp) bench.wishes.push(message.wish);
    } else {
      const { parcel, sequence, act: read } = message;
      if (!rules.keepsActsOfPaused && read && isPaused(bench, read.holding.bench)) return;
      learn(bench, parcel, rules.withMessage(here(bench, parcel), sequence, read));
    }
  };

  const takeOver = (bench: Bench, parcel: number): Step | null => {
    const own = nameOf(bench.file.id);
    return takeOverStep(here(bench, parcel), situationOf(bench), (id) => nameOf(id) !== own);
  };

  /** The releases of a bench whose outcome it does not know, and of which none is under way. */
  const openReleases = (bench: Bench): number[] =>
    bench.file.parcels.flatMap(({ release }, parcel) =>
      release === 'open' && !underWay.some((one) => one.session === bench.session && one.parcel === parcel)
        ? [parcel]
        : [],
    );

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
      intent.isAnswered = true;
    },
    printer(bench, parcel) {
      const { file } = bench;
      const copy = here(bench, parcel).shared.copies.find(
        (one) => one.bench === file.id && copySteps[one.state].length > 0,
      );
      const state = copy && copySteps[copy.state][(parcel + file.vector.size) % copySteps[copy.state].length];
      if (copy && state === 'void') voided.add(copy.id);
      if (copy && state) change(bench, parcel, { kind: 'copy', copy: { ...copy, state } });
    },
    service(bench, parcel) {
      const { file } = bench;
      const open = here(bench, parcel).shared.requests.find(
        ({ bench: by, state }) => by === file.id && state === 'sent',
      );
      if (!open) return;
      const state = (parcel + file.vector.size + messages.length) % 3 === 0 ? 'rejected' : 'answered';
      if (state === 'rejected') voided.add(open.id);
      change(bench, parcel, { kind: 'deletion', request: { ...open, state } });
    },
    deliver(bench, parcel) {
      const index = underWay.findIndex((one) => one.parcel === parcel && one.from === bench);
      const [request] = index < 0 ? [] : underWay.splice(index, 1);
      if (!request) return;
      const { from, session, kind, act: sent, after } = request;
      const isHeard = from.session === session && from.isLinked;
      const last = lastOn(parcel);
      if (rules.comparesSequences && (last?.sequence ?? 0) !== after) {
        if (!isHeard) return;
        learn(from, parcel, rules.withRefusal(here(from, parcel), { after, last }));
        // The only one that was sent is not there.
        if (kind === 'release') put(from, parcel, { release: 'none' });
        return;
      }
      post({ kind: 'act', parcel, act: sent });
      if (!isHeard) return;
      put(from, parcel, rules.withMessage(here(from, parcel), lastSequence, sent));
      storeAct(from, parcel, sent);
    },
    'time-out'(bench) {
      const request = underWay.find(({ session }) => session === bench.session);
      if (request) request.session = {};
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
      for (const message of unread(bench).slice(0, 3)) {
        const { id, sequence } = message;
        receive(bench, message);
        if (file.again !== null) file.again = sequence < file.position ? sequence : null;
        if (sequence > file.position) Object.assign(file, { dataId, position: sequence, mark: id });
      }
      bench.isCaughtUp ||= unread(bench).length === 0;
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
      bench.isCaughtUp = unread(bench).length === 0;
    },
    serve(bench) {
      if (!bench.isLinked || !bench.isCaughtUp) return;
      const [pending] = openReleases(bench);
      if (pending !== undefined) {
        const again = rules.releaseAgain(here(bench, pending), bench.file.id);
        return again ? request(bench, pending, 'release again', again) : put(bench, pending, { release: 'none' });
      }
      const wish = bench.wishes[0];
      if (!wish) return;
      const isConfirmed = bench.file.intents.some(
        ({ kind, parcel, confirmed, questions }) =>
          kind === 'print' && parcel === wish.parcel && confirmed.size > 0 && questions.length === 0,
      );
      const answer = rules.answerToWish(here(bench, wish.parcel), bench.file.id, isConfirmed);
      if (answer.kind === 'wait') return;
      bench.wishes.shift();
      if (answer.kind === 'not-holder') return;
      bench.file.intents = bench.file.intents.filter(({ kind, parcel }) => kind !== 'print' || parcel !== wish.parcel);
      put(bench, wish.parcel, { release: 'open' });
      request(bench, wish.parcel, 'release', answer);
    },
    'take-over'(bench, parcel) {
      const step = takeOver(bench, parcel);
      if (!step) return;
      gone.push(...otherHolders(bench, parcel));
      if (step.kind !== 'claim') return;
      takenOver.add(holdKey(bench, parcel, step.act.holding.term));
      request(bench, parcel, 'claim', step);
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
      const isPresent = file.dataId === dataId && messages.some(({ id }) => id === file.mark);
      bench.isLinked = true;
      bench.session = {};
      if (isPresent || file.position === 0) return;
      // All are read again.
      file.parcels = file.parcels.map(rules.withoutActs);
      file.position = 0;
      file.again = null;
      for (const other of file.paused.keys()) file.paused.set(other, 0);
    },
    kill(bench) {
      steps.cut(bench, 0);
      bench.suspectsOthers = false;
      bench.wishes = [];
    },
    expire(_bench, parcel) {
      const oldest = messages.slice(0, parcel % 2 === 0 ? messages.length / 2 : messages.length);
      const files = benches.flatMap(({ file, backup }) => [file, ...(backup ? [backup] : [])]);
      // A bench that was away for longer than facts are kept does not learn what they said.
      const isUnread = (message: Message): boolean =>
        message.kind === 'fact' && files.some(({ vector }) => (vector.get(message.fact.bench) ?? 0) < message.fact.n);
      messages = messages.filter((message) => !oldest.includes(message) || isUnread(message));
    },
    junk: (_bench, parcel) => post({ kind: 'act', parcel, act: null }),
    'lose-engine'() {
      messages = [];
      lastSequence = 0;
      dataId += 1;
      underWay = [];
      for (const bench of benches) steps.cut(bench, 0);
    },
    'put-engine-back'() {
      messages = messages.slice(0, -3);
      lastSequence = messages.at(-1)?.sequence ?? 0;
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
    const progress = (): string => `${lastMessageId} ${benches.map((bench) => unread(bench).length)}`;
    for (let before = ''; before !== progress(); ) {
      before = progress();
      for (const bench of benches) {
        steps.flush(bench, 0);
        steps.read(bench, 0);
      }
    }
  };
  settle();

  const printEverywhere = (): void => {
    for (const bench of benches)
      for (let parcel = 0; parcel < parcels; parcel += 1) {
        bench.file.intents = [];
        bench.suspectsOthers = false;
        addIntent(bench, 'print', parcel);
        for (let round = 0; bench.file.intents.length > 0 && round < 12; round += 1) {
          // The holder did not answer for that long.
          if (round === 6) bench.suspectsOthers = true;
          steps.work(bench, parcel);
          steps.answer(bench, parcel);
          settle();
          for (const other of benches)
            while (other.wishes.length + openReleases(other).length > 0 && serves(other)) settle();
        }
        if (bench.file.intents.length > 0) violations.push(`Parcel ${parcel} is stuck at bench ${bench.index}`);
      }
  };
  /** False where it waits for an own label or deletion. */
  const serves = (bench: Bench): boolean => {
    const before = `${bench.wishes.length} ${underWay.length} ${JSON.stringify(bench.file.parcels)}`;
    steps.serve(bench, 0);
    return before !== `${bench.wishes.length} ${underWay.length} ${JSON.stringify(bench.file.parcels)}`;
  };

  const isEnabled = (name: StepName, bench: Bench, parcel: number): boolean => {
    const { file, isLinked } = bench;
    const intents = file.intents.filter((intent) => intent.parcel === parcel);
    const { copies, requests } = here(bench, parcel).shared;
    switch (name) {
      case 'print':
      case 'delete':
        return !intents.some(({ kind }) => kind === name) && !requests.some(({ state }) => state === 'answered');
      case 'work':
        return intents.length > 0;
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
        return isLinked && unread(bench).length > 0;
      case 'read-on':
        return isLinked && file.paused.size > 0;
      case 'serve':
        return isLinked && (bench.wishes.length > 0 || openReleases(bench).length > 0);
      case 'take-over':
        return isLinked && bench.isCaughtUp && takeOver(bench, parcel) !== null;
      case 'time-out':
        return underWay.some(({ session }) => session === bench.session);
      case 'heal':
        return !isLinked;
      case 'restore':
        return bench.backup !== null;
      default:
        return true;
    }
  };

  const hasLostFacts = (): boolean =>
    benches.some(({ file }) =>
      [...file.vector].some(([by, read]) => {
        const stored = benches.flatMap((bench) => bench.file.logs.get(by) ?? []);
        const sent = messages.flatMap((message) => (message.kind === 'fact' ? message.fact : []));
        return [...stored, ...sent].every(({ bench, n }) => bench !== by || n < read);
      }),
    );

  return {
    ...{ benches, steps, violations, settle, printEverywhere, hasLostFacts },
    enabled: (name) =>
      benches.flatMap((bench) =>
        Array.from({ length: parcels }, (_, parcel) => ({ bench, parcel })).filter(({ parcel }) =>
          isEnabled(name, bench, parcel),
        ),
      ),
  };
}

type DistributedOmit<T> = T extends unknown ? Omit<T, 'id' | 'sequence'> : never;

const nameOf = (id: BenchId): string => id.replace(/~.*/, '');

const emptyFile = (id: BenchId, parcels: number): BenchFile => ({
  id,
  logs: new Map(),
  vector: new Map(),
  ...{ position: 0, dataId: 0, mark: 0 },
  parcels: Array.from({ length: parcels }, () => unknownHere),
  ...{ intents: [], paused: new Map(), again: null },
});

/** The place of the bench with that id among the benches; each of its epochs is the same bench. */
const placeOf = (id: BenchId): number => Number(/^bench-(\d+)/.exec(id)?.[1]);
