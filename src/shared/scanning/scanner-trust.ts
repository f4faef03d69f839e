/** What is wrong with a scanner that Packbench cannot correct. */
export const scannerProblems = [
  'unreadable', // no known layout gives the card's text
  'letter case', // all letters come in one case
  'caps lock', // Caps Lock was on: it cannot be known what the scanner does without it
  'prefix', // characters before the code that a code may begin with
  'prefix key', // a key before the code that is no character
  'suffix', // characters after the code that a code may end with
  'suffix key', // a key other than Enter and Tab after the code
  'slow', // so slow that it may be taken for typing
  'separator', // GS1 separators are lost or replaced
  'no end key', // a scan ends by a pause
] as const;
export type ScannerProblem = (typeof scannerProblems)[number];

/** With these a code may be read wrongly, or a key may press a button. */
const unsafeProblems: readonly ScannerProblem[] = [
  ...(['unreadable', 'letter case', 'caps lock', 'prefix', 'prefix key', 'suffix', 'suffix key'] as const),
];

/** What a scanner may delete: everything, only codes that this station knows, or nothing. */
export type ScannerTrust = 'full' | 'known codes' | 'none';

/** A scanner that was never tested may do what it could before there was a test. */
export function scannerTrust(profile: { readonly problems: readonly ScannerProblem[] } | null): ScannerTrust {
  if (!profile) return 'full';
  if (profile.problems.some((problem) => unsafeProblems.includes(problem))) return 'none';
  // A pause of a busy computer may cut a code in two; half a code is none that is known.
  return profile.problems.includes('no end key') ? 'known codes' : 'full';
}
