import { describe, expect, it } from 'vitest';
import { attentionOf } from '../../../src/main/core/attention.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import {
  type AttentionKind,
  attentionKinds,
  maxAttentionOfKind,
} from '../../../src/shared/contract/attention-entry.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { Command } from '../../../src/shared/orders/command.ts';
import type { PrintQuestion } from '../../../src/shared/printing/print-job.ts';
import { noPrinterName } from '../../../src/shared/printing/print-job.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import { eventSteps } from './event-fixtures.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
  storeLabelled,
  storeOrder,
} from './record-fixtures.ts';
import { uncertainOrderSteps } from './uncertain-order-fixtures.ts';
import { eventOf, stateEvent, trackingCode } from './webhook-fixtures.ts';

const ready: PrinterState = {
  ...{ name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, isDefault: true, reasons: [] },
  ...{ since: null, sending: false, warnings: [], answers: true, message: null, labelsInPrinter: null, standIn: null },
};

const question: PrintQuestion = {
  kind: 'resolution differs',
  message: message('print-question.empty-label'),
  answers: ['print anyway'],
};

/** A thing that needs a person: how the facts make it, and how they end it. */
export interface AttentionCase {
  readonly make: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** The codes and the shipment of a case: several cases may be in the same records. */
interface CaseCodes {
  readonly code: string;
  readonly sibling: string;
  readonly tracking: string;
}

/** Each kind that the records hold. */
export function attentionCases(
  records: Records,
  { code, sibling, tracking }: CaseCodes,
): Readonly<Record<StoredAttentionKind, AttentionCase>> {
  const { shipment, take } = eventSteps(records);
  const { createIn, replaced } = uncertainOrderSteps(records);

  const onlyCommand = async (state: Command['state']): Promise<number> => {
    const [command] = await records.commands([state], 2);
    return command?.id ?? 0;
  };
  const deletionIn = async (state: Command['state']): Promise<void> => {
    const parcelId = await storeLabelled(records, code);
    const { command } = await records.beginDelete({ customCode: code, parcelId, endsAt: 1 }, by('delete'));
    await records.moveCommand(command.id, ['counting'], { state }, by('send-deletion'));
  };
  const ended = (from: Command['state'], to: Command['state']) => async () => {
    await records.moveCommand(await onlyCommand(from), [from], { state: to }, by('order-answer', 60));
  };
  const dismissed = async () => {
    await records.dismissCommand(await onlyCommand('rejected'), by('dismiss', 60));
  };
  const label = async (printer = 'Zebra A') =>
    (await addJob(records, await storeLabelled(records, code), 0, printer)).job.id;
  let jobId = 0;
  let parcelIds: number[] = [];
  const jobIn = (change: Parameters<typeof records.movePrintJob>[2]) => async () => {
    jobId = await label();
    await records.movePrintJob(jobId, ['queued'], change, by('print', 5));
  };
  const jobTo = (change: Parameters<typeof records.movePrintJob>[2]) => async () => {
    await records.movePrintJob(jobId, ['uncertain', 'held'], change, by('settle-print', 60));
  };

  return {
    'order alarm': {
      async make() {
        await replaced();
        for (const { id } of await records.commands(['waiting'], 9)) {
          await records.moveCommand(id, ['waiting'], { state: 'undone' }, by('undo-order', 20));
        }
        await take(eventOf('same.shipment.picked_up', { codes: [codeA] }, 30));
      },
      async end() {
        const [alarm] = await records.orderAlarms(2);
        await records.dismissAlarm(alarm?.id ?? 0, by('dismiss', 60));
      },
    },
    'deletion conflict': {
      async make() {
        await shipment([code, sibling], tracking);
        const deletedAt = { trigger_datetime: atSecond(10).replace('Z', '+00:00') };
        await take(
          eventOf('same.shipment.deleted', { custom_code: code, tracking_code: tracking, ...deletedAt }, 11),
          stateEvent('picked_up', 20, 21, { custom_code: code, tracking_code: tracking }),
        );
      },
      async end() {
        const { conflicts } = await records.attention(1);
        await records.resolveDeletionConflict(
          conflicts.rows[0]?.parcelId ?? 0,
          'exists',
          by('resolve-deletion-conflict', 60),
        );
      },
    },
    'uncertain order': {
      make: async () => void (await createIn('uncertain', code)),
      end: ended('uncertain', 'undone'),
    },
    'rejected order': { make: async () => void (await createIn('rejected', code)), end: dismissed },
    'uncertain deletion': { make: () => deletionIn('uncertain'), end: ended('uncertain', 'done') },
    'rejected deletion': { make: () => deletionIn('rejected'), end: dismissed },
    'command to confirm': { make: () => deletionIn('needs confirmation'), end: ended('needs confirmation', 'waiting') },
    'uncertain label': { make: jobIn({ state: 'uncertain' }), end: jobTo({ state: 'printed' }) },
    'print question': {
      make: jobIn({ state: 'held', question }),
      end: jobTo({ state: 'queued', question: null, answers: ['print anyway'] }),
    },
    'shared questions': {
      async make() {
        const asked = { ...question, kind: 'site', message: message('print-question.site-unknown-holder') } as const;
        for (const each of [code, sibling]) {
          const { job } = await addJob(records, await storeLabelled(records, each), 0);
          await records.movePrintJob(job.id, ['queued'], { state: 'held', question: asked }, by('print', 5));
        }
      },
      async end() {
        const [asked] = await records.sharedQuestions();
        for (const id of asked?.ids ?? [])
          await records.movePrintJob(id, ['held'], { state: 'cancelled', question: null }, by('cancel-print', 60));
      },
    },
    'labels without printer': {
      make: async () => void (await label(noPrinterName)),
      end: async () =>
        void (await records.settleJobsWithoutPrinter({ labels: 1, printer: 'Zebra A' }, by('print', 60))),
    },
    'unassigned labels': {
      async make() {
        const waiting = { label: null, missing: ['custom_code', 'pick_up_code', 'label'] };
        const labelOf = (pickUpCode: string) => {
          const url = `https://labels.example/${pickUpCode}.zpl`;
          const label = { url, source: 'parcel zpl', format: 'zpl', pdfUrl: null } as const;
          return { pickUpCode, sizeCode: 'small', label };
        };
        const parcels = [parcelOf(code, waiting), parcelOf(sibling, waiting)];
        const unassignedLabels = ['P-1', 'P-2'].map(labelOf);
        parcelIds = await storeOrder(
          records,
          orderOf([shipmentOf(parcels, { trackingCode: tracking, unassignedLabels })]),
        );
      },
      async end() {
        const [order] = (await records.attention(1)).unassigned.rows;
        const labels = await records.unassignedLabels(order?.orderId ?? 0);
        const assignments = labels.map(({ id }, index) => ({ labelId: id, parcelId: parcelIds[index] ?? 0 }));
        await records.assignLabels(assignments, by('assign-label', 60));
      },
    },
  };
}

/** Printers are no records: a held one is read from its worker. Other benches are paused on a site alone. */
export type StoredAttentionKind = Exclude<AttentionKind, 'held printer' | 'paused bench'>;

const storedAttentionKinds = attentionKinds.filter(
  (kind): kind is StoredAttentionKind => kind !== 'held printer' && kind !== 'paused bench',
);

/** One of each kind that is stored, with codes of their own. */
export async function storeAttention(records: Records, newCode: () => string): Promise<void> {
  for (const [index, kind] of storedAttentionKinds.entries()) {
    const [code, sibling, tracking] = [newCode(), newCode(), `DO447190${index}`];
    await attentionCases(records, { code, sibling, tracking })[kind].make();
  }
}

/** What needs a person, from what is stored. */
export function attentionContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const kinds = async (): Promise<AttentionKind[]> => {
    const { total, entries } = attentionOf(await records.attention(maxAttentionOfKind), [ready]);
    expect(total).toBe(entries.length);
    return entries.map(({ kind }) => kind);
  };

