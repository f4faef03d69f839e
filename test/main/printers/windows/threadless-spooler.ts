import {
  type Spooler,
  type SpoolerCallName,
  type SpoolerCalls,
  spoolerCallSchemas,
} from '../../../../src/main/printers/windows/spooler.ts';

/** A spooler without a thread: each call is made at once, and answered in a later turn of the event loop. */
export function threadlessSpooler(calls: SpoolerCalls): Spooler {
  const names = Object.keys(spoolerCallSchemas) as SpoolerCallName[];
  const call =
    (name: SpoolerCallName) =>
    async (...parameters: unknown[]) =>
      (calls[name] as (...parameters: unknown[]) => unknown)(...parameters);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Spooler;
}
