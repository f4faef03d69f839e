import { setTimeout as wait } from 'node:timers/promises';
import {
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
import { connect, type NatsConnection } from '@nats-io/transport-node';
import {
  type AppendAnswer,
  maxSiteMessageBytes,
  type SiteAnswer,
  type SiteEngine,
  type SiteMessage,
  type SiteReading,
  type SiteSubject,
} from '../core/ports/site-engine.ts';

export interface NatsSite {
  /** Addresses of the servers of one cluster. */
  readonly servers: readonly string[];
  /** The environment's name: each has a stream of its own. */
  readonly environment: string;
  /** Shown in the server's lists. */
  readonly bench: string;
  /** Longest pause between two attempts to connect, milliseconds. */
  readonly longestPauseMs?: number;
}

/** How long messages stay in the engine, days; a bench that was away longer reads the rest from the hub. */
const keptDays = 30;
/** Longest wait for an answer, milliseconds. */
const answerMs = 1_000;
/** A silent connection is found after two pings without an answer. */
const pingMs = 2_000;
const shortestPauseMs = 100;

const nanosecondsOfDay = 24 * 60 * 60 * 1e9;
const wrongLastSequence = 10_071;

/** One connection. The client's own reconnection is off: it would send again what waited in the connection before. */
interface Session {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** The site's engine over NATS JetStream. Returns at once, and connects in the background. */
export function openNatsEngine(site: NatsSite): SiteEngine {
  const stream = `site-${site.environment}`;
  const prefix = `site.${site.environment}`;
  const closing = new AbortController();
  const listeners = new Set<(isConnected: boolean) => void>();
  let session: Session | null = null;

  const use = (next: Session | null): void => {
    session = next;
    for (const listener of listeners) listener(next !== null);
  };

  const open = async (): Promise<Session | null> => {
    const connection = await connect({
      servers: [...site.servers],
      name: site.bench,
      ...{ reconnect: false, timeout: answerMs, pingInterval: pingMs, maxPingOut: 2 },
    }).catch(() => null);
    if (!connection) return null;
    try {
      const manager = await jetstreamManager(connection, { timeout: answerMs });
      await ensureStream(manager, stream, prefix);
      return { connection, manager, client: jetstream(connection, { timeout: answerMs }) };
    } catch {
      // The server is starting, or lost its stream; the next attempt looks again.
      await connection.close();
      return null;
    }
  };

  const run = async (): Promise<void> => {
    for (let pause = shortestPauseMs; !closing.signal.aborted; ) {
      const next = await open();
      if (next) {
        pause = shortestPauseMs;
        if (closing.signal.aborted) await next.connection.close();
        else use(next);
        await next.connection.closed();
        if (session === next) use(null);
      }
      // Benches that lost the same server come back spread over the pause.
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      pause = Math.min(pause * 2, site.longestPauseMs ?? 5_000);
    }
  };
  const running = run();

  const nameOf = (subject: SiteSubject): string =>
    'by' in subject ? `${prefix}.by.${subject.by}` : `${prefix}.parcel.${subject.parcel}`;
  const subjectOf = (name: string): SiteSubject => {
    const [kind = '', ...rest] = name.slice(prefix.length + 1).split('.');
    return kind === 'by' ? { by: rest.join('.') } : { parcel: rest.join('.') };
  };

  const ask = async <T>(work: (session: Session) => Promise<T>): Promise<SiteAnswer<T>> =>
    session ? work(session).catch(() => 'away' as const) : 'away';
  const stored = (found: StoredMsg | null): SiteMessage | null =>
    found && { subject: subjectOf(found.subject), sequence: found.seq, data: found.data };

  return {
    isConnected: () => session !== null,
    onLink(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async append(subject, data, after) {
      if (data.byteLength > maxSiteMessageBytes) return { kind: 'too-large' };
      if (!session) return { kind: 'away' };
      const expect = { streamName: stream, lastSubjectSequence: after };
      return session.client.publish(nameOf(subject), data, { expect, timeout: answerMs }).then(
        ({ seq }): AppendAnswer => ({ kind: 'stored', sequence: seq }),
        (error): AppendAnswer => ({ kind: isWrongSequence(error) ? 'refused' : 'unknown' }),
      );
    },
    lastOf: (subject) =>
      ask(async ({ manager }) => stored(await manager.streams.getMessage(stream, { last_by_subj: nameOf(subject) }))),
    at: (sequence) => ask(async ({ manager }) => stored(await manager.streams.getMessage(stream, { seq: sequence }))),
    data: () =>
      ask(async ({ manager }) => {
        const { created, state } = await manager.streams.info(stream);
        return { id: created, last: state.last_seq };
      }),
    read(after, onMessage) {
      const reading = session;
      return reading ? readStream(reading, after, onMessage) : { ended: Promise.resolve(), stop() {} };
    },
    async close() {
      closing.abort();
      await session?.connection.close();
      await running;
    },
  };

  function readStream({ client, connection }: Session, after: number, onMessage: OnMessage): SiteReading {
    const stopped = new AbortController();
    const ended = (async () => {
      const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1 };
      const consumer = await client.consumers.get(stream, from);
      const messages = await consumer.consume({ max_messages: 500 });
      const stop = (): void => messages.stop();
      stopped.signal.addEventListener('abort', stop);
      void connection.closed().then(stop);
      if (stopped.signal.aborted) stop();
      for await (const message of messages) {
        if (stopped.signal.aborted) break;
        const { subject, seq, data, info } = message;
        await onMessage({ subject: subjectOf(subject), sequence: seq, data }, info.pending);
      }
    })();
    // A reading that fails has ended: the connection is lost, or the stream is gone with the engine's data.
    return { ended: ended.catch(() => {}), stop: () => stopped.abort() };
  }
}

type OnMessage = Parameters<SiteEngine['read']>[1];

const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === wrongLastSequence;

/** Creates the stream where it is missing. Nothing in it can be deleted or overwritten. */
async function ensureStream(manager: JetStreamManager, name: string, prefix: string): Promise<void> {
  const isThere = await manager.streams.info(name).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await manager.streams.add({
    name,
    subjects: [`${prefix}.by.*`, `${prefix}.parcel.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: keptDays * nanosecondsOfDay,
    max_msg_size: maxSiteMessageBytes,
    ...{ deny_delete: true, deny_purge: true },
  });
}
