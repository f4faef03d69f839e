import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { labelFaultKeywordOf } from '../fault-keywords.ts';
import type { FirstOccurrenceCheck } from '../http/fault-injection.ts';
import {
  cutOffResponse,
  dropConnection,
  type FaultOptions,
  holdConnection,
  waitBeforeSlowAnswer,
} from '../http/fault-injection.ts';
import { hasToken } from '../http/loopback-server.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { StoredOrder } from '../orders/stored-order.ts';
import { errorEnvelope, htmlPage, refusalMessages } from '../responses/envelope.ts';
import { labelContent, labelDrawing } from './label-layout.ts';
import { isLabelPaper, type LabelPaper } from './label-urls.ts';
import { zplOf } from './label-zpl.ts';

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
