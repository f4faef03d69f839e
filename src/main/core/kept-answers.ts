import { missingFields } from '../../shared/missing-fields.ts';
import { exactOrderAnswerSchema, type OrderAnswer, orderAnswerSchema } from '../../shared/order-answer.ts';
import { readOrderFacts } from './order-facts.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Records } from './ports/records.ts';

/** Most creates looked at; a station sends a few at once. */
const mostAnswers = 50;

/**
 * Ends the creates that were answered when the station died: a 2xx is kept as it came before anyone reads it, so the order that it
 * tells of is not in doubt. Gives how many.
 */
export async function completeAnswered(records: Records, clock: Clock): Promise<number> {
  let completed = 0;
  for (const { commandId, rawBody } of await records.answeredCreates(mostAnswers)) {
    const read = readKeptAnswer(rawBody);
    if (!read) continue;
    const request = await records.createRequest(commandId);
    const order = readOrderFacts(read.value, read.missing, rawBody, request);
    const code = request?.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const activity = {
      at,
      who: 'station',
      what: 'create answered',
      code,
      outcome: 'created; read after a restart',
    } as const;
    await records.completeCreate(commandId, order, { activity });
    completed += 1;
  }
  return completed;
}

/** The order in an answer's envelope; null where the answer does not say "success" itself. */
export function readKeptAnswer(rawBody: string): { value: OrderAnswer; missing: string[] } | null {
  const envelope = parseJson(rawBody);
  if (!isJsonObject(envelope) || envelope.status !== 'success' || !isJsonObject(envelope.object)) return null;
  const value = orderAnswerSchema.safeParse(envelope.object);
  if (!value.success) return null;
  return { value: value.data, missing: missingFields(exactOrderAnswerSchema, envelope.object) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
