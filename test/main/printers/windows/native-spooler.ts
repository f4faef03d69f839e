import koffi from 'koffi';
import type { SpoolerAnswer, SpoolerCalls } from '../../../../src/main/printers/windows/spooler.ts';
import { declareSpoolerTypes, type NativeLibrary } from '../../../../src/main/printers/windows/winspool.ts';
import {
  enumerateLocal,
  type spoolerPrototypes,
  win32Errors,
} from '../../../../src/main/printers/windows/winspool-api.ts';

type Address = bigint;
// biome-ignore lint/suspicious/noExplicitAny: what a native function is given, its prototype says.
type NativeFunction = (...parameters: any[]) => number;

// koffi registers each type name once a process, and tests may share a process.
declareSpoolerTypes(koffi);
const types = new Map<string, ReturnType<typeof koffi.proto>>();

export function typeOf(prototype: string): ReturnType<typeof koffi.proto> {
  const type = types.get(prototype) ?? koffi.proto(prototype);
  types.set(prototype, type);
  return type;
}

/** Native handles differ from the queue's numbers, so that a mix-up is detected. */
const handleBase = 0x7000_0000n;

/**
 * winspool.drv and kernel32.dll as native functions over a spooler in memory: each is a real C function of that prototype, so that
 * every parameter goes through koffi's own marshalling, there and back. Answers are laid out as Windows does it: structs first, their
 * texts behind them in the same buffer, and ERROR_INSUFFICIENT_BUFFER with the size where there is too little room.
 */
