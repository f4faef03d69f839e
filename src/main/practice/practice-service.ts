/**
 * The practice service: the complete scheduled-delivery interface as an HTTP server on loopback.
 *
 * Where the interface document is silent, practice behaves as follows; a real service may differ:
 *
 * | the document leaves open | practice |
 * | --- | --- |
 * | errors | the same envelope with status "error"; 422 adds `errors`, one entry per field |
 * | required fields | `text` of both addresses, `unit`, `values`; no text is longer than 1,000 characters, no body than 64 KiB |
 * | preview | has the limits of create, but does not ask whether a custom code is taken |
 * | custom codes | case-sensitive; the newest 50,000 of removed orders stay in use |
 * | wrong or missing headers | 400 that names the header; checked after the token |
 * | deleting again, or an unknown code | 404 |
 * | deleting from a shipment delivered, returned or cancelled | 409 |
 * | `same.shipment.deleted` | sent when the shipment's last parcel is deleted, not before |
 * | scenario answer | the `drop_off_shipment_unique_ids` and `drop_off_shipment_ids` that were moved |
 * | scenario date | the day of pick-up or of delivery; every selector may be left out |
 * | final states | happy and reattempt: delivered; fail: returned; the other three: to_pick_up, in_transit, picked_up |
 * | shipment events | see event-payloads.ts; all states of a scenario are sent, at least a millisecond apart |
 * | delivery of events | in order, one at a time, five seconds for an answer, three attempts; waiting events are lost at the end |
 * | prices | small, medium and large by weight; 5 % tax; the minimum is without tax |
 * | slots | hours in `from_time` and `to_time`, minutes in `closing_margin`; four hours ahead of UTC |
 * | places | invented from the text; a postal code only where the text contains one |
 * | labels | of a deleted parcel: 410; `label` is the 4x6 PDF; the drop-off's `label` is the pick-up's |
 * | memory | the newest 2,000 orders |
 *
 * Points at which real servers differ are configurable (`shared/settings/practice-behaviour.ts`). `fault-keywords.ts` lists the
 * keywords and codes that cause each fault.
 */
