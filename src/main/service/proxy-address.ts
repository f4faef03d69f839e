import { failed, type Result, success } from '../../shared/failure.ts';

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
