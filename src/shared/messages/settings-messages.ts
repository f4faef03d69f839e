import type { MessageDefinitions } from './message-definition.ts';

/** Messages about settings, environments, tokens and the provisioning file. */
export const settingsMessages = {
  // What is wrong with one field.
  'settings.address-not-https': {},
  'settings.base-url-missing': {},
  'settings.label-url-missing': {},
  'settings.environment-name': {},
  'settings.environment-name-taken': {},
  'settings.currency-too-long': {},
  'settings.station-name': {},
  'settings.cap-not-positive': {},
  'settings.proxy-address': {},
  'settings.public-address': {},
  'settings.listener-host': {},
  'settings.listener-port': {},
  'settings.webhook-path': {},
  'settings.header-name': {},
  'settings.header-value': {},
  'settings.header-value-missing': {},
  'settings.header-values-equal': {},

  // What is wrong with the settings as a whole.
  'settings.duplicate-names': {},
  'settings.duplicate-webhooks': {},
  'settings.several-default-printers': {},
  'settings.stand-in-unknown': {},
  'settings.active-environment-unknown': {},
  'settings.not-saved': { problem: 'message' },
  /** The settings file was not readable; a copy of it is kept. */
  'settings.unreadable': { copy: 'text' },

  'environment.address-missing': {},
  'environment.kind-fixed': {},
  'environment.unknown': {},
  'environment.not-opened': { environment: 'text' },
  /** Work is left waiting in an environment that is no longer in use. */
  'environment.work-left': { environment: 'text', items: 'messages', count: 'number' },
  'waiting-work.deletions': { count: 'number' },
  'waiting-work.orders': { count: 'number' },
  'waiting-work.labels': { count: 'number' },

  'token.not-on-disk': {},
  'token.refused-by-keyring': {},
  'token.file-damaged': {},
  'token.no-keyring': { environments: 'text' },
  'token.unreadable': { environment: 'text' },
  'token.not-kept': { environment: 'text' },
  'token.not-saved': { environment: 'text', problem: 'message' },

  'provisioning.one-token-source': {},
  'provisioning.variable-name': {},
  /** The file was refused whole: where the faults are, and how many more there are. */
  'provisioning.refused': { paths: 'text', more: 'number' },
  /** The file could not be read at all. */
  'provisioning.file-refused': {},
} as const satisfies MessageDefinitions;
