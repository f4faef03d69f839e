/** The path of the listeners, and the header of an accepted sender. */
export const path = '/webhooks/sandbox';
export const header = { name: 'X-Hook-Key', value: 'right-value-0123456789' };
