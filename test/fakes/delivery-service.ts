import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What the service does with one request. */
export type PlannedResponse =
  /** Does it and answers. */
  | { readonly kind: 'do' }
  /** Answers with that status; `done`: after the work was done. */
  | PlannedStatus
  /** Ends the connection without a response. */
  | { readonly kind: 'drop'; readonly done: boolean }
  /** Does it, and disconnects in the middle of the answer. */
  | { readonly kind: 'cut off' }
  /** Never answers. */
  | { readonly kind: 'stall'; readonly done: boolean };

interface PlannedStatus {
  readonly kind: 'status';
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly done?: boolean;
  /** By default, an envelope with the status. */
  readonly body?: string;
}

/** A request that the service received, with the custom codes in it. */
export interface ReceivedRequest {
  readonly kind: 'create' | 'delete';
  readonly codes: readonly string[];
  /** Milliseconds since 1970, by the real clock. */
  readonly at: number;
  /** Concurrent requests, including this one. */
  readonly atOnce: number;
}

export interface FakeDeliveryService {
  readonly baseUrl: string;
  /** In the order of arrival, whatever their outcome. */
  readonly requests: readonly ReceivedRequest[];
  /** What was really done, in order: "create CODE", "delete CODE". */
  readonly done: readonly string[];
  /** Parcels that exist there. */
  readonly parcels: ReadonlySet<string>;
  /** What happens to the next requests, one each; then everything works. */
  plan(...plannedResponses: PlannedResponse[]): void;
  /** Called for each request first; its response replaces the planned one. */
  decide(by: ((request: ReceivedRequest) => PlannedResponse | null | Promise<PlannedResponse | null>) | null): void;
  add(...codes: string[]): void;
  /** Stops listening and breaks connections. */
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  start(): Promise<void>;
  /** Resolves when the condition is true; checked after every request. */
  until(check: () => boolean): Promise<void>;
}

const normalResponse: PlannedResponse = { kind: 'do' };

/** A delivery service on loopback that creates and deletes as documented, unless a test decides otherwise. */
export async function startFakeDeliveryService(): Promise<FakeDeliveryService> {
  const requests: ReceivedRequest[] = [];
  const done: string[] = [];
  const parcels = new Set<string>();
  const plannedResponses: PlannedResponse[] = [];
  const waiting: { check: () => boolean; proceed: () => void }[] = [];
  let decide: ((request: ReceivedRequest) => PlannedResponse | null | Promise<PlannedResponse | null>) | null = null;
  let server: Server | null = null;
  let port = 0;
  let atOnce = 0;

  const resolveWaiters = (): void => {
    for (const waiter of [...waiting]) {
      if (!waiter.check()) continue;
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.proceed();
    }
  };
  const execute = ({ kind, codes }: ReceivedRequest): boolean => {
    const isPossible = codes.every((code) => parcels.has(code) === (kind === 'delete'));
    if (!isPossible) return false;
    for (const code of codes) {
      if (kind === 'create') parcels.add(code);
      else parcels.delete(code);
      done.push(`${kind} ${code}`);
    }
    return true;
  };
  const answer = (response: ServerResponse, request: ReceivedRequest, isDone: boolean): void => {
    const status = !isDone ? (request.kind === 'delete' ? 404 : 409) : request.kind === 'delete' ? 200 : 201;
    const object = isDone && request.kind === 'create' ? orderOf(request.codes) : {};
    const no = request.kind === 'create' ? 'A custom_code has already been taken.' : 'No.';
    const body = { status: isDone ? 'success' : 'error', code: status, message: isDone ? '' : no, object };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const respond = (
    planned: PlannedResponse,
    request: ReceivedRequest,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const isDone =
      planned.kind === 'do' || planned.kind === 'cut off' || planned.done === true ? execute(request) : false;
    switch (planned.kind) {
      case 'do':
        answer(response, request, isDone);
        return;
      case 'status': {
        const pause = planned.retryAfter === undefined ? {} : { 'retry-after': String(planned.retryAfter) };
        response.writeHead(planned.status, { 'content-type': 'application/json', ...pause });
        const body = { status: 'error', code: planned.status, message: `The service says ${planned.status}.` };
        response.end(planned.body ?? JSON.stringify(body));
        return;
      }
      case 'drop':
        incoming.socket.destroy();
        return;
      case 'cut off':
        response.writeHead(request.kind === 'delete' ? 200 : 201, { 'content-length': '1000' });
        response.write('{"status":"success","co');
        response.once('finish', () => incoming.socket.destroy());
        setImmediate(() => incoming.socket.destroy());
        return;
      case 'stall':
        return;
    }
  };
  const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    atOnce += 1;
    response.once('close', () => {
      atOnce -= 1;
      resolveWaiters();
    });
    const codes = codesOf(incoming, await bodyOf(incoming));
    const request: ReceivedRequest = {
      kind: incoming.method === 'DELETE' ? 'delete' : 'create',
      codes,
      at: Date.now(),
      atOnce,
    };
    requests.push(request);
    resolveWaiters();
    respond((await decide?.(request)) ?? plannedResponses.shift() ?? normalResponse, request, incoming, response);
    resolveWaiters();
  };

  const start = async (): Promise<void> => {
    const next = createServer((incoming, response) => void receive(incoming, response).catch(() => response.destroy()));
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject);
      next.listen(port, '127.0.0.1', resolve);
    });
    const address = next.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    port = address.port;
    server = next;
  };
  await start();

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    done,
    parcels,
    plan: (...next) => void plannedResponses.push(...next),
    decide(by) {
      decide = by;
    },
    add(...codes) {
      for (const code of codes) parcels.add(code);
    },
    start,
    async stop() {
      const old = server;
      server = null;
      if (!old) return;
      old.closeAllConnections();
      await new Promise((resolve) => old.close(resolve));
    },
    until: (check) =>
      new Promise((resolve) => {
        if (check()) resolve();
        else waiting.push({ check, proceed: resolve });
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function codesOf(incoming: IncomingMessage, body: string): string[] {
  if (incoming.method === 'DELETE') return [incoming.url?.split('/').at(-1) ?? ''];
  const { drop_offs } = JSON.parse(body) as { drop_offs: { parcels: { custom_code: string }[] }[] };
  return (drop_offs[0]?.parcels ?? []).map(({ custom_code }) => custom_code);
}

/** The fields of an order creation response that identify its parcels. */
function orderOf(codes: readonly string[]) {
  return {
    unique_id: `OR-${codes[0]}`,
    shipments: [
      {
        drop_off_shipment: { unique_id: `DO-${codes[0]}` },
        parcels: codes.map((custom_code) => ({ custom_code, pick_up_code: `P-${custom_code}` })),
      },
    ],
  };
}
