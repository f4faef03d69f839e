import { guardLabel } from '../../src/main/zpl/guard.ts';
import type { BenchRow } from './bench-row.ts';

const rounds = 15;
const caret = 0x5e;

/** Megabytes per second through the guard, over a mix of labels, beside a bare loop that counts carets in the same bytes. */
export async function guardRate(): Promise<BenchRow> {
  const labels = [textLabel(), hexGraphicLabel(), binaryGraphicLabel()].flatMap((label) => repeated(label));
  const bytes = labels.reduce((sum, label) => sum + label.length, 0);
  // The two alternate, so that other load on the machine affects both.
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(rateOf(bytes, () => labels.forEach(mustPass)));
    bare.push(rateOf(bytes, () => labels.forEach(mustHoldCarets)));
  }
  return {
    id: 'guard',
    better: 'higher',
    name: `labels through the guard (${labels.length} labels, ${(bytes / 1e6).toFixed(1)} MB: text, hexadecimal and binary graphics)`,
    unit: 'MB/s',
    ours,
    bare,
  };
}

function rateOf(bytes: number, work: () => void): number {
  const began = performance.now();
  work();
  return bytes / 1e6 / ((performance.now() - began) / 1000);
}

function mustPass(label: Uint8Array): void {
  if (guardLabel(label, 'take out').kind !== 'passed') throw new Error('The guard refused a harmless label.');
}

function mustHoldCarets(label: Uint8Array): void {
  let carets = 0;
  for (let at = 0; at < label.length; at += 1) if (label[at] === caret) carets += 1;
  if (carets === 0) throw new Error('A label without commands.');
}

/** As many of a label as make one megabyte, so that each kind has the same share. */
const repeated = (label: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(1e6 / label.length) }, () => Uint8Array.from(label));

const latin1 = (source: string): Uint8Array => Uint8Array.from(Buffer.from(source, 'latin1'));

/** About 3,500 bytes of short fields: what most carriers send. */
function textLabel(): Uint8Array {
  const fields = Array.from({ length: 70 }, (_, line) => {
    const place = `^FO${30 + (line % 3) * 250},${40 + line * 16}`;
    return line % 7 === 0 ? `${place}^GB700,3,3^FS\r\n` : `${place}^A0N,28,28^FH^FDPacking bench ${line}^FS\r\n`;
  });
  return latin1(`^XA^MMT^PW812^CI28\r\n${fields.join('')}^BY3^FO60,1000^BCN,150,N,N^FD>:PKB0001^FS^PQ1,0,1,Y^XZ\r\n`);
}

/** A whole 4x6 label at 203 dpi as hexadecimal text. */
function hexGraphicLabel(): Uint8Array {
  const row = Array.from({ length: 102 }, (_, at) =>
    ((at * 37) % 256).toString(16).toUpperCase().padStart(2, '0'),
  ).join('');
  const data = `${row}\r\n`.repeat(1218);
  return latin1(`^XA^FO0,0^GFA,${102 * 1218},${102 * 1218},102,${data}^FS^XZ`);
}

/** Three binary graphics, which together fill about 70,000 bytes, as one carrier sends them. */
function binaryGraphicLabel(): Uint8Array {
  const graphics = [52, 104, 312].flatMap((rowBytes) => {
    const data = Uint8Array.from({ length: rowBytes * 150 }, (_, at) => (at * 89 + (at >> 8)) % 256);
    return [latin1(`^FO20,${rowBytes}^GFB,${data.length},${data.length},${rowBytes},`), data, latin1('^FS')];
  });
  return Uint8Array.from(Buffer.concat([latin1('^XA'), ...graphics, latin1('^XZ')]));
}
