import { type LucideIcon, Printer, Search, Trash2 } from 'lucide-react';
import type { ScanMode } from '../../shared/scan.ts';
import type { RecentScan, ScanOutcomeKind } from '../../shared/scan-answer.ts';
import { type Tone, toneIcons } from '../ui/tone.ts';

const modeIcons: Readonly<Record<ScanMode, LucideIcon>> = { 'look up': Search, print: Printer, delete: Trash2 };

const kindTones: Readonly<Record<ScanOutcomeKind, Tone>> = {
  found: 'information',
  'already counted': 'quiet',
  printing: 'success',
  'ask for copy': 'warning',
  proved: 'success',
  'no label': 'warning',
  'no printer': 'error',
  'choose parcel': 'warning',
  deleted: 'error',
  'being deleted': 'quiet',
  deleting: 'quiet',
  'deleting unknown': 'quiet',
  'ask to delete': 'warning',
  'already counting': 'quiet',
  'cannot delete': 'error',
  unknown: 'error',
  'not a code': 'error',
  'layout doubt': 'error',
};

/** The colour and the shape of a line: what was done where it was, the fault's own where it was not. */
export function recentScanLook({ kind, mode, outcome }: RecentScan): { tone: Tone; icon: LucideIcon } {
  const tone = toneOf(kind, outcome);
  return { tone, icon: tone === 'error' ? toneIcons.error : modeIcons[mode] };
}

/** What became of it since it was scanned counts for more than what it was then. */
function toneOf(kind: ScanOutcomeKind, outcome: string): Tone {
  if (kind === 'printing' && /^(Held|Uncertain|Failed)/.test(outcome)) return 'warning';
  if (/^Not deleted/.test(outcome)) return 'error';
  return /^Deletion waiting/.test(outcome) ? 'warning' : kindTones[kind];
}
