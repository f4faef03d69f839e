import {
  type Spooler,
  type SpoolerCallName,
  type SpoolerCalls,
  spoolerCallShapes,
} from '../../../../src/main/printers/windows/spooler.ts';

/** A spooler without a thread: each call is made at once, and answered in a later turn. */
export function spoolerHere(calls: SpoolerCalls): Spooler {
  const names = Object.keys(spoolerCallShapes) as SpoolerCallName[];
  const call =
    (name: SpoolerCallName) =>
    async (...takes: unknown[]) =>
      (calls[name] as (...takes: unknown[]) => unknown)(...takes);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Spooler;
}
