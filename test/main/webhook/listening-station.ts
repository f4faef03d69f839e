import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../station-in-node.ts';
import { header, path } from './listener-address.ts';

export const environmentOf = (name: string, extra: object = {}) => ({
  name,
  kind: 'sandbox',
  // Nobody is there: only webhooks matter here.
  ...{ baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
  webhook: { path, header: { ...header, ...extra } },
});

/** A port of this computer that is free just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A station with a sandbox that listens for its events; closed with the test. */
export async function listeningStation(
  settings: Record<string, unknown> = {},
  options: StationInNodeOptions = {},
): Promise<{ bench: StationInNode; port: number; url: string }> {
  const port = await freePort();
  const bench = await startStationInNode({
    ...options,
    settings: {
      environments: [environmentOf('sandbox')],
      activeEnvironment: 'sandbox',
      webhooks: { enabled: true, port },
      ...settings,
    },
  });
  onTestFinished(() => bench.close());
  await bench.until('webhooks.read', null, ({ listening }) => listening.kind !== 'off');
  return { bench, port, url: `http://127.0.0.1:${port}${path}` };
}
