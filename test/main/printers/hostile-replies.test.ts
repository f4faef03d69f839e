import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PrinterTransport } from '../../../src/main/core/ports/printing.ts';
import { createCapabilities } from '../../../src/main/printers/protocol/capabilities.ts';
import { queryIdentity } from '../../../src/main/printers/protocol/identity-query.ts';
import { queryStatus } from '../../../src/main/printers/protocol/status-query.ts';
import { queryLabelCount } from '../../../src/main/printers/protocol/variables.ts';
import { tcpTransport } from '../../../src/main/printers/tcp.ts';
import { printerStatusSchema, type StatusAnswer } from '../../../src/shared/printing/printer-status.ts';
import { openFor } from '../../suites/printer-transport.ts';
import { hostileReplies } from './hostile-replies.ts';
import { flagsReply, readyHost, scriptedChannel } from './protocol/scripted-channel.ts';

describe('hostile printer replies', () => {
  it.each(hostileReplies)('$name', async ({ reply, reasons }) => {
    const channel = scriptedChannel(() => reply);
    const began = performance.now();
    const answer = await queryStatus(channel, createCapabilities());
    expect(answer.kind).toBe(reasons === null ? 'silent' : 'answered');
    if (answer.kind === 'answered') {
      const status = printerStatusSchema.parse(answer.status);
      expect(status.reasons).toEqual(reasons);
      // What is shown and kept of it is short, printable and without the password.
      expect(status.raw).toMatch(/^[\x20-\x7e]{0,1000}$/);
      expect(status.raw).not.toContain('1234');
    }
    for (const value of Object.values((await queryIdentity(channel, createCapabilities())) ?? {})) {
      if (typeof value === 'string') expect(value).toMatch(/^[\x20-\x7e]{1,100}$/);
    }
    const count = await queryLabelCount(channel, createCapabilities());
    expect(count === null || Number.isSafeInteger(count)).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('over the network end the query in time, and the next one is answered', async () => {
    const later = flagsReply('1 00000000 00000001') + readyHost;
    const answers = await Promise.all(
      hostileReplies.map(async ({ name, reply }) => {
        const { transport, answerWith } = await listeningDevice();
        answerWith(reply);
        const first = await statusOf(transport);
        answerWith(later);
        const second = await statusOf(transport);
        return { name, isKnown: ['answered', 'silent'].includes(first.kind), second };
      }),
    );
    for (const { name, isKnown, second } of answers) {
      expect({ name, isKnown, second }).toMatchObject({
        ...{ name, isKnown: true },
        second: { kind: 'answered', status: { reasons: ['paper out'] } },
      });
    }
  });
});

/** A device that answers whatever it gets with the same bytes. */
async function listeningDevice() {
  let reply = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => void socket.write(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    transport: tcpTransport({ host: '127.0.0.1', port }, { connectMs: 10_000, closeMs: 10_000 }),
    answerWith(text: string) {
      reply = Buffer.from(text, 'latin1');
    },
  };
}

async function statusOf(transport: PrinterTransport): Promise<StatusAnswer> {
  const open = await openFor(transport);
  try {
    return await open.status();
  } finally {
    open.close();
  }
}