export function nativeSpooler(calls: SpoolerCalls): {
  libraries: { spooler: NativeLibrary; kernel: NativeLibrary };
  unload(): void;
} {
  let lastError = 0;
  const registered: bigint[] = [];

  const fail = (error: number): number => {
    lastError = error;
    return 0;
  };
  const resultOf = <T>(answer: SpoolerAnswer<T>, use: (value: T) => number): number =>
    answer.ok ? use(answer.value) : fail(answer.error);
  const ours = (handle: Address | null): number => Number((handle ?? handleBase) - handleBase);
  const succeeded = (answer: SpoolerAnswer<unknown>): number => resultOf(answer, () => 1);

  /** Lays out structs with their texts behind them; `needed` is always set. */
  const layOut = (
    struct: string,
    infos: Record<string, unknown>[],
    room: Address | null,
    size: number,
    needed: Address,
  ): number => {
    const each = koffi.sizeof(struct);
    const texts: { at: number; member: string; index: number; bytes: Buffer }[] = [];
    let end = infos.length * each;
    infos.forEach((info, index) => {
      for (const [member, value] of Object.entries(info)) {
        if (typeof value !== 'string') continue;
        const bytes = Buffer.from(`${value}\0`, 'utf16le');
        texts.push({ at: end, member, index, bytes });
        end += bytes.length;
      }
    });
    koffi.encode(needed, 'DWORD', end);
    if (size < end || room === null) return fail(win32Errors.insufficientBuffer);
    koffi.encode(room, 'uint8_t', Array(end).fill(0), end);
    infos.forEach((info, index) => {
      for (const [member, value] of Object.entries(info)) {
        if (typeof value !== 'number') continue;
        koffi.encode(room, index * each + koffi.offsetof(struct, member), 'DWORD', value);
      }
    });
    for (const { at, member, index, bytes } of texts) {
      koffi.encode(room, at, 'uint8_t', [...bytes], bytes.length);
      koffi.encode(room, index * each + koffi.offsetof(struct, member), 'uint64_t', room + BigInt(at));
    }
    return 1;
  };

  const functions: Record<keyof typeof spoolerPrototypes, NativeFunction> = {
    OpenPrinterW: (name: string, handle: Address) =>
      resultOf(calls.openPrinter(name), (opened) => {
        koffi.encode(handle, 'uint64_t', handleBase + BigInt(opened));
        return 1;
      }),
    ClosePrinter: (handle) => succeeded(calls.closePrinter(ours(handle))),
    GetPrinterDriverW: (handle, _environment, level: number, room, size, needed) =>
      level !== 8
        ? fail(124) // ERROR_INVALID_LEVEL
        : resultOf(calls.driverAttributes(ours(handle)), (attributes) =>
            layOut(
              'DRIVER_INFO_8W',
              [{ cVersion: 3, pName: 'driver', dwPrinterDriverAttributes: attributes }],
              room,
              size,
              needed,
            ),
          ),
    StartDocPrinterW(handle, level: number, info: Address) {
      const { pDocName, pOutputFile, pDatatype } = koffi.decode(info, 'DOC_INFO_1W');
      if (level !== 1 || pOutputFile !== null) return fail(win32Errors.invalidParameter);
      return resultOf(calls.startDocument(ours(handle), { name: pDocName, datatype: pDatatype }), (job) => job);
    },
    StartPagePrinter: (handle) => succeeded(calls.startPage(ours(handle))),
    WritePrinter(handle, bytes: Address, size: number, written: Address) {
      koffi.encode(written, 'DWORD', 0);
      return resultOf(calls.write(ours(handle), Uint8Array.from(koffi.decode(bytes, 'uint8_t', size))), (taken) => {
        koffi.encode(written, 'DWORD', taken);
        return 1;
      });
    },
    EndPagePrinter: (handle) => succeeded(calls.endPage(ours(handle))),
    EndDocPrinter: (handle) => succeeded(calls.endDocument(ours(handle))),
    AbortPrinter: (handle) => succeeded(calls.abortDocument(ours(handle))),
    GetJobW(handle, id: number, level: number, room, size, needed) {
      if (level !== 1) return fail(124);
      // The size is queried first: that check must not count.
      pending ??= calls.job(ours(handle), id);
      return (
        resultOf(pending, ({ document, status, statusText }) => {
          const info = { JobId: id, pDocument: document, pStatus: statusText, Status: status, pDatatype: 'RAW' };
          const fits = layOut('JOB_INFO_1W', [info], room, size, needed);
          if (fits) pending = null;
          return fits;
        }) || (pending?.ok ? 0 : forget())
      );
    },
    EnumPrintersW(flags: number, _name, level: number, room, size, needed, count: Address) {
      koffi.encode(count, 'DWORD', 0);
      if (flags !== enumerateLocal) {
        const fits = layOut(
          'PRINTER_INFO_4W',
          [{ pPrinterName: '\\\\server\\Zebra', pServerName: '\\\\server', Attributes: 0x10 }],
          room,
          size,
          needed,
        );
        if (fits) koffi.encode(count, 'DWORD', 1);
        return level === 4 ? fits : fail(124);
      }
      return resultOf(calls.printers(), (printers) => {
        const infos = printers.map(({ name, driver, port }) => ({
          pPrinterName: name,
          pPortName: port,
          pDriverName: driver,
          Status: 0,
        }));
        const fits = layOut('PRINTER_INFO_2W', infos, room, size, needed);
        if (fits) koffi.encode(count, 'DWORD', infos.length);
        return level === 2 ? fits : fail(124);
      });
    },
  };
  let pending: ReturnType<SpoolerCalls['job']> | null = null;
  const forget = (): number => {
    pending = null;
    return 0;
  };

  const made = new Map<string, NativeFunction>();
  const native = (prototype: string, implementation: NativeFunction): NativeFunction => {
    const found = made.get(prototype);
    if (found) return found;
    const type = typeOf(prototype);
    const address = koffi.register(implementation, koffi.pointer(type));
    registered.push(address);
    const callable = koffi.decode(address, type) as NativeFunction;
    made.set(prototype, callable);
    return callable;
  };
  const nameOf = (prototype: string): string => /(\w+)\(/.exec(prototype)?.[1] ?? '';

  return {
    libraries: {
      spooler: {
        func: (prototype) => native(prototype, functions[nameOf(prototype) as keyof typeof spoolerPrototypes]),
      },
      kernel: { func: (prototype) => native(prototype, () => lastError) },
    },
    unload() {
      for (const address of registered) koffi.unregister(address);
    },
  };
}
