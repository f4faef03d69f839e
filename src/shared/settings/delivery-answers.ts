/** The outcomes of a request to the webhook listener, with the HTTP status of the answer. */
export const deliveryAnswers = {
  stored: 200,
  'known already': 200,
  'address check': 200, // HEAD or GET
  'no event': 400, // no JSON, no object, or nested too deeply
  'wrong header': 401,
  'no such address': 404,
  'method not allowed': 405,
  'too slow': 408,
  'too large': 413,
  'too many at once': 503,
  'not stored': 503, // the database refused the write
} as const;
export type DeliveryAnswer = keyof typeof deliveryAnswers;

/** True where nothing was stored and the sender was answered with an error. */
export const isRefusal = (answer: DeliveryAnswer): boolean => deliveryAnswers[answer] !== 200;
