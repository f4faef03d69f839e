import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { electronPath, root } from './launch.ts';

const opened = closedAfterEach();

/** `npm run site-demo` behind its set-up, with its temporary files in a folder of their own. */
async function startDemo(...args: string[]) {
  const folder = await opened.folder();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/site-demo/site-demo.ts', ...args], {
    cwd: root,
    env: { ...process.env, ELECTRON_EXEC_PATH: electronPath(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const wrote = new EventTarget();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
      wrote.dispatchEvent(new Event('text'));
    });
  opened.keep({ close: async () => child.kill('SIGKILL') });
  const ended = once(child, 'exit').then(([code]): number | null => code);
  return {
    ...{ child, folder, ended },
    output: () => output,
    async written(text: string): Promise<void> {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(output);
        await Promise.race([once(wrote, 'text'), ended]);
      }
    },
  };
}

/** The programs whose temporary folder this is: all that the demonstration started, however deep. */
function processesWith(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const variables = /^\d+$/.test(pid) ? readFileSync(join('/proc', pid, 'environ'), 'utf8') : '';
      return variables.includes(`TMPDIR=${folder}\0`) ? [readFileSync(join('/proc', pid, 'cmdline'), 'utf8')] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

const files = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('packbench'));

it('site: two windows, a hub and a server play ordered, asked, printed, deleted and a webhook, and leave nothing behind', async () => {
  const demo = await startDemo();
  expect(await demo.ended, demo.output()).toBe(0);
  const steps = demo
    .output()
    .split('\n')
    .filter((line) => line.startsWith('| yes |'));
  expect(steps).toHaveLength(9);
  await expect.poll(() => processesWith(demo.folder)).toEqual([]);
  expect(files(demo.folder)).toEqual([]);
}, 120_000);

itInLongRun(
  'site: Ctrl C ends the demonstration with everything that it started',
  async () => {
    const demo = await startDemo('--keep');
    await demo.written('Everything stays open');
    expect(processesWith(demo.folder).join('\n')).toContain('nats-server');
    demo.child.kill('SIGINT');
    expect(await demo.ended, demo.output()).toBe(130);
    await expect.poll(() => processesWith(demo.folder)).toEqual([]);
    expect(files(demo.folder)).toEqual([]);
  },
  120_000,
);
