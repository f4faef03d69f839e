import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PrinterInput, readPrinterInput } from './printer-input.ts';

const read = (chunks: Uint8Array[]): { labels: string[]; said: string[]; inside: boolean } => {
  const labels: string[] = [];
  const said: string[] = [];
  const input: PrinterInput = readPrinterInput({
    format: ({ bytes, copies, draws }) => labels.push(`${copies}${draws} ${bytes.toString('latin1')}`),
    command(name) {
      said.push(name);
      if (name === '~JX') input.dropUnfinished();
    },
    variable: ({ verb, name, value }) => said.push(`${verb} ${name}=${value}`),
  });
  for (const chunk of chunks) input.take(chunk);
  return { labels, said, inside: input.isInsideFormat() };
};

const stream = Buffer.from(
  [
    '\r\n^XA^FDone^FS^XZ~HS\n~HQES\r\n',
    '! U1 getvar "device.unique_id"\r\n! U1 setvar "zpl.zpl_override" "enabled"\r\n! U2 no\n!',
    '^XA^PQ3,1^GFB,11,11,1,^XZ~HS^XA\u0002\u0003^FS~HS^GFA,2,2,1,FFFF^FS! U1 getvar "in.label"\r\n^xz',
    '^XA^MCY^XZ^XZ^GF^XA^FDdropped~JX^XZ^XA^FDopen',
  ].join(''),
  'latin1',
);

it('fake printer: reads the same labels, commands and variables however the bytes are split', () => {
  const whole = read([stream]);
  expect(whole).toEqual({
    labels: [
      '1true ^XA^FDone^FS^XZ',
      '3true ^XA^PQ3,1^GFB,11,11,1,^XZ~HS^XA\u0002\u0003^FS~HS^GFA,2,2,1,FFFF^FS! U1 getvar "in.label"\r\n^xz',
      '1false ^XA^MCY^XZ',
    ],
    said: ['~HS', '~HQES', 'getvar device.unique_id=', 'setvar zpl.zpl_override=enabled', '~HS', '~JX'],
    inside: true,
  });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 20 }), (cuts) => {
      const ends = [...cuts, stream.length].sort((a, b) => a - b);
      expect(read(ends.map((end, index) => stream.subarray(ends[index - 1] ?? 0, end)))).toEqual(whole);
    }),
  );
});
