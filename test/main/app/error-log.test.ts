import { describe, expect, it, vi } from 'vitest';
import { createErrorLog, errorText } from '../../../src/main/app/error-log.ts';

describe('error log', () => {
  it.each([
    'Authorization: Bearer very-secret',
    'bearer Bearer very-secret',
    '{"token":"very-secret"}',
    'access_token=very-secret&x=1',
    'cannot reach http://packer:very-secret@proxy.example:3128',
  ])('never contains a token (%s)', (text) => {
    expect(errorText(new Error(text))).not.toContain('very-secret');
    expect(errorText(new Error('outer', { cause: new Error(text) }))).not.toContain('very-secret');
  });

  it('has a limited number of entries a minute, and reports how many it left out', async () => {
    const lines: string[] = [];
    let now = 0;
    const log = createErrorLog({ now: () => now }, (line) => lines.push(line));
    for (let turn = 0; turn < 100; turn += 1) log(`bug ${turn} ${'x'.repeat(10_000)}`);
    expect(lines).toHaveLength(60);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4100);
    now = 60_000;
    log('later');
    // Its sentence is loaded first, which a busy computer may take its time for.
    await vi.waitFor(
      () => expect(lines.slice(60)).toEqual(['packbench: later\n', 'packbench: 40 more errors were not written\n']),
      { timeout: 20_000 },
    );
  });
});
