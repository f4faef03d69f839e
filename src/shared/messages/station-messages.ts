import type { MessageDefinitions } from './message-definition.ts';

/** Messages that belong to no area. */
export const generalMessages = {
  /** A sentence that an earlier version stored; shown under Details. */
  'stored-sentence': { text: 'text' },
  /** The window did not get main's answer to a call. */
  'call.no-answer': { call: 'text' },
  /** A call used records of an environment that is no longer shown. */
  'call.environment-changed': {},
  'call.dialog-open': {},
  /** Main refused a call, or failed on it. */
  'call.invalid-input': { issues: 'messages' },
  'call.unknown': {},
  'call.foreign-sender': {},
  'call.too-many': {},
  'call.too-large': {},
  'call.unexpected': {},

  /** One rule of a schema that a value breaks, with the value's place. */
  'validation.at': { path: 'text', problem: 'message' },
  'validation.missing': {},
  'validation.wrong-type': { expected: 'text' },
  'validation.unknown-choice': { choices: 'text' },
  'validation.text-too-short': { limit: 'number' },
  'validation.text-too-long': { limit: 'number' },
  'validation.list-too-long': { limit: 'number' },
  'validation.number-too-small': { limit: 'number' },
  'validation.number-too-large': { limit: 'number' },
  'validation.invalid': {},
} as const satisfies MessageDefinitions;

/** Settings, environments, tokens and the provisioning file. */
export const settingsMessages = {
  // What is wrong with one field.
  'settings.address-not-https': {},
  'settings.base-url-missing': {},
  'settings.label-url-missing': {},
  'settings.environment-name': {},
  'settings.environment-name-taken': {},
  'settings.currency-too-long': {},
  'settings.profile-invalid': {},
  'settings.utc-offset': {},
  'settings.profile-other-service': { service: 'text' },
  'settings.station-name': {},
  'settings.command-key': {},
  'settings.undo-seconds': {},
  'settings.shift-hours': {},
  'settings.days-kept': {},
  'settings.volume': {},
  'settings.not-a-number': {},
  'settings.cap-not-positive': {},
  'settings.proxy-address': {},
  'settings.public-address': {},
  'settings.listener-host': {},
  'settings.listener-port': {},
  'settings.printer-host': {},
  'settings.printer-usb-path': {},
  'settings.webhook-path': {},
  'settings.header-name': {},
  'settings.header-of-browsers': {},
  'settings.header-value': {},
  'settings.header-value-missing': {},
  'settings.header-values-equal': {},

  // What is wrong with the settings as a whole.
  'settings.duplicate-names': {},
  'settings.duplicate-ports': {},
  'settings.duplicate-models': {},
  'serial-ports.not-listed': { detail: 'text' },
  'settings.duplicate-webhooks': {},
  'settings.several-default-printers': {},
  'settings.stand-in-unknown': {},
  'settings.active-environment-unknown': {},
  'settings.not-saved': { problem: 'message' },
  /** The settings file was not readable; a copy of it is kept. */
  'settings.unreadable': { copy: 'text' },
  /** The same, and a copy of an earlier day is used in its place. */
  'settings.copy-used': { at: 'time', copy: 'text' },
  'data-folder.not-opened': { folder: 'text' },

  /** An operator was asked about a new address of a service, a printer or the webhook listener. */
  'address.not-confirmed': {},
  'address.question-open': {},
  'address.too-many-questions': {},

  'environment.address-missing': {},
  'environment.practice-address': {},
  'environment.kind-fixed': {},
  'environment.unknown': {},
  'environment.active-not-removed': {},
  'environment.practice-not-removed': {},
  'environment.not-opened': { environment: 'text' },
  /** Work is left waiting in an environment that is no longer in use. */
  'environment.work-left': { environment: 'text', items: 'messages', count: 'number' },
  'waiting-work.deletions': { count: 'number' },
  'waiting-work.orders': { count: 'number' },
  'waiting-work.labels': { count: 'number' },
  'waiting-work.decisions': { count: 'number' },

  'token.not-on-disk': {},
  'token.refused-by-keyring': {},
  'token.file-damaged': {},
  'token.no-keyring': { environments: 'text' },
  'token.unreadable': { environment: 'text' },
  'token.not-kept': { environment: 'text' },
  'token.not-saved': { environment: 'text', problem: 'message' },

  'proxy.password-not-kept': {},
  'proxy.password-not-saved': {},
  'proxy.password-unreadable': {},

  'site-key.not-kept': {},
  'site-key.not-saved': {},
  'site.hub-has-no-window': {},
  'site.not-connected': {},
  'site.bench-ignored': { bench: 'text' },
  'site.bench-paused': { bench: 'text' },
  'site.bench-paused-at-hub': { bench: 'text' },
  'site.deletions-ignored': { bench: 'text' },
  'site.clock-differs': { bench: 'text', minutes: 'number' },
  'site.own-clock-differs': { minutes: 'number' },
  'site.server-too-old': { version: 'text' },
  'site.server-not-synced': {},
  'site.server-not-monitored': {},
  'site.server-nearly-full': { percent: 'number' },
  'site.server-full': {},
  'site-key.unreadable': {},

  'provisioning.one-token-source': {},
  'provisioning.variable-name': {},
  'provisioning.scanner-model': {},
  'provisioning.port-or-model': {},
  'provisioning.fleet-bench': {},
  'provisioning.fleet-server': {},
  'provisioning.fleet-key-missing': {},
  /** The file was refused whole: where the faults are, and how many more there are. */
  'provisioning.refused': { paths: 'text', more: 'number' },
  /** The file could not be read at all. */
  'provisioning.file-refused': {},
} as const satisfies MessageDefinitions;

