import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cutOffResponse,
  dropConnection,
  type FaultOptions,
  type FirstOccurrenceCheck,
  holdConnection,
  waitBeforeSlowAnswer,
} from '../fault-injection.ts';
import { labelFaultKeywordOf } from '../fault-keywords.ts';
import { hasToken } from '../loopback-server.ts';
import type { OrderStore } from '../order-store.ts';
import { errorEnvelope, htmlPage, refusalMessages } from '../responses.ts';
import type { StoredOrder, StoredParcel } from '../stored-order.ts';
import { labelContent, labelDrawing } from './label-layout.ts';
import { zplOf } from './label-zpl.ts';

/** The papers a label comes on, as their addresses name them. */
const labelPapers = {
  '4x6.zpl': { name: '4x6 ZPL', size: '4x6', format: 'zpl' },
  '4x6.pdf': { name: '4x6 PDF', size: '4x6', format: 'pdf' },
  'a4.pdf': { name: 'A4 PDF', size: 'A4', format: 'pdf' },
} as const;
export type LabelPaper = keyof typeof labelPapers;

export const isLabelPaper = (text: string): text is LabelPaper => Object.hasOwn(labelPapers, text);

export interface LabelUrlEntry {
  name: string;
  size: string;
  format: string;
  url: string;
}

const allPapers = Object.keys(labelPapers) as LabelPaper[];

/** The label addresses of an order for the given papers; none without a paper. */
export function labelUrls(labelUrl: string, order: StoredOrder, papers: readonly LabelPaper[] = allPapers) {
  const orderFolder = `${labelUrl}/labels/${order.labelKey}`;
  const at = (folder: string) => ({
    pick_up_label_urls: papers.map((paper): LabelUrlEntry => ({ ...labelPapers[paper], url: `${folder}/${paper}` })),
    label: papers.length > 0 ? folder : null,
  });
  return {
    ofPickUp: () => at(`${orderFolder}/all`),
    ofDropOff: () => ({ ...at(`${orderFolder}/all`), pick_up_label_urls: [] as LabelUrlEntry[] }),
    ofParcel: (parcel: StoredParcel) => at(`${orderFolder}/${parcel.pickUpCode}`),
  };
}

export interface LabelRouteContext {
  store: OrderStore;
  token: string;
  isFirstOccurrence: FirstOccurrenceCheck;
  faultOptions: FaultOptions;
}

interface LabelFile {
  type: string;
  bytes: Buffer;
}

/**
 * `/labels/{key}/{pick-up code}/{paper}`, and with `all` the labels of the whole shipment. Without a paper: the 4x6 PDF.
 * Open without the token, for the key in the address cannot be guessed.
 */
export function serveLabels(app: FastifyInstance, context: LabelRouteContext): void {
  const answer = async (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) => {
    const { labelKey = '', which = '', paper = '4x6.pdf' } = request.params;
    const order = context.store.findByLabelKey(labelKey);
    const parcels = order?.parcels.filter((parcel) => which === 'all' || parcel.pickUpCode === which) ?? [];
    if (!order || parcels.length === 0 || !isLabelPaper(paper)) {
      return reply.code(404).send(errorEnvelope(404, 'There is no such label.'));
    }
    const remaining = parcels.filter((parcel) => parcel.deletedAt === null);
    if (remaining.length === 0)
      return reply.code(410).send(errorEnvelope(410, 'The parcel was deleted; it has no label any more.'));
    const drawings = remaining.map((parcel) => labelDrawing(labelContent(order, parcel)));
    return sendLabel(context, request, reply, order, await labelFile(paper, drawings));
  };
  app.get('/labels/:labelKey/:which', answer);
  app.get('/labels/:labelKey/:which/:paper', answer);
}

async function labelFile(paper: LabelPaper, drawings: ReturnType<typeof labelDrawing>[]): Promise<LabelFile> {
  if (paper === '4x6.zpl') return { type: 'text/plain; charset=utf-8', bytes: zplOf(drawings) };
  // Loaded when first asked for: the PDF library takes longer to load than all the rest of practice.
  const { pdfOf, sheets } = await import('./label-pdf.ts');
  return { type: 'application/pdf', bytes: await pdfOf(drawings, paper === 'a4.pdf' ? sheets.A4 : sheets['4x6']) };
}

async function sendLabel(
  { token, isFirstOccurrence, faultOptions }: LabelRouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  order: StoredOrder,
  file: LabelFile,
): Promise<FastifyReply> {
  const send = () => reply.type(file.type).send(file.bytes);
  const refuse = (status: number) => reply.code(status).send(errorEnvelope(status, refusalMessages[status] ?? ''));
  const faultKeyword = labelFaultKeywordOf(order.request);
  switch (faultKeyword) {
    case 'label-404':
      return refuse(404);
    case 'label-401':
      return refuse(401);
    case 'label-503':
      return refuse(503);
    case 'label-once-503':
      return isFirstOccurrence('label', request.url) ? refuse(503) : send();
    case 'label-needs-token':
      return hasToken(request, token) ? send() : refuse(401);
    case 'label-slow':
      return (await waitBeforeSlowAnswer(faultOptions)) ? send() : dropConnection(reply);
    case 'label-time-out':
      return holdConnection(reply);
    case 'label-cut-off':
      return cutOffResponse(reply, 200, file.type, file.bytes);
    case 'label-empty':
      return reply.type(file.type).send('');
    case 'label-html':
      return reply.type('text/html; charset=utf-8').send(htmlPage('Sign in to the guest network'));
    case 'label-redirect':
      return reply.code(302).header('location', `${faultOptions.otherOrigin}/elsewhere`).send();
    case 'label-elsewhere':
    case 'label-pdf-only':
    case 'label-none':
    case undefined:
      return send();
  }
}
