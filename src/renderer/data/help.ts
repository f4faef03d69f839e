import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HealthCheck, HealthCheckName } from '../../shared/contract/health-view.ts';
import type { ServiceHealth } from '../../shared/contract/station-view.ts';
import type { PrintJob } from '../../shared/printing/print-job.ts';
import type { HeldReason, PrinterState } from '../../shared/printing/printer.ts';
import type { ScanOutcomeKind } from '../../shared/scanning/scan-answer.ts';
import { closeHelpScreen, showScreen } from './current-screen.ts';

/** The pages of the help: one for each trouble, and one for the keyboard. Their texts are in `help.json`. */
export const helpGroups = [
  { group: 'start', pages: ['health', 'keyboard'] },
  {
    group: 'printing',
    pages: [
      ...['paper-out', 'printer-unreachable', 'printer-not-answering', 'printer-fault', 'different-printer'],
      ...[
        'label-question',
        'site-question',
        'uncertain-label',
        'nothing-printed',
        'no-printer',
        'practice-printer',
        'label-missing',
      ],
    ],
  },
  { group: 'scanning', pages: ['scanner', 'unclear-scan', 'unknown-code', 'no-sound'] },
  { group: 'orders', pages: ['uncertain-order', 'rejected-order', 'replaced-order', 'batch-paused', 'spending-limit'] },
  { group: 'deletions', pages: ['uncertain-deletion', 'conflicting-reports'] },
  { group: 'service', pages: ['service-unreachable', 'token-rejected', 'token-not-kept', 'certificate'] },
  { group: 'status', pages: ['no-status', 'unmatched-events', 'import-rejected'] },
  {
    group: 'station',
    pages: ['disk', 'records', 'update', 'crashes', 'site-problem', 'settings-unreadable', 'no-window'],
  },
] as const;
export type HelpPage = (typeof helpGroups)[number]['pages'][number];

const helpStore = createStore<{ readonly page: HelpPage; readonly wantsSupportFile: boolean }>(() => ({
  page: 'keyboard',
  wantsSupportFile: false,
}));

export const useHelpPage = (): HelpPage => useStore(helpStore, ({ page }) => page);

/** Opens the help at that page. */
export function showHelp(page: HelpPage = 'keyboard'): void {
  helpStore.setState({ page });
  showScreen('help');
}

/** Opens the health of the station, and makes a support file there. */
export function showSupportFile(): void {
  helpStore.setState({ wantsSupportFile: true });
  showHelp('health');
}

export const useSupportFileRequest = (): boolean => useStore(helpStore, ({ wantsSupportFile }) => wantsSupportFile);

/** True once for each request. */
export function takeSupportFileRequest(): boolean {
  const { wantsSupportFile } = helpStore.getState();
  if (wantsSupportFile) helpStore.setState({ wantsSupportFile: false });
  return wantsSupportFile;
}

/** F12: opens the help, or returns to the screen it was opened from. */
export function toggleHelp(): void {
  if (!closeHelpScreen()) showHelp();
}

/** The page about what holds a printer. */
export const printerHelp: Readonly<Record<HeldReason, HelpPage | null>> = {
  'paper out': 'paper-out',
  'ribbon out': 'paper-out',
  'head open': 'paper-out',
  'cutter fault': 'printer-fault',
  'too hot': 'printer-fault',
  'head fault': 'printer-fault',
  'printer error': 'printer-fault',
  paused: 'printer-fault',
  'label not taken': 'printer-fault',
  'diagnostic mode': 'printer-fault',
  'no printer': 'no-printer',
  'buffer full': null,
  'unfinished label': 'printer-fault',
  'another printer': 'different-printer',
  'on hold': null,
  'not answering': 'printer-not-answering',
  unreachable: 'printer-unreachable',
};

/** The page about the first thing that holds a printer; null while nothing does. */
export const helpOfPrinter = ({ reasons: [first] }: Pick<PrinterState, 'reasons'>): HelpPage | null =>
  first === undefined ? null : printerHelp[first];

/** The page about each check of the station. It stands in the program, also in the operator's language, so that no browser is needed. */
const checkHelp: Readonly<Record<Exclude<HealthCheckName, 'printer'>, HelpPage>> = {
  service: 'service-unreachable',
  token: 'token-rejected',
  'label-host': 'label-missing',
  scanner: 'scanner',
  clock: 'certificate',
  disk: 'disk',
  records: 'records',
  backups: 'records',
  webhooks: 'no-status',
  certificate: 'certificate',
  update: 'update',
  crashes: 'crashes',
  site: 'site-problem',
};

/** The page about what a check found. */
export function helpOfCheck({ check, printer, message }: Pick<HealthCheck, 'check' | 'printer' | 'message'>): HelpPage {
  const [held] = printer?.reasons ?? [];
  if (held !== undefined) return printerHelp[held] ?? 'printer-fault';
  if (check !== 'printer') return message.code === 'health.token-not-kept' ? 'token-not-kept' : checkHelp[check];
  return message.code === 'health.no-printer' ? 'no-printer' : 'printer-fault';
}

/** The page about a service that does not work. */
export const serviceHelp: Readonly<Partial<Record<ServiceHealth['state'], HelpPage>>> = {
  'no answer': 'service-unreachable',
  failing: 'service-unreachable',
  'certificate rejected': 'certificate',
  'token rejected': 'token-rejected',
  'token missing': 'token-rejected',
};

/** The page about what a print job waits for; null where no operator is needed. */
export function jobHelp({ state, question }: Pick<PrintJob, 'state' | 'question'>): HelpPage | null {
  if (state === 'uncertain') return 'uncertain-label';
  if (question === null) return null;
  return question.kind === 'site' ? 'site-question' : 'label-question';
}

/** The page about a scan that named nothing of this station. */
export const scanHelp: Readonly<Partial<Record<ScanOutcomeKind, HelpPage>>> = {
  unknown: 'unknown-code',
  'not a code': 'unknown-code',
  'ambiguous layout': 'unclear-scan',
  'unsafe scanner': 'scanner',
};

/** The page about what a notice or a failure reports, by the code of its message. */
export const messageHelp: Readonly<Partial<Record<string, HelpPage>>> = {
  'settings.unreadable': 'settings-unreadable',
  'provisioning.refused': 'settings-unreadable',
  'provisioning.file-refused': 'settings-unreadable',
  'token.not-on-disk': 'token-not-kept',
  'token.refused-by-keyring': 'token-not-kept',
  'token.file-damaged': 'token-not-kept',
  'token.no-keyring': 'token-not-kept',
  'token.unreadable': 'token-not-kept',
  'token.not-kept': 'token-not-kept',
  'service.token-missing': 'token-rejected',
};
