/** The value of `--name=VALUE`, the last one given; an empty value is one. `null` where the switch is not there. */
export function switchValue(args: readonly string[], name: string): string | null {
  const last = args.findLast((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return last === undefined ? null : last.slice(`--${name}=`.length);
}
