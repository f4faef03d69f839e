import { type OpenedPrinter, type SpoolerAnswer, type SpoolerCalls, spoolerError, spoolerSuccess } from './spooler.ts';
import {
  enumerateConnections,
  enumerateLocal,
  lastErrorPrototype,
  spoolerAliases,
  spoolerPrototypes,
  spoolerStructs,
  win32Errors,
} from './winspool-api.ts';

export type Koffi = typeof import('koffi')['default'];

/** A loaded library: makes a prototype callable. */
export interface NativeLibrary {
  // biome-ignore lint/suspicious/noExplicitAny: a native function takes and gives what its prototype says.
  func(prototype: string): (...parameters: any[]) => any;
}

/** Largest answer, bytes: a list of printers can be long. */
const maxAnswerBytes = 1024 * 1024;
const maxTries = 4;
const maxOpen = 64;

/** Declares the types of winspool.h to koffi, once per thread, because koffi stores them by name. */
export function declareSpoolerTypes(koffi: Koffi): void {
  for (const [name, type] of Object.entries(spoolerAliases)) koffi.alias(name, type);
  for (const [name, members] of Object.entries(spoolerStructs)) koffi.struct(name, members);
}

/** The spooler's calls over winspool.drv and kernel32.dll. */
export function winspool(koffi: Koffi, libraries: { spooler: NativeLibrary; kernel: NativeLibrary }): SpoolerCalls {
  const bind = (name: keyof typeof spoolerPrototypes) => libraries.spooler.func(spoolerPrototypes[name]);
  const openPrinter = bind('OpenPrinterW');
  const closePrinter = bind('ClosePrinter');
  const getPrinterDriver = bind('GetPrinterDriverW');
  const startDocPrinter = bind('StartDocPrinterW');
  const startPagePrinter = bind('StartPagePrinter');
  const writePrinter = bind('WritePrinter');
  const endPagePrinter = bind('EndPagePrinter');
  const endDocPrinter = bind('EndDocPrinter');
  const abortPrinter = bind('AbortPrinter');
  const getJob = bind('GetJobW');
  const enumPrinters = bind('EnumPrintersW');
  const getLastError = libraries.kernel.func(lastErrorPrototype);

  /** Windows handles by id; an unknown id never reaches Windows. */
  const handles = new Map<OpenedPrinter, unknown>();
  let lastOpened = 0;

  const failure = (): SpoolerAnswer<never> => spoolerError(getLastError() || win32Errors.invalidParameter);
  const withHandle = <T>(opened: OpenedPrinter, call: (handle: unknown) => SpoolerAnswer<T>): SpoolerAnswer<T> =>
    handles.has(opened) ? call(handles.get(opened)) : spoolerError(win32Errors.invalidHandle);
  const plain =
    (call: (handle: unknown) => number) =>
    (opened: OpenedPrinter): SpoolerAnswer<null> =>
      withHandle(opened, (handle) => (call(handle) ? spoolerSuccess(null) : failure()));

  /** Queries the size of the answer, allocates a buffer and repeats the call, because the answer may have grown meanwhile. */
  const answerBytes = (ask: (room: Buffer | null, size: number, needed: [number]) => number): SpoolerAnswer<Buffer> => {
    const needed: [number] = [0];
    let room: Buffer | null = null;
    for (let tries = 0; tries < maxTries; tries++) {
      if (ask(room, room?.length ?? 0, needed)) return spoolerSuccess(room ?? Buffer.alloc(0));
      if (getLastError() !== win32Errors.insufficientBuffer || needed[0] > maxAnswerBytes) return failure();
      room = Buffer.alloc(needed[0]);
    }
    return failure();
  };

  const listed = (flags: number, level: 2 | 4): SpoolerAnswer<ListedPrinter[]> => {
    const count: [number] = [0];
    const bytes = answerBytes((room, size, needed) => enumPrinters(flags, null, level, room, size, needed, count));
    if (!bytes.ok) return bytes;
    const struct = level === 2 ? 'PRINTER_INFO_2W' : 'PRINTER_INFO_4W';
    const each = koffi.sizeof(struct);
    return spoolerSuccess(
      Array.from({ length: count[0] }, (_, index) => {
        const info = koffi.decode(bytes.value, index * each, struct);
        return { name: info.pPrinterName ?? '', driver: info.pDriverName ?? null, port: info.pPortName ?? null };
      }),
    );
  };

  return {
    openPrinter(name) {
      if (handles.size >= maxOpen) return spoolerError(win32Errors.invalidHandle);
      const handle: [unknown] = [null];
      if (!openPrinter(name, handle, null)) return failure();
      lastOpened += 1;
      handles.set(lastOpened, handle[0]);
      return spoolerSuccess(lastOpened);
    },
    driverAttributes: (opened) =>
      withHandle(opened, (handle) => {
        const bytes = answerBytes((room, size, needed) => getPrinterDriver(handle, null, 8, room, size, needed));
        if (!bytes.ok) return bytes;
        return spoolerSuccess(koffi.decode(bytes.value, 'DRIVER_INFO_8W').dwPrinterDriverAttributes);
      }),
    startDocument: (opened, { name, datatype }) =>
      withHandle(opened, (handle) => {
        const job = startDocPrinter(handle, 1, { pDocName: name, pOutputFile: null, pDatatype: datatype });
        return job ? spoolerSuccess(job) : failure();
      }),
    startPage: plain(startPagePrinter),
    write: (opened, bytes) =>
      withHandle(opened, (handle) => {
        const written: [number] = [0];
        return writePrinter(handle, bytes, bytes.length, written) ? spoolerSuccess(written[0]) : failure();
      }),
    endPage: plain(endPagePrinter),
    endDocument: plain(endDocPrinter),
    abortDocument: plain(abortPrinter),
    job: (opened, id) =>
      withHandle(opened, (handle) => {
        const bytes = answerBytes((room, size, needed) => getJob(handle, id, 1, room, size, needed));
        if (!bytes.ok) return bytes;
        const { pDocument, Status, pStatus } = koffi.decode(bytes.value, 'JOB_INFO_1W');
        return spoolerSuccess({ document: pDocument, status: Status, statusText: pStatus });
      }),
    closePrinter(opened) {
      const closed = plain(closePrinter)(opened);
      handles.delete(opened);
      return closed;
    },
    printers() {
      const local = listed(enumerateLocal, 2);
      if (!local.ok) return local;
      // Level 2 would ask each print server, and wait for those that are off (PRINTER_INFO_4).
      const connected = listed(enumerateConnections, 4);
      return spoolerSuccess([...local.value, ...(connected.ok ? connected.value : [])].slice(0, 500));
    },
  };
}

interface ListedPrinter {
  name: string;
  driver: string | null;
  port: string | null;
}
