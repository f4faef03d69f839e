import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeIppResponse } from '../../../../src/main/printers/cups/ipp-message.ts';

/** RFC 8010, 3.5. */
const tags = { operation: 1, job: 2, end: 3, integer: 0x21, textWithLanguage: 0x35, keyword: 0x44 };

/** A reply with that one attribute in its job group, bytes as given. */
const replyWith = (...parts: (number | string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, tags.operation, tags.job]),
    ...parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))),
    Buffer.from([tags.end]),
  ]);
const sized = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);

it('IPP message: a job of a reply is read with every value of an attribute', () => {
  const bytes = replyWith(
    ...[tags.integer, sized('job-id'), Buffer.from([0, 4, 0, 0, 0, 12])],
    ...[tags.keyword, sized('job-state-reasons'), sized('one'), tags.keyword, sized(''), sized('two')],
  );
  expect(decodeIppResponse(bytes)).toEqual({
    statusCode: 0,
    statusMessage: null,
    groups: [{ 'job-id': [12], 'job-state-reasons': ['one', 'two'] }],
  });
});

it.each<[fault: string, bytes: Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<html><body>426 Upgrade Required</body></html>')],
  ['a reply without its end', replyWith().subarray(0, -1)],
  ['a value without a name before it', replyWith(tags.keyword, sized(''), sized('alone'))],
  ['a name longer than the reply', replyWith(tags.keyword, Buffer.from([0x7f, 0xff]), 'job')],
  [
    'a length that the decoder would read as negative',
    replyWith(tags.keyword, Buffer.from([0xff, 0xf0]), 'x'.repeat(70_000)),
  ],
  ['a number of two bytes', replyWith(tags.integer, sized('job-id'), Buffer.from([0, 2, 0, 12]))],
  ['a text whose language runs over', replyWith(tags.textWithLanguage, sized('n'), Buffer.from([0, 4, 0, 9, 0, 0]))],
])('IPP message: %s is not read as a reply', (_fault, bytes) => {
  expect(decodeIppResponse(bytes)).toBeNull();
});

it('IPP message: reading any bytes ends and never throws', () => {
  const head = fc.constant(Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 1]));
  const value = fc
    .tuple(fc.integer({ min: 0, max: 0x7f }), fc.string({ maxLength: 5 }), fc.uint8Array({ maxLength: 12 }))
    .map(([tag, name, data]) => Buffer.concat([Buffer.from([tag]), sized(name), Buffer.from([0, data.length]), data]));
  const broken = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(head, fc.array(fc.oneof(value, broken), { maxLength: 10 }), (start, parts) => {
      const reply = decodeIppResponse(Buffer.concat([start, ...parts, Buffer.from([3])]));
      expect(reply === null || Array.isArray(reply.groups)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
