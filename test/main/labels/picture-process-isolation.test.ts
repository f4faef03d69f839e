import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const drawing = ['@hyzyla/pdfium', 'zpl-renderer-js', 'zxing-wasm/reader'];

/** Packages that a file loads, itself or through the project's files that it loads; types alone load nothing. */
function packagesFrom(file: URL, seen = new Set<string>()): string[] {
  if (seen.has(file.href)) return [];
  seen.add(file.href);
  const source = readFileSync(fileURLToPath(file), 'utf8').replace(/import type [^;]*;/g, '');
  const named = [...source.matchAll(/(?:from|import\(|require\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return named.flatMap((name) => (name.startsWith('.') ? packagesFrom(new URL(name, file), seen) : [name]));
}

const source = (file: string): URL => new URL(`../../../src/main/${file}`, import.meta.url);

it('picture process: main loads nothing that draws or reads labels, so a label can only harm this process', () => {
  const drawingFrom = (file: string) => new Set(packagesFrom(source(file)).filter((name) => drawing.includes(name)));
  expect(drawingFrom('app/index.ts')).toEqual(new Set());
  expect(drawingFrom('labels/picture-process.ts')).toEqual(new Set(drawing));
});
