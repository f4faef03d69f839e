import type { FieldError } from './request-schemas.ts';

/** The envelope of the document. */
export const successEnvelope = (code: number, message: string, object: unknown = {}) => ({
  status: 'success',
  code,
  message,
  object,
});

/** The envelope of an error, which the document does not show. */
export const errorEnvelope = (code: number, message: string) => ({ status: 'error', code, message, object: {} });

/** The errors of a body, by field. */
export const validationEnvelope = (fieldErrors: readonly FieldError[]) => ({
  ...errorEnvelope(422, fieldErrors.map((fault) => `${fault.field} ${fault.message}`).join('; ')),
  errors: fieldErrors,
});

/** The message of each status that a keyword causes. */
export const refusalMessages: Record<number, string> = {
  400: 'The request is not understood.',
  401: 'Unauthenticated.',
  403: 'This account may not do that.',
  404: 'Not found.',
  408: 'The request took too long.',
  409: 'The parcel is being worked on.',
  422: 'The drop-off address is outside the delivery area.',
  429: 'Too many requests.',
  500: 'Something went wrong.',
  503: 'The service is being maintained.',
};

/** A page that a proxy or a guest network sends instead of the service's answer. */
export const htmlPage = (title: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