  describe('what needs a person', () => {
    it.each(storedAttentionKinds)(
      '%s: appears with its facts, survives a restart, and ends with them',
      async (kind) => {
        const { make, end } = attentionCases(records, { code: codeA, sibling: codeB, tracking: trackingCode })[kind];
        expect(await kinds()).toEqual([]);
        await make();
        expect(await kinds()).toEqual([kind]);
        await reopen();
        expect(await kinds()).toEqual([kind]);
        await end();
        expect(await kinds()).toEqual([]);
      },
    );

    it('a label that only waits for other benches needs no one, until there is something to answer', async () => {
      const { job } = await addJob(records, await storeLabelled(records, codeA), 0);
      const waits = { kind: 'site', message: message('print-question.site-waiting'), answers: [] } as const;
      const ask = (question: PrintQuestion) =>
        records.movePrintJob(job.id, ['queued', 'held'], { state: 'held', question }, by('print', 5));
      await ask({ ...waits, answers: [] });
      expect(await kinds()).toEqual([]);
      await ask({ ...waits, answers: ['print anyway'] });
      expect(await kinds()).toEqual(['print question']);
      // A question about the label without an answer is solved at the printer.
      await ask({ ...waits, kind: 'resolution not known', answers: [] });
      expect(await kinds()).toEqual(['print question']);
    });
  });
}
