import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { printJobActions } from '../../../src/shared/printing/print-job.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { isLongRun } from '../../helpers/test-length.ts';
import { atSecond, by, orderOf, parcelOf, requestFor, shipmentOf } from '../../suites/records/record-fixtures.ts';
import { eventOf } from '../../suites/records/webhook-fixtures.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const orders = 4;
const benchCount = 3;

const steps = ['create', 'import', 'print', 'printer', 'delete', 'service', 'event', 'send', 'read'] as const;
type StepName = (typeof steps)[number];
interface Step {
  name: StepName;
  bench: number;
  /** Which order. */
  order: number;
  /** Chooses among what may happen. */
  choice: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...steps, 'send', 'read'),
  bench: fc.nat({ max: benchCount - 1 }),
  order: fc.nat({ max: orders - 1 }),
  choice: fc.nat({ max: 11 }),
});

const codeOf = (order: number): string => `NL${String(order).padStart(18, '0')}`;
/** @param hasPrice false: that answer of the service names none, as a file that is imported may not */
const orderNumber = (order: number, source: 'created here' | 'imported', hasPrice = true) =>
  orderOf(
    [
      shipmentOf([parcelOf(codeOf(order)), parcelOf(null, { pickUpCode: `PC-${order}` })], {
        trackingCode: `DO-${order}`,
      }),
    ],
    { uniqueId: `ORD-${order}`, source, priceWithTax: hasPrice ? 40 + order : null },
  );

