import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeService } from '../../src/main/practice/practice-service.ts';

/** A delivery service and label host whose labels the test chooses. */
export interface ServiceWithLabels {
  /** Service and labels are at the same address. */
  readonly url: string;
  /** Sends this label from now on instead of every ZPL label that contains the code. */
  replaceLabel(code: string, change: (label: Buffer) => Buffer): void;
  /** What was asked of the service and answered so far, besides labels. */
  readonly answered: readonly AnsweredRequest[];
  close(): Promise<void>;
}

export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** A proxy of a practice service, which does everything except labels. */
export async function startServiceWithLabels(practice: PracticeService): Promise<ServiceWithLabels> {
  const changes = new Map<string, (label: Buffer) => Buffer>();
  const answered: AnsweredRequest[] = [];
  let url = '';

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const isLabel = path.startsWith('/labels/');
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const behind = await fetch((isLabel ? practice.labelUrl : practice.baseUrl) + path, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    if (!isLabel) answered.push({ method: request.method ?? '', path, body: String(body), status: behind.status });
    const bytes = Buffer.from(await behind.arrayBuffer());
    const sent = isLabel ? changed(bytes) : Buffer.from(bytes.toString('utf8').replaceAll(practice.labelUrl, url));
    response.writeHead(behind.status, { 'content-type': behind.headers.get('content-type') ?? '' }).end(sent);
  };
  const changed = (label: Buffer): Buffer => {
    for (const [code, change] of changes) if (label.includes(code)) return change(label);
    return label;
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, answered },
    replaceLabel: (code, change) => void changes.set(code, change),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
