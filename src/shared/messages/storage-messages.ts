import type { MessageDefinitions } from './message-definition.ts';

/** Messages about the records on disk, and about work that a restart or a switch of environments interrupts. `detail`: what SQLite or the system reported. */
export const storageMessages = {
  'storage.database-in-use': { detail: 'text' },
  'storage.read-only': { detail: 'text' },
  'storage.disk-error': { detail: 'text' },
  'storage.database-damaged': { detail: 'text' },
  'storage.disk-full': { detail: 'text' },
  'storage.cannot-open': { detail: 'text' },
  'storage.not-a-database': { detail: 'text' },
  /** Any other refusal of SQLite or the system. */
  'storage.failed': { detail: 'text' },
  'storage.closed': {},
  'storage.thread-stopped': { detail: 'text' },
  'storage.overloaded': { requests: 'number' },
  /** A newer version wrote the file; `known` is the latest version that this program reads. */
  'storage.newer-database': { version: 'number', known: 'number' },
  'storage.invalid-environment-name': { name: 'text' },
  /** A stored row that cannot be read: it stays in its table and is left out of every answer. */
  'storage.row-quarantined': {},
  /** The station stopped in the middle of these. */
  'storage.label-interrupted': {},
  'storage.answer-interrupted': {},
  'station.labels-interrupted': { labels: 'number' },
  'station.requests-interrupted': { commands: 'number' },
  /** Actions that waited too long to be sent without asking. */
  'station.confirmation-needed': { commands: 'number' },
  'station.certificate-unreadable': { file: 'text' },
} as const satisfies MessageDefinitions;
