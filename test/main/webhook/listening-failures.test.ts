import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startWebhookListener } from '../../../src/main/webhook/webhook-listener.ts';

const parts = {
  sources: [],
  take: async () => 'stored' as const,
  clock: { now: Date.now },
  onAnswered: () => {},
  onNotStored: () => {},
};

it('a port that another program holds is told in words, with what to do', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await startWebhookListener({ ...parts, host: '127.0.0.1', port })).toEqual({
    ok: false,
    failure: {
      code: 'not-allowed-now',
      message: `No events are received: port ${port} is taken by another program.`,
      next: 'Close that program, or choose another port under Settings, Webhooks.',
    },
  });
});

it('a host that is not this computer is told in words', async () => {
  const started = await startWebhookListener({ ...parts, host: '192.0.2.1', port: 0 });
  expect(!started.ok && started.failure.message).toBe(
    'No events are received: 192.0.2.1 is no address of this computer.',
  );
});

it('an address of the sixth version of the protocol may be written with brackets', async () => {
  const started = await startWebhookListener({ ...parts, host: '[::1]', port: 0 });
  if (!started.ok) {
    // A computer without it says so in the same words.
    expect(started.failure.message).toContain('is no address of this computer');
    return;
  }
  onTestFinished(() => started.value.close());
  const answer = await fetch(`http://[::1]:${started.value.port}/`, { method: 'POST' });
  expect(answer.status).toBe(404);
});
