import { setTimeout as wait } from 'node:timers/promises';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
} from '@nats-io/jetstream';
import {
  createInbox,
  headers,
  type MsgHdrs,
  type NatsConnection,
  nanos,
  PermissionViolationError,
} from '@nats-io/transport-node';
import {
  type AppendAnswer,
  engineKeepsDays,
  maxSiteMessageBytes,
  type SiteAnswer,
  type SiteEngine,
  type SiteMessage,
  type SiteReading,
  type SiteSubject,
} from '../core/ports/site-engine.ts';
import { type ConnectionProblem, connectTo, type NatsAccess, NotConnected } from './nats-connection.ts';
import { type SharedEnvironment, streamDescription, streamDifference, streamNames } from './site-stream.ts';

export interface NatsSite extends NatsAccess {
  /** Each environment has a stream of its own. */
  readonly environment: SharedEnvironment;
  /** This station, other than any other one that uses the bench's name; absent: one that reads is interrupted. */
  readonly station?: string;
  /** Longest pause between two attempts to connect, milliseconds. */
  readonly longestPauseMs?: number;
  /** Called with each change: why there is no connection, and with null once there is one. */
  readonly onProblem?: (problem: ConnectionProblem | null) => void;
  /** Called with the server's version at each connection. */
  readonly onServer?: (version: string) => void;
}

/** Longest wait for an answer, milliseconds. */
const answerMs = 1_000;
const shortestPauseMs = 100;
/** The server says at least so often that a reading goes on, milliseconds; after twice that without a word it has ended. */
const heartbeatMs = 5_000;
/** How many messages are looked through behind one that no bench wrote, and how many of them at once. */
const mostPassedOver = 20_000;
const lookedAtOnce = 100;

const nanosecondsOfDay = 24 * 60 * 60 * 1e9;
const wrongLastSequence = 10_071;
/** The same, of a server that has a message before this one under way. */
const wrongLastSequenceUnderWay = 10_164;
/** The storage of the server, of its account, or of a node is full. */
const storageFull: readonly number[] = [10_023, 10_002, 10_047];
/** The stream could not store it: its own limit is reached, or the disk refused it. */
const storeFailed = 10_077;
const streamNotFound = 10_059;

/**
 * Marks what a bench wrote. The server sends its answers to any subject that a request names, without asking whether that bench may write
 * there: a hostile bench can put one on the subject of another. It is no fact, and is passed over as the last message of a subject.
 */
const writtenBy = 'Packbench-By';
/** What the server compared before it stored a message; a newer one compares another subject where the second header says so. */
const comparedNumber = 'Nats-Expected-Last-Subject-Sequence';
const comparedSubject = 'Nats-Expected-Last-Subject-Sequence-Subject';

