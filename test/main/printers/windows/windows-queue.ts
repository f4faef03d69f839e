import {
  type SpoolerAnswer,
  type SpoolerCalls,
  spoolerError,
  spoolerSuccess,
} from '../../../../src/main/printers/windows/spooler.ts';
import { jobStatus, win32Errors } from '../../../../src/main/printers/windows/winspool-api.ts';

/** What GetJob returns at one check. */
export interface JobStage {
  status: number;
  statusText?: string;
}

export interface QueuePrinter {
  driver: string;
  port: string;
  /** `dwPrinterDriverAttributes` of DRIVER_INFO_8. */
  attributes: number;
  /** The states of a job, one for each check; then it leaves the queue. */
  stages: JobStage[];
  /** Error code that OpenPrinter, GetPrinterDriver, StartDocPrinter, StartPagePrinter, EndPagePrinter or EndDocPrinter answers. */
  refuses: Partial<
    Record<
      'openPrinter' | 'driverAttributes' | 'startDocument' | 'startPage' | 'endPage' | 'endDocument' | 'job',
      number
    >
  >;
  /** How many of the offered bytes a write takes, or its error code below zero. */
  parameters: (offered: number, before: number) => number;
}

export interface QueueJob {
  readonly id: number;
  readonly printer: string;
  readonly document: string;
  readonly datatype: string;
  readonly chunks: Buffer[];
  stages: JobStage[];
  state: 'spooling' | 'ended' | 'aborted' | 'left';
}

/** The print spooler of Windows in memory, as documented, with fault injection. */
export interface WindowsQueue {
  readonly calls: SpoolerCalls;
  readonly jobs: QueueJob[];
  readonly openHandles: number;
  add(name: string, printer?: Partial<QueuePrinter>): QueuePrinter;
  /** Removes the printer, as in Windows. */
  remove(name: string): void;
  /** Deletes the job as in the queue's window. It is gone at the next check. */
  deleteJob(id: number): void;
  /** The service is stopped: everything answers RPC_S_SERVER_UNAVAILABLE, and open handles are no longer valid. Jobs stay on disk. */
  stopService(): void;
  startService(): void;
}

export const goodStages: JobStage[] = [
  { status: jobStatus.spooling },
  { status: jobStatus.printing },
  { status: jobStatus.printing | jobStatus.printed },
];

