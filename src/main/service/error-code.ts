/** The `code` of an error of Node, OpenSSL or undici; of the first inner error where several addresses failed; null without one. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : null;
}
