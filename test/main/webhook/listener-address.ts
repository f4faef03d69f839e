/** Where the tests' listeners listen, and the header that proves a sender. */
export const path = '/webhooks/sandbox';
export const header = { name: 'X-Hook-Key', value: 'right-value-0123456789' };
