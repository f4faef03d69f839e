import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertNever } from '../../shared/contract/failure.ts';
import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import {
  cutOffResponse,
  dropConnection,
  type FaultOptions,
  type FirstOccurrenceCheck,
  holdConnection,
  waitBeforeSlowAnswer,
} from './fault-injection.ts';
import { labelFaultKeywordOf } from './fault-keywords.ts';
import { labelContent, labelDrawing } from './label-layout.ts';
import { zplOf } from './label-zpl.ts';
import { hasToken } from './loopback-server.ts';
import type { OrderStore } from './order-store.ts';
import { errorEnvelope, htmlPage, refusalMessages } from './response-shapes.ts';
import type { StoredOrder, StoredParcel } from './stored-order.ts';

/** The papers of a label, by the last part of their addresses. */
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
  behaviour(): PracticeBehaviour;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Delay of late labels after the order, milliseconds. */
const lateMs = 4_000;

interface LabelFile {
  type: string;
  bytes: Buffer;
}

/**
 * `/labels/{key}/{pick-up code}/{paper}`, and with `all` the labels of the whole shipment. Without a paper: the 4x6 PDF.
 * No token is needed, because the key in the address cannot be guessed.
 */
export function serveLabels(app: FastifyInstance, context: LabelRouteContext): void {
  const answer = async (request: LabelRequest, reply: FastifyReply) => {
    const found = findLabel(context.store, request.params);
    if (found === 'unknown') return reply.code(404).send(errorEnvelope(404, 'There is no such label.'));
    if (found === 'deleted')
      return reply.code(410).send(errorEnvelope(410, 'The parcel was deleted; it has no label any more.'));
    return sendLabel(context, request, reply, found.order, await labelFile(found, context.behaviour()));
  };
  app.get('/labels/:labelKey/:which', answer);
  app.get('/labels/:labelKey/:which/:paper', answer);
}

/** Below this path the labels of a redirect are served, as a storage host does: by a signed address, never with a token. */
export const signedLabelsPath = '/signed-labels/';

/** Serves `/signed-labels/{key}/{pick-up code}/{paper}?signature=…`; a request with a token or a cookie is rejected. */
export function serveSignedLabels(
  app: FastifyInstance,
  { store, behaviour }: Pick<LabelRouteContext, 'store' | 'behaviour'>,
): void {
  app.get(`${signedLabelsPath}:labelKey/:which/:paper`, async (request: LabelRequest, reply: FastifyReply) => {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined || cookie !== undefined)
      return reply.code(400).send(errorEnvelope(400, 'Only one way to sign in is allowed.'));
    const found = findLabel(store, request.params);
    if (typeof found === 'string' || !request.url.includes('?signature='))
      return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>');
    const { type, bytes } = await labelFile(found, behaviour());
    return reply.type(type).send(bytes);
  });
}

type LabelRequest = FastifyRequest<{ Params: Record<string, string> }>;

interface FoundLabel {
  order: StoredOrder;
  paper: LabelPaper;
  parcels: StoredParcel[];
}

function findLabel(
  store: OrderStore,
  { labelKey = '', which = '', paper = '4x6.pdf' }: Record<string, string>,
): FoundLabel | 'unknown' | 'deleted' {
  const order = store.findByLabelKey(labelKey);
  const parcels = order?.parcels.filter((parcel) => which === 'all' || parcel.pickUpCode === which) ?? [];
  if (!order || parcels.length === 0 || !isLabelPaper(paper)) return 'unknown';
  const remaining = parcels.filter((parcel) => parcel.deletedAt === null);
  return remaining.length === 0 ? 'deleted' : { order, paper, parcels: remaining };
}

/** What real services and label designers put before a label. */
const labelStarts = {
  nothing: '',
  'designer-preamble': 'CT~~CD,~CC^~CT~\r\n',
  'byte-order-mark': '\ufeff',
  'line-break': '\n',
} as const satisfies Record<PracticeBehaviour['labelStart'], string>;

async function labelFile(found: FoundLabel, { labelStart, labelCodes }: PracticeBehaviour): Promise<LabelFile> {
  const { type, bytes } = await plainLabelFile(found, labelCodes);
  const start = found.paper !== '4x6.zpl' && labelStart === 'designer-preamble' ? '' : labelStarts[labelStart];
  return { type, bytes: Buffer.concat([Buffer.from(start), bytes]) };
}

async function plainLabelFile(
  { order, paper, parcels }: FoundLabel,
  labelCodes: PracticeBehaviour['labelCodes'],
): Promise<LabelFile> {
  const drawings = parcels.map((parcel) => labelDrawing(labelContent(order, parcel, labelCodes)));
  if (paper === '4x6.zpl') return { type: 'text/plain; charset=utf-8', bytes: zplOf(drawings) };
  // Loaded on first use: the PDF library loads slowly.
  const { pdfOf, sheets } = await import('./label-pdf.ts');
  return { type: 'application/pdf', bytes: await pdfOf(drawings, paper === 'a4.pdf' ? sheets.A4 : sheets['4x6']) };
}

async function sendLabel(
  context: LabelRouteContext,
  request: LabelRequest,
  reply: FastifyReply,
  order: StoredOrder,
  file: LabelFile,
): Promise<FastifyReply> {
  const { token, isFirstOccurrence, faultOptions } = context;
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
      return send();
    case undefined:
      return sendAsSet(context, request, reply, order, file);
  }
}

/** Answers a label without a fault keyword in the configured way. */
function sendAsSet(
  { behaviour, faultOptions, now }: LabelRouteContext,
  request: LabelRequest,
  reply: FastifyReply,
  order: StoredOrder,
  file: LabelFile,
): FastifyReply {
  const { labels } = behaviour();
  const refuse = (status: number) => reply.code(status).send(errorEnvelope(status, refusalMessages[status] ?? ''));
  const send = () => reply.type(file.type).send(file.bytes);
  switch (labels) {
    case 'direct':
      return send();
    case 'redirect': {
      const { labelKey, which, paper = '4x6.pdf' } = request.params;
      const signed = `${faultOptions.otherOrigin}${signedLabelsPath}${labelKey}/${which}/${paper}?signature=${order.sequence}`;
      return reply.code(302).header('location', signed).send();
    }
    case 'sign-in-page':
      return reply.type('text/html; charset=utf-8').send(htmlPage('Sign in'));
    case 'late':
      return now() < order.createdAt + lateMs ? refuse(404) : send();
    case 'gone':
      return refuse(404);
    case 'forbidden':
      return refuse(403);
    default:
      return assertNever(labels);
  }
}
