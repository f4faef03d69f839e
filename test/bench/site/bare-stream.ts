import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, createInbox } from '@nats-io/transport-node';

/** A stream beside the site's, with nothing but the client: the least that publishing and reading must cost. */
export interface BareStream {
  publish(data: Uint8Array): Promise<unknown>;
  /** Reads every message from the first one. The promise resolves once the callback has returned true. */
  read(onMessage: (data: Uint8Array) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** @param subject of the messages; null: those of the site, which are only read */
export async function openBareStream(address: string, { name, subject }: { name: string; subject: string | null }) {
  const [writer, reader] = await Promise.all([connect({ servers: [address] }), connect({ servers: [address] })]);
  const manager = await jetstreamManager(reader);
  if (subject !== null) await manager.streams.add({ name, subjects: [subject], storage: StorageType.File });
  const [published, consumed] = [jetstream(writer), jetstream(reader)];
  const bare: BareStream = {
    publish: (data) => published.publish(subject ?? '', data),
    async read(onMessage) {
      const { name: consumer } = await manager.consumers.add(name, {
        ...{ deliver_subject: createInbox(), deliver_policy: DeliverPolicy.All, ack_policy: AckPolicy.None },
        ...{ flow_control: true, idle_heartbeat: 5_000_000_000, mem_storage: true },
      });
      const messages = await (await consumed.consumers.getPushConsumer(name, consumer)).consume();
      for await (const { data } of messages) if (onMessage(data)) break;
      await manager.consumers.delete(name, consumer);
    },
    close: async () => void (await Promise.all([writer.close(), reader.close()])),
  };
  return bare;
}
