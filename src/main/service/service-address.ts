import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { serviceUrlSchema } from '../../shared/settings/environment.ts';

/** The interface's version (interface document, Versioning). */
const apiVersion = 'v1';

/** The path every call begins with. */
export const apiPath = `/scheduled-service/api/${apiVersion}`;

/**
 * The service's base address without a slash at its end, from pasted text that may end with a slash, the API's path or a call below it.
 * `https` is required, except for this computer.
 */
export function serviceAddress(pasted: string): Result<string> {
  const parsed = serviceUrlSchema.safeParse(pasted);
  if (!parsed.success) return failed(invalidAddress);
  const url = new URL(parsed.data);
  if (url.search) return failed(invalidAddress);
  const api = url.pathname.indexOf(apiPath);
  const path = isWholePath(url.pathname, api) ? url.pathname.slice(0, api) : url.pathname;
  return success(url.origin + path.replace(/\/+$/, ''));
}

/** The exact origin (scheme, host, port) labels come from. */
export function labelOrigin(pasted: string): Result<string> {
  const parsed = serviceUrlSchema.safeParse(pasted);
  return parsed.success ? success(new URL(parsed.data).origin) : failed(invalidAddress);
}

/** True where the API's path is complete: `.../v1` or `.../v1/...`, never `.../v10`. */
function isWholePath(path: string, at: number): boolean {
  if (at < 0) return false;
  const after = path.charAt(at + apiPath.length);
  return after === '' || after === '/';
}

const invalidAddress: Failure = { code: 'invalid-input', message: message('service.address-invalid') };

/** The configured proxy, or null for none. Its address may contain a user name and password. */
export function proxyAddress(entered: string | undefined): Result<URL | null> {
  if (entered === undefined || entered.trim() === '') return success(null);
  const url = URL.canParse(entered) ? new URL(entered) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return success(url);
  return failed({ code: 'invalid-input', message: message('service.proxy-address-invalid') });
}
