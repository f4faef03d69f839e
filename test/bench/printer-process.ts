import { startFakePrinter } from '../fakes/printer.ts';

/** What the printer reports to its parent: its port first, then each label's first byte and its end. `at`: milliseconds since 1970. */
export type PrinterNews =
  | { kind: 'listens'; port: number }
  | { kind: 'first byte'; at: number }
  | { kind: 'printed'; label: string };

// A process of its own, as a printer is: it answers at once whatever its parent does.
const report = (news: PrinterNews): void => void process.send?.(news);
const printer = await startFakePrinter();
report({ kind: 'listens', port: printer.port });
process.once('disconnect', () => process.exit());
for (let printed = 0; ; printed += 1) {
  // Not by reading all it received, which takes longer with each label.
  await printer.waitFor(
    ({ insideFormat, formatsInBuffer, labels }) => insideFormat || formatsInBuffer > 0 || labels().length > printed,
  );
  report({ kind: 'first byte', at: performance.timeOrigin + performance.now() });
  await printer.waitFor(({ labels }) => labels().length > printed);
  report({ kind: 'printed', label: (printer.labels()[printed] ?? Buffer.alloc(0)).toString('latin1') });
}
