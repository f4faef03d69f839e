import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PrintJobState } from '../../src/shared/printing/print-job.ts';
import { type BarcodeCommand, commandText } from '../../src/shared/scanning/command-barcode.ts';
import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { launchProvisioned } from './launch.ts';
import { callStation, createParcels, result, scan } from './page-actions.ts';

const token = 'token-of-the-shift';
const key = 'BCDF';

export interface Shift {
  readonly labels: number;
  readonly deletions: number;
  readonly faults: number;
}

/** What a shift left behind. */
export interface WorkedShift {
  /** How often the label of each parcel is on paper, in the order of their scans. */
  readonly copies: readonly number[];
  /** The parcels that are deleted, by their place in that order. */
  readonly deleted: readonly number[];
  readonly questions: number;
  /** Presses of keys that no scan has, and of the mouse, in the window. */
  readonly otherInput: number;
  readonly problems: readonly string[];
}

/**
 * Packs parcels whose orders exist: every label is printed by a scan, every deletion and every answer is a scan too, while the printer has
 * its faults. The packer sees the screen and the paper, and touches neither mouse nor keyboard.
 */
export async function workShiftByScans({ labels, deletions, faults }: Shift): Promise<WorkedShift> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-by-scans-'));
  const service = await startPracticeService({ folder, token });
  const printer = await startFakePrinter();
  const { baseUrl, labelUrl } = service;
  const station = await launchProvisioned({
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
    activeEnvironment: 'sandbox',
    station: { commandKey: key },
    bench: { printOnCreate: false, deleteUndoSeconds: 1 },
    printers: [asPrinter('Zebra A', printer, true)],
  });
  try {
    const { page } = station;
    const codes: string[] = [];
    while (codes.length < labels) {
      const order = await createParcels(page, Math.min(5, labels - codes.length));
      codes.push(...order.map(({ customCode }) => customCode));
    }
    await page.evaluate(countOtherInput);
    const packer = new Packer(page, printer);
    await packer.show('print');
    const faultAt = places(faults, labels);
    const deletionAt = places(deletions, labels);
    const deleted: number[] = [];
    for (const [index, code] of codes.entries()) {
      const fault = faultAt.indexOf(index);
      await packer.pack(code, fault < 0 ? null : (troubles[fault % troubles.length] ?? null));
      if (!deletionAt.includes(index)) continue;
      // Every second one is taken back.
      if (await packer.remove(code, deletionAt.indexOf(index) % 2 === 1)) deleted.push(index);
    }
    const paper = printer.labels().map(String);
    return {
      copies: codes.map((code) => paper.filter((label) => label.includes(code)).length),
      deleted,
      questions: packer.questions,
      otherInput: await page.evaluate(() => (window as unknown as Counted).otherInput),
      problems: [...station.consoleErrors, ...(await station.policyViolations()).map(String)],
    };
  } finally {
    await station.close();
    await printer.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** That many places, spread evenly over so many labels. */
const places = (count: number, labels: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * labels) / count));

interface Counted {
  otherInput: number;
}

/** Runs in the page. Scans have capitals, digits, Shift and Enter. */
function countOtherInput(): void {
  const counted = window as unknown as Counted;
  counted.otherInput = 0;
  addEventListener('pointerdown', () => (counted.otherInput += 1), true);
  addEventListener(
    'keydown',
    ({ key }) => (counted.otherInput += /^[A-Z0-9]$|^Shift$|^Enter$/.test(key) ? 0 : 1),
    true,
  );
}

/** A fault of the printer while it prints one label, and what ends it. */
interface Trouble {
  begin(printer: FakePrinter): void | Promise<void>;
  /** The fault has stopped the label, whose job is in that state: one that ended sooner would stop none, or a later one. */
  stops(state: PrintJobState | 'none', printer: FakePrinter): boolean;
  end(printer: FakePrinter): void | Promise<void>;
}

