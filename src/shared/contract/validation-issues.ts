import type { z } from 'zod';

/** One thing wrong with a piece of data: where, and in words. Words never carry the value itself. */
export interface Fault {
  /** `environments[0].baseUrl`; empty for the whole. */
  path: string;
  words: string;
}

/** Every fault zod found, in the order of the data. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.map((issue) => ({ path: pathText(issue.path), words: wordsOf(issue) }));
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return missing ? 'is missing' : issue.message;
}

/** `["environments", 0, "baseUrl"]` as `environments[0].baseUrl`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

export const faultText = ({ path, words }: Fault): string => (path === '' ? words : `${path}: ${words}`);
