import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { serviceUrlSchema, withoutApiPath } from '../../shared/settings/environment.ts';
import { parseUrl } from '../../shared/values/url.ts';

/**
 * The service's base address without a slash at its end, from pasted text that may end with a slash, the API's path, its beginning or a
 * call below it. `https` is required, except for this computer.
 */
export function serviceAddress(pasted: string): Result<string> {
  const parsed = serviceUrlSchema.safeParse(pasted);
  if (!parsed.success) return failed(invalidAddress);
  const url = new URL(withoutApiPath(parsed.data));
  if (url.search) return failed(invalidAddress);
  return success(url.origin + url.pathname.replace(/\/+$/, ''));
}

/** The exact origin (scheme, host, port) labels come from. */
export function labelOrigin(pasted: string): Result<string> {
  const parsed = serviceUrlSchema.safeParse(pasted);
  return parsed.success ? success(new URL(parsed.data).origin) : failed(invalidAddress);
}

const invalidAddress: Failure = { code: 'invalid-input', message: message('service.address-invalid') };

/** The configured proxy, or null for none. Its address may contain a user name and password. */
export function proxyAddress(entered: string | undefined): Result<URL | null> {
  if (entered === undefined || entered.trim() === '') return success(null);
  const url = parseUrl(entered);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return success(url);
  return failed({ code: 'invalid-input', message: message('service.proxy-address-invalid') });
}
