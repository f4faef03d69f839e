import { describe, expect, it } from 'vitest';
import { storedFailure } from '../../../src/main/storage/sqlite.ts';
import { message } from '../../../src/shared/messages/message.ts';

const read = (stored: object) => storedFailure.safeParse(JSON.stringify(stored));

describe('stored failure', () => {
  it('is read as it was stored when it holds a message code', () => {
    const failure = { code: 'storage', message: message('storage.disk-full', { detail: null }), serviceText: 'No.' };
    expect(read(failure).data).toEqual(failure);
  });

  it('of an earlier version keeps both sentences, and the service’s text', () => {
    const stored = {
      code: 'rejected',
      message: 'The service said no.',
      next: 'Try again.',
      serviceText: 'Out of area.',
    };
    expect(read(stored).data).toEqual({
      code: 'rejected',
      message: message('stored-sentence', { text: 'The service said no. Try again.' }),
      serviceText: 'Out of area.',
    });
  });

  it('of an earlier version has its parameters under their current names', () => {
    const stored = { code: 'printer-cut-off', message: { code: 'printer.cups-refused', params: { said: 'No.' } } };
    expect(read(stored).data?.message).toEqual(message('printer.cups-refused', { report: 'No.' }));
  });

  it.each([
    ['token-refused', 'token-rejected'],
    ['not-known', 'not-found'],
    ['not-found-here', 'not-found-locally'],
    ['service-trouble', 'service-error'],
    ['over-cap', 'over-spending-limit'],
  ])('of an earlier version with the code %s has the code %s', (stored, code) => {
    expect(read({ code: stored, message: 'No.' }).data?.code).toBe(code);
  });

  it('of an earlier version has its message under the current code', () => {
    const amounts = { price: null, cap: null };
    const stored = { code: 'over-cap', message: { code: 'order.price-over-cap', params: amounts } };
    expect(read(stored).data?.message).toEqual({ code: 'order.price-over-spending-limit', params: amounts });
  });

  it('of a later version is shown by its unknown code', () => {
    const stored = { code: 'storage', message: { code: 'storage.of-tomorrow', params: {} } };
    expect(read(stored).data?.message).toEqual(message('stored-sentence', { text: 'storage.of-tomorrow' }));
  });

  it('without a readable message is refused', () => {
    expect(read({ code: 'storage', message: 7 }).success).toBe(false);
    expect(read({ code: 'unheard of', message: 'No.' }).success).toBe(false);
  });
});
