import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePackagedCopy, type PackagedCopy, processTree, sandboxIsPossible } from './packaged-copy.ts';

describe('packaged station, as an ordinary user', () => {
  let copy: PackagedCopy;
  beforeAll(async () => {
    copy = await makePackagedCopy();
    // A copy of Electron's 250 MB.
  }, 180_000);
  afterAll(() => copy.remove());

  it.each([
    { named: '--remote-debugging-port', args: ['--remote-debugging-port=0'] },
    {
      named: '--remote-debugging-pipe, --inspect, --js-flags',
      args: ['--remote-debugging-pipe', '--inspect=0', '--js-flags=--expose-gc'],
    },
  ])('refuses $named before it opens anything', ({ named, args }) => {
    copy.mark(false);
    const { code, output } = copy.run(args);
    expect(output).toContain(`does not start with ${named}.`);
    expect(output).not.toMatch(/DevTools listening|Debugger listening/);
    expect(code).toBe(1);
  });

  it('is no Node, loads no script for NODE_OPTIONS and starts no program from a folder', () => {
    copy.mark(false);
    const args = ['-e', 'process.stdout.write("ran as Node")', '--js-flags=--expose-gc'];
    const { code, output } = copy.run(args, {
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--require=/nonexistent/script.js',
    });
    expect(output).not.toMatch(/ran as Node|Cannot find module|loaded from a folder/);
    expect(code).toBe(1);
  });

  it('opens with Chromium’s sandbox on, and its page and the station work', async () => {
    copy.mark(true);
    const { page, process: station, close } = await copy.open();
    try {
      const answer = await page.evaluate(() => {
        const { call } = (window as unknown as { station: { call(name: string, input: null): Promise<unknown> } })
          .station;
        return call('station.read', null);
      });
      expect(answer).toMatchObject({ ok: true });
      const processes = processTree(station.pid as number);
      expect(processes.filter(({ userId }) => userId === 0)).toEqual([]);
      const sandboxed = sandboxIsPossible();
      // Its service for networks has no sandbox on Linux, and a processor's time at the start is better spent.
      expect(processes.filter(({ type }) => type === 'utility')).toEqual([]);
      const pages = processes.filter(({ type }) => type === 'renderer');
      expect(pages).toEqual([expect.objectContaining({ filtersCalls: sandboxed, seesOwnProcessesOnly: sandboxed })]);
    } finally {
      await close();
    }
  });
});