export function createWindowsQueue(): WindowsQueue {
  const printers = new Map<string, QueuePrinter>();
  const handles = new Map<number, { printer: string; job: QueueJob | null; page: boolean }>();
  const jobs: QueueJob[] = [];
  let runs = true;
  let lastHandle = 0;

  type Handle = { printer: string; job: QueueJob | null; page: boolean };
  const using = <T>(
    id: number,
    call: (handle: Handle, printer: QueuePrinter) => SpoolerAnswer<T>,
  ): SpoolerAnswer<T> => {
    if (!runs) return spoolerError(win32Errors.serverUnavailable);
    const handle = handles.get(id);
    if (!handle) return spoolerError(win32Errors.invalidHandle);
    const printer = printers.get(handle.printer);
    return printer ? call(handle, printer) : spoolerError(win32Errors.invalidPrinterName);
  };
  const done = (error: number | undefined): SpoolerAnswer<null> =>
    error === undefined ? spoolerSuccess(null) : spoolerError(error);

  const calls: SpoolerCalls = {
    openPrinter(name) {
      if (!runs) return spoolerError(win32Errors.serverUnavailable);
      const printer = printers.get(name);
      if (!printer) return spoolerError(win32Errors.invalidPrinterName);
      if (printer.refuses.openPrinter) return spoolerError(printer.refuses.openPrinter);
      lastHandle += 1;
      handles.set(lastHandle, { printer: name, job: null, page: false });
      return spoolerSuccess(lastHandle);
    },
    driverAttributes: (id) =>
      using(id, (_, { attributes, refuses }) =>
        refuses.driverAttributes ? spoolerError(refuses.driverAttributes) : spoolerSuccess(attributes),
      ),
    startDocument: (id, { name, datatype }) =>
      using(id, (handle, printer) => {
        if (printer.refuses.startDocument) return spoolerError(printer.refuses.startDocument);
        if (handle.job) return spoolerError(win32Errors.invalidHandle); // MS-RPRN 3.1.4.9.1: not twice on one handle
        const job: QueueJob = {
          id: jobs.length + 1,
          printer: handle.printer,
          document: name,
          datatype,
          chunks: [],
          stages: printer.stages.map((stage) => ({ ...stage })),
          state: 'spooling',
        };
        jobs.push(job);
        handle.job = job;
        return spoolerSuccess(job.id);
      }),
    startPage: (id) =>
      using(id, (handle, { refuses }) => {
        if (!handle.job) return spoolerError(win32Errors.noDocumentStarted);
        handle.page = refuses.startPage === undefined;
        return done(refuses.startPage);
      }),
    write: (id, bytes) =>
      using(id, ({ job, page }, { parameters }) => {
        if (!job || !page) return spoolerError(win32Errors.noDocumentStarted);
        if (job.state === 'left') return spoolerError(win32Errors.printCancelled);
        const taken = parameters(bytes.length, Buffer.concat(job.chunks).length);
        if (taken < 0) return spoolerError(-taken);
        job.chunks.push(Buffer.from(bytes.subarray(0, taken)));
        return spoolerSuccess(taken);
      }),
    endPage: (id) => using(id, ({ job }, { refuses }) => done(job ? refuses.endPage : win32Errors.noDocumentStarted)),
    endDocument: (id) =>
      using(id, (handle, { refuses }) => {
        if (!handle.job) return spoolerError(win32Errors.noDocumentStarted);
        if (refuses.endDocument) return spoolerError(refuses.endDocument);
        handle.job.state = 'ended';
        handle.job = null;
        return spoolerSuccess(null);
      }),
    abortDocument: (id) =>
      using(id, (handle) => {
        if (!handle.job) return spoolerError(win32Errors.noDocumentStarted);
        handle.job.state = 'aborted';
        handle.job = null;
        return spoolerSuccess(null);
      }),
    job: (id, jobId) =>
      using(id, (_, { refuses }) => {
        if (refuses.job) return spoolerError(refuses.job);
        const job = jobs.find((each) => each.id === jobId);
        if (job?.state !== 'ended') return spoolerError(win32Errors.invalidParameter); // MS-RPRN 3.1.4.3.2
        const stage = job.stages.shift();
        if (!stage) {
          job.state = 'left';
          return spoolerError(win32Errors.invalidParameter);
        }
        return spoolerSuccess({ document: job.document, status: stage.status, statusText: stage.statusText ?? null });
      }),
    closePrinter: (id) => {
      if (!runs) return spoolerError(win32Errors.serverUnavailable);
      return handles.delete(id) ? spoolerSuccess(null) : spoolerError(win32Errors.invalidHandle);
    },
    printers: () =>
      runs
        ? spoolerSuccess([...printers].map(([name, { driver, port }]) => ({ name, driver, port })))
        : spoolerError(win32Errors.serverUnavailable),
  };

  return {
    calls,
    jobs,
    get openHandles() {
      return handles.size;
    },
    add(name, printer = {}) {
      const added: QueuePrinter = {
        driver: 'ZDesigner ZD421-203dpi ZPL',
        port: 'USB001',
        attributes: 0,
        stages: goodStages,
        refuses: {},
        parameters: (offered) => offered,
        ...printer,
      };
      printers.set(name, added);
      return added;
    },
    remove: (name) => void printers.delete(name),
    deleteJob(id) {
      const job = jobs.find((each) => each.id === id);
      if (job) job.state = 'left';
    },
    stopService() {
      runs = false;
      handles.clear();
    },
    startService() {
      runs = true;
    },
  };
}

/** The bytes of every job that was ended, in the order in which they were. */
export const labelsIn = (queue: WindowsQueue): Buffer[] =>
  queue.jobs.filter(({ state }) => state === 'ended' || state === 'left').map(({ chunks }) => Buffer.concat(chunks));
