import type { BenchId } from '../../../shared/site/parcel-at-site.ts';

/**
 * What the benches of a site need from the engine between them: one sequence of messages, append only, with a compare-and-set for each
 * subject. It is a transport: everything in it is also in a bench's own file, so that all its data may be lost.
 */

/** A bench's own facts, or the acts on one parcel. */
export type SiteSubject = { readonly by: BenchId } | { readonly parcel: string };

export interface SiteMessage {
  readonly subject: SiteSubject;
  /** Its number in the engine's data, from 1. Numbers begin again where the data was lost. */
  readonly sequence: number;
  readonly data: Uint8Array;
  /** The number of the message before it on its subject, as the engine compared it; null: its sender did not have it compared. */
  readonly after: number | null;
  /** When the engine stored it, milliseconds since 1970 by the engine's clock. */
  readonly storedAt: number;
}

/** Why an engine that answers takes nothing of this bench: its storage is full, the bench may not write there, or something else of its own. */
export type AppendBlock = 'full' | 'forbidden' | 'other';

/**
 * `refused`: the subject has another last message. `blocked`: nothing is stored, also when it is sent again, until someone changes the
 * engine. `unknown`: no answer, so it may be stored later. `away`: nothing was sent.
 */
export type AppendAnswer =
  | { readonly kind: 'stored'; readonly sequence: number }
  | { readonly kind: 'blocked'; readonly reason: AppendBlock }
  | { readonly kind: 'refused' | 'unknown' | 'away' | 'too-large' };

/** The engine's present data. A position in it is valid only for the same id, and while the message there is the same. */
export interface SiteData {
  readonly id: string;
  /** The number of the last message; 0 where there is none. */
  readonly last: number;
  /** How much of the engine's storage it takes. */
  readonly bytes: number;
}

/** `away`: the engine cannot be reached. */
export type SiteAnswer<T> = T | 'away';

/** How long messages stay in the engine, days; a bench that was away longer reads the rest from the hub. */
export const engineKeepsDays = 30;

/** The largest message, bytes. */
export const maxSiteMessageBytes = 64 * 1024;

export interface SiteReading {
  /**
   * `reading`: what follows is this station's to read; `name-taken`: another station reads under this bench's name, and goes on undisturbed;
   * `ended`: neither became known.
   */
  readonly started: Promise<'reading' | 'name-taken' | 'ended'>;
  /** Resolves once the reading has ended: it was stopped, or the connection was lost. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** A bench's connection. It is renewed as long as it is not closed; what was under way in an earlier one is not sent again. */
export interface SiteEngine {
  isConnected(): boolean;
  /** Calls with each change, until the returned function is called. */
  onLink(listener: (isConnected: boolean) => void): () => void;
  /** Appends a message if the last one of its subject has that number; 0: if there is none. */
  append(subject: SiteSubject, data: Uint8Array, after: number): Promise<AppendAnswer>;
  lastOf(subject: SiteSubject): Promise<SiteAnswer<SiteMessage | null>>;
  /** The message with that number; null where there is none. */
  at(sequence: number): Promise<SiteAnswer<SiteMessage | null>>;
  data(): Promise<SiteAnswer<SiteData>>;
  /**
   * Reads every message behind that number in order, and then those that come; the next one once the call for the one before has ended.
   * `behind`: how many messages wait after it.
   */
  read(after: number, onMessage: (message: SiteMessage, behind: number) => void | Promise<void>): SiteReading;
  close(): Promise<void>;
}