/** Plays the steps, and then lets every bench read everything. */
async function play(moves: readonly Step[]): Promise<SharingBench[]> {
  const site = sharedRecords(folders);
  const benches = await Promise.all(Array.from({ length: benchCount }, (_, index) => site.open(`bench-${index}`)));
  let second = 0;
  const created = new Set<number>();

  const parcelOfOrder = async (records: Records, order: number, choice: number) => {
    const found = await records.findByCode(`DO-${order}`);
    return found?.parcels[choice % (found.parcels.length || 1)] ?? null;
  };

  const answerCreate = async (records: Records, id: number, order: number, choice: number): Promise<unknown> => {
    const failure = { code: 'rejected', message: storedSentence('The service rejected it.') } as const;
    const answer = by('order-answer', second);
    if (choice % 4 > 1) return records.completeCreate(id, orderNumber(order, 'created here', choice % 4 === 2), answer);
    const state = choice % 4 === 0 ? 'rejected' : 'uncertain';
    const moved = await records.moveCommand(id, ['sending'], { state, failure }, answer);
    if (moved?.state === 'rejected') created.delete(order);
    return moved;
  };

  const actions: Record<StepName, (bench: SharingBench, move: Step) => Promise<unknown>> = {
    async create({ records }, { order, choice }) {
      // The service gives one order one identifier: only one bench creates it.
      if (created.has(order) || (await parcelOfOrder(records, order, 0))) return;
      created.add(order);
      const intent = { quotedPrice: choice % 2 === 0 ? 40 : null, fingerprint: `${order}`.padStart(16, '0') };
      const request = requestFor(codeOf(order));
      const { id } = await records.beginCreate(request, by('create-order', second), intent);
      if (choice === 0) return;
      const sent = { state: 'sending', attempt: true, requestLeft: true } as const;
      await records.moveCommand(id, ['waiting'], sent, by('send-order', second));
      if (choice > 3) await answerCreate(records, id, order, choice);
    },
    import: ({ records }, { order, choice }) =>
      records.importOrders([orderNumber(order, 'imported', choice > 3)], by('import-file', second)),
    async print({ records, id }, { order, choice }) {
      const parcel = await parcelOfOrder(records, order, choice);
      if (!parcel?.label) return;
      const here = await records.parcelAtSite(parcel.id);
      if (!here) return;
      const { holding, copies, requests } = here.shared;
      if (holding?.bench !== id) {
        // Taken over without the engine, after an operator's answer.
        const taken = { term: (holding?.term ?? 0) + 1, bench: id, isReleased: false };
        await records.storeAct(here.gid, { holding: taken, copies, requests }, null, atSecond(second));
      }
      const bytes = new TextEncoder().encode(`^XA${parcel.label.url}^XZ`);
      await records.saveLabel(
        parcel.label.id,
        { bytes, sha256: parcel.label.url, format: 'zpl' },
        by('download-label'),
      );
      const job = { parcelId: parcel.id, printer: 'Zebra A', origin: 'button', startedByCode: null } as const;
      const added = await records.addPrintJob(
        { ...job, reprintReason: null, notSince: atSecond(second) },
        by('print', second),
      );
      if (!added || added === 'needs lead') return;
      await records.movePrintJob(
        added.job.id,
        printJobActions.send,
        { state: 'sending', attempt: true },
        by('print', second),
      );
    },
    async printer({ records }, { choice }) {
      const jobs = await records.printJobs(100);
      const open = jobs.filter(({ state }) => state === 'sending' || state === 'sent' || state === 'uncertain');
      const job = open[choice % (open.length || 1)];
      if (!job) return;
      const next = {
        sending: ['sent', 'uncertain', 'failed', 'queued'],
        sent: ['printed', 'uncertain'],
        uncertain: ['printed', 'failed'],
      };
      const states = next[job.state as keyof typeof next];
      const state = states[choice % states.length] as 'sent';
      await records.movePrintJob(job.id, [job.state], { state }, by('print', second));
    },
    async delete({ records }, { order }) {
      const parcel = await parcelOfOrder(records, order, 0);
      if (!parcel || parcel.deletedAt !== null) return;
      const deletion = { customCode: codeOf(order), parcelId: parcel.id, endsAt: 5_000 };
      const { begun, command } = await records.beginDelete(deletion, by('delete', second));
      if (!begun) return;
      await records.moveCommand(command.id, ['counting'], { state: 'waiting' }, by('end-countdown', second));
      await records.moveCommand(
        command.id,
        ['waiting'],
        { state: 'sending', attempt: true },
        by('send-deletion', second),
      );
    },
    async service({ records }, { choice }) {
      const sending = await records.commands(['sending', 'uncertain'], 100);
      const command = sending[choice % (sending.length || 1)];
      if (!command) return;
      const order = Number(command.codes[0]?.slice(2));
      if (command.kind === 'create') return answerCreate(records, command.id, order, choice);
      if (choice % 3 > 0) return records.completeDelete(command.id, by('deletion-answer', second));
      const failure = { code: 'rejected', message: storedSentence('The service rejected it.') } as const;
      const change = { state: 'rejected', failure } as const;
      return records.moveCommand(command.id, ['sending'], change, by('deletion-answer', second));
    },
    async event({ records }, { order, choice, bench }) {
      const state = ['picked_up', 'dropped_off', 'deleted', 'in_transit'][choice % 4];
      // Some are later than their arrival, which then counts.
      const trigger_datetime = atSecond((choice % 4) * 60).replace('Z', '+00:00');
      // Of some orders no bench knows anything.
      const data = { tracking_code: `DO-${choice > 8 ? `OTHER-${order}` : order}`, trigger_datetime };
      // One delivery, which each receiver gets at another time.
      await records.storeEvents([eventOf(`same.shipment.${state}`, data, 60 + bench)]);
    },
    send: (bench, { choice }) => bench.send(choice + 1),
    read: (bench, { choice }) => bench.read(choice + 1),
  };

  for (const move of moves) {
    second += 1;
    const bench = benches[move.bench];
    if (bench) await actions[move.name](bench, move);
  }
  for (const bench of benches) await bench.send();
  for (const bench of benches) await bench.read();
  // What an operator did for a parcel that another bench deleted meanwhile is reported too.
  for (const bench of benches) await bench.send();
  for (const bench of benches) await bench.read();
  return benches;
}

describe('records of a site, with any work at any bench', () => {
  it('are the same at every bench once all has been read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (moves) => {
        const benches = await play(moves);
        const [first, ...others] = await Promise.all(benches.map((bench) => bench.digest()));
        for (const other of others) expect(other).toEqual(first);
        for (const bench of benches) await bench.close();
      }),
      { numRuns: isLongRun ? 500 : 25 },
    );
  }, 600_000);
});
