import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanToken } from '../../../src/main/service/bearer-token.ts';

const token = '7|aB3.-_~+/xyz==';

describe('a pasted token', () => {
  it.each([
    ['bare', token],
    ['with the scheme word', `Bearer ${token}`],
    ['with the scheme word in small letters', `bearer ${token}`],
    ['with the scheme word in capitals', `BEARER\t${token}`],
    ['with the scheme word doubled', `Bearer Bearer ${token}`],
    ['with the whole header', `Authorization: Bearer ${token}`],
    ['with spaces and a line end', `  ${token} \r\n`],
    ['in quotes', `"${token}"`],
    ['with the scheme word in quotes', `'Bearer ${token}'`],
    ['quoted after the scheme word', `Bearer "${token}"`],
    ['with invisible characters of a web page', `\ufeff\u200b${token}\u00a0`],
  ])('%s gives the token alone', (_how, pasted) => {
    expect(cleanToken(pasted)).toEqual({ ok: true, value: token });
  });

  it.each(['', '   ', 'Bearer', 'Bearer Bearer ', '""', 'Authorization: Bearer'])('"%s" is no token', (pasted) => {
    expect(cleanToken(pasted)).toMatchObject({ ok: false, failure: { code: 'token-missing' } });
  });

  it.each(['two words', 'line\nbroken', 'ümlaut', 'zero\u0000byte', 'smart“quote', 'abc\r\nX-Evil: 1'])(
    '%j cannot stand in a header and is refused without being repeated',
    (pasted) => {
      const result = cleanToken(pasted);
      expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
      expect(JSON.stringify(result)).not.toContain(pasted.slice(0, 5));
    },
  );

  it('is either one visible ASCII word that cleans to itself, or refused', () => {
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
