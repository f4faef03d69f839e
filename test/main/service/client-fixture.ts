import { readFileSync } from 'node:fs';
import type { DeliveryService } from '../../../src/main/core/ports/service.ts';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { answerWith, type Behaviour, type RawServer, startRawServer } from './raw-server.ts';

export const token = 'practice-bench-token-0123456789';
export const customCode = 'BENCH0000000000001';

export const orderRequest: OrderRequest = {
  pick_up_address: { text: 'Warehouse 4, Al Quoz' },
  drop_offs: [
    {
      address: { text: 'Marina Plaza, Dubai', person_name: 'Zoë Ünal', person_phone: '+971500000000' },
      parcels: [{ unit: 'g', values: 1200, custom_code: customCode }],
    },
  ],
};

/** An answer of the interface document, written out by hand (test/fixtures/service). */
export function recorded(name: 'preview' | 'create' | 'delete'): string {
  return readFileSync(new URL(`../../fixtures/service/${name}.json`, import.meta.url), 'utf8');
}

/** A client of a service with the given behaviour, both closed afterwards. Labels come from the same host by default. */
export async function withService(
  behaviour: Behaviour,
  use: (client: DeliveryService, server: RawServer) => Promise<void>,
  options: Partial<DeliveryServiceOptions> = {},
): Promise<void> {
  const server = await startRawServer(behaviour);
  const origin = `${behaviour.tls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
  const client = createDeliveryService({ baseUrl: origin, labelUrl: origin, token, ...options });
  try {
    await use(client, server);
  } finally {
    await client.close();
    await server.close();
  }
}

/** A service that gives the same answer to every request. */
export function answering(
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): Behaviour {
  return { onRequest: (_request, socket) => answerWith(socket, status, body, headers) };
}

/** The answer to a create from a service with this behaviour. */
export async function createAnswer(status: number, body: string | Uint8Array, headers: Record<string, string> = {}) {
  let answer: unknown;
  await withService(answering(status, body, headers), async (client) => {
    answer = await client.create(orderRequest);
  });
  return answer;
}
