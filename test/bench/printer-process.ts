import { startFakePrinter } from '../fakes/printer.ts';

/** What the printer tells its parent: its port first, then each label's first byte and its end. `at`: milliseconds since 1970. */
export type PrinterNews =
  | { kind: 'listens'; port: number }
  | { kind: 'first byte'; at: number }
  | { kind: 'printed'; label: string };

// A process of its own, as a printer is: it answers at once whatever its parent does.
const tell = (news: PrinterNews): void => void process.send?.(news);
const printer = await startFakePrinter();
tell({ kind: 'listens', port: printer.port });
process.once('disconnect', () => process.exit());
for (let printed = 0; ; printed += 1) {
  // Not by reading all it received, which takes longer with each label.
  await printer.waitFor(
    ({ insideFormat, formatsInBuffer, labels }) => insideFormat || formatsInBuffer > 0 || labels().length > printed,
  );
  tell({ kind: 'first byte', at: performance.timeOrigin + performance.now() });
  await printer.waitFor(({ labels }) => labels().length > printed);
  tell({ kind: 'printed', label: (printer.labels()[printed] ?? Buffer.alloc(0)).toString('latin1') });
}
