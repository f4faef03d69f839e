import { describe, expect, test } from 'vitest';
import { attentionSubject } from '../../../src/renderer/screens/attention/attention-kinds.ts';
import type { AttentionEntry } from '../../../src/shared/contract/attention-entry.ts';
import { type Message, message } from '../../../src/shared/messages/message.ts';
import { jobWith } from '../fixtures.ts';

const holderAway = message('print-question.site-holder-away', { bench: 'bench-2' });
const copies = message('print-question.site-copies', { benches: 'bench-2' });
const otherCopies = message('print-question.site-copies', { benches: 'bench-2, bench-3' });

const entries: readonly [string, (asked: Message) => AttentionEntry][] = [
  [
    'a label',
    (asked) => {
      const question = { kind: 'site' as const, message: asked, answers: ['print anyway' as const] };
      return { kind: 'print question', job: jobWith({ state: 'held', question }) };
    },
  ],
  [
    'several labels',
    (asked) => ({ kind: 'shared questions', question: { about: 'print', message: asked, ids: [1, 2], codes: ['A'] } }),
  ],
];

describe('needs attention: the question about', () => {
  test.each(entries)(
    '%s is another entry once something else is asked: what is open and focused answers the one that was read',
    (_, entryOf) => {
      const keyOf = (asked: Message) => attentionSubject(entryOf(asked)).key;
      expect(keyOf(copies)).toBe(keyOf({ ...copies }));
      expect(new Set([holderAway, copies, otherCopies].map(keyOf)).size).toBe(3);
    },
  );
});
