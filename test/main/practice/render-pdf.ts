import { inflateSync } from 'node:zlib';
import type { Picture } from './bar-code-reader.ts';

type Matrix = readonly [number, number, number, number, number, number];

const product = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

/** The page descriptions of a PDF: its deflated streams that paint rectangles. */
function pageStreams(pdf: Buffer): string[] {
  const streams: string[] = [];
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/\/Length (\d+)[\s\S]*?stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const stream = pdf.subarray(start, start + Number(match[1]));
    if (stream[0] === 0x78) streams.push(inflateSync(stream).toString('latin1'));
  }
  return streams.filter((stream) => / re\b/.test(stream));
}

/**
 * Draws the filled rectangles of each page, and nothing else: bar codes are made of them. `scale` is dots per point.
 * Text is omitted, so that only bars are read.
 */
export function renderPdfPages(pdf: Buffer, widthPoints: number, heightPoints: number, scale: number): Picture[] {
  return pageStreams(pdf).map((stream) => {
    const width = Math.round(widthPoints * scale);
    const height = Math.round(heightPoints * scale);
    const dots = new Uint8Array(width * height).fill(255);
    for (const [left = 0, top = 0, right = 0, bottom = 0] of filledRectangles(stream, [
      scale,
      0,
      0,
      -scale,
      0,
      heightPoints * scale,
    ])) {
      for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
        dots.fill(0, y * width + left, y * width + right);
    }
    return { width, height, dots };
  });
}

function filledRectangles(stream: string, start: Matrix): number[][] {
  const filled: number[][] = [];
  let matrix = start;
  let path: number[][] = [];
  let operands: number[] = [];
  const kept: Matrix[] = [];
  for (const word of stream.split(/\s+/)) {
    const number = Number(word);
    if (word !== '' && !Number.isNaN(number)) {
      operands.push(number);
      continue;
    }
    if (word === 'q') kept.push(matrix);
    if (word === 'Q') matrix = kept.pop() ?? start;
    if (word === 'cm') matrix = product(operands.slice(-6) as unknown as Matrix, matrix);
    if (word === 're') path.push(corners(operands.slice(-4), matrix));
    if (word === 'f') filled.push(...path);
    if (word === 'f' || word === 'n' || word === 'S') path = [];
    operands = [];
  }
  return filled;
}

function corners([x = 0, y = 0, width = 0, height = 0]: number[], matrix: Matrix): number[] {
  const at = (px: number, py: number) => [
    Math.round(px * matrix[0] + py * matrix[2] + matrix[4]),
    Math.round(px * matrix[1] + py * matrix[3] + matrix[5]),
  ];
  const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [at(x, y), at(x + width, y + height)] as [number[], number[]];
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}
