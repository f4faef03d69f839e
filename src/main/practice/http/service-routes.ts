import type { FastifyInstance, FastifyReply } from 'fastify';
import { success, trouble } from '../answers/envelope.ts';
import { previewAnswer } from '../answers/preview-answer.ts';
import type { FirstTime } from '../first-times.ts';
import { type CommandParts, createOrder, deleteParcel, runScenario } from '../orders/order-commands.ts';
import { isScenario } from '../orders/scenarios.ts';
import { orderRequestSchema, selectorsSchema } from '../request.ts';
import { type FoundSentinel, type Sentinel, sentinelOfCode, sentinelOfOrder } from '../sentinels.ts';
import { type HonestAnswer, misbehave, type StageDirections } from './misbehave.ts';
import { bodyOf, checkContentType, checkRequestedWith } from './request-checks.ts';

export const versionPath = '/scheduled-service/api/v1';

export interface ServiceParts extends CommandParts {
  firstTime: FirstTime;
  directions: StageDirections;
}

/** The four endpoints of the document. */
export function serveService(app: FastifyInstance, parts: ServiceParts): void {
  const json = { onRequest: [checkContentType] };
  const ajax = { onRequest: [checkContentType, checkRequestedWith] };

  app.post(`${versionPath}/requests/preview`, json, async (request, reply) => {
    const order = bodyOf(request, reply, orderRequestSchema);
    if (!order) return reply;
    const honest = { status: 200, body: success(200, 'Prices', previewAnswer(order, parts.now(), parts.minimumPrice)) };
    return answerAs(parts, reply, happening(parts, sentinelOfOrder(order, 'quote'), ['quote', order]), honest);
  });

  app.post(`${versionPath}/requests/sync`, json, async (request, reply) => {
    const order = bodyOf(request, reply, orderRequestSchema);
    if (!order) return reply;
    const sentinel = happening(parts, sentinelOfOrder(order, 'create'), ['create', order]);
    if (sentinel && !sentinel.committed) return answerAs(parts, reply, sentinel, nothing);
    return answerAs(parts, reply, sentinel, await createOrder(parts, order));
  });

  app.delete<{ Params: { code: string } }>(
    `${versionPath}/parcels/find/by-custom-code/:code`,
    ajax,
    async (request, reply) => {
      const { code } = request.params;
      const sentinel = happening(parts, sentinelOfCode(code), ['delete', code]);
      if (sentinel && !sentinel.committed) return answerAs(parts, reply, sentinel, nothing);
      const honest = await deleteParcel(parts, code);
      // A sentinel that spoils the answer to a deletion has nothing to spoil the second time.
      return answerAs(parts, reply, honest.status === 200 ? sentinel : undefined, honest);
    },
  );

  app.post<{ Params: { scenario: string } }>(
    `${versionPath}/sandbox/scenarios/:scenario`,
    ajax,
    async (request, reply) => {
      const { scenario } = request.params;
      if (!isScenario(scenario)) return reply.code(404).send(trouble(404, 'There is no such scenario.'));
      const selectors = bodyOf(request, reply, selectorsSchema);
      if (!selectors) return reply;
      const answer = await runScenario(parts, scenario, selectors);
      return reply.code(answer.status).send(answer.body);
    },
  );
}

/** What a sentinel that commits nothing has to spoil. */
const nothing: HonestAnswer = { status: 200, body: success(200, '') };

/** The sentinel, unless it was one for once and has happened. */
function happening(parts: ServiceParts, found: FoundSentinel | undefined, what: unknown[]): Sentinel | undefined {
  return found && (!found.once || parts.firstTime(...what)) ? found.sentinel : undefined;
}

function answerAs(
  parts: ServiceParts,
  reply: FastifyReply,
  sentinel: Sentinel | undefined,
  honest: HonestAnswer,
): FastifyReply | Promise<FastifyReply> {
  if (sentinel) return misbehave(reply, sentinel.misbehaviour, honest, parts.directions);
  return reply.code(honest.status).send(honest.body);
}
