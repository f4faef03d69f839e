import { afterEach, describe, expect, it } from 'vitest';
import type { SidecarProcess } from '../../../src/main/core/ports/desktop.ts';
import type { LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures, type PictureLimits } from '../../../src/main/labels/label-pictures.ts';
import type { DrawRequest } from '../../../src/main/labels/picture-messages.ts';

/** A picture process by hand: the test says what it answers, and when. */
class ScriptedProcess implements SidecarProcess {
  readonly posted: DrawRequest[] = [];
  killed = false;
  private readonly listeners: ((message: unknown) => void)[] = [];
  private readonly exits: (() => void)[] = [];
  private readonly watchers: (() => void)[] = [];

  post(message: unknown): void {
    this.posted.push(message as DrawRequest);
    this.changed();
  }
  onMessage(listener: (message: unknown) => void): void {
    this.listeners.push(listener);
  }
  onExit(listener: () => void): void {
    this.exits.push(listener);
  }
  kill(): void {
    this.killed = true;
    this.exit();
  }
  say(message: unknown): void {
    for (const listener of this.listeners) listener(message);
  }
  exit(): void {
    for (const listener of this.exits) listener();
    this.changed();
  }
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }
  private changed(): void {
    for (const watcher of this.watchers.splice(0)) watcher();
  }
}

const started: ScriptedProcess[] = [];
let pictures: LabelPictures;
const open = (limits: Partial<PictureLimits> = {}): LabelPictures => {
  pictures = createLabelPictures({
    startProcess: () => {
      const process = new ScriptedProcess();
      started.push(process);
      queueMicrotask(() => process.say({ kind: 'ready' }));
      return process;
    },
    limits,
  });
  return pictures;
};
const processNumber = (number: number): ScriptedProcess => {
  const process = started[number - 1];
  if (!process) throw new Error(`Only ${started.length} were started`);
  return process;
};
const label = (name: string) => ({ sha256: name, format: 'zpl' as const, bytes: Buffer.from(`^XA^FD${name}^FS^XZ`) });
const png = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const drawn = (process: ScriptedProcess, text: string): void =>
  process.say({ kind: 'drawn', id: process.posted.at(-1)?.id, png: png(text) });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(async () => {
  await pictures.close();
  started.length = 0;
});

describe('pictures of labels', () => {
  it('are drawn once a label, however often they are looked at', async () => {
    open();
    const asked = [pictures.picture(label('a')), pictures.picture(label('a'))];
    await turn();
    drawn(processNumber(1), 'A');
    expect(await Promise.all([...asked, pictures.picture(label('a'))])).toEqual(
      Array(3).fill({ ok: true, value: png('A') }),
    );
    expect(processNumber(1).posted).toHaveLength(1);
  });

  it('are drawn one after the other, in the order asked for', async () => {
    open();
    const asked = [pictures.picture(label('a')), pictures.picture(label('b'))];
    await turn();
    const process = processNumber(1);
    expect(process.posted).toHaveLength(1);
    drawn(process, 'A');
    await process.until(() => process.posted.length === 2);
    drawn(process, 'B');
    expect(await Promise.all(asked)).toEqual([
      { ok: true, value: png('A') },
      { ok: true, value: png('B') },
    ]);
    expect(started).toHaveLength(1);
  });

  it('that take too long cost the process, not the next picture', async () => {
    open({ drawMs: 20 });
    const stuck = pictures.picture(label('stuck'));
    const next = pictures.picture(label('next'));
    expect(await stuck).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    expect(processNumber(1).killed).toBe(true);
    await turn();
    processNumber(1).say({ kind: 'drawn', id: 1, png: png('late') });
    drawn(processNumber(2), 'next');
    expect(await next).toEqual({ ok: true, value: png('next') });
  });

  it('fail when the process ends without an answer, and are tried again when asked again', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).exit();
    expect(await asked).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    const again = pictures.picture(label('a'));
    await turn();
    drawn(processNumber(2), 'A');
    expect(await again).toMatchObject({ ok: true });
  });

  it('fail when the process never gets ready', async () => {
    const silent = new ScriptedProcess();
    pictures = createLabelPictures({ startProcess: () => silent, limits: { startMs: 20 } });
    expect(await pictures.picture(label('a'))).toMatchObject({ ok: false });
    expect(silent.killed).toBe(true);
    expect(silent.posted).toEqual([]);
  });

  it.each([
    ['nonsense', 'hello'],
    ['a picture that is no bytes', { kind: 'drawn', id: 1, png: 'text' }],
    ['a picture over the limit', { kind: 'drawn', id: 1, png: new Uint8Array(9 * 1024 * 1024) }],
  ])('fail when the process answers %s', async (_what, answer) => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).say(answer);
    expect(await asked).toMatchObject({ ok: false });
    expect(processNumber(1).killed).toBe(true);
  });

  it('that were refused are not asked for again', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).say({ kind: 'refused', id: 1, reason: 'nothing drawn' });
    expect(await asked).toMatchObject({ ok: false, failure: { message: expect.stringContaining('nothing drawn') } });
    expect(await pictures.picture(label('a'))).toMatchObject({ ok: false });
    expect(processNumber(1).posted).toHaveLength(1);
  });

  it('end the process when nobody looks at labels', async () => {
    open({ idleMs: 10 });
    const asked = pictures.picture(label('a'));
    await turn();
    const process = processNumber(1);
    drawn(process, 'A');
    await asked;
    await process.until(() => process.killed);
    const next = pictures.picture(label('b'));
    await turn();
    drawn(processNumber(2), 'B');
    expect(await next).toMatchObject({ ok: true });
  });

  it('are refused when too many wait', async () => {
    open({ mostWaiting: 2 });
    const waiting = [pictures.picture(label('a')), pictures.picture(label('b'))];
    expect(await pictures.picture(label('c'))).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    await pictures.close();
    expect((await Promise.all(waiting)).map((answer) => answer.ok)).toEqual([false, false]);
  });

  it('start no process for a label that can have none', async () => {
    open();
    const large = { ...label('large'), bytes: Buffer.alloc(512 * 1024 + 1) };
    const answers = [await pictures.picture(large), await pictures.picture({ ...label('?'), format: 'unknown' })];
    expect(answers.every((answer) => !answer.ok && answer.failure.next === 'Printing is not touched by this.')).toBe(
      true,
    );
    expect(started).toHaveLength(0);
  });

  it('are drawn no more once the station closes, and nothing is left running', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    await pictures.close();
    expect(await asked).toMatchObject({ ok: false });
    expect(processNumber(1).killed).toBe(true);
    expect(await pictures.picture(label('b'))).toMatchObject({ ok: false });
    expect(started).toHaveLength(1);
  });
});
