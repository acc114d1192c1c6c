import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { closeGlobals } from './close-globals.ts';
import { filterSystemCalls } from './filter-system-calls.ts';
import { freezeIntrinsics } from './freeze-intrinsics.ts';

const require = createRequire(import.meta.url);
const permissions = ['ffi', 'fs', 'net', 'child', 'worker', 'addon', 'wasi', 'inspector'];

/**
 * Restricts this process once everything is loaded and before it reads anything of a guest. Timers,
 * WebAssembly and the pipes to its parent process continue to work.
 */
export function lockDown(): void {
  filterSystemCalls();
  closeCompiler();
  dropPermissions();
  removeNetwork();
  removeFromProcess();
  closeGlobals();
  freezeIntrinsics();
}

/**
 * V8 compiles no WebAssembly from now on: Python could load a library that it wrote itself, which
 * calls every import of its interpreter. V8's minimum is 16 bytes, too few for a function.
 */
function closeCompiler(): void {
  setFlagsFromString('--wasm-max-module-size=0');
}

/** Node's own permissions, of which reading its modules was the last in use. */
function dropPermissions(): void {
  const { permission } = process as unknown as { permission: { drop(scope: string): void } };
  for (const scope of permissions) {
    try {
      permission.drop(scope);
    } catch {
      // A scope that this Node does not know, or that was never granted.
    }
  }
}

/** Node's permission model refuses these as well. */
function removeNetwork(): void {
  const net = require('node:net');
  const dns = require('node:dns');
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  net.Server.prototype._listen2 = refuse;
  Object.assign(net, { connect: refuse, createConnection: refuse, createServer: refuse });
  Object.assign(require('node:tls'), { connect: refuse });
  Object.assign(require('node:dgram'), { createSocket: refuse });
  for (const resolver of [dns, dns.promises])
    for (const name of Object.keys(resolver)) if (/^(lookup|resolve|reverse)/.test(name)) resolver[name] = refuse;
  syncBuiltinESMExports();
}

function refuse(): never {
  throw new Error('There is no network here');
}

/**
 * Members of `process` that reveal or change something of the machine. The kernel and the permission
 * model refuse the most dangerous ones as well.
 */
const removedFromProcess = [
  ...['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'loadEnvFile', 'execve', 'report', 'abort'],
  ...['kill', '_kill', '_debugProcess', '_debugEnd', '_getActiveRequests', '_getActiveHandles', 'getActiveResourcesInfo'],
  ...['chdir', 'cwd', 'umask', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'],
  ...['title', 'argv', 'argv0', 'execArgv', 'execPath', 'pid', 'ppid', 'config', 'moduleLoadList'],
];

function removeFromProcess(): void {
  for (const list of [process.argv, process.execArgv]) list.length = 0;
  for (const name of removedFromProcess) Reflect.deleteProperty(process, name);
  // Node's own modules read it.
  Object.defineProperty(process, 'env', { value: Object.freeze({}) });
}
