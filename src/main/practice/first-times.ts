import { createHash } from 'node:crypto';

/** Most happenings remembered; the oldest are forgotten, and would happen once more. */
const mostRemembered = 1000;

/** Says whether something happens for the first time since the start. */
export type FirstTime = (...what: readonly unknown[]) => boolean;

export function rememberFirstTimes(): FirstTime {
  const seen = new Set<string>();
  return (...what) => {
    const key = createHash('sha256').update(JSON.stringify(what)).digest('base64');
    if (seen.has(key)) return false;
    seen.add(key);
    for (const oldest of seen) {
      if (seen.size <= mostRemembered) break;
      seen.delete(oldest);
    }
    return true;
  };
}
