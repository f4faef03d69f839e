import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import { applyFault, type FaultOptions, type FirstOccurrenceCheck, type NormalResponse } from './fault-injection.ts';
import {
  type FaultKeyword,
  faultKeywordOfCode,
  faultKeywordOfOrder,
  type MatchedFaultKeyword,
} from './fault-keywords.ts';
import { createOrder, deleteParcel, type OrderCommandContext, runScenario } from './order-commands.ts';
import { previewResponse } from './order-responses.ts';
import { orderRequestSchema, parseBody, selectorsSchema } from './request-schemas.ts';
import { errorEnvelope, successEnvelope, validationEnvelope } from './responses.ts';
import { isScenario } from './scenarios.ts';

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? '');

/** The header every call of the document shows. */
const checkContentType: onRequestHookHandler = (request, reply, done) => {
  if (isJson(request.headers['content-type'])) return done();
  reply.code(400).send(errorEnvelope(400, 'The header Content-Type must be application/json.'));
};

/** The header that delete and scenarios show besides. */
const checkRequestedWith: onRequestHookHandler = (request, reply, done) => {
  if (request.headers['x-requested-with'] === 'XMLHttpRequest') return done();
  reply.code(400).send(errorEnvelope(400, 'The header X-Requested-With must be XMLHttpRequest.'));
};

/** The parsed body, or undefined after a 400 or 422 was sent. */
function readJsonBody<T>(request: FastifyRequest, reply: FastifyReply, schema: z.ZodType<T>): T | undefined {
  const json = readJson(request.body);
  if (!json.ok) {
    reply.code(400).send(errorEnvelope(400, 'The body is not JSON.'));
    return undefined;
  }
  const parsed = parseBody(schema, json.value);
  if (parsed.ok) return parsed.value;
  reply.code(422).send(validationEnvelope(parsed.fieldErrors));
  return undefined;
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
}

/** The four endpoints of the document. */
export function serveService(app: FastifyInstance, context: ServiceRouteContext): void {
  const json = { onRequest: [checkContentType] };
  const ajax = { onRequest: [checkContentType, checkRequestedWith] };

  app.post(`${versionPath}/requests/preview`, json, async (request, reply) => {
    const order = readJsonBody(request, reply, orderRequestSchema);
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
    const order = readJsonBody(request, reply, orderRequestSchema);
    if (!order) return reply;
    const faultKeyword = activeFaultKeyword(context, faultKeywordOfOrder(order, 'create'), ['create', order]);
    if (faultKeyword && !faultKeyword.committed) return respond(context, reply, faultKeyword, emptyResponse);
    return respond(context, reply, faultKeyword, await createOrder(context, order));
  });

  app.delete<{ Params: { code: string } }>(
    `${versionPath}/parcels/find/by-custom-code/:code`,
    ajax,
    async (request, reply) => {
      const { code } = request.params;
      const faultKeyword = activeFaultKeyword(context, faultKeywordOfCode(code), ['delete', code]);
      if (faultKeyword && !faultKeyword.committed) return respond(context, reply, faultKeyword, emptyResponse);
      const normal = await deleteParcel(context, code);
      // A sentinel that spoils the answer to a deletion has nothing to spoil the second time.
      return respond(context, reply, normal.status === 200 ? faultKeyword : undefined, normal);
    },
  );

  app.post<{ Params: { scenario: string } }>(
    `${versionPath}/sandbox/scenarios/:scenario`,
    ajax,
    async (request, reply) => {
      const { scenario } = request.params;
      if (!isScenario(scenario)) return reply.code(404).send(errorEnvelope(404, 'There is no such scenario.'));
      const selectors = readJsonBody(request, reply, selectorsSchema);
      if (!selectors) return reply;
      const answer = await runScenario(context, scenario, selectors);
      return reply.code(answer.status).send(answer.body);
    },
  );
}

/** What a sentinel that commits nothing has to spoil. */
const emptyResponse: NormalResponse = { status: 200, body: successEnvelope(200, '') };

/** The sentinel, unless it was one for once and has happened. */
function activeFaultKeyword(
  context: ServiceRouteContext,
  found: MatchedFaultKeyword | undefined,
  what: unknown[],
): FaultKeyword | undefined {
  return found && (!found.once || context.isFirstOccurrence(...what)) ? found.faultKeyword : undefined;
}

function respond(
  context: ServiceRouteContext,
  reply: FastifyReply,
  faultKeyword: FaultKeyword | undefined,
  normal: NormalResponse,
): FastifyReply | Promise<FastifyReply> {
  if (faultKeyword) return applyFault(reply, faultKeyword.fault, normal, context.faultOptions);
  return reply.code(normal.status).send(normal.body);
}
