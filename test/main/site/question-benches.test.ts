import { expect, it } from 'vitest';
import { createDeletionHolding } from '../../../src/main/core/outbox/deletion-holding.ts';
import type { HoldingAnswer, ParcelHolding } from '../../../src/main/core/ports/parcel-holding.ts';
import type { SiteParcel, SiteRecords } from '../../../src/main/core/ports/site-records.ts';
import { createSiteQuestions } from '../../../src/main/core/printing/site-questions.ts';
import { createParcelHolder } from '../../../src/main/site/parcel-holder.ts';
import type { Command } from '../../../src/shared/orders/command.ts';
import type { PrintJob } from '../../../src/shared/printing/print-job.ts';
import { manualClock } from '../core/manual-clock.ts';

const clock = manualClock(0);
const onBug = (bug: unknown) => expect.fail(String(bug));
const bench = 'bench-1';

/** Printed at bench-2, also before its data was put back, held by bench-3; bench-4 wanted to delete it and was refused; bench-5 deletes it. */
const parcel = (requests: SiteParcel['shared']['requests']): SiteParcel => ({
  gid: 'bench-3~1f2e3d4c.1',
  shared: {
    holding: { term: 1, bench: 'bench-3~1f2e3d4c', isReleased: false },
    copies: [
      { id: 'a', bench: 'bench-2~5a5a5a5a', state: 'printed' },
      { id: 'b', bench: 'bench-2', state: 'printed' },
    ],
    requests,
  },
  ...{ lastAct: null, lastMessage: 0, release: 'none' },
});
const rejected = { id: 'c', bench: 'bench-4', state: 'rejected' } as const;
const sent = { id: 'd', bench: 'bench-5~77777777', state: 'sent' } as const;

/** The holding of a bench that is cut off: the engine is never asked. */
function holdingOf(known: SiteParcel): ParcelHolding {
  return createParcelHolder({
    ...{ clock, bench, alone: 'ask', answersWishes: true, onBug, onFlood: () => {} },
    engine: undefined as never,
    records: { parcelAtSite: async () => known } as Partial<SiteRecords> as SiteRecords,
    isConnected: () => false,
    writeAct: () => expect.fail('An act is written'),
    readAct: () => null,
    isPaused: () => false,
  });
}

async function printQuestion(holding: ParcelHolding, confirmedAtSite: readonly string[] = []) {
  const records = { printJobsAskedAtSite: async () => [], movePrintJob: async () => null };
  const questions = createSiteQuestions({ holding, records, clock, announce: () => {}, onReady: () => {}, onBug });
  const check = await questions.check({ parcelId: 1, evidence: { confirmedAtSite } } as unknown as PrintJob);
  return check?.kind === 'question' ? check.question : null;
}

it('a question about copies names the benches that have some, each once by its name, and the one about the holder names it alone', async () => {
  const holding = holdingOf(parcel([rejected]));
  const copies = await printQuestion(holding);
  expect(copies?.message).toEqual({ code: 'print-question.site-copies', params: { benches: 'bench-2' } });
  const ofCopies = copies?.keys?.filter((key) => key.startsWith('copies-elsewhere')) ?? [];
  const holder = await printQuestion(holding, ofCopies);
  expect(holder?.message).toEqual({ code: 'print-question.site-holder-away', params: { bench: 'bench-3' } });
});

it('a question about a deletion names the benches whose request is on its way, by name', async () => {
  const deletion = { id: 1, kind: 'delete', codes: ['A'], parcelId: 1, confirmedAt: null } as unknown as Command;
  const records = { command: async () => null, commands: async () => [], moveCommand: async () => null };
  const asked = async (known: SiteParcel) => {
    const onNothing = { announceChange: () => {}, onFree: () => {} };
    const next = await createDeletionHolding({ holding: holdingOf(known), records, clock, ...onNothing, onBug }).next(
      deletion,
    );
    return next.kind === 'confirm' ? next.question : null;
  };
  expect(await asked(parcel([rejected, sent]))).toMatchObject({
    message: { code: 'outbox.site-deletion-sent', params: { benches: 'bench-5' } },
  });
  expect(await asked(parcel([rejected]))).toMatchObject({
    message: { code: 'outbox.site-holder-away', params: { bench: 'bench-3' } },
  });
});

it('a label that waits for another bench names it as its screen does', async () => {
  const waits: HoldingAnswer = { kind: 'wait', bench: 'bench-3~1f2e3d4c' };
  const question = await printQuestion({ ...holdingOf(parcel([])), may: async () => waits });
  expect(question?.message.params).toEqual({ bench: 'bench-3' });
});

it('a label of a parcel that a bench which is gone asked the service to delete asks, and names that bench', async () => {
  const taken = parcel([sent]);
  const holding = { term: 9, bench: 'bench-1', isReleased: false };
  const known = { ...taken, shared: { ...taken.shared, holding, copies: [] } };
  expect((await printQuestion(holdingOf(known)))?.message).toEqual({
    ...{ code: 'print-question.site-deletion-sent', params: { benches: 'bench-5' } },
  });
});

it('a label with copies elsewhere and a deletion on its way asks about the one, and then about the other', async () => {
  const holding = holdingOf(parcel([sent]));
  const first = await printQuestion(holding);
  expect(first?.message.code).toBe('print-question.site-deletion-sent');
  expect(first?.keys?.some((key) => key.startsWith('copies-elsewhere'))).toBe(false);
  const second = await printQuestion(holding, first?.keys);
  expect(second?.message).toEqual({ code: 'print-question.site-copies', params: { benches: 'bench-2' } });
});
