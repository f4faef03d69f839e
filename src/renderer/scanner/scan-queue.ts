/** Things done strictly one after another, in the order they came. */
export interface ScanQueue<T> {
  /** False where too many wait already: this one was not taken. */
  add(item: T): boolean;
  /** Those that wait, and the one that is being done. */
  readonly length: number;
}

/** Scans that may wait for the station: over a minute's work of the fastest hand, and a person would long have noticed. */
export const mostWaitingScans = 50;

/** Makes a queue. `work` never rejects. */
export function createScanQueue<T>(work: (item: T) => Promise<void>, most: number = mostWaitingScans): ScanQueue<T> {
  const items: T[] = [];
  let working = false;

  async function run(): Promise<void> {
    working = true;
    for (let item = items[0]; item !== undefined; item = items[0]) {
      await work(item);
      items.shift();
    }
    working = false;
  }

  return {
    add(item) {
      if (items.length >= most) return false;
      items.push(item);
      if (!working) void run();
      return true;
    },
    get length() {
      return items.length;
    },
  };
}