import { mkdir } from 'node:fs/promises';
import type { RehearsalFault } from '../../shared/contract/rehearsal-scripts.ts';
import { defaultPracticeBehaviour, type PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import { type PracticeEvent, webhookPayload } from './event-payloads.ts';
import type { FaultOptions } from './fault-injection.ts';
import { createFirstOccurrenceCheck, dropConnection } from './fault-injection.ts';
import { serveLabels, serveSignedLabels, signedLabelsPath } from './label-routes.ts';
import { hasToken, httpServer, listenOn, originOf, type Ports, readPorts, savePorts } from './loopback-server.ts';
import { type IsRemoved, openOrderStore } from './order-store.ts';
import { defaultMinimumPrice } from './pricing.ts';
import { errorEnvelope, htmlPage } from './response-shapes.ts';
import { lacksRequiredHeader, serveService } from './service-routes.ts';
import { type Webhook, webhookSender } from './webhook-sender.ts';

export interface PracticeOptions {
  /** The folder of its data; created if missing. */
  folder: string;
  /** The only valid token. */
  token: string;
  /** Without tax; the document's 45 by default. */
  minimumPrice?: number;
  /** 0, the default, uses the port of the last start if it is free, else any. */
  ports?: Partial<Ports>;
  webhook?: Webhook | null;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Delay of a slow answer; three seconds by default. */
  slowMs?: number;
  /** The choices where the document is silent, read at each request; the defaults without it. */
  behaviour?: () => PracticeBehaviour;
  /** A fault of the whole service, read at each request; none without it. */
  fault?: () => RehearsalFault | null;
  /** Pause after a first failed webhook delivery, twice as long after the second; one second by default. */
  webhookPauseMs?: number;
}

export interface PracticeService {
  /** The service base address, without the version path. */
  readonly baseUrl: string;
  /** The label host. */
  readonly labelUrl: string;
  readonly token: string;
  /** Sends events to this address from now on; null sends none. */
  setWebhook(webhook: Webhook | null): void;
  /** Sends an event of the newest existing order as a test. */
  sendTestEvent(): void;
  /** Sends the events that the fault `answer lost` withheld. */
  sendWithheldEvents(): void;
  /** Removes orders from its memory and its files. */
  removeOrders(isRemoved: IsRemoved): Promise<void>;
  /** Stops immediately and closes open connections; everything answered is on disk. */
  close(): Promise<void>;
}

/**
 * Starts the practice service.
 * @throws when the folder cannot be written, or a port other than 0 is not free
 */
export async function startPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const { folder, token, ports = {}, now = Date.now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const savedPorts = await readPorts(folder);
  const store = await openOrderStore(folder);
  const closing = new AbortController();
  const isFirstOccurrence = createFirstOccurrenceCheck();
  const behaviour = options.behaviour ?? (() => defaultPracticeBehaviour);
  const fault = options.fault ?? (() => null);
  const webhooks = webhookSender(
    options.webhook ?? null,
    options.webhookPauseMs ?? 1000,
    () => behaviour().endpointCheck,
  );
  /** Of orders whose answer was lost. */
  const withheld: PracticeEvent[] = [];
  const send = (events: readonly PracticeEvent[]): void => {
    if (fault() === 'answer lost') {
      withheld.push(...events);
      return;
    }
    const current = behaviour();
    const times = current.eventDelivery === 'twice' ? [0, 1] : [0];
    const inOrder = current.eventDelivery === 'latest-first' ? events.toReversed() : events;
    webhooks.send(inOrder.flatMap((event) => times.map(() => webhookPayload(event, current))));
  };
  const origins = { service: '', labels: '' };
  const faultOptionsFor = (otherOrigin: () => string): FaultOptions => ({
    get otherOrigin() {
      return otherOrigin();
    },
    slowMs: options.slowMs ?? 3000,
    closing: closing.signal,
  });

  const buildLabels = () => {
    const app = httpServer();
    serveLabels(app, {
      store,
      token,
      isFirstOccurrence,
      faultOptions: faultOptionsFor(() => origins.service),
      behaviour,
      now,
    });
    return app;
  };
  const buildService = () => {
    const app = httpServer();
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith(signedLabelsPath)) return;
      if (fault() === 'service down') return dropConnection(reply);
      if (fault() === 'token rejected') return reply.code(401).send(errorEnvelope(401, 'Unauthenticated.'));
      if (lacksRequiredHeader(request, behaviour()))
        return reply.code(403).type('text/html').send(htmlPage('Forbidden'));
      if (!hasToken(request, token)) return reply.code(401).send(errorEnvelope(401, 'Unauthenticated.'));
    });
    serveSignedLabels(app, { store, behaviour });
    serveService(app, {
      store,
      now,
      minimumPrice: options.minimumPrice ?? defaultMinimumPrice,
      labelUrl: origins.labels,
      isFirstOccurrence,
      faultOptions: faultOptionsFor(() => origins.labels),
      send,
      behaviour,
      losesAnswer: () => fault() === 'answer lost',
    });
    return app;
  };

  const closers: (() => Promise<unknown>)[] = [() => store.close()];
  const close = async (): Promise<void> => {
    closing.abort();
    await webhooks.close();
    // The servers close first: no change may follow after the order store is closed.
    for (const end of closers.toReversed()) await end();
  };
  try {
    const labels = await listenOn(buildLabels, ports.labels ?? 0, savedPorts.labels);
    closers.push(() => labels.app.close());
    origins.labels = originOf(labels.port);
    const service = await listenOn(buildService, ports.service ?? 0, savedPorts.service);
    closers.push(() => service.app.close());
    origins.service = originOf(service.port);
    await savePorts(folder, { service: service.port, labels: labels.port });
  } catch (error) {
    await close();
    throw error;
  }
  let closed: Promise<void> | undefined;
  return {
    baseUrl: origins.service,
    labelUrl: origins.labels,
    token,
    setWebhook: webhooks.setWebhook,
    removeOrders: store.remove,
    sendWithheldEvents: () => send(withheld.splice(0)),
    sendTestEvent() {
      const newest = [...store.all()].findLast((order) => order.state !== 'deleted');
      if (!newest) return send([{ kind: 'unknown shipment', at: now() }]);
      const at = Math.max(now(), newest.lastEventAt + 1);
      send([{ kind: 'shipment', order: newest, state: newest.state, at, parcel: null }]);
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
