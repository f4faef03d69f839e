import { createHash, timingSafeEqual } from 'node:crypto';
import { headerValues, type WebhookSource } from '../../shared/settings/webhook-source.ts';

/** An environment's path and header: a request with that header is for that environment. */
export interface EnvironmentSource {
  readonly environment: string;
  readonly source: WebhookSource;
}

/** Headers by lower-case name, each with all the values that were sent. */
export type SentHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export interface SourceFinder {
  isPath(path: string): boolean;
  /** The environment whose header was sent to that path; null if there is none, or more than one. */
  find(path: string, headers: SentHeaders): string | null;
}

interface Candidate {
  environment: string;
  path: string;
  name: string;
  digest: Buffer;
}

/**
 * Finds the environment of a request. Values are compared as digests of equal length, always with all candidates of a path, so that
 * the time taken reveals nothing about the value.
 */
export function createSourceFinder(sources: readonly EnvironmentSource[]): SourceFinder {
  const candidates = sources.flatMap(({ environment, source }): Candidate[] =>
    headerValues(source).map((value) => ({
      environment,
      path: source.path,
      name: source.header.name.toLowerCase(),
      digest: digestOf(Buffer.from(value, 'utf8')),
    })),
  );
  const candidatesAt = (path: string): Candidate[] => {
    const exact = candidates.filter((candidate) => candidate.path === path);
    if (exact.length > 0) return exact;
    // Dashboards and proxies add or remove one slash at the end of an address.
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    return candidates.filter((candidate) => candidate.path === other);
  };
  return {
    isPath: (path) => candidatesAt(path).length > 0,
    find(path, headers) {
      const matched = new Set<string>();
      for (const { environment, name, digest } of candidatesAt(path)) {
        const sent = headers[name] ?? [];
        // Node reads header bytes as Latin-1. A header that was sent twice never matches.
        const isSame = timingSafeEqual(digestOf(Buffer.from(sent[0] ?? '', 'latin1')), digest);
        if (isSame && sent.length === 1) matched.add(environment);
      }
      const [environment = null] = matched;
      return matched.size === 1 ? environment : null;
    },
  };
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
