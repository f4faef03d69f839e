import {
  CircleAlert,
  CirclePause,
  CircleX,
  FileQuestion,
  type LucideIcon,
  MessageCircleQuestion,
  PackageSearch,
  PackageX,
  Printer,
  PrinterX,
  TriangleAlert,
} from 'lucide-react';
import type { AttentionEntry, AttentionKind } from '../../../shared/contract/attention-entry.ts';
import { assertNever } from '../../../shared/contract/failure.ts';
import { questionKey } from '../../../shared/site/shared-question.ts';
import { text } from '../../text/text.ts';

/** How entries of one kind are shown, and where more about them is. Their texts are `attention.kind.…` and `attention.heading.…`. */
interface AttentionStyle {
  readonly tone: 'warning' | 'error';
  readonly icon: LucideIcon;
  readonly leadsTo: 'parcel' | 'print-queue' | 'site';
}

/** Every kind of entry. */
export const attentionStyles: Readonly<Record<AttentionKind, AttentionStyle>> = {
  'order alarm': { tone: 'error', icon: CircleAlert, leadsTo: 'print-queue' },
  'deletion conflict': { tone: 'error', icon: PackageX, leadsTo: 'parcel' },
  'uncertain order': { tone: 'warning', icon: TriangleAlert, leadsTo: 'print-queue' },
  'uncertain deletion': { tone: 'warning', icon: TriangleAlert, leadsTo: 'parcel' },
  'uncertain label': { tone: 'warning', icon: FileQuestion, leadsTo: 'parcel' },
  'print question': { tone: 'warning', icon: MessageCircleQuestion, leadsTo: 'parcel' },
  'shared questions': { tone: 'warning', icon: MessageCircleQuestion, leadsTo: 'print-queue' },
  'paused bench': { tone: 'warning', icon: CirclePause, leadsTo: 'site' },
  'held printer': { tone: 'warning', icon: Printer, leadsTo: 'print-queue' },
  'labels without printer': { tone: 'warning', icon: PrinterX, leadsTo: 'print-queue' },
  'unassigned labels': { tone: 'warning', icon: PackageSearch, leadsTo: 'parcel' },
  'command to confirm': { tone: 'warning', icon: MessageCircleQuestion, leadsTo: 'print-queue' },
  'rejected order': { tone: 'error', icon: CircleX, leadsTo: 'print-queue' },
  'rejected deletion': { tone: 'error', icon: CircleX, leadsTo: 'parcel' },
};

/** What an entry is about. `codes`: shown in the type of codes. */
export interface AttentionSubject {
  /** The same as long as the entry stays in the list, and asks the same: an answer counts for the question that was read. */
  readonly key: string;
  readonly codes: readonly string[];
  /** Shown where there are no codes. */
  readonly name: string | null;
  /** When it began, ISO 8601; null where that is not known. */
  readonly since: string | null;
}

/** Names an entry. */
export function attentionSubject(entry: AttentionEntry): AttentionSubject {
  const subjectOf = (id: string | number, rest: Partial<AttentionSubject>): AttentionSubject => ({
    key: `${entry.kind} ${id}`,
    ...{ codes: [], name: null, since: null },
    ...rest,
  });
  switch (entry.kind) {
    case 'order alarm':
      return subjectOf(entry.alarm.id, { codes: [entry.alarm.code], since: entry.alarm.at });
    case 'deletion conflict': {
      const { parcelId, code, at } = entry.conflict;
      return subjectOf(parcelId, { codes: code === null ? [] : [code], since: at });
    }
    case 'uncertain order':
    case 'uncertain deletion':
    case 'command to confirm': {
      const { id, codes, failure, updatedAt } = entry.command;
      return subjectOf(failure ? `${id} ${questionKey(failure.message)}` : id, { codes, since: updatedAt });
    }
    case 'rejected order':
    case 'rejected deletion':
      return subjectOf(entry.command.id, { codes: entry.command.codes, since: entry.command.updatedAt });
    case 'uncertain label':
    case 'print question': {
      const { id, code, question, updatedAt } = entry.job;
      const key = question ? `${id} ${questionKey(question.message)}` : id;
      return subjectOf(key, { codes: [code], since: updatedAt });
    }
    case 'shared questions': {
      const { about, ids, message } = entry.question;
      const name = text(`shared-question.title.${about}`, { count: ids.length });
      return subjectOf(`${about} ${ids[0]} ${questionKey(message)}`, { name });
    }
    case 'paused bench':
      return subjectOf(entry.bench, { name: entry.bench, since: entry.since });
    case 'held printer':
      return subjectOf(entry.name, { name: entry.name, since: entry.printer?.since ?? null });
    case 'labels without printer':
      return subjectOf('', { name: text('attention.labels', { labels: entry.labels }) });
    case 'unassigned labels':
      return subjectOf(entry.orderId, { codes: entry.codes });
    default:
      return assertNever(entry);
  }
}
