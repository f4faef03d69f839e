import type { Command } from '../../../shared/orders/command.ts';
import type { ImportClash, ImportedOrder, NewOrder } from '../../core/ports/order-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';
import type { OrderMatch } from './order-matching.ts';
import { orderCompleter, storeKnownOrder } from './order-methods.ts';

type ImportMethod = 'previewImport' | 'importOrders';

/** Most unanswered creates compared with an imported order. */
const maxCreates = 1_000;

/** The record methods for imported orders. */
export function orderImports(tables: Tables): Pick<RecordsInThread, ImportMethod> {
  const { answers, matchOrder, commands, reading, writing, write } = tables;
  const complete = orderCompleter(tables);

  const storeNew = (order: NewOrder, settles: Command | null, at: string): ImportedOrder => {
    const answerId = settles ? answers.keep(settles.id, order.rawAnswer) : answers.keepOthers(order.rawAnswer);
    const stored = storeKnownOrder(tables, order, answerId, at, settles?.id);
    if (settles) commands.endCreate(settles.id, stored.id, at, 'import');
    return { kind: 'new', parcels: stored.parcels.length, settles: settles?.id ?? null };
  };

  const store = (order: NewOrder, creates: readonly Command[], at: string): ImportedOrder => {
    const match = matchOrder(order);
    const clash = clashIn(match);
    if (clash) return { kind: 'contradicts', clash };
    if (match.kind === 'known') {
      const keepAnswer = (): number => answers.keepOthers(order.rawAnswer);
      return complete(order, { ...match, keepAnswer, labels: 'later', at });
    }
    const beside = matchUncertainCreates(order, creates);
    if (beside.clash) return { kind: 'contradicts', clash: beside.clash };
    return storeNew(order, beside.settles, at);
  };

  return {
    previewImport: (imported) =>
      reading(() => {
        const creates = commands.unansweredCreates(maxCreates);
        return imported.map((order): ImportedOrder => {
          const match = matchOrder(order);
          const clash = clashIn(match);
          if (clash) return { kind: 'contradicts', clash };
          if (match.kind === 'known') return { kind: 'known' };
          const beside = matchUncertainCreates(order, creates);
          if (beside.clash) return { kind: 'contradicts', clash: beside.clash };
          return { kind: 'new', parcels: parcelCount(order), settles: beside.settles?.id ?? null };
        });
      }),
    importOrders: (imported, record) => {
      const done: ImportedOrder[] = [];
      try {
        writing(() => {
          let creates: readonly Command[] = commands.unansweredCreates(maxCreates);
          for (const order of imported) {
            const stored = store(order, creates, record.activity.at);
            done.push(stored);
            if (stored.kind === 'new') creates = creates.filter(({ id }) => id !== stored.settles);
          }
          if (done.some(({ kind }) => kind === 'contradicts')) throw rollback;
          if (done.some(({ kind }) => kind !== 'known')) write(record);
        });
      } catch (error) {
        if (error !== rollback) throw error;
      }
      return done;
    },
  };
}

/** Rolls a transaction back; never leaves this file. */
const rollback = new Error('An order contradicts what is known');

function clashIn(match: OrderMatch): ImportClash | null {
  if (match.kind === 'contradicts') return match.clash;
  if (match.kind === 'unknown') return null;
  // A new parcel in a shipment without a tracking code, known only by its other parcels: it may belong elsewhere.
  const stray = match.shipments.find(
    ({ shipment, parcels }) => shipment.trackingCode === null && parcels.some(({ known }) => known === null),
  );
  const parcel = stray?.parcels.find(({ known }) => known === null)?.parcel;
  const code = parcel?.customCode ?? parcel?.pickUpCode;
  return code ? { what: 'other shipment', code, knownTrackingCode: null } : null;
}

/**
 * Finds the uncertain create that an imported order settles: its custom codes are exactly the order's, and the order has an
 * identifier given by the service. An order with codes of a create that is still being sent is refused.
 */
function matchUncertainCreates(
  order: NewOrder,
  creates: readonly Command[],
): { settles: Command | null; clash: ImportClash | null } {
  const codes = order.shipments.flatMap(({ parcels }) => parcels.flatMap(({ customCode }) => customCode ?? []));
  const named = creates.filter((create) => create.codes.some((code) => codes.includes(code)));
  const unanswered = named.find(({ state }) => state !== 'uncertain');
  const code = unanswered?.codes.find((one) => codes.includes(one));
  if (code !== undefined) return { settles: null, clash: { what: 'not answered yet', code } };
  const [settles] = named.filter((create) => sameCodes(create.codes, codes));
  const isTheServices = order.uniqueId !== null || order.shipments.some(({ trackingCode }) => trackingCode !== null);
  return { settles: isTheServices && named.length === 1 && settles ? settles : null, clash: null };
}

function sameCodes(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join(' ') === [...other].sort().join(' ');
}

const parcelCount = ({ shipments }: NewOrder): number =>
  shipments.reduce((sum, { parcels }) => sum + parcels.length, 0);