const troubles: readonly Trouble[] = [
  {
    begin: (printer) => printer.connectionFault({ kind: 'reset', afterBytes: 400 }),
    stops: (state) => state === 'uncertain',
    end: (printer) => printer.connectionFault(null),
  },
  {
    begin: (printer) => printer.setStatus({ paperOut: true }),
    stops: (state) => state === 'held',
    end: (printer) => printer.setStatus({ paperOut: false }),
  },
  {
    begin: (printer) => printer.breakDownMidLabel('paperOut'),
    stops: (state, printer) => state === 'sent' && printer.status.paperOut,
    end: (printer) => printer.setStatus({ paperOut: false }),
  },
  {
    begin: (printer) => printer.connectionFault({ kind: 'cable out' }),
    stops: (state) => state === 'held',
    end: (printer) => printer.connectionFault(null),
  },
  {
    begin: (printer) => printer.setStatus({ headOpen: true }),
    stops: (state) => state === 'held',
    end: (printer) => printer.setStatus({ headOpen: false }),
  },
];

/** Looks at the screen and the paper, and scans. */
class Packer {
  questions = 0;

  readonly #page: Page;
  readonly #printer: FakePrinter;

  constructor(page: Page, printer: FakePrinter) {
    this.#page = page;
    this.#printer = printer;
  }

  card(command: BarcodeCommand): Promise<void> {
    return scan(this.#page, commandText(key, command), { isAnswered: false });
  }

  async show(mode: 'print' | 'delete'): Promise<void> {
    await this.card(mode);
    await this.#page.locator(`input[value="${mode}"]:checked`).waitFor({ state: 'attached' });
  }

  /** Scans until the parcel has its label, and answers what is asked on the way. */
  async pack(code: string, trouble: Trouble | null): Promise<void> {
    await trouble?.begin(this.#printer);
    await scan(this.#page, code);
    if (trouble) {
      await expect
        .poll(async () => trouble.stops(await this.state(code), this.#printer), { timeout: 30_000 })
        .toBe(true);
      await trouble.end(this.#printer);
    }
    for (;;) {
      await expect.poll(() => this.state(code), { timeout: 60_000 }).toMatch(/^(printed|uncertain)$/);
      if ((await this.state(code)) === 'printed') return;
      await this.answer(code);
    }
  }

  /** The printer cannot say whether the label came out: the packer looks into the tray. */
  async answer(code: string): Promise<void> {
    this.questions += 1;
    const isOnPaper = this.#printer.labels().some((label) => label.includes(code));
    await scan(this.#page, code);
    const shown = result(this.#page);
    const answer = shown.getByRole('button', {
      name: isOnPaper ? 'Confirm printed' : 'Mark as not printed',
      exact: true,
    });
    await this.press(isOnPaper ? 'yes' : 'no', answer, answer);
    if (isOnPaper) return;
    const printAgain = shown.getByRole('button', { name: 'Print again', exact: true });
    await this.press('print again', printAgain, shown.getByRole('heading', { name: 'Marked as not printed' }));
  }

  /** Presses a button by its card. Until the question is gone, the records may not have the answer, nor the job that it makes. */
  async press(command: BarcodeCommand, button: Locator, question: Locator): Promise<void> {
    await question.waitFor();
    // A card presses no button that is disabled.
    await button.and(this.#page.locator(':enabled')).waitFor();
    await this.card(command);
    await question.waitFor({ state: 'detached' });
  }

  /** Deletes the parcel, or begins to and takes it back. True where it is deleted. */
  async remove(code: string, takesBack: boolean): Promise<boolean> {
    await this.show('delete');
    await scan(this.#page, code);
    if (takesBack) {
      await this.card('undo');
      await expect.poll(async () => (await this.parcel(code)).deletion?.state ?? 'none').toMatch(/none|undone/);
    } else {
      await expect.poll(async () => (await this.parcel(code)).deletedAt, { timeout: 20_000 }).not.toBeNull();
    }
    await this.show('print');
    return !takesBack;
  }

  async parcel(code: string): Promise<Parcel> {
    const [parcel] = (await callStation(this.#page, 'shipments.page', { find: code, offset: 0, limit: 1 })).rows;
    if (!parcel) throw new Error(`No parcel ${code}`);
    return parcel;
  }

  async state(code: string): Promise<PrintJobState | 'none'> {
    return (await this.parcel(code)).lastJob?.state ?? 'none';
  }
}
