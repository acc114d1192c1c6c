const WASM_PAGE_BYTES = 65_536;
const { apply } = Reflect;

/**
 * Bounds how far WebAssembly memory may grow; beyond that Python gets a MemoryError.
 * @returns whether it was ever refused
 */
export function limitMemory(growthBytes: number, heapBytes: number): { wasRefused: () => boolean } {
  memoryLimit.maxBytes = heapBytes + growthBytes;
  return { wasRefused: () => memoryLimit.wasRefused };
}

const memoryLimit = { maxBytes: Number.POSITIVE_INFINITY, wasRefused: false };

const { grow } = WebAssembly.Memory.prototype;
const { get: readBuffer } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer') as PropertyDescriptor;
// Replaced when this module loads, since built-in objects are frozen before the limit is known.
WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
  const { byteLength } = apply(readBuffer as () => ArrayBuffer, this, []);
  if (byteLength + pages * WASM_PAGE_BYTES > memoryLimit.maxBytes) {
    memoryLimit.wasRefused = true;
    throw new RangeError('memory limit');
  }
  return apply(grow, this, [pages]);
};
