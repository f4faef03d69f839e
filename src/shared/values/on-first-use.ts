/**
 * Makes a value when it is first asked for, and then gives the same one: for what would cost a start milliseconds that its first screen
 * does not need.
 */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
