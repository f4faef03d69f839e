/**
 * Which of the Debian packages that a suite needs are not installed here; the test run names them. Such a suite is skipped
 * under a title that says so: `describe.skipIf(missing.length > 0)(titleOf('the token vault', missing), …)`.
 */
export function missingPackages(...needed: string[]): string[] {
  const missing = new Set((process.env.PACKBENCH_MISSING ?? '').split(' '));
  return needed.filter((name) => missing.has(name));
}

/** The suite's title, and why it is skipped where it is. */
export function titleOf(suite: string, missing: readonly string[]): string {
  return missing.length === 0 ? suite : `${suite} (skipped: the Debian package ${missing.join(', ')} is missing)`;
}
