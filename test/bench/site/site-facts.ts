import type { SiteFact } from '../../../src/shared/site/site-facts.ts';

const at = '2026-03-14T08:00:00.000Z';

type Unnumbered = Omit<SiteFact, 'n'>;

/** An order of one parcel with its shipment, as a bench reports it. */
function order(bench: string, index: number): Unnumbered {
  const parcel = {
    ...{
      gid: `s.${bench}.${index}`,
      customCode: codeOf(bench, index),
      pickUpCode: `PC-${bench}-${index}`,
      position: 1,
    },
    ...{ weightGrams: 900, sizeCode: 'small', missing: [] },
    label: { url: `https://b.example/${bench}/${index}.zpl`, source: 'parcel zpl', format: 'zpl', pdfUrl: null },
  };
  const shipment = {
    ...{
      trackingCode: `DO-${bench}-${index}`,
      dropOffId: null,
      pickUpUniqueId: `PU-${bench}-${index}`,
      pickUpId: null,
    },
    ...{ shipmentOrderId: null, shipmentOrderUniqueId: `SO-${bench}-${index}`, pickUpDate: '2026-03-14' },
    ...{ dropOffDate: '2026-03-15', utcOffset: 240, parcels: [parcel], unassignedLabels: [] },
    recipient: {
      name: `Aya Noor ${index}`,
      phone: '+971 50 000 0000',
      addressText: '12 Palm Street',
      postalCode: 'x1',
    },
  };
  const body = {
    ...{ uniqueId: `ORD-${bench}-${index}`, createdAt: at, storedAt: at, isCreatedHere: true, priceWithTax: 10 },
    ...{ missing: [], shipments: [shipment] },
  };
  return { v: 1, at, kind: 'order', gid: `${bench}.o${index}`, body };
}

const codeOf = (bench: string, index: number): string =>
  `NL${bench.replace(/\D/g, '').padStart(4, '0')}${String(index).padStart(14, '0')}`;

/** A state of the one copy of a parcel. `when`: ISO 8601. */
export const copyFact = (bench: string, index: number, state: string, when = at): Unnumbered => ({
  ...{ v: 1, at: when, kind: 'copy', gid: `s.${bench}.${index}` },
  body: { copy: { id: `${bench}.j${index}.1`, bench, state } },
});

function event(bench: string, index: number, state: string, minute: number): Unnumbered {
  const data = {
    ...{ tracking_code: `DO-${bench}-${index}`, trigger_datetime: `2026-03-14T09:${10 + minute}:00+04:00` },
    ...{ pick_up: { date: '2026-03-14', address: '18 Harbour Road' }, drop_off: { date: '2026-03-15' } },
  };
  const raw = JSON.stringify({ event: `same.shipment.${state}`, data });
  return { v: 1, at, kind: 'event', gid: null, body: { receivedAt: at, raw } };
}

/** What is said of a parcel, in order, and how many parcels later the others of its bench are by then. */
const steps: readonly { later: number; fact(bench: string, index: number): Unnumbered }[] = [
  { later: 0, fact: order },
  ...['began', 'sent', 'printed'].map((state) => ({
    ...{ later: 3 },
    fact: (bench: string, index: number) => copyFact(bench, index, state),
  })),
  ...['accepted', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered'].map((state, minute) => ({
    ...{ later: 20 + 60 * minute },
    fact: (bench: string, index: number) => event(bench, index, state, minute),
  })),
];

/** How many facts there are of a parcel: its order, the three states of one copy and five events. */
export const factsOfParcel = steps.length;

/** All facts of that many parcels of a bench, numbered, in the order in which a day brings them. */
export function factsOfDay(bench: string, parcels: number): SiteFact[] {
  const longest = Math.max(...steps.map(({ later }) => later));
  const facts = Array.from({ length: parcels + longest }, (_, now) =>
    steps.flatMap(({ later, fact }) => (now >= later && now - later < parcels ? fact(bench, now - later) : [])),
  );
  return facts.flat().map((fact, index) => ({ ...fact, n: index + 1 }));
}

export const bytesOf = (fact: object): Uint8Array => Buffer.from(JSON.stringify(fact));