/** People who sign in at the station. */
export const peopleMessages = {
  'people.signed-out': {},
  /** `role`: the lowest that may do it. */
  'people.not-permitted': { role: 'text' },
  'people.deletions-capped': {},
  'people.reprints-capped': {},
  'people.name': {},
  'people.idle-minutes': {},
  'people.per-hour': {},
  'people.unknown': {},
  'people.badge-unknown': {},
  'people.badge-not-admin': {},
  'people.badge-too-short': {},
  'people.badge-is-command': {},
  'people.badge-is-parcel': {},
  'people.badge-taken': {},
  'people.badge-in-scan': {},
  'people.admin-needed': {},
} as const satisfies MessageDefinitions;

/** Messages about the records on disk, and about work that a restart or a switch of environments interrupts. `detail`: what SQLite or the system reported. */
export const storageMessages = {
  'storage.database-in-use': { detail: 'text' },
  'storage.read-only': { detail: 'text' },
  'storage.disk-error': { detail: 'text' },
  'storage.database-damaged': { detail: 'text' },
  'storage.disk-full': { detail: 'text' },
  'storage.data-folder-open': {},
  'storage.folder-read-only': {},
  'storage.folder-of-other-user': {},
  'storage.folder-in-use': {},
  'storage.cannot-open': { detail: 'text' },
  'storage.not-a-database': { detail: 'text' },
  /** Any other error of SQLite or the operating system. */
  'storage.failed': { detail: 'text' },
  'storage.closed': {},
  'storage.thread-stopped': { detail: 'text' },
  'storage.overloaded': { requests: 'number' },
  /** A newer version wrote the file; `known` is the latest version that this program reads. */
  'storage.newer-database': { version: 'number', known: 'number' },
  'storage.invalid-environment-name': { name: 'text' },
  /** A copy of the records that is not whole, or of another version. */
  'storage.backup-damaged': { detail: 'text' },
  'storage.backup-folder': { detail: 'text' },
  'storage.backup-unknown': {},
  'storage.restoring': {},
  'storage.erasing': {},
  /** A chosen backup is not whole. */
  'storage.restore-damaged': { detail: 'text' },
  /** The records are a backup, or of a copied data folder: what waited in them was stopped. */
  'storage.copied-records': { environment: 'text', orders: 'number', deletions: 'number', labels: 'number' },
  'storage.copied-order': {},
  'storage.copied-deletion': {},
  'storage.copied-label': {},
  'storage.copied-batch': {},
  /** The records are of an earlier version, and stay so: the backup before their migration failed. */
  'storage.not-migrated': { reason: 'message', detail: 'text' },
  'storage.daily-backup-failed': { environment: 'text', reason: 'message' },
  /** A stored row that cannot be read: it stays in its table and is left out of every answer. */
  'storage.row-quarantined': {},
  /** The station stopped in the middle of these. */
  'storage.label-interrupted': {},
  'storage.answer-interrupted': {},
  'station.labels-interrupted': { labels: 'number' },
  'station.requests-interrupted': { commands: 'number' },
  /** Actions that waited so long that sending them needs confirmation. */
  'station.confirmation-needed': { commands: 'number' },
  'station.deletion-uncertain': { code: 'text' },
  'station.clock-went-back': {},
  'station.page-restarted': { at: 'time' },
  'station.start-not-changed': {},
  'station.certificate-unreadable': { file: 'text' },
  /** Another version of the program is installed than the one that runs, so that no process of it is started. */
  'station.update-waiting': {},
  'station.no-update': {},
} as const satisfies MessageDefinitions;

/** What the checks of the station found. A check may also give the message of what it checks. */
export const healthMessages = {
  'support-file.not-prepared': {},
  'health.not-checked': {},
  'health.took-too-long': {},
  'health.practice': {},
  'health.service-answers': {},
  'health.service-silent': {},
  'health.token-rejected': {},
  'health.token-not-kept': {},
  'health.no-printer': {},
  'health.printer-ready': {},
  'health.printer-held': {},
  'health.printer-without-paper': {},
  'health.scanner-not-tested': {},
  'health.scanner-tested': {},
  'health.scanner-problems': {},
  'health.scanner-connected': {},
  'health.scanner-not-connected': {},
  'health.clock-right': {},
  'health.clock-differs': { minutes: 'number' },
  'health.clock-unknown': {},
  'health.disk-free': { gigabytes: 'number' },
  'health.disk-low': { gigabytes: 'number' },
  'health.folder-not-writable': {},
  'health.records-answer': {},
  'health.rows-left-out': { count: 'number' },
  'health.backup-made': { at: 'time' },
  'health.backup-old': { at: 'time' },
  'health.no-backup': {},
  'health.webhooks-off': {},
  'health.event-received': { at: 'time' },
  'health.no-event': {},
  'health.certificate-until': { until: 'date' },
  'health.certificate-ends': { until: 'date' },
  'health.version-current': { version: 'text' },
  'health.update-waiting': { version: 'text' },
  'health.not-installed': { version: 'text' },
  'health.processes-ok': {},
  'health.processes-crashed': { page: 'number', pictures: 'number', spreadsheets: 'number', at: 'time' },
  'health.no-site': {},
  'health.site-connected': {},
  'health.site-reading': {},
  'health.site-offline': { since: 'time' },
  'health.site-copied': {},
  'health.site-full': { count: 'number', since: 'time' },
  'health.site-forbidden': { count: 'number', since: 'time' },
  'health.site-not-storing': { count: 'number', since: 'time' },
} as const satisfies MessageDefinitions;
