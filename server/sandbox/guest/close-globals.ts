/** Deletes all globals that are not part of the language. Every module is loaded before. */
export function closeGlobals(): void {
  const found = Object.getOwnPropertyNames(globalThis).filter((name) => !keptOfNode.has(name) && !intrinsicNames.has(name));
  for (const name of found) Reflect.deleteProperty(globalThis, name);
  // Pyodide calls these when the interpreter fails or exits; without them it would report a missing
  // function instead of the cause.
  // Python's `os.getuid()` calls `process.getuid`, and the interpreter breaks if it is missing.
  Object.assign(globalThis, { console: { ...silent, error: throwCause }, process: { getuid: () => 0 } });
}

const keptOfNode = new Set([
  ...['global', 'clearTimeout', 'setTimeout', 'setImmediate', 'queueMicrotask', 'performance', 'atob', 'btoa'],
  ...['TextEncoder', 'TextDecoder', 'URL'],
]);

const silence = () => {};
const silent = { log: silence, info: silence, debug: silence, warn: silence, trace: silence };

/**
 * Pyodide logs the cause of a fatal error last, and then dumps a traceback, which may crash the
 * interpreter. Throwing the cause skips the dump.
 */
function throwCause(said: unknown): void {
  if (typeof said !== 'string') throw said;
}

const numbers = ['Infinity', 'NaN', 'undefined', 'Number', 'BigInt', 'Math', 'isFinite', 'isNaN', 'parseFloat', 'parseInt'];
const texts = [
  'String',
  'Symbol',
  'RegExp',
  'JSON',
  'Intl',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
];
const objects = [
  'globalThis',
  'Object',
  'Function',
  'Boolean',
  'Date',
  'Promise',
  'Proxy',
  'Reflect',
  'WebAssembly',
  'escape',
  'unescape',
];
const collections = ['Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'AsyncIterator'];
const disposals = ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError'];
const errors = ['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];
const buffers = ['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'Float16Array', 'Float32Array', 'Float64Array'];
const integers = ['Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array'];

/** The global names of the language itself. */
export const intrinsicNames: ReadonlySet<string> = new Set([
  ...numbers,
  ...texts,
  ...objects,
  ...collections,
  ...disposals,
  ...errors,
  ...buffers,
  ...integers,
  'BigUint64Array',
  'BigInt64Array',
]);
