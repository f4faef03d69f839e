import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLabelPictures } from '../../src/main/labels/label-pictures.ts';
import { forkedProcess } from '../helpers/forked-process.ts';
import { type BenchRow, byRepetition, median, repetitions, timeOf } from './bench-row.ts';

const labels = 4 * repetitions;

/** The built picture process, as the station starts it, in plain Node. */
const entry = fileURLToPath(new URL('../../out/main/picture-process.js', import.meta.url));

/**
 * A label's picture when it is drawn for the first time and again, beside a call of the renderer alone that draws the same size:
 * no process, no check of the length, no cache. The first row is that of a station that has not drawn a label for a while.
 */
export async function pictureTime(): Promise<BenchRow[]> {
  const fresh: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    const pictures = startPictures();
    fresh.push(await timeOf(() => askPicture(pictures, 0)));
    await pictures.close();
  }
  const pictures = startPictures();
  await askPicture(pictures, 0);
  const [first, again]: [number[], number[]] = [[], []];
  for (let index = 1; index <= labels; index += 1) first.push(await timeOf(() => askPicture(pictures, index)));
  for (let index = 1; index <= labels; index += 1) again.push(await timeOf(() => askPicture(pictures, index)));
  await pictures.close();

  const bareFresh: number[] = [];
  for (let round = 0; round < repetitions; round += 1) bareFresh.push(await firstBareDrawing());
  const { ready } = createRequire(import.meta.url)('zpl-renderer-js') as typeof import('zpl-renderer-js');
  const { api } = await ready;
  const bareDraw = (index: number): Promise<number> =>
    timeOf(() => api.zplToBase64Async(labelNumber(index).bytes.toString(), 101.6, 152.4, 8));
  await bareDraw(0);
  const bare: number[] = [];
  for (let index = 1; index <= labels; index += 1) bare.push(await bareDraw(index));

  return [
    {
      ...common,
      id: 'first-picture',
      name: 'first picture of a label, its process being started',
      ours: fresh,
      bare: bareFresh,
    },
    {
      ...common,
      id: 'picture',
      name: 'picture of a label not seen before',
      ours: byRepetition(first, median),
      bare: byRepetition(bare, median),
    },
    {
      ...common,
      id: 'picture-again',
      name: 'picture of a label seen before',
      ours: byRepetition(again, median),
      bare: byRepetition(bare, median),
    },
  ];
}

/** The renderer alone is read, started and draws once: each time in a process of its own, which has read nothing before. */
async function firstBareDrawing(): Promise<number> {
  const script = `
    const began = performance.now();
    const { ready } = require('zpl-renderer-js');
    ready
      .then(({ api }) => api.zplToBase64Async(${JSON.stringify(labelNumber(0).bytes.toString())}, 101.6, 152.4, 8))
      .then(() => console.log(performance.now() - began));`;
  const options = { cwd: fileURLToPath(new URL('../../', import.meta.url)) };
  return Number((await promisify(execFile)(process.execPath, ['--eval', script], options)).stdout);
}

const common = { unit: 'ms', better: 'lower' } as const;

const startPictures = () =>
  createLabelPictures({
    startProcess: () => forkedProcess(entry),
    onBug(bug) {
      throw bug;
    },
  });

async function askPicture(pictures: ReturnType<typeof startPictures>, index: number): Promise<void> {
  const picture = await pictures.picture(labelNumber(index));
  if (!picture.ok) throw new Error(JSON.stringify(picture.failure));
}

function labelNumber(index: number) {
  const code = `TRK${String(index).padStart(8, '0')}`;
  const lines = Array.from({ length: 12 }, (_, line) => `^FO40,${60 + 40 * line}^A0N,32^FDLine ${line} of ${code}^FS`);
  const codes = `^FO40,640^BY3^BCN,160,Y^FD${code}^FS^FO40,900^BQN,2,6^FDQA,${code}^FS`;
  const bytes = Buffer.from(`^XA^PW812^LL1218${lines.join('')}${codes}^FO20,20^GB772,1178,3^FS^XZ`);
  return { sha256: code, format: 'zpl' as const, bytes };
}
