/** The part of the global WebAssembly that is used here; neither Node's types nor the language's declare it. */
interface WebAssemblyHost {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object; module: object }>;
}

const host = (): WebAssemblyHost => (globalThis as unknown as { WebAssembly: WebAssemblyHost }).WebAssembly;

/** Bytes in a page of WebAssembly memory (WebAssembly specification, 4.2.8). */
const pageBytes = 64 * 1024;

/** Most memory of one module, in pages: 512 MB. Without a limit, a label can make a module allocate gigabytes (measured). */
const maxPages = (512 * 1024 * 1024) / pageBytes;

const memorySection = 5;
const hasMaximum = 1;

/** The module with a maximum for its memory: growing beyond it fails inside the module. Throws for a module without memory. */
export function withBoundedMemory(module: Uint8Array, pages = maxPages): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const size = readLeb(module, at + 1);
    const end = size.next + size.value;
    if (id === memorySection) {
      const body = boundedMemory(module.subarray(size.next, end), pages);
      const section = Uint8Array.of(memorySection, ...leb(body.length), ...body);
      return new Uint8Array(Buffer.concat([module.subarray(0, at), section, module.subarray(end)]));
    }
    at = end;
  }
  throw new Error('The module has no memory of its own');
}

/** A memory section with one memory: count, flags, minimum, and the maximum if the flags say so (5.5.8). */
function boundedMemory(section: Uint8Array, pages: number): number[] {
  const count = readLeb(section, 0);
  const flags = readLeb(section, count.next);
  const minimum = readLeb(section, flags.next);
  const maximum = flags.value & hasMaximum ? readLeb(section, minimum.next).value : pages;
  if (count.value !== 1 || flags.value > hasMaximum) throw new Error('The module has an unusual memory');
  return [1, hasMaximum, ...leb(minimum.value), ...leb(Math.min(maximum, pages))];
}

/** An unsigned LEB128 number (5.2.2). */
function readLeb(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw new Error('The module is damaged');
}

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...leb(Math.floor(value / 0x80))];
}

/** Runs `load`; modules instantiated meanwhile get bounded memory, for packages that instantiate their own. */
export function withBoundedInstantiation<T>(load: () => T): T {
  const webAssembly = host();
  const { instantiate } = webAssembly;
  webAssembly.instantiate = (bytes, imports) => instantiate.call(webAssembly, withBoundedMemory(bytes), imports);
  try {
    return load();
  } finally {
    webAssembly.instantiate = instantiate;
  }
}
