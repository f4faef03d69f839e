import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import { assertNever } from '../../shared/contract/failure.ts';
import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import {
  applyFault,
  dropConnection,
  type FaultOptions,
  type FirstOccurrenceCheck,
  type NormalResponse,
} from './fault-injection.ts';
import {
  type FaultKeyword,
  faultKeywordOfCode,
  faultKeywordOfOrder,
  type MatchedFaultKeyword,
} from './fault-keywords.ts';
import { createOrder, deleteParcel, type OrderCommandContext, runScenario } from './order-commands.ts';
import { previewResponse } from './order-responses.ts';
import { orderRequestSchema, parseBody, selectorsSchema } from './request-schemas.ts';
import { errorEnvelope, htmlPage, shapedAnswer, successEnvelope, validationEnvelope } from './response-shapes.ts';
import { isScenario } from './scenarios.ts';

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? '');

/** Checks the header of every call in the document. */
const checkContentType: onRequestHookHandler = (request, reply, done) => {
  if (isJson(request.headers['content-type'])) return done();
  reply.code(400).send(errorEnvelope(400, 'The header Content-Type must be application/json.'));
};

/** Checks the additional header of delete and scenarios. */
const checkRequestedWith: onRequestHookHandler = (request, reply, done) => {
  if (request.headers['x-requested-with'] === 'XMLHttpRequest') return done();
  reply.code(400).send(errorEnvelope(400, 'The header X-Requested-With must be XMLHttpRequest.'));
};

/** The parsed body, or undefined after the request was rejected. */
function readJsonBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<T>,
  behaviour: PracticeBehaviour,
): T | undefined {
  const json = readJson(request.body);
  if (!json.ok) {
    reply.code(400).send(errorEnvelope(400, 'The body is not JSON.'));
    return undefined;
  }
  const parsed = parseBody(schema, json.value);
  if (parsed.ok) return parsed.value;
  sendRejection(request, reply, validationEnvelope(parsed.fieldErrors), behaviour.rejection);
  return undefined;
}

/** Rejects a request. Common back ends answer JSON only if it is requested, and otherwise redirect to the form. */
function sendRejection(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ReturnType<typeof validationEnvelope>,
  rejection: PracticeBehaviour['rejection'],
): FastifyReply {
  switch (rejection) {
    case 'json':
      return reply.code(422).send(body);
    case 'html':
      return reply.code(422).type('text/html; charset=utf-8').send(htmlPage('Unprocessable entity'));
    case 'redirect':
      return asksForJson(request)
        ? reply.code(422).send(body)
        : reply.code(302).header('location', '/requests/new').send();
    default:
      return assertNever(rejection);
  }
}

const asksForJson = (request: FastifyRequest): boolean => /application\/json/i.test(request.headers.accept ?? '');

/** True where the request lacks the header that the service is set to require. */
export function lacksRequiredHeader(request: FastifyRequest, { requiredHeader }: PracticeBehaviour): boolean {
  switch (requiredHeader) {
    case 'none':
      return false;
    case 'accept':
      return !asksForJson(request);
    case 'user-agent':
      return (request.headers['user-agent'] ?? '') === '';
    default:
      return assertNever(requiredHeader);
  }
}

function readJson(body: unknown): { ok: true; value: unknown } | { ok: false } {
  if (!Buffer.isBuffer(body)) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(body.toString('utf8')) };
  } catch {
    return { ok: false };
  }
}

const versionPath = '/scheduled-service/api/v1';

export interface ServiceRouteContext extends OrderCommandContext {
  isFirstOccurrence: FirstOccurrenceCheck;
  faultOptions: FaultOptions;
  /** True while orders are created without an answer. */
  losesAnswer(): boolean;
}

/** The four endpoints of the document. */
export function serveService(app: FastifyInstance, context: ServiceRouteContext): void {
  const json = { onRequest: [checkContentType] };
  const ajax = { onRequest: [checkContentType, checkRequestedWith] };

  app.post(`${versionPath}/requests/preview`, json, async (request, reply) => {
    const order = readJsonBody(request, reply, orderRequestSchema, context.behaviour());
    if (!order) return reply;
    const normal = {
      status: 200,
      body: successEnvelope(200, 'Prices', previewResponse(order, context.now(), context.minimumPrice)),
    };
    return respond(
      context,
      reply,
      activeFaultKeyword(context, faultKeywordOfOrder(order, 'quote'), ['quote', order]),
      normal,
    );
  });

  app.post(`${versionPath}/requests/sync`, json, async (request, reply) => {
    const order = readJsonBody(request, reply, orderRequestSchema, context.behaviour());
    if (!order) return reply;
    const faultKeyword = activeFaultKeyword(context, faultKeywordOfOrder(order, 'create'), ['create', order]);
    if (faultKeyword && !faultKeyword.committed) return respond(context, reply, faultKeyword, createdNothing);
    const normal = await createOrder(context, order);
    if (context.losesAnswer()) return dropConnection(reply);
    if (normal.status === 422 && context.behaviour().rejection !== 'json')
      return sendRejection(
        request,
        reply,
        normal.body as ReturnType<typeof validationEnvelope>,
        context.behaviour().rejection,
      );
    return respond(context, reply, faultKeyword, normal);
  });

  app.delete<{ Params: { code: string } }>(
    `${versionPath}/parcels/find/by-custom-code/:code`,
    ajax,
    async (request, reply) => {
      const { code } = request.params;
      const faultKeyword = activeFaultKeyword(context, faultKeywordOfCode(code), ['delete', code]);
      if (faultKeyword && !faultKeyword.committed) return respond(context, reply, faultKeyword, emptyResponse);
      const normal = await deleteParcel(context, code);
      // A fault applies only to the answer of a successful deletion.
      return respond(context, reply, normal.status === 200 ? faultKeyword : undefined, normal);
    },
  );

  app.post<{ Params: { scenario: string } }>(
    `${versionPath}/sandbox/scenarios/:scenario`,
    ajax,
    async (request, reply) => {
      const { scenario } = request.params;
      if (!isScenario(scenario)) return reply.code(404).send(errorEnvelope(404, 'There is no such scenario.'));
      const selectors = readJsonBody(request, reply, selectorsSchema, context.behaviour());
      if (!selectors) return reply;
      const answer = await runScenario(context, scenario, selectors);
      return reply.code(answer.status).send(answer.body);
    },
  );
}

/** The answer to which a fault is applied where nothing is done. */
const emptyResponse: NormalResponse = { status: 200, body: successEnvelope(200, '') };
/** The same for a creation. */
const createdNothing: NormalResponse = { ...emptyResponse, status: 201 };

/** The keyword; one that acts only once and has acted gives way to the next, if there is one. */
function activeFaultKeyword(
  context: ServiceRouteContext,
  found: MatchedFaultKeyword | undefined,
  what: unknown[],
): FaultKeyword | undefined {
  return found && (!found.once || context.isFirstOccurrence(...what)) ? found.faultKeyword : found?.then;
}

function respond(
  context: ServiceRouteContext,
  reply: FastifyReply,
  faultKeyword: FaultKeyword | undefined,
  normal: NormalResponse,
): FastifyReply | Promise<FastifyReply> {
  const shaped = normal.status < 300 ? { ...normal, body: shapedAnswer(normal.body, context.behaviour()) } : normal;
  if (faultKeyword) return applyFault(reply, faultKeyword.fault, shaped, context.faultOptions);
  // A text body is an HTML page.
  if (typeof shaped.body === 'string') reply.type('text/html; charset=utf-8');
  return reply.code(shaped.status).send(shaped.body);
}
