import { FileCheck, FileInput, type LucideIcon, PackagePlus, Trash2, Webhook } from 'lucide-react';
import { assertNever } from '../../../shared/failure.ts';
import { printJobStateWords } from '../../../shared/print-job.ts';
import type { EventEffect, KeptEvent, TimelineEntry } from '../../../shared/shipment-event.ts';
import { shipmentStateWords } from '../../../shared/shipment-state.ts';
import type { Tone } from '../../ui/tone.ts';
import { clockTime } from '../../words/ages.ts';
import { deletionWords } from '../../words/deletions.ts';
import { printJobLooks } from '../../words/print-jobs.ts';
import { shipmentStateLooks } from '../../words/shipment-states.ts';

/** One thing that happened, in words. */
export interface TimelineWords {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly what: string;
  /** Who told it and when: "webhook, 14:02". */
  readonly when: string;
  readonly more: string | null;
}

export function timelineWords(entry: TimelineEntry, now: number): TimelineWords {
  const when = `${entry.kind === 'event' ? 'webhook' : 'this station'}, ${clockTime(entry.at, now)}`;
  switch (entry.kind) {
    case 'order':
      return entry.source === 'imported'
        ? { tone: 'information', icon: FileInput, what: 'Order imported', when, more: null }
        : { tone: 'information', icon: PackagePlus, what: 'Order created here', when, more: null };
    case 'label':
      return { tone: 'information', icon: FileCheck, what: 'Label fetched', when, more: null };
    case 'print':
      return {
        ...printJobLooks[entry.state],
        what: `Print: ${printJobStateWords[entry.state]}`,
        when,
        more: entry.reprintReason ? `${entry.printer}. Why: ${entry.reprintReason}` : entry.printer,
      };
    case 'deletion': {
      const { tone, words } = deletionWords(entry.state, 0, 0);
      return {
        tone,
        icon: Trash2,
        what: entry.state === 'counting' ? 'Deletion counting down' : words,
        when,
        more: null,
      };
    }
    case 'event':
      return eventWords(entry.event, when, now);
    default:
      return assertNever(entry);
  }
}

function eventWords(event: KeptEvent, when: string, now: number): TimelineWords {
  const looks = event.state ? shipmentStateLooks[event.state] : ({ tone: 'quiet', icon: Webhook } as const);
  const arrival = event.hasOwnTime ? `arrived ${clockTime(event.receivedAt, now)}` : 'told no time of its own';
  const effect = event.effect ? effectWords[event.effect] : null;
  const what = event.state ? shipmentStateWords[event.state] : event.event;
  return { ...looks, what, when, more: [arrival, effect].filter(Boolean).join('; ') };
}

const effectWords: Record<EventEffect, string | null> = {
  'became the status': null,
  'came late': 'came late, a newer status was known',
  'end stays': 'the end that was known stays',
  'facts only': 'tells facts, no status',
};
