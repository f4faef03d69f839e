import { deflateSync } from 'node:zlib';

/** ZPL that asks for more than any label: by name. */
export const greedyZpl: Record<string, string> = {
  'a graphic that unfolds to 50 MB': `^XA^FO0,0^GFA,50000000,50000000,1000,:Z64:${z64Of(50_000_000)}:0000^FS^XZ`,
  'a stored graphic that unfolds to 50 MB': `~DGR:A.GRF,50000000,1000,:Z64:${z64Of(50_000_000)}:0000^XA^FO0,0^XGR:A.GRF,1,1^FS^XZ`,
  'letters of a quarter metre, each a picture of gigabytes': '^XA^FO0,0^A0N,2000,2000^FDhuge^FS^XZ',
  'a QR code of a hundred dots a module': `^XA^FO0,0^BQN,2,100^FDQA,${'A'.repeat(2000)}^FS^XZ`,
  'a graphic of ten digits repeated without end': `^XA^FO0,0^GFA,8,8,1,${'z'.repeat(200_000)}F^FS^XZ`,
};

/** ZPL that is drawn for minutes. */
export const endlessZpl: Record<string, string> = {
  'boxes over boxes': `^XA${'^FO10,10^FR^GB800,1200,600^FS'.repeat(5_000)}^XZ`,
  'a stored graphic drawn ten times its size, a thousand times': `~DGR:A.GRF,8000,100,${'F'.repeat(16000)}^XA${'^FO0,0^XGR:A.GRF,10,10^FS'.repeat(1000)}^XZ`,
};

function z64Of(bytes: number): string {
  return deflateSync(Buffer.alloc(bytes)).toString('base64');
}

type PdfObject = string | { dict: string; stream: Buffer };

/** A PDF of those objects, numbered from 1; the first is the catalogue. */
function pdf(objects: readonly PdfObject[], crossReferences: 'right' | 'wrong' = 'right'): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const places = objects.map((object, index) => {
    const place = length();
    const stream =
      typeof object === 'string' ? [] : [Buffer.from('\nstream\n'), object.stream, Buffer.from('\nendstream')];
    const dict = typeof object === 'string' ? object : `<< ${object.dict} /Length ${object.stream.length} >>`;
    parts.push(Buffer.from(`${index + 1} 0 obj\n${dict}`), ...stream, Buffer.from('\nendobj\n'));
    return crossReferences === 'right' ? place : 7;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = crossReferences === 'right' ? length() : 999_999;
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`)]);
}

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const block = '0 0 0 rg 100 100 50 50 re f';

interface Page {
  mediaBox?: string;
  filter?: string;
  resources?: string;
  more?: readonly PdfObject[];
  crossReferences?: 'right' | 'wrong';
}

/** A PDF of one page; `more` are its objects from number 5. */
function page(
  content: string | Buffer,
  { mediaBox = '[0 0 288 432]', filter = '', resources = '', more = [], crossReferences }: Page = {},
) {
  const objects = [
    catalogue,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 4 0 R /Resources << ${resources} >> >>`,
    { dict: filter, stream: Buffer.from(content) },
    ...more,
  ];
  return pdf(objects, crossReferences);
}

const packed = (bytes: Buffer): Buffer => deflateSync(bytes, { level: 9 });
const form = (next: number, content: string): PdfObject => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 288 432] /Resources << /XObject << /F ${next} 0 R >> >>`,
  stream: Buffer.from(content),
});
const image = (width: number, height: number, data: Buffer): PdfObject => ({
  dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
  stream: packed(data),
});

/** Unusual or damaged PDFs that still have a picture. */
export const oddPdfs: Record<string, () => Buffer> = {
  'its cross references are wrong': () => page(block, { crossReferences: 'wrong' }),
  'its page has no area: the usual one is taken': () => page(block, { mediaBox: '[0 0 0 0]' }),
  'its page is a million kilometres wide: the usual one is taken': () => page(block, { mediaBox: '[0 0 1e30 1e30]' }),
  'it has ten thousand pages': () =>
    pdf([
      catalogue,
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(10_000)}] /Count 10000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] >>',
    ]),
  'it says it has two thousand million pages': () =>
    pdf([
      catalogue,
      '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] >>',
    ]),
  'its brackets open a hundred thousand times': () => page('['.repeat(100_000)),
  'its image says it is larger than it is': () =>
    page('288 0 0 432 0 0 cm /I Do', {
      resources: '/XObject << /I 5 0 R >>',
      more: [image(60_000, 60_000, Buffer.alloc(100))],
    }),
  'its page unfolds to 20 MB of lines': () =>
    page(packed(Buffer.alloc(20_000_000, '9 9 l ')), { filter: '/Filter /FlateDecode' }),
  'it wants to run a program when opened': () =>
    pdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(1);) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] >>',
    ]),
};

/** PDFs that have no picture, and why. */
export const refusedPdfs: Record<string, [() => Buffer, string]> = {
  'it is only a heading': [() => Buffer.from('%PDF-1.7\n'), 'label.reason.unreadable-pdf'],
  'it ends in its first page': [() => page(block).subarray(0, 200), 'label.reason.unreadable-pdf'],
  'it has no pages': [() => pdf([catalogue, '<< /Type /Pages /Kids [] /Count 0 >>']), 'label.reason.no-pages'],
  'its pages hold each other': [
    () => pdf([catalogue, '<< /Type /Pages /Kids [2 0 R] /Count 5 >>']),
    'label.reason.unreadable-page',
  ],
  'its page is thinner than a hair': [
    () => page(block, { mediaBox: '[0 0 0.2 400]' }),
    'label.reason.page-without-size',
  ],
  'its page is five metres wide': [() => page(block, { mediaBox: '[0 0 14400 14400]' }), 'label.reason.page-too-large'],
};

/** PDFs that ask for more memory than there is for them. */
export const greedyPdfs: Record<string, () => Buffer> = {
  'a form that draws itself twice': () =>
    page('/F Do', { resources: '/XObject << /F 5 0 R >>', more: [form(5, '/F Do /F Do')] }),
  'forms that draw forms, ten times each, twelve deep': () =>
    page('/F Do', {
      resources: '/XObject << /F 5 0 R >>',
      more: Array.from({ length: 13 }, (_, depth) => form(6 + depth, depth < 12 ? '/F Do '.repeat(10) : block)),
    }),
};

/** PDFs whose drawing does not end in time. */
export const endlessPdfs: Record<string, () => Buffer> = {
  'a pattern that repeats every thousandth of a point': () =>
    page('/Pattern cs /P scn 0 0 288 432 re f', {
      resources: '/Pattern << /P 5 0 R >>',
      more: [
        {
          dict: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 0.001 /YStep 0.001 /Resources << >>',
          stream: Buffer.from('0 0 5 5 re f'),
        },
      ],
    }),
  'a path of a million curves that cross': () =>
    page(packed(Buffer.from(`0 0 m ${'288 432 0 432 288 0 c 0 0 288 0 0 432 c '.repeat(300_000)} f*`)), {
      filter: '/Filter /FlateDecode',
    }),
};
