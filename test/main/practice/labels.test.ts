import { describe, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { inThisRun } from '../../helpers/test-length.ts';
import { readCodes } from './bar-code-reader.ts';
import { createdShipment, type Json, newCode, startPractice } from './practice-fixture.ts';
import { renderPdfPages } from './render-pdf.ts';

/** The labels of a ZPL file as PNG, 812 by 1218 dots: a picture wider than the label’s `^PW` takes ten times as long. */
async function zplPictures(zpl: string): Promise<Uint8Array[]> {
  const { api } = await ready;
  const pictures = await api.zplToBase64MultipleAsync(zpl, 101.5, 152.25, 8);
  return pictures.map((picture) => Buffer.from(picture, 'base64'));
}

const fetchBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

const urlOf = (parcel: Json, size: string, format: string): string =>
  parcel.pick_up_label_urls.find((entry: Json) => entry.size === size && entry.format === format).url;

/** The codes that must be on a parcel's label, whatever the paper. */
function codesOf(shipment: Json, index: number): string[] {
  const { pick_up_code, custom_code } = shipment.parcels[index];
  return [
    `Code128 ${shipment.drop_off_shipment.unique_id}`,
    `Code128 ${pick_up_code}`,
    `QRCode ${custom_code ?? pick_up_code}`,
    ...(custom_code ? [`Code128 ${custom_code}`] : []),
  ].sort();
}

const parcels = (...codes: (string | undefined)[]) =>
  codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code }));

const long = 'A very long line of text that would run off any label ';
const hostile: Record<string, string> = {
  'commands of a printer': '^XZ~JA^XA^FDgone^FS~HS^CC!!XZ',
  'escapes of a field': '_5EXZ_7EJA _5F \\5E \\& \\- ">:>;',
  quotes: `"'\`´“”„«»`,
  'control characters': 'a\u0002b\u0003c\u001ed\u0010e\u001ff\r\ng\u0000h\u007f\u0085\u2028i',
  Arabic: 'محمد عبد الله، شارع الشيخ زايد',
  emoji: '📦 👩‍👩‍👧 🇦🇪',
  'half a character': 'a\ud83d b\udce6',
  'a turned reading direction': 'abc\u202Edef',
  'a very long text': long.repeat(18),
  'a very long word': 'W'.repeat(1000),
  ideographs: '東京都千代田区'.repeat(30),
  'another printer language': '! U1 setvar "device.reset" "now"\r\n{}{"a":1}',
};

/** Commands of practice labels, in the only order in which they occur. */
const ownLabel =
  /^\^XA\^CI28\^MCY\^PON\^PMN\^LRN\^LH0,0\^FWN\^PW812\^LL1218\n(?:\^FO\d+,\d+(?:\^GB\d+,\d+,\d+,B,0|\^A0N,\d+,\d+(?:\^FB\d+,1,0,[LCR],0)?(?:\^FR)?\^FH_\^FD(?:[A-Za-z0-9 .,:/()+-]|_[0-9A-F]{2})*|\^BY[23],2,\d+\^BCN,\d+,N,N,N,N\^FH_\^FD[0-9A-Za-z]+|\^BY2,3,10\^BQN,2,6\^FH_\^FDMA,[0-9A-Za-z]+)\^FS\n)+\^PQ1,0,0,N\^XZ\n$/;

describe('practice labels: a 4x6 ZPL label', () => {
  it('has tracking, custom and pick-up code, read back from the picture', async () => {
    const practice = await startPractice();
    const shipment = await createdShipment(practice, {
      name: 'Receiver',
      parcels: parcels('NL7K2M9P4R6T8V2X4B6D', '12345678901234567890', 'abcdefgh123456789xyz', undefined),
    });
    for (const [index, parcel] of shipment.parcels.entries()) {
      const zpl = (await fetchBytes(urlOf(parcel, '4x6', 'zpl'))).toString('utf8');
      const pictures = await zplPictures(zpl);
      expect(pictures).toHaveLength(1);
      expect(await readCodes(pictures[0] as Uint8Array)).toEqual(codesOf(shipment, index));
    }
  });

  it('contains receiver, address, parcel number, weight and the practice mark', async () => {
    const practice = await startPractice({ now: () => Date.parse('2026-03-10T06:30:00Z') });
    const { parcels: entries, order } = await createdShipment(practice, {
      name: 'Receiver',
      address: '12 Palm Street, Flat 9',
      dropOff: { description: 'Ring twice', sender_person_phone: '+971 400000000' },
      parcels: parcels(newCode(), newCode()),
    });
    const zpl = (await fetchBytes(urlOf(entries[1], '4x6', 'zpl'))).toString('utf8');
    for (const content of [
      'PRACTICE - NOT A REAL SHIPMENT',
      'SCHEDULED',
      'Wed 11 Mar, 9 AM - 6 PM',
      'Northline Supply',
      '18 Harbour Road, 70001',
      '+971 400000000',
      'Receiver',
      '12 Palm Street, Flat 9',
      '+971 500000000',
      'Ring twice',
      'Parcel 2 of 2',
      '900 g',
      entries[1].pick_up_code,
      entries[1].custom_code,
      order.unique_id,
    ]) {
      expect(zpl).toContain(`^FD${content}^FS`);
    }
  });

  for (const [what, text] of Object.entries(hostile)) {
    const alsoDrawn = ['commands of a printer', 'escapes of a field', 'a very long word'].includes(what);
    it(`${what} in every text stay text: no command but our own${alsoDrawn ? ', and every code is read' : ''}`, async () => {
      const practice = await startPractice();
      const shipment = await createdShipment(practice, {
        name: text,
        address: text,
        pickUp: { text, sender_name: text, sender_person_phone: text },
        dropOff: { person_phone: text, description: text },
        parcels: parcels(newCode()),
      });
      const bytes = await fetchBytes(urlOf(shipment.parcels[0], '4x6', 'zpl'));
      expect(bytes.toString('latin1')).toMatch(ownLabel);
      if (!alsoDrawn) return;
      const pictures = await zplPictures(bytes.toString('utf8'));
      expect(pictures).toHaveLength(1);
      expect(await readCodes(pictures[0] as Uint8Array)).toEqual(codesOf(shipment, 0));
    });
  }

  it('prints a hostile name unchanged', async () => {
    const practice = await startPractice();
    const { parcels: entries } = await createdShipment(practice, { name: '^XZ~JA_5E', parcels: parcels(newCode()) });
    const zpl = (await fetchBytes(urlOf(entries[0], '4x6', 'zpl'))).toString('latin1');
    expect(zpl).toContain('^FH_^FD_5EXZ_7EJA_5F5E^FS');
  });

  it('has quiet zones around its codes, and nothing exceeds the label', async () => {
    const practice = await startPractice();
    const { parcels: entries } = await createdShipment(practice, {
      name: 'W'.repeat(300),
      parcels: parcels(newCode()),
    });
    const zpl = (await fetchBytes(urlOf(entries[0], '4x6', 'zpl'))).toString('latin1');
    for (const [, x, y, module, height, code] of zpl.matchAll(
      /\^FO(\d+),(\d+)\^BY(\d),2,\d+\^BCN,(\d+),N,N,N,N\^FH_\^FD(\w+)/g,
    )) {
      const quiet = 10 * Number(module);
      const width = (11 * (String(code).length + 2) + 13) * Number(module);
      expect(Number(module)).toBeGreaterThanOrEqual(2);
      expect(Number(x)).toBeGreaterThanOrEqual(quiet);
      expect(Number(x) + width + quiet).toBeLessThanOrEqual(812);
      expect(Number(y) + Number(height)).toBeLessThan(1162);
    }
    for (const [, x, width] of zpl.matchAll(/\^FO(\d+),\d+\^A0N,\d+,\d+\^FB(\d+)/g))
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(812);
  });
});

