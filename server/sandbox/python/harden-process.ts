import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const WASM_PAGE_BYTES = 65_536;

/**
 * Takes from this process what Node's permission model leaves: the network. And what Pyodide must find is put where it looks. Has to run before
 * Pyodide is imported.
 */
export function hardenProcess(): void {
  const refuse = () => {
    throw new Error('There is no network here');
  };
  const net = require('node:net');
  const dns = require('node:dns');
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  Object.assign(net, { connect: refuse, createConnection: refuse, createServer: refuse });
  Object.assign(require('node:tls'), { connect: refuse });
  Object.assign(require('node:dgram'), { createSocket: refuse });
  for (const resolver of [dns, dns.promises])
    for (const name of Object.keys(resolver)) if (/^(lookup|resolve|reverse)/.test(name)) resolver[name] = refuse;
  // Python's os.system asks for it. What it throws under the permission model would end the interpreter; this ends the command.
  Object.assign(require('node:child_process'), { spawnSync: () => ({ status: 127 }) });
  syncBuiltinESMExports();
  const constants = { fs: require('node:fs').constants };
  // Pyodide reads the flags of files from here, and the permission model forbids the real one.
  Object.defineProperty(process, 'binding', {
    value: (name: string) => (name === 'constants' ? constants : refuse()),
  });
}

/** Deletes the ways out that lie open on the global object. Pyodide is loaded by then and needs none of them. */
export function closeGlobals(): void {
  const kept = new Set(['global', 'clearTimeout', 'setTimeout', 'setImmediate', 'queueMicrotask', 'performance', 'atob', 'btoa']);
  const found = Object.getOwnPropertyNames(globalThis).filter((name) => !kept.has(name) && !isOfTheLanguage(name));
  for (const name of found) Reflect.deleteProperty(globalThis, name);
  // Pyodide tells them when the interpreter breaks or ends: without them, that would be all one hears.
  Object.assign(globalThis, { console: { ...silent, error: throwCause }, process: {} });
}

const silence = () => {};
const silent = { log: silence, info: silence, debug: silence, warn: silence, trace: silence };

/** Of a broken interpreter it says the cause last, and would then have it write down where it stood, which it may not survive. */
function throwCause(said: unknown): void {
  if (typeof said !== 'string') throw said;
}

function isOfTheLanguage(name: string): boolean {
  return languageNames.has(name);
}

const languageNames = new Set([
  ...[
    'globalThis',
    'Infinity',
    'NaN',
    'undefined',
    'Object',
    'Function',
    'Array',
    'Number',
    'Boolean',
    'String',
    'Symbol',
    'BigInt',
  ],
  ...[
    'Date',
    'Promise',
    'RegExp',
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
  ],
  ...['URIError', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array'],
  ...[
    'Int32Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'Uint8ClampedArray',
    'BigUint64Array',
    'BigInt64Array',
    'DataView',
  ],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Proxy', 'Reflect', 'Atomics', 'SharedArrayBuffer'],
  ...['Iterator', 'AsyncIterator', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError', 'WebAssembly', 'TextEncoder'],
  ...['TextDecoder', 'URL', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'unescape'],
]);

/** From now on WebAssembly memory grows by at most so much; Python sees a MemoryError. @returns whether it was ever refused */
export function capMemory(growthBytes: number, heapBytes: number): { wasRefused: () => boolean } {
  const most = heapBytes + growthBytes;
  const { grow } = WebAssembly.Memory.prototype;
  let wasRefused = false;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > most) {
      wasRefused = true;
      throw new RangeError('memory limit');
    }
    return grow.call(this, pages);
  };
  return { wasRefused: () => wasRefused };
}
