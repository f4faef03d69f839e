/** What happens in the runtime of one environment and concerns other parts than the one it happens in. */
export type RuntimeEvent =
  /** An order, or more of a known one, is on disk: answered, imported, or known to exist. */
  | { type: 'order stored' }
  /** A creation or a deletion is on disk and may be sent. */
  | { type: 'command stored' }
  /** The countdown of a deletion ended: the deletion may be sent. */
  | { type: 'deletion due' }
  /** A deletion or an order was undone before it was sent. `parcelId`: of a deletion of a parcel that is known here. */
  | { type: 'command undone'; parcelId: number | null }
  /** The service deleted a parcel. */
  | { type: 'deletion confirmed' }
  /** The service rejected a deletion, or an operator checked there: the parcel still exists. */
  | { type: 'deletion rejected'; parcelId: number | null }
  /** It is not known whether a parcel is deleted at the service: an operator decides. */
  | { type: 'deletion uncertain'; code: string }
  /** An operator decided about a parcel that the service reported as deleted, and later as picked up. */
  | { type: 'deletion conflict resolved' }
  /** Labels were assigned to their parcels; events that named them by their pick-up codes count now. */
  | { type: 'labels assigned' }
  /** It is not known whether an order exists at the service. */
  | { type: 'order uncertain' }
  /** A webhook event named an uncertain order: the order exists. */
  | { type: 'order named' }
  /** A webhook event named an order that was replaced by another. */
  | { type: 'replaced order named' }
  /** Commands that were due need confirmation instead. */
  | { type: 'confirmation needed'; commands: number }
  /** An operator asked to send what is waiting. */
  | { type: 'send requested' }
  /** The service answers again. */
  | { type: 'service recovered' }
  /** The service accepted the token, for the first time or after it had rejected it. */
  | { type: 'token accepted' }
  /** The service rejected the token. */
  | { type: 'token rejected' };

export type RuntimeEventType = RuntimeEvent['type'];
export type RuntimeEventOf<T extends RuntimeEventType> = Extract<RuntimeEvent, { type: T }>;

/** Publishes an event; returns when every subscriber has run. Never throws. */
export type PublishEvent = (event: RuntimeEvent) => void;

/** The events of one environment's runtime. */
export interface RuntimeEvents {
  publish: PublishEvent;
  /** Subscribers run in the order they subscribed, until the function this returns is called. */
  subscribe<T extends RuntimeEventType>(type: T, listener: (event: RuntimeEventOf<T>) => void): () => void;
}

type Listener = (event: RuntimeEvent) => void;

/** Synchronous: what a subscriber starts in the background reports its own failures; what it throws goes to `onBug`. */
export function createRuntimeEvents(onBug: (error: unknown) => void): RuntimeEvents {
  const listeners = new Map<RuntimeEventType, readonly Listener[]>();

  return {
    publish(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          listener(event);
        } catch (error) {
          onBug(error);
        }
      }
    },
    subscribe(type, listener) {
      const added: Listener = (event) => listener(event as RuntimeEventOf<typeof type>);
      listeners.set(type, [...(listeners.get(type) ?? []), added]);
      return () => {
        listeners.set(
          type,
          (listeners.get(type) ?? []).filter((one) => one !== added),
        );
      };
    },
  };
}