describe('practice labels: a whole pick-up', () => {
  it('has its labels one after another, without those of deleted parcels', async () => {
    const practice = await startPractice();
    const codes = [newCode(), newCode(), newCode()];
    const shipment = await createdShipment(practice, { parcels: parcels(...codes) });
    await practice.remove(codes[1] as string);
    const { pick_up_shipment: pickUp } = shipment;
    const pictures = await zplPictures((await fetchBytes(urlOf(pickUp, '4x6', 'zpl'))).toString('utf8'));
    const expected = [codesOf(shipment, 0), codesOf(shipment, 2)];
    expect(await Promise.all(pictures.map((picture) => readCodes(picture)))).toEqual(expected);
    const pages = renderPdfPages(await fetchBytes(urlOf(pickUp, '4x6', 'pdf')), 288, 432, 203 / 36);
    expect(await Promise.all(pages.map((page) => readCodes(page)))).toEqual(expected);
  });
});

describe('practice labels: a PDF label', () => {
  const papers = [
    ['4x6', 812 * (72 / 203), 1218 * (72 / 203)],
    ['A4', 595.28, 841.89],
  ] as const;
  for (const [size, width, height] of inThisRun(papers)) {
    it(`on ${size} has that size, and carries the three codes as paths`, async () => {
      const practice = await startPractice();
      const shipment = await createdShipment(practice, {
        name: hostile['commands of a printer'] ?? '',
        parcels: parcels(newCode(), undefined),
      });
      for (const [index, parcel] of shipment.parcels.entries()) {
        const pdf = await fetchBytes(urlOf(parcel, size, 'pdf'));
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        const [, pageWidth, pageHeight] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
        expect([Number(pageWidth), Number(pageHeight)]).toEqual([expect.closeTo(width, 1), expect.closeTo(height, 1)]);
        const pages = renderPdfPages(pdf, width, height, 203 / 36);
        expect(pages).toHaveLength(1);
        expect(await readCodes(pages[0] ?? { width: 0, height: 0, dots: new Uint8Array() })).toEqual(
          codesOf(shipment, index),
        );
      }
    });
  }

  it('is the default of the label addresses', async () => {
    const practice = await startPractice();
    const { parcels: entries, pick_up_shipment, drop_off_shipment } = await createdShipment(practice);
    for (const { label } of [entries[0], pick_up_shipment, drop_off_shipment]) {
      const answer = await fetch(label);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    }
  });

  for (const [what, text] of Object.entries(hostile)) {
    it(`is drawn with ${what} in every text`, async () => {
      const practice = await startPractice();
      const { parcels: entries } = await createdShipment(practice, {
        name: text,
        address: text,
        dropOff: { description: text },
      });
      expect((await fetch(urlOf(entries[0], 'A4', 'pdf'))).status).toBe(200);
    });
  }
});

describe('practice labels: an invalid label address', () => {
  it('is answered 404: another key, another parcel, another paper, another method', async () => {
    const practice = await startPractice();
    const { parcels: entries } = await createdShipment(practice);
    const url = urlOf(entries[0], '4x6', 'zpl');
    for (const wrong of [
      url.replace(/labels\/[0-9a-f]{24}/, `labels/${'0'.repeat(24)}`),
      url.replace(entries[0].pick_up_code, 'P0000000XX'),
      url.replace('4x6.zpl', '4x8.zpl'),
      url.replace('4x6.zpl', 'toString'),
      `${practice.labelUrl}/`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404);
    }
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  });
});
