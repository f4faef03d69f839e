import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acs, z64 } from '../../../src/main/labels/zpl-graphic.ts';
import { createTokenFinder } from '../../../src/main/service/echoed-token.ts';
import { cleanToken } from '../../../src/main/service/service-token.ts';
import { isLongRun } from '../../helpers/test-length.ts';
import { answering, customCode, orderRequest, withService } from './client-fixture.ts';
import { answerWith, startRawServer } from './raw-server.ts';

const bareToken = '7|aB3.-_~+/xyz==';

describe('service token: a pasted one', () => {
  it.each([
    ['bare', bareToken],
    ['with the scheme', `Bearer ${bareToken}`],
    ['with the scheme in lower case', `bearer ${bareToken}`],
    ['with the scheme in upper case', `BEARER\t${bareToken}`],
    ['with the scheme twice', `Bearer Bearer ${bareToken}`],
    ['with the whole header', `Authorization: Bearer ${bareToken}`],
    ['with spaces and a line end', `  ${bareToken} \r\n`],
    ['in quotes', `"${bareToken}"`],
    ['with the scheme, in quotes', `'Bearer ${bareToken}'`],
    ['in quotes after the scheme', `Bearer "${bareToken}"`],
    ['with invisible characters of a web page', `\ufeff\u200b${bareToken}\u00a0`],
  ])('%s gives the token alone', (_how, pasted) => {
    expect(cleanToken(pasted)).toEqual({ ok: true, value: bareToken });
  });

  it.each(['', '   ', 'Bearer', 'Bearer Bearer ', '""', 'Authorization: Bearer'])('"%s" is no token', (pasted) => {
    expect(cleanToken(pasted)).toMatchObject({ ok: false, failure: { code: 'token-missing' } });
  });

  it.each(['two parts', 'line\nbroken', 'ümlaut', 'zero\u0000byte', 'smart“quote', 'abc\r\nX-Evil: 1'])(
    'that cannot be in a header is refused without being repeated: %j',
    (pasted) => {
      const result = cleanToken(pasted);
      expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
      expect(JSON.stringify(result)).not.toContain(pasted.slice(0, 5));
    },
  );

  it('is either one visible ASCII word, which cleaning does not change, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (pasted) => {
        const result = cleanToken(pasted);
        if (!result.ok) return;
        expect(result.value).toMatch(/^[\x21-\x7e]+$/);
        expect(cleanToken(`Bearer ${result.value}\n`)).toEqual(result);
      }),
    );
  });
});

/** Time that grows with the square of them passes the limits of these tests also where they are fewer. */
const repetitions = isLongRun ? 1_000_000 : 200_000;

const token = '7|secret/with+signs&more"quoted"0123';

const escapedAs = (spell: (hex: string) => string): string =>
  [...token].map((character) => spell(character.charCodeAt(0).toString(16))).join('');

