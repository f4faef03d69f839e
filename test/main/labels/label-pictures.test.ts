import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SidecarPriority, SidecarProcess } from '../../../src/main/core/ports/desktop.ts';
import type { LabelFile, LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures, type PictureLimits } from '../../../src/main/labels/label-pictures.ts';
import type { PictureRequest } from '../../../src/main/labels/picture-messages.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { defaultPaper } from '../../../src/shared/printing/printer.ts';

/** A picture process under the test's control: the test decides what it answers, and when. */
class ScriptedProcess implements SidecarProcess {
  readonly posted: PictureRequest[] = [];
  readonly priority: SidecarPriority;
  killed = false;
  private readonly listeners: ((message: unknown) => void)[] = [];
  private readonly exits: (() => void)[] = [];
  private readonly watchers: (() => void)[] = [];

  constructor(priority: SidecarPriority) {
    this.priority = priority;
  }
  post(message: unknown): void {
    this.posted.push(message as PictureRequest);
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
  get id(): number {
    return this.posted.at(-1)?.id ?? Number.NaN;
  }
  /** Reports that it started the label it was given last. */
  begin(): void {
    this.say({ kind: 'started', id: this.id });
  }
  draw(text: string): void {
    this.begin();
    this.say({ kind: 'picture', id: this.id, png: png(text) });
  }
  private changed(): void {
    for (const watcher of this.watchers.splice(0)) watcher();
  }
}

const throwBug = (bug: unknown): void => {
  throw bug;
};

const started: ScriptedProcess[] = [];
let pictures: LabelPictures;
const open = (limits: Partial<PictureLimits> = {}): LabelPictures => {
  pictures = createLabelPictures({
    onBug: throwBug,
    startProcess: (priority) => {
      const process = new ScriptedProcess(priority);
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
const label = (name: string, format: LabelFile['format'] = 'zpl') => ({
  sha256: name,
  format,
  bytes: Buffer.from(`^XA^FD${name}^FS^XZ`),
});
const png = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const printer = { name: 'Zebra A', dotsPerMillimetre: 8, packing: 'z64', paper: defaultPaper } as const;

afterEach(async () => {
  await pictures.close();
  started.length = 0;
});

describe('label pictures', () => {
  it('are drawn once for each label and resolution, however often they are shown', async () => {
    open();
    const asked = [pictures.picture(label('a')), pictures.picture(label('a'), 8), pictures.picture(label('a'), 12)];
    await turn();
    processNumber(1).draw('A8');
    await processNumber(1).until(() => processNumber(1).posted.length === 2);
    processNumber(1).draw('A12');
    const again = [pictures.picture(label('a')), pictures.picture(label('a'), 12)];
    expect(
      (await Promise.all([...asked, ...again])).map((answer) => answer.ok && Buffer.from(answer.value).toString()),
    ).toEqual(['A8', 'A8', 'A12', 'A8', 'A12']);
    expect(
      processNumber(1).posted.map((request) => 'dotsPerMillimetre' in request && request.dotsPerMillimetre),
    ).toEqual([8, 12]);
  });

  it('are drawn one after the other, in the order asked for', async () => {
    open();
    const asked = [pictures.picture(label('a')), pictures.picture(label('b'))];
    await turn();
    const process = processNumber(1);
    expect(process.posted).toHaveLength(1);
    process.draw('A');
    await process.until(() => process.posted.length === 2);
    process.draw('B');
    expect(await Promise.all(asked)).toEqual([
      { ok: true, value: png('A') },
      { ok: true, value: png('B') },
    ]);
    expect(started).toHaveLength(1);
  });

  it('that take too long end the process, and the next one is drawn in another', async () => {
    open({ drawMs: 20 });
    const stuck = pictures.picture(label('stuck'));
    const next = pictures.picture(label('next'));
    await turn();
    processNumber(1).begin();
    await expect.poll(() => started.map(({ killed }) => killed)).toEqual([true, false, false]);
    processNumber(1).say({ kind: 'picture', id: 1, png: png('late') });
    const [again, other] = [1, 2].map((index) => started[index]).sort((a) => (a?.priority === 'normal' ? -1 : 1));
    await turn();
    again?.begin();
    other?.draw('next');
    expect(await next).toEqual({ ok: true, value: png('next') });
    expect(await stuck).toMatchObject({
      ok: false,
      failure: { message: message('label.no-preview', { reason: message('label.reason.too-slow') }) },
    });
    expect(again?.killed).toBe(true);
  });

  it('that get no processor in the background of a busy computer are drawn in the foreground', async () => {
    open({ drawMs: 20 });
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).begin();
    await expect.poll(() => started.map(({ priority }) => priority)).toEqual(['background', 'normal']);
    await turn();
    processNumber(2).draw('A');
    expect(await asked).toEqual({ ok: true, value: png('A') });
  });

  it('have their full time limit, which starts when the process is ready', async () => {
    open({ drawMs: 0, startMs: 60_000 });
    const asked = pictures.picture(label('a'));
    await turn();
    await turn();
    expect(processNumber(1).killed).toBe(false);
    processNumber(1).draw('A');
    expect(await asked).toMatchObject({ ok: true });
  });

  it('fail when the process ends without an answer, and are tried again when asked again', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).begin();
    processNumber(1).exit();
    expect(await asked).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    const again = pictures.picture(label('a'));
    await turn();
    processNumber(2).draw('A');
    expect(await again).toMatchObject({ ok: true });
  });

  it('that ended the process twice are not tried a third time', async () => {
    open();
    for (const attempt of [1, 2]) {
      const asked = pictures.picture(label('bad'));
      await turn();
      processNumber(attempt).begin();
      processNumber(attempt).exit();
      expect(await asked).toMatchObject({ ok: false });
    }
    expect(await pictures.picture(label('bad'))).toMatchObject({ ok: false });
    expect(started).toHaveLength(2);
  });

  it('are not blamed for a process that does not start', async () => {
    open();
    for (const attempt of [1, 2, 3]) {
      const asked = pictures.picture(label('a'));
      await turn();
      processNumber(attempt).exit();
      expect(await asked).toMatchObject({ ok: false });
    }
    expect(started).toHaveLength(3);
  });

  it('fail when the process never gets ready', async () => {
    const silent = new ScriptedProcess('background');
    pictures = createLabelPictures({ startProcess: () => silent, limits: { startMs: 20 }, onBug: throwBug });
    expect(await pictures.picture(label('a'))).toMatchObject({ ok: false });
    expect(silent.killed).toBe(true);
    expect(silent.posted).toEqual([]);
  });

  it('are refused one by one while no process can be started', async () => {
    const bugs: unknown[] = [];
    const cannotStart = new Error('no process');
    pictures = createLabelPictures({
      startProcess() {
        throw cannotStart;
      },
      onBug: (bug) => bugs.push(bug),
    });
    const answers = await Promise.all([pictures.picture(label('a')), pictures.picture(label('b'))]);
    expect(answers.map(({ ok }) => ok)).toEqual([false, false]);
    expect(bugs).toEqual([cannotStart, cannotStart]);
  });

  it('that were refused are not asked for again', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).say({ kind: 'refused', id: 1, reason: message('label.reason.empty'), final: false });
    expect(await asked).toMatchObject({
      ok: false,
      failure: { message: message('label.no-preview', { reason: message('label.reason.empty') }) },
    });
    expect(await pictures.picture(label('a'))).toMatchObject({ ok: false });
    expect(processNumber(1).posted).toHaveLength(1);
    expect(processNumber(1).killed).toBe(false);
  });

  it('that broke the process are not requested again, and the next is drawn in a new process', async () => {
    open();
    const asked = pictures.picture(label('a'));
    await turn();
    processNumber(1).say({ kind: 'refused', id: 1, reason: message('label.reason.renderer-broken'), final: true });
    expect(await asked).toMatchObject({
      ok: false,
      failure: { message: message('label.no-preview', { reason: message('label.reason.renderer-broken') }) },
    });
    expect(processNumber(1).killed).toBe(true);
    expect(await pictures.picture(label('a'))).toMatchObject({ ok: false });
    const next = pictures.picture(label('b'));
    await turn();
    processNumber(2).draw('B');
    expect(await next).toMatchObject({ ok: true });
  });

  it('end the process when no picture is requested', async () => {
    open({ idleMs: 10 });
    const asked = pictures.picture(label('a'));
    await turn();
    const process = processNumber(1);
    process.draw('A');
    await asked;
    await process.until(() => process.killed);
    const next = pictures.picture(label('b'));
    await turn();
    processNumber(2).draw('B');
    expect(await next).toMatchObject({ ok: true });
  });

  it('are refused when too many wait', async () => {
    open({ maxWaiting: 2 });
    const waiting = [pictures.picture(label('a')), pictures.picture(label('b'))];
    expect(await pictures.picture(label('c'))).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    await pictures.close();
    expect((await Promise.all(waiting)).map((answer) => answer.ok)).toEqual([false, false]);
  });

  it('start no process for a label that can have no picture', async () => {
    open();
    const large = { ...label('large'), bytes: Buffer.alloc(512 * 1024 + 1) };
    const answers = [
      await pictures.picture(large),
      await pictures.picture(label('?', 'unknown')),
      await pictures.picture(label('a'), 1000),
      await pictures.picture(label('a'), 8.5),
      await pictures.barCodes(large),
      await pictures.barCodes(label('?', 'unknown')),
      await pictures.zplOfPdf(label('zpl'), printer),
      await pictures.zplOfPdf({ ...large, format: 'pdf' }, printer),
    ];
    expect(answers.map((answer) => !answer.ok && answer.failure.code)).toEqual(Array(8).fill('picture-failed'));
    expect(started).toHaveLength(0);
  });

  it('are no longer drawn once the station closes, and no process is left', async () => {
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

describe('label pictures: the bar codes of a label', () => {
  it('are read once, and kept apart from its picture', async () => {
    open();
    const asked = [pictures.barCodes(label('a')), pictures.barCodes(label('a'))];
    await turn();
    const process = processNumber(1);
    process.begin();
    process.say({ kind: 'codes', id: process.id, codes: [{ symbology: 'Code128', text: 'TRK1' }] });
    const codes = { ok: true, value: [{ symbology: 'Code128', text: 'TRK1' }] };
    expect(await Promise.all([...asked, pictures.barCodes(label('a'))])).toEqual([codes, codes, codes]);
    expect(process.posted.map(({ kind }) => kind)).toEqual(['codes']);
  });
});

describe('label pictures: a PDF for a printer', () => {
  /** The process in which that request was posted; waits until there is one. */
  const processOf = (matches: (request: PictureRequest) => boolean): Promise<ScriptedProcess> =>
    vi.waitFor(() => {
      const found = started.find(({ posted }) => posted.some(matches));
      if (!found) throw new Error('Not requested yet');
      return found;
    });
  const labelIn = (request: PictureRequest): string => Buffer.from(request.label).toString();
  const give = (process: ScriptedProcess, zpl: string): void => {
    process.begin();
    process.say({ kind: 'zpl', id: process.id, zpl: png(zpl) });
  };

  it('is made anew each time', async () => {
    open();
    const first = pictures.zplOfPdf(label('a', 'pdf'), printer);
    const process = await processOf(({ kind }) => kind === 'zpl');
    const { name: _name, ...target } = printer;
    expect(process.posted[0]).toEqual({ kind: 'zpl', id: 1, label: label('a').bytes, printer: target });
    give(process, '^XA^XZ');
    expect(await first).toEqual({ ok: true, value: png('^XA^XZ') });
    const again = pictures.zplOfPdf(label('a', 'pdf'), printer);
    await process.until(() => process.posted.length === 2);
    process.say({ kind: 'refused', id: process.id, reason: message('label.reason.no-pages'), final: false });
    expect(await again).toMatchObject({
      ok: false,
      failure: { message: message('label.pdf-not-printable', { reason: message('label.reason.no-pages') }) },
    });
    expect(started).toHaveLength(1);
  });

  it('that could not be drawn is drawn again later, and is not printable after the third time', async () => {
    open();
    const codes = ['picture-delayed', 'picture-delayed', 'picture-failed'];
    for (const [index, code] of codes.entries()) {
      const drawn = pictures.zplOfPdf(label('a', 'pdf'), printer);
      await turn();
      processNumber(index + 1).begin();
      processNumber(index + 1).exit();
      expect(await drawn).toMatchObject({ ok: false, failure: { code } });
    }
    await pictures.close();
    const closing = { code: 'picture-delayed', message: message('label.station-closing') };
    expect(await pictures.zplOfPdf(label('b', 'pdf'), printer)).toEqual({ ok: false, failure: closing });
  });

  it('waits for no PDF of another printer, and for no picture', async () => {
    open();
    const shown = [pictures.picture(label('shown')), pictures.barCodes(label('read'))];
    const slow = pictures.zplOfPdf(label('slow', 'pdf'), { ...printer, name: 'Zebra A' });
    const next = pictures.zplOfPdf(label('next', 'pdf'), { ...printer, name: 'Zebra A' });
    const other = pictures.zplOfPdf(label('other', 'pdf'), { ...printer, name: 'Zebra B' });
    // Nothing is answered yet: what is posted now waits for nothing else.
    const drawing = await processOf((request) => labelIn(request) === '^XA^FDother^FS^XZ');
    await processOf((request) => labelIn(request) === '^XA^FDslow^FS^XZ');
    give(drawing, 'other');
    expect(await other).toEqual({ ok: true, value: png('other') });
    expect(started.flatMap(({ posted }) => posted.map(labelIn)).sort()).toEqual([
      ...['^XA^FDother^FS^XZ', '^XA^FDshown^FS^XZ', '^XA^FDslow^FS^XZ'],
    ]);
    await pictures.close();
    const closing = { ok: false, failure: { message: message('label.station-closing') } };
    for (const answer of await Promise.all([...shown, slow, next])) expect(answer).toMatchObject(closing);
    expect(started.every(({ killed }) => killed)).toBe(true);
  });

  it('has a process that ends when its printer prints no other', async () => {
    open({ idleMs: 10 });
    const drawn = pictures.zplOfPdf(label('a', 'pdf'), printer);
    const process = await processOf(({ kind }) => kind === 'zpl');
    give(process, 'A');
    expect(await drawn).toMatchObject({ ok: true });
    await process.until(() => process.killed);
  });
});
