import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { page, refusalWords, trouble } from '../answers/envelope.ts';
import type { FirstTime } from '../first-times.ts';
import { carriesToken } from '../http/http-server.ts';
import { cutOff, drop, hold, isWorthWaiting, type StageDirections } from '../http/misbehave.ts';
import type { OrderBook } from '../orders/order-book.ts';
import type { StoredOrder } from '../orders/stored-order.ts';
import { labelSentinelOf } from '../sentinels.ts';
import { isLabelPaper, type LabelPaper } from './label-addresses.ts';
import { labelDrawing } from './label-drawing.ts';
import { labelFacts } from './label-facts.ts';
import { zplOf } from './label-zpl.ts';

export interface LabelParts {
  book: OrderBook;
  token: string;
  firstTime: FirstTime;
  directions: StageDirections;
}

interface LabelFile {
  type: string;
  bytes: Buffer;
}

/**
 * `/labels/{key}/{pick-up code}/{paper}`, and with `all` the labels of the whole shipment. Without a paper: the 4x6 PDF.
 * Open without the token, for the key in the address cannot be guessed.
 */
export function serveLabels(app: FastifyInstance, parts: LabelParts): void {
  const answer = async (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) => {
    const { labelKey = '', which = '', paper = '4x6.pdf' } = request.params;
    const order = parts.book.withLabelKey(labelKey);
    const parcels = order?.parcels.filter((parcel) => which === 'all' || parcel.pickUpCode === which) ?? [];
    if (!order || parcels.length === 0 || !isLabelPaper(paper)) {
      return reply.code(404).send(trouble(404, 'There is no such label.'));
    }
    const kept = parcels.filter((parcel) => parcel.deletedAt === null);
    if (kept.length === 0)
      return reply.code(410).send(trouble(410, 'The parcel was deleted; it has no label any more.'));
    const drawings = kept.map((parcel) => labelDrawing(labelFacts(order, parcel)));
    return sendLabel(parts, request, reply, order, await labelFile(paper, drawings));
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
  { token, firstTime, directions }: LabelParts,
  request: FastifyRequest,
  reply: FastifyReply,
  order: StoredOrder,
  file: LabelFile,
): Promise<FastifyReply> {
  const send = () => reply.type(file.type).send(file.bytes);
  const refuse = (status: number) => reply.code(status).send(trouble(status, refusalWords[status] ?? ''));
  const sentinel = labelSentinelOf(order.request);
  switch (sentinel) {
    case 'label-404':
      return refuse(404);
    case 'label-401':
      return refuse(401);
    case 'label-503':
      return refuse(503);
    case 'label-once-503':
      return firstTime('label', request.url) ? refuse(503) : send();
    case 'label-needs-token':
      return carriesToken(request, token) ? send() : refuse(401);
    case 'label-slow':
      return (await isWorthWaiting(directions)) ? send() : drop(reply);
    case 'label-time-out':
      return hold(reply);
    case 'label-cut-off':
      return cutOff(reply, 200, file.type, file.bytes);
    case 'label-empty':
      return reply.type(file.type).send('');
    case 'label-html':
      return reply.type('text/html; charset=utf-8').send(page('Sign in to the guest network'));
    case 'label-redirect':
      return reply.code(302).header('location', `${directions.otherOrigin}/elsewhere`).send();
    case 'label-elsewhere':
    case 'label-pdf-only':
    case 'label-none':
    case undefined:
      return send();
  }
}
