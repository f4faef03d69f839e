import { failed, type Result, success } from '../../shared/contract/failure.ts';
import { serviceUrlSchema } from '../../shared/settings/environment.ts';

/** The interface's version stands here alone (interface document, Versioning). */
const apiVersion = 'v1';

/** The path every call begins with. */
export const apiPath = `/scheduled-service/api/${apiVersion}`;

/**
 * The service's base address without a slash at its end, out of what was pasted: a slash at the end, the API's own path or a call
 * below it may stand there. `https`, but for this computer itself.
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

/** True where the API's path stands there as whole words: `.../v1` or `.../v1/...`, never `.../v10`. */
function isWholePath(path: string, at: number): boolean {
  if (at < 0) return false;
  const after = path.charAt(at + apiPath.length);
  return after === '' || after === '/';
}

const invalidAddress = {
  code: 'invalid-input',
  message:
    'This is no address of a service: it must begin with https:// (http:// only on this computer) and carry no user name or query.',
  next: 'Enter the service’s base address in Settings.',
} as const;

/** The proxy to go through, or null for none. A name and password may stand in its address. */
export function proxyAddress(entered: string | undefined): Result<URL | null> {
  if (entered === undefined || entered.trim() === '') return success(null);
  const url = URL.canParse(entered) ? new URL(entered) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return success(url);
  return failed({
    code: 'invalid-input',
    message: 'The proxy’s address must begin with http:// or https://.',
    next: 'Correct it in Settings, under Network.',
  });
}