/** The text with its escaped characters read, in small letters. */
function asPlainText(text: string): string {
  const character = (_whole: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
  return text
    .replace(/\\+u00([0-9a-f]{2})/gi, character)
    .replace(/(?:%(?:25)*|_|&#x)([0-9a-f]{2});?/gi, character)
    .toLowerCase();
}

/** Encodings that are found although nothing of the token stands in them as text. */
const encodings: [how: string, encode: (text: string) => string][] = [
  ['in base 64', (text) => Buffer.from(text).toString('base64')],
  ['in base 64 for URLs', (text) => Buffer.from(text).toString('base64url')],
  ['in base 64, escaped', (text) => encodeURIComponent(Buffer.from(text).toString('base64'))],
  ['in base 64 with lines', (text) => Buffer.from(text).toString('base64').replace(/.{9}/g, '$&\r\n')],
  ['in base 64 of 16-bit text', (text) => Buffer.from(text, 'utf16le').toString('base64')],
  ['as hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['as hexadecimal in capitals', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  [
    'as a list of hexadecimal numbers',
    (text) => [...Buffer.from(text)].map((byte) => `0x${byte.toString(16)}`).join(', '),
  ],
  ['as hexadecimal of 16-bit text', (text) => Buffer.from(text, 'utf16le').toString('hex')],
  ['as 16-bit text', (text) => Buffer.from(text, 'utf16le').toString('latin1')],
];

/** Everything that parts of a text could mean in those encodings. */
function decodings(text: string): string[] {
  const plain = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '')).replace(/\\[rn]|\\u0000|\s/g, '');
  const parts = plain.match(/[\w+/=-]{4,}/g) ?? [];
  return [
    plain,
    ...parts.flatMap((part) => [0, 1, 2, 3].map((skip) => Buffer.from(part.slice(skip), 'base64').toString('latin1'))),
    ...parts.map((part) => Buffer.from(part.replace(/0x/g, ''), 'hex').toString('latin1')),
  ].map((found) => found.replaceAll('\0', ''));
}

const tokenPicture = Buffer.from(token.padEnd(36));
const hexadecimalRows = tokenPicture.toString('hex').replace(/.{18}/g, '$&\r\n');

describe('service token: the saved one', () => {
  it.each([
    ['unchanged', token],
    ['in JSON', JSON.stringify({ status: 'error', message: `Bad token ${token}`, object: { token } })],
    ['in JSON with slashes escaped', JSON.stringify({ message: token }).replaceAll('/', '\\/')],
    ['as in a URL', `see /login?token=${encodeURIComponent(token)}`],
    ['in JSON with every character escaped', `{"message":"${escapedAs((hex) => `\\u00${hex}`)}"}`],
    ['in JSON inside JSON', JSON.stringify({ message: JSON.stringify({ token }).replaceAll('/', '\\/') })],
    ['as in a URL, every character in lower-case hexadecimal', escapedAs((hex) => `%${hex}`)],
    ['as in a URL inside a URL', encodeURIComponent(encodeURIComponent(token))],
    ['with numbered characters of a web page', escapedAs((hex) => `&#x${hex};`)],
    ['in capitals, as in a host name', token.toUpperCase()],
    ['on a web page', `<title>${token.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</title>`],
  ])('is removed from an answer that repeats it %s', async (_how, body) => {
    for (const status of [200, 201, 401, 422, 500]) {
      await withService(
        answering(status, body),
        async (client, server) => {
          const url = `http://127.0.0.1:${server.port}/label`;
          const answers = [
            await client.create(orderRequest),
            await client.deleteByCustomCode(customCode),
            await client.downloadLabel(url),
          ];
          const visible = answers.map((answer) =>
            'value' in answer && answer.kind === 'answered' ? { ...answer, value: null } : answer,
          );
          expect(asPlainText(JSON.stringify(visible))).not.toContain('secret');
        },
        { token },
      );
    }
  });

  it.each(encodings)('is removed from an answer that repeats it %s', async (_how, encode) => {
    for (const around of ['', 'B', 'Be', 'Bearer ']) {
      const encoded = encode(`${around}${token}${around}`);
      const body = JSON.stringify({ status: 'error', message: `Bad token ${encoded}` });
      await withService(
        answering(422, body),
        async (client) => {
          const answer = JSON.stringify(await client.create(orderRequest));
          expect(answer).toContain('[token]');
          // What is left of it are bits of its first and last character.
          expect(decodings(answer.replaceAll('[token]', ' ')).filter((text) => /secret|0123/.test(text))).toEqual([]);
        },
        { token },
      );
    }
  });

  it('is found in encodings in time that does not grow with what is around it', () => {
    const hostile = ['37', '=37', '%2537', 'N3x', '7|', '7\\0', '\\\\u0037', ':Z64:'].map((piece) =>
      piece.repeat(repetitions),
    );
    for (const text of hostile) {
      const began = performance.now();
      const finder = createTokenFinder(token);
      finder.redact(text);
      finder.isIn(Buffer.from(text, 'latin1'));
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  });

  it('is removed from an answer that is cut off in the middle of it', async () => {
    for (const length of [token.length - 1, 12]) {
      await withService(
        {
          onRequest: (_request, socket) =>
            socket.end(`HTTP/1.1 201 Created\r\nContent-Length: 999\r\n\r\n{"for":"${token.slice(0, length)}`),
        },
        async (client) => {
          const answer = await client.create(orderRequest);
          expect(answer).toMatchObject({ kind: 'unreadable', rawBody: '{"for":"[token]' });
          expect(JSON.stringify(answer)).not.toContain('secret');
        },
        { token },
      );
    }
  });

  it.each([
    ['unchanged', `^XA^FO10,10^FD${token}^FS^XZ`],
    ['in the hexadecimal of ^FH', `^XA^FO10,10^FH^FD${escapedAs((hex) => `_${hex}`)}^FS^XZ`],
    ['in a comment of a PDF', `%PDF-1.4\n% ${token}\n%%EOF`],
    ['in a file of unknown format', `\u0001\u0002 ${token}`],
    ['in base 64', `^XA^FX ${Buffer.from(`Bearer ${token}`).toString('base64')}^FO10,10^FDx^FS^XZ`],
    ['in a picture, as hexadecimal', `^XA^FO1,1^GFA,36,36,9,${Buffer.from(token).toString('hex').toUpperCase()}^FS^XZ`],
    ['in a picture, with rows', `~DGR:A.GRF,36,9,${hexadecimalRows}^XA^XGR:A.GRF^FS^XZ`],
    [
      'in a picture, with repetitions',
      `^XA^FO1,1^GFA,36,36,9,${acs({ rowBytes: 9, height: 4, bytes: tokenPicture })}^FS^XZ`,
    ],
    ['in a picture, in base 64', `^XA^FO1,1^GFA,36,36,9,:B64:${Buffer.from(token).toString('base64')}:0000^FS^XZ`],
    ['in a picture, compressed', `^XA^FO1,1^GFA,36,36,9,${z64(tokenPicture)}^FS^XZ`],
    ['in a picture, as bytes', `^XA^FO1,1^GFB,36,36,9,${token.padEnd(36)}^FS^XZ`],
    ['as 16-bit text', Buffer.from(`\ufeff^XA^FD${token}^FS^XZ`, 'utf16le').toString('latin1')],
    ['in a gzip file', gzipSync(`^XA^FD${token}^FS^XZ`).toString('latin1')],
  ])('makes a label refused that contains it %s', async (_how, label) => {
    await withService(
      answering(200, Buffer.from(label, 'latin1')),
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/label`);
        expect(answer).toMatchObject({ kind: 'unreadable', rawBody: '' });
        expect(answer).toHaveProperty('failure.message.code', 'label.contains-token');
        expect(asPlainText(JSON.stringify(answer))).not.toContain('secret');
      },
      { token },
    );
  });

  it('is removed from an answer where it is a short one that no ordinary word can be', async () => {
    await withService(
      answering(200, '{"status":"error","message":"for tok-1234"}'),
      async (client) => expect(JSON.stringify(await client.create(orderRequest))).not.toContain('tok-1234'),
      { token: 'tok-1234' },
    );
  });

  it('is found quickly in a long answer made to be slow, even where it is long itself', async () => {
    const long = `A${'\\'.repeat(1_000)}%25${'&'.repeat(1_000)}`;
    const began = performance.now();
    expect(createTokenFinder(long).redact('\\&%25'.repeat(repetitions))).toHaveLength(5 * repetitions);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('is removed from text even where it is short', async () => {
    await withService(
      answering(401, 'token tok-123 is not known'),
      async (client) =>
        expect(await client.create(orderRequest)).toMatchObject({
          failure: { serviceText: 'token [token] is not known' },
        }),
      { token: 'tok-123' },
    );
  });

  it('is in no failure where the connection breaks', async () => {
    const bad: ((socket: Socket) => void)[] = [
      (socket) => socket.destroy(),
      (socket) => socket.end(`${token}\r\n\r\n`),
      (socket) => socket.end(`HTTP/1.1 200 OK\r\n${token}\r\n\r\n`),
    ];
    for (const behave of bad) {
      await withService(
        { onRequest: (_request, socket) => behave(socket) },
        async (client) => expect(JSON.stringify(await client.create(orderRequest))).not.toContain('secret'),
        { token },
      );
    }
  });

  it('does not go to the label host with an API call, nor to the service with a label', async () => {
    const labels = await startRawServer({ onRequest: (_request, socket) => answerWith(socket, 401) });
    const labelUrl = `http://127.0.0.1:${labels.port}`;
    await withService(
      answering(200, '{"status":"success","object":{}}'),
      async (client, server) => {
        await client.deleteByCustomCode(customCode);
        await client.downloadLabel(`${labelUrl}/1`);
        await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(server.requests).toHaveLength(1);
        expect(labels.requests).toHaveLength(2);
      },
      { labelUrl },
    );
    await labels.close();
  });

  it('is neither sent nor repeated where it cannot be in a header', async () => {
    await withService(
      answering(200),
      async (client, server) => {
        const answer = await client.create(orderRequest);
        expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: false, failure: { code: 'invalid-input' } });
        expect(JSON.stringify(answer)).not.toContain('smuggled');
        expect(server.connections()).toBe(0);
      },
      { token: 'abc\r\nX-Other: smuggled' },
    );
  });
});
