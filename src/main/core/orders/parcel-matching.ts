/** Whose parcel an entry of an order's answer is. */
export type EntryOwner =
  /** The requested parcel at that index. */
  | { readonly kind: 'requested'; readonly index: number }
  /** One of the requested parcels, but the answer does not say which. */
  | { readonly kind: 'not known' }
  /** A parcel that was not requested. */
  | { readonly kind: 'its own' };

/**
 * Which requested parcel each entry of an answer is, by the codes alone; never by position. Where every other entry names another
 * parcel, the single entry that is left is the single requested parcel that is left: nothing else is possible. Two entries that name
 * the same parcel contradict each other, and neither is believed.
 * @param requested the custom codes of the request
 * @param echoed the custom codes of the answer
 */
export function matchEntries(
  requested: readonly (string | undefined)[],
  echoed: readonly (string | undefined)[],
): EntryOwner[] {
  if (requested.length === 1 && echoed.length === 1) return [{ kind: 'requested', index: 0 }];
  const named = echoed.map((code) => namedParcel(requested, code));
  const timesNamed = (index: number): number => named.filter((other) => other === index).length;
  const isOpen = named.map((name) => name === 'not known' || (name !== 'other' && timesNamed(name) > 1));
  const free = requested.flatMap((code, index) => (timesNamed(index) === 1 ? [] : [{ code, index }]));
  const [only] = free;
  const isForced =
    free.length === 1 && echoed.length === requested.length && isOpen.filter((open) => open).length === 1;
  return named.map((name, at): EntryOwner => {
    if (!isOpen[at]) return typeof name === 'number' ? { kind: 'requested', index: name } : { kind: 'its own' };
    if (isForced && only) return { kind: 'requested', index: only.index };
    return free.some(({ code }) => code !== undefined) ? { kind: 'not known' } : { kind: 'its own' };
  });
}

/** The parcel that an echoed code names: as written, else the only one that differs in case. `other`: none of the requested ones. */
function namedParcel(
  requested: readonly (string | undefined)[],
  code: string | undefined,
): number | 'not known' | 'other' {
  if (code === undefined || code.trim() === '') return 'not known';
  const exact = requested.indexOf(code);
  if (exact >= 0) return exact;
  const near = requested.flatMap((other, index) => (other?.toLowerCase() === code.toLowerCase() ? [index] : []));
  const [only] = near;
  if (only === undefined) return 'other';
  return near.length === 1 ? only : 'not known';
}
