import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractFieldFaults, extractServiceText } from '../../../src/main/service/response-text.ts';

describe('service text', () => {
  it.each([
    ['an envelope', { status: 'error', code: 422, message: 'No slot left', object: {} }, 'No slot left'],
    [
      'field errors',
      { message: 'The given data was invalid.', errors: { 'drop_offs.0.address.text': ['is required', 'is short'] } },
      'The given data was invalid. · drop_offs.0.address.text: is required · drop_offs.0.address.text: is short',
    ],
    ['an error text', { error: 'Unauthenticated' }, 'Unauthenticated'],
    ['a list of errors', { errors: [{ field: 'custom_code', message: 'taken' }] }, 'field: custom_code · taken'],
    [
      'deeply nested errors',
      { object: { errors: { parcels: { custom_code: 'taken' } } } },
      'parcels.custom_code: taken',
    ],
    [
      'a problem document',
      { type: 'about:blank', title: 'Gone', detail: 'Since May' },
      'type: about:blank · Gone · Since May',
    ],
    ['numbers and booleans', { retry_in: 5, fatal: false, cause: null }, 'retry_in: 5 · fatal: false'],
    ['a repeated text', { message: 'Taken', error: 'Taken' }, 'Taken'],
    ['a text', 'Just text', 'Just text'],
    ['nothing', {}, undefined],
  ])('is found in %s', (_what, body, serviceText) => {
    expect(extractServiceText(JSON.stringify(body))).toBe(serviceText);
  });

  it.each([
    ['a page with a title', '<!doctype html><title>503\n Busy</title><h1>Other</h1>', '503 Busy'],
    ['a page with a heading', '<html><body><h1 class="x">Bad <b>Gateway</b></h1></body></html>', 'Bad Gateway'],
    ['a page with neither', '<html><body><p>No&nbsp;way &lt;here&gt;</p></body></html>', 'No way <here>'],
    ['plain text', '  upstream\r\n\tdied ', 'upstream died'],
    ['an empty body', '', undefined],
  ])('is found in %s', (_what, body, serviceText) => {
    expect(extractServiceText(body)).toBe(serviceText);
  });

  it('contains no control characters and none that change the writing direction', () => {
    const serviceText = extractServiceText(JSON.stringify({ message: 'a\u0000b\u001b[31mc\u202ed\u2028e\u007ff' }));
    expect(serviceText).toBe('a b [31mc d e f');
  });

  it('is cut at 2,000 characters, never inside a character', () => {
    const serviceText = extractServiceText(JSON.stringify({ message: `${'x'.repeat(1998)}😀😀😀` })) ?? '';
    expect(serviceText).toBe(`${'x'.repeat(1998)}…`);
    expect(extractServiceText('y'.repeat(4_000_000))).toHaveLength(2000);
  });

  it('is read from any JSON and any text without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue().map((value) => JSON.stringify(value)),
          fc.string({ unit: 'binary' }),
        ),
        (body) => {
          expect((extractServiceText(body) ?? 'none').length).toBeLessThanOrEqual(2000);
        },
      ),
    );
    expect(extractServiceText('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined();
  });
});

describe('faults of single fields in a refusal', () => {
  const taken = [{ path: 'drop_offs.0.parcels.1.custom_code', text: 'taken' }];
  it.each([
    ['texts by path', { errors: { 'drop_offs.0.parcels.1.custom_code': ['taken'] } }, taken],
    ['a list of entries', { errors: [{ field: 'drop_offs.0.parcels.1.custom_code', message: 'taken' }] }, taken],
    [
      'a list of places',
      { detail: [{ loc: ['body', 'drop_offs', 0, 'weight'], msg: 'too high' }] },
      [{ path: 'body.drop_offs.0.weight', text: 'too high' }],
    ],
    ['the structure of the request', { errors: { drop_offs: [{ parcels: [{}, { custom_code: ['taken'] }] }] } }, taken],
    [
      'the envelope’s object',
      { status: 'error', object: { errors: { 'drop_offs.0.parcels.1.custom_code': 'taken' } } },
      taken,
    ],
    ['texts without a path', { message: 'The given data was invalid.', errors: ['Closed today'] }, []],
    ['another shape', { type: 'about:blank', title: 'Gone' }, []],
  ])('are found in %s', (_what, body, faults) => {
    expect(extractFieldFaults(JSON.stringify(body))).toEqual(faults);
  });

  it('are limited in number and length, and are none in a page', () => {
    const errors = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${'p'.repeat(400)}${at}`, 'x'.repeat(4_000)]),
    );
    const faults = extractFieldFaults(JSON.stringify({ errors }));
    expect(faults).toHaveLength(20);
    expect(faults[0]).toEqual({ path: 'p'.repeat(120), text: 'x'.repeat(300) });
    expect(extractFieldFaults('<html><title>422</title></html>')).toEqual([]);
  });
});
