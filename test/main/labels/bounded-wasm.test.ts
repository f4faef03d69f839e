import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { withBoundedInstantiation, withBoundedMemory } from '../../../src/main/labels/bounded-wasm.ts';

/** `(module (memory (export "m") 1))`, and the same with a maximum of 9 pages. */
const open = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x6d, 2, 0);
const narrow = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 4, 1, 1, 1, 9, 7, 5, 1, 1, 0x6d, 2, 0);

const memoryOf = async (module: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Memory> =>
  (await WebAssembly.instantiate(module, {})).instance.exports.m as WebAssembly.Memory;

describe('bounded WebAssembly memory', () => {
  it('grows to its limit and no further', async () => {
    const memory = await memoryOf(withBoundedMemory(open, 300));
    expect(memory.grow(299)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('keeps a lower limit of its own', async () => {
    const memory = await memoryOf(withBoundedMemory(narrow, 300));
    expect(() => memory.grow(9)).toThrow(RangeError);
  });

  it('applies to a package that creates its own memory, and to none created afterwards', async () => {
    const memory = await withBoundedInstantiation(() => memoryOf(open));
    expect(() => memory.grow(10_000)).toThrow(RangeError);
    expect((await memoryOf(open)).grow(10_000)).toBe(1);
  });

  it('works for every module that draws or reads labels', () => {
    const { resolve } = createRequire(import.meta.url);
    for (const file of ['@hyzyla/pdfium/pdfium.wasm', 'zxing-wasm/reader/zxing_reader.wasm']) {
      expect(WebAssembly.validate(withBoundedMemory(readFileSync(resolve(file))))).toBe(true);
    }
  });
});