/** One connection. The client's own reconnection is off: it would send again what waited in the connection before. */
interface Session {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** The site's engine over NATS JetStream. Returns at once, and connects in the background. */
export function openNatsEngine(site: NatsSite): SiteEngine {
  const { stream, nameOf, subjectOf } = streamNames(site.environment.name);
  const closing = new AbortController();
  const listeners = new Set<(isConnected: boolean) => void>();
  let session: Session | null = null;
  let problem: ConnectionProblem | null = null;

  const use = (next: Session | null): void => {
    session = next;
    for (const listener of listeners) listener(next !== null);
  };
  const noteProblem = (next: ConnectionProblem | null): void => {
    if (JSON.stringify(next) === JSON.stringify(problem)) return;
    problem = next;
    site.onProblem?.(next);
  };

  const open = async (server: string): Promise<Session | null> => {
    const connection = await connectTo(server, site).catch((error: unknown) => {
      noteProblem(error instanceof NotConnected ? error.problem : { kind: 'unreachable' });
      return null;
    });
    if (!connection) return null;
    try {
      const manager = await jetstreamManager(connection, { timeout: answerMs, checkAPI: false });
      await ensureStream(manager, site.environment, connection.info?.cluster !== undefined);
      return { connection, manager, client: jetstream(connection, { timeout: answerMs }) };
    } catch (error) {
      // The server is starting, or lost its stream; the next attempt looks again.
      noteProblem(error instanceof NotConnected ? error.problem : { kind: 'unreachable' });
      await connection.close();
      return null;
    }
  };

  const run = async (): Promise<void> => {
    // Each server in its order, begun anywhere, so that benches spread over a cluster.
    let next = Math.floor(Math.random() * site.servers.length);
    for (let pause = shortestPauseMs; !closing.signal.aborted; next += 1) {
      const opened = await open(site.servers[next % site.servers.length] ?? '');
      if (opened) {
        pause = shortestPauseMs;
        noteProblem(null);
        site.onServer?.(opened.connection.info?.version ?? '');
        if (closing.signal.aborted) await opened.connection.close();
        else use(opened);
        await opened.connection.closed();
        if (session === opened) use(null);
      }
      // Benches that lost the same server come back spread over the pause.
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      pause = Math.min(pause * 2, site.longestPauseMs ?? 5_000);
    }
  };
  const running = run();

  const ask = async <T>(work: (session: Session) => Promise<T>): Promise<SiteAnswer<T>> =>
    session ? work(session).catch(() => 'away' as const) : 'away';
  const stored = (found: Found | null): SiteMessage | null =>
    found && {
      ...{ subject: subjectOf(found.subject), sequence: found.seq, data: found.data, after: comparedIn(found.header) },
      storedAt: found.time.getTime(),
    };

  return {
    isConnected: () => session !== null,
    onLink(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async append(subject, data, after) {
      if (data.byteLength > maxSiteMessageBytes) return { kind: 'too-large' };
      if (!session) return { kind: 'away' };
      const written = headers();
      written.set(writtenBy, site.bench);
      const options = {
        headers: written,
        expect: { streamName: stream, lastSubjectSequence: after },
        timeout: answerMs,
      };
      return session.client
        .publish(nameOf(subject), data, options)
        .then(({ seq }): AppendAnswer => ({ kind: 'stored', sequence: seq }), answerOfError);
    },
    lastOf: (subject) =>
      ask(async ({ manager }) =>
        stored(
          'by' in subject
            ? await lastWritten(manager, stream, nameOf(subject))
            : // Anything is written there, and is followed by acts.
              await manager.streams.getMessage(stream, { last_by_subj: nameOf(subject) }),
        ),
      ),
    at: (sequence) => ask(async ({ manager }) => stored(await manager.streams.getMessage(stream, { seq: sequence }))),
    data: () =>
      ask(async ({ manager }) => {
        const { created, state } = await manager.streams.info(stream);
        return { id: created, last: state.last_seq, bytes: state.bytes };
      }),
    read(after, onMessage) {
      const reading = session;
      return reading
        ? readStream(reading, { stream, bench: site.bench, station: site.station, subjectOf }, after, onMessage)
        : { started: Promise.resolve('ended'), ended: Promise.resolve(), stop() {} };
    },
    async close() {
      closing.abort();
      await session?.connection.close();
      await running;
    },
  };
}

type OnMessage = Parameters<SiteEngine['read']>[1];

type Found = Pick<StoredMsg, 'subject' | 'seq' | 'data' | 'time' | 'header'>;

/** The number that the server compared. */
function comparedIn(header: MsgHdrs | undefined): number | null {
  if (!header?.has(comparedNumber) || header.has(comparedSubject)) return null;
  const text = header.get(comparedNumber);
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** What an append that failed shows. An answer that time alone changes, as while a cluster chooses its leader, is none. */
function answerOfError(error: unknown): AppendAnswer {
  if (isForbidden(error)) return { kind: 'blocked', reason: 'forbidden' };
  if (!(error instanceof JetStreamApiError)) return { kind: 'unknown' };
  const { code } = error;
  if (code === wrongLastSequence || code === wrongLastSequenceUnderWay) return { kind: 'refused' };
  if (storageFull.includes(code)) return { kind: 'blocked', reason: 'full' };
  if (code === storeFailed)
    return { kind: 'blocked', reason: /maximum|no space/i.test(error.message) ? 'full' : 'other' };
  // Like the status codes of HTTP: it is the request that is wrong.
  return [400, 403, 404].includes(error.status) ? { kind: 'blocked', reason: 'other' } : { kind: 'unknown' };
}

const hasCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;

/**
 * The last message of a subject that a bench wrote, with the number of the last one there, behind which the next is appended.
 */
async function lastWritten(manager: JetStreamManager, stream: string, subject: string): Promise<Found | null> {
  const last = await manager.streams.getMessage(stream, { last_by_subj: subject });
  if (!last || last.header.has(writtenBy)) return last;
  const first = Math.max(1, last.seq - mostPassedOver);
  for (let from = last.seq; from > first; from -= lookedAtOnce) {
    const numbers = Array.from({ length: Math.min(lookedAtOnce, from - first) }, (_, index) => from - 1 - index);
    const found = await Promise.all(numbers.map((seq) => manager.streams.getMessage(stream, { seq })));
    const written = found.find((each) => each?.subject === subject && each.header.has(writtenBy));
    if (written) {
      const { data, time, header } = written;
      return { subject, seq: last.seq, data, time, header };
    }
  }
  return last;
}

interface StreamReader {
  readonly stream: string;
  readonly bench: string;
  readonly station: string | undefined;
  subjectOf(name: string): SiteSubject;
}

/**
 * Reads by a consumer that the server pushes to the bench's own inbox. Not by one that is asked for each part (pull): whoever may ask names
 * the subject of the answers, and an empty one sent to the subject that deletes a stream deletes it (nats-server 2.9.10; 2.15 has the same
 * code). A pushing consumer sends only to a subject that someone has subscribed to exactly.
 */
function readStream(
  { client, connection, manager }: Session,
  { stream, bench, station, subjectOf }: StreamReader,
  after: number,
  onMessage: OnMessage,
): SiteReading {
  const stopped = new AbortController();
  let start: (started: Awaited<SiteReading['started']>) => void = () => {};
  const started: SiteReading['started'] = new Promise((resolve) => {
    start = resolve;
  });
  const ended = (async () => {
    if (await isReadElsewhere(manager, stream, bench, station)) return start('name-taken');
    // One consumer for each bench, by its name: it may create and delete no other.
    await manager.consumers.delete(stream, bench).catch((error) => {
      if (!(error instanceof JetStreamApiError)) throw error;
    });
    await manager.consumers.add(stream, {
      name: bench,
      deliver_subject: createInbox(`_INBOX.${bench}`),
      ...{ deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1, ack_policy: AckPolicy.None },
      ...{ flow_control: true, idle_heartbeat: nanos(heartbeatMs), inactive_threshold: nanos(heartbeatMs * 2) },
      ...{ mem_storage: true, num_replicas: 1 },
      ...(station !== undefined && { description: station }),
    });
    // Of two that began at once, the last one to add it reads.
    if (await isReadElsewhere(manager, stream, bench, station)) return start('name-taken');
    const messages = await (await client.consumers.getPushConsumer(stream, bench)).consume();
    const stop = (): void => messages.stop();
    stopped.signal.addEventListener('abort', stop);
    void connection.closed().then(stop);
    const watching = (async () => {
      for await (const { type } of messages.status())
        if (type === 'heartbeats_missed' || type === 'consumer_deleted') stop();
    })();
    if (stopped.signal.aborted) stop();
    start('reading');
    let delivered = 0;
    try {
      for await (const message of messages) {
        if (stopped.signal.aborted) break;
        const { subject, seq, data, info, time, headers: header } = message;
        delivered += 1;
        // One is missing: a new reading begins behind the last one that was applied.
        if (info.deliverySequence !== delivered) break;
        const storedAt = time.getTime();
        const after = comparedIn(header);
        await onMessage({ subject: subjectOf(subject), sequence: seq, data, after, storedAt }, info.pending);
      }
    } finally {
      stop();
      await watching;
    }
  })();
  // A reading that fails has ended: the connection is lost, or the stream is gone with the engine's data.
  const settled = ended.catch(() => {}).finally(() => start('ended'));
  return { started, ended: settled, stop: () => stopped.abort() };
}

/**
 * True while another station receives what is read under the bench's name. One that has ended receives nothing, and its consumer is free;
 * one that is cut off is held to receive until the server misses its pings.
 */
async function isReadElsewhere(
  manager: JetStreamManager,
  stream: string,
  bench: string,
  station: string | undefined,
): Promise<boolean> {
  if (station === undefined) return false;
  const found = await manager.consumers.info(stream, bench).catch((error: unknown) => {
    if (error instanceof JetStreamApiError) return null;
    throw error;
  });
  return found?.push_bound === true && found.config.description !== station;
}

/**
 * Creates the stream where it is missing and this bench may. Nothing in it can be deleted or overwritten. Direct answers are off: they
 * would let a bench have its own bytes sent to the subject of another.
 */
async function ensureStream(
  manager: JetStreamManager,
  environment: SharedEnvironment,
  isClustered: boolean,
): Promise<void> {
  const { stream, subjects } = streamNames(environment.name);
  const found = await manager.streams.info(stream).catch((error: unknown) => {
    if (hasCode(error, streamNotFound)) return null;
    throw refusal(error, { kind: 'not-permitted' });
  });
  if (found) {
    const differs = streamDifference(found.config.description, environment);
    if (differs) throw new NotConnected({ kind: 'other-environment', differs });
    return;
  }
  await manager.streams
    .add({
      name: stream,
      description: streamDescription(environment),
      subjects: [...subjects],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: engineKeepsDays * nanosecondsOfDay,
      max_msg_size: maxSiteMessageBytes,
      // Three of a cluster's nodes have each message, so that one may fail.
      num_replicas: isClustered ? 3 : 1,
      ...{ deny_delete: true, deny_purge: true, allow_direct: false, allow_rollup_hdrs: false },
    })
    .catch((error: unknown) => {
      throw refusal(error, { kind: 'no-stream' });
    });
}

/** The server forbids the request; the client wraps that. */
const isForbidden = (error: unknown): boolean =>
  error instanceof Error && [error, error.cause].some((each) => each instanceof PermissionViolationError);

const refusal = (error: unknown, problem: ConnectionProblem): unknown =>
  isForbidden(error) ? new NotConnected(problem, error) : error;
