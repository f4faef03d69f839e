import type { Notice } from '../../../shared/station-view.ts';
import type { UnaskedDeletion } from '../ports/events.ts';

type Said = Pick<Notice, 'tone' | 'text'> & { next: string };

/** Shipments told of one by one; more of them at once are one notice, or they would push out all others. */
const mostOneByOne = 3;
/** Codes named in one notice; an order has five parcels. */
const mostCodes = 5;

/** What to say of shipments that were deleted at the service although nobody here asked. */
export function deletionNotices(deletions: readonly UnaskedDeletion[]): Said[] {
  if (deletions.length <= mostOneByOne) return deletions.map(oneDeletion);
  const codes = deletions.flatMap((deletion) => deletion.codes);
  const copies = deletions.reduce((sum, deletion) => sum + deletion.copies, 0);
  const text = `The service deleted ${deletions.length} shipments that nobody here asked to delete: ${listed(codes)}.`;
  return [{ tone: 'warning', text, next: whatToDo(copies) }];
}

function oneDeletion({ trackingCode, codes, copies }: UnaskedDeletion): Said {
  const shipment = trackingCode === null ? 'a shipment' : `shipment ${trackingCode}`;
  const parcels = `${codes.length === 1 ? 'parcel' : 'parcels'} ${listed(codes)}`;
  const text = `The service deleted ${shipment}, and nobody here asked for it: ${parcels}.`;
  return { tone: 'warning', text, next: whatToDo(copies) };
}

function whatToDo(copies: number): string {
  if (copies === 0) return 'No label was printed here. Do not hand the goods over.';
  const labels = copies === 1 ? 'the label that was printed' : `the ${copies} labels that were printed`;
  return `Find and tear up ${labels}, and do not hand the goods over.`;
}

function listed(codes: readonly string[]): string {
  const more = codes.length - mostCodes;
  return codes.slice(0, mostCodes).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
