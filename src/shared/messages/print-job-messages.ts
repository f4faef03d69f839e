import type { MessageDefinitions } from './message-definition.ts';

const millimetres = { width: 'number', length: 'number', paperWidth: 'number', paperLength: 'number' } as const;

/** Labels: their files, their previews, and PDF pages made into ZPL. */
export const labelMessages = {
  'label.none': {},
  'label.erased': {},
  'label.address-unknown': {},
  'label.downloading': {},
  // The service did not say which label is whose.
  'label.not-assigned': {},
  'label.assignment-changed': {},
  'label.assigned-twice': {},
  // Failed downloads. `target` is the host that a redirect leads to.
  'label.not-found': { host: 'text', status: 'number' },
  'label.gone': { host: 'text', status: 'number' },
  'label.forbidden': { host: 'text', status: 'number' },
  'label.forbidden-by-target': { host: 'text', status: 'number' },
  'label.sign-in-page': { host: 'text' },
  'label.web-page': { host: 'text' },
  'label.contains-token': { host: 'text' },
  'label.redirect-too-many': { host: 'text', limit: 'number' },
  'label.redirect-invalid': { host: 'text' },
  'label.redirect-not-https': { target: 'text' },
  'label.redirect-other-host': { target: 'text' },
  /** `class`: private, link_local, loopback or reserved. */
  'label.redirect-more-private': { target: 'text', class: 'text' },
  'label.unreadable-file': {},
  'label.no-pdf': {},
  // Why a label has no preview, no bar codes or no ZPL.
  'label.no-preview': { reason: 'message' },
  'label.bar-codes-not-read': { reason: 'message' },
  'label.pdf-not-printable': { reason: 'message' },
  'label.pdf-not-drawn-yet': { reason: 'message' },
  'label.too-many-waiting': {},
  'label.station-closing': {},
  'label.reason.unknown-format': {},
  'label.reason.no-pdf': {},
  'label.reason.too-large': { kilobytes: 'number' },
  'label.reason.resolution': { dotsPerMillimetre: 'number' },
  'label.reason.too-slow': {},
  'label.reason.ended': {},
  'label.reason.renderer-broken': {},
  'label.reason.not-zpl': {},
  'label.reason.graphics-too-large': {},
  'label.reason.locked': {},
  'label.reason.unreadable-pdf': {},
  'label.reason.unreadable-page': { page: 'number' },
  'label.reason.page-without-size': {},
  'label.reason.page-too-large': { millimetres: 'number' },
  'label.reason.page-too-large-for-resolution': {},
  'label.reason.page-larger-than-paper': millimetres,
  'label.reason.out-of-memory': {},
  'label.reason.no-pages': {},
  'label.reason.too-many-pages': { count: 'number', limit: 'number' },
  'label.reason.zpl-too-large': {},
  'label.reason.empty': {},
} as const satisfies MessageDefinitions;

/** Print jobs, and why a printer accepts none. */
export const printJobMessages = {
  // Why a label is not queued.
  'print-job.no-printer': {},
  'print-job.no-such-printer': {},
  'print-job.parcel-deleted': {},
  'print-job.deletion-conflict': {},
  'print-job.parcel-changed': {},
  'print-job.maybe-printed': {},
  'print-job.changed': {},
  // Why a print run is not started.
  'print-run.nothing': {},
  'print-run.unknown': {},
  // What became of a job.
  'print-job.marked-not-printed': {},
  'print-job.not-counted': {},
  'print-job.printer-was-away': {},
  'print-job.station-stopped': {},
  'print-job.sending-failed': {},
  // What holds a job or its printer.
  'print-job.printer-paused': {},
  'print-job.printer-not-ready': {},
  'print-job.printer-not-answering': {},
  'print-job.printer-connecting': {},
  /** The operator decides whether labels may go to it. */
  'print-job.different-printer': { expected: 'message', found: 'message' },
  /** A printer as it identifies itself. */
  'printer.identity': { model: 'text', serial: 'text', dpi: 'number' },
  // What the operator is asked before a label is sent.
  'print-question.several': { first: 'message', others: 'message' },
  'print-question.not-production': { environment: 'text' },
  'print-question.incomplete-label': {},
  'print-question.empty-label': {},
  'print-question.resolution-differs': { labelDpi: 'number', printerDpi: 'number', size: 'text' },
  'print-question.resolution-unknown': { printer: 'text' },
  'print-question.larger-than-paper': {
    labelWidth: 'number',
    labelLength: 'number',
    paperWidth: 'number',
    paperLength: 'number',
  },
  'print-question.several-copies': { count: 'number' },
  'print-question.several-labels': { count: 'number' },
  'print-question.site-copies': { benches: 'text' },
  'print-question.site-deletion-sent': { benches: 'text' },
  'print-question.site-holder-away': { bench: 'text' },
  'print-question.site-unknown-holder': {},
  'print-question.site-unreachable': {},
  'print-question.site-waiting': {},
  'print-question.site-waiting-for-bench': { bench: 'text' },
  'print-job.deleted-at-site': {},
} as const satisfies MessageDefinitions;
