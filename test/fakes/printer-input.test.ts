import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPrinterInput } from './printer-input.ts';

const read = (chunks: Uint8Array[]): { labels: string[]; asked: number; inside: boolean } => {
  const labels: string[] = [];
  let asked = 0;
  const input = readPrinterInput({
    format: (bytes) => labels.push(bytes.toString('latin1')),
    hostStatus: () => {
      asked += 1;
    },
  });
  for (const chunk of chunks) input.take(chunk);
  return { labels, asked, inside: input.isInsideFormat() };
};

const stream = Buffer.from(
  '\r\n^XA^FDone^FS^XZ~HS\n^XA^GFB,11,11,1,^XZ~HS^XA\u0002\u0003^FS~HS^GFA,2,2,1,FFFF^FS^xz^XZ^GF^XA^FDopen',
  'latin1',
);

it('the fake printer reads the same labels however the bytes are cut', () => {
  const whole = read([stream]);
  expect(whole).toEqual({
    labels: ['^XA^FDone^FS^XZ', '^XA^GFB,11,11,1,^XZ~HS^XA\u0002\u0003^FS~HS^GFA,2,2,1,FFFF^FS^xz'],
    asked: 2,
    inside: true,
  });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 20 }), (cuts) => {
      const ends = [...cuts, stream.length].sort((a, b) => a - b);
      expect(read(ends.map((end, index) => stream.subarray(ends[index - 1] ?? 0, end)))).toEqual(whole);
    }),
  );
});
